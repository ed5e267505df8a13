import Foundation
import TriageCore

/// A group's name as the column `step.name` has it: a JSON object that says of which kind it is.
///
///     {"kind":"action","id":"add-tag","argument":"todo"}
///     {"kind":"revert","of":{"kind":"text","text":"Tidy"}}
///
/// A name of a kind that only a newer release knows is kept as it stands, and stored again as a text
/// within a name of kind `unknown`: that release reads it there.
enum StoredName {
  private typealias Object = [String: Any]

  // MARK: Reading

  /// Reads a name; what cannot be understood is an unknown one.
  static func name(_ text: String) -> ActionName {
    let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object
    return object.flatMap(known) ?? .unknown(text)
  }

  private static func known(_ object: Object) -> ActionName? {
    switch object["kind"] as? String {
    case "action": action(object).map(ActionName.action)
    case "pair": pair(object["actions"])
    case "several": several(object)
    case "all": all(object)
    case "text": (object["text"] as? String).map(ActionName.custom)
    case "revert": nested(object, "of").map(ActionName.reverting)
    case "reverts": (object["count"] as? Int).map(ActionName.reverts)
    case "reapply": nested(object, "of").map(ActionName.reapplying)
    case "reapplies": (object["count"] as? Int).map(ActionName.reapplies)
    case "restore":
      (object["to"] as? Timestamp).map { .restore(to: $0, after: nested(object, "after")) }
    case "lost": (object["count"] as? Int).map(ActionName.lost)
    case "unknown": (object["stored"] as? String).map(name)
    default: nil
    }
  }

  private static func action(_ value: Any?) -> NamedAction? {
    guard let object = value as? Object, let id = object["id"] as? String else { return nil }
    return NamedAction(
      id: id,
      argument: object["argument"] as? String,
      titles: object["titles"] as? [String: String] ?? [:]
    )
  }

  private static func pair(_ value: Any?) -> ActionName? {
    guard let actions = (value as? [Any])?.compactMap(action), actions.count == 2 else {
      return nil
    }
    return .pair(actions[0], actions[1])
  }

  private static func several(_ object: Object) -> ActionName? {
    guard let first = action(object["first"]), let others = object["others"] as? Int else {
      return nil
    }
    return .several(first, others: others)
  }

  private static func all(_ object: Object) -> ActionName? {
    guard let action = action(object["action"]), let source = object["source"] as? String,
      let kind = (object["by"] as? String).flatMap(MailSourceKind.init)
    else { return nil }
    return .all(action, kind, source)
  }

  /// The name inside another: that may be unknown though the other is not.
  private static func nested(_ object: Object, _ field: String) -> ActionName? {
    (object[field] as? Object).map { inner in
      known(inner) ?? .unknown((try? text(inner)) ?? "")
    }
  }

  /// A name of a newer release, as it stood.
  private static func text(_ object: Object) throws -> String {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    let data = try JSONSerialization.data(withJSONObject: object, options: options)
    return String(decoding: data, as: UTF8.self)
  }

  // MARK: Writing

  /// The text that is stored.
  ///
  /// The encoder is there for other columns already; `JSONSerialization` writes the same, and costs
  /// each tagging four megabytes.
  static func text(_ name: ActionName) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value(name)), as: UTF8.self)
  }

  /// What a name is made of.
  private enum Value: Encodable {
    case text(String)
    case number(Int64)
    case list([Value])
    case object([String: Value])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      case .list(let values): try container.encode(values)
      case .object(let fields): try container.encode(fields)
      }
    }
  }

  private static func value(_ name: ActionName) -> Value {
    switch name {
    case .action(let action): object("action", fields(action))
    case .pair(let first, let second):
      object("pair", ["actions": .list([.object(fields(first)), .object(fields(second))])])
    case .several(let first, let others):
      object("several", ["first": .object(fields(first)), "others": .number(Int64(others))])
    case .all(let action, let kind, let source):
      object(
        "all",
        ["action": .object(fields(action)), "by": .text(kind.rawValue), "source": .text(source)]
      )
    case .custom(let text): object("text", ["text": .text(text)])
    case .revert(let name): object("revert", ["of": value(name)])
    case .reverts(let count): object("reverts", ["count": .number(Int64(count))])
    case .reapply(let name): object("reapply", ["of": value(name)])
    case .reapplies(let count): object("reapplies", ["count": .number(Int64(count))])
    case .restore(let time, let name):
      object(
        "restore",
        ["to": .number(time)].merging(name.map { ["after": value($0)] } ?? [:]) { $1 }
      )
    case .lost(let count): object("lost", ["count": .number(Int64(count))])
    case .unknown(let text): object("unknown", ["stored": .text(text)])
    }
  }

  private static func object(_ kind: String, _ fields: [String: Value]) -> Value {
    .object(fields.merging(["kind": .text(kind)]) { $1 })
  }

  private static func fields(_ action: NamedAction) -> [String: Value] {
    var fields: [String: Value] = ["id": .text(action.id)]
    fields["argument"] = action.argument.map(Value.text)
    if !action.titles.isEmpty { fields["titles"] = .object(action.titles.mapValues(Value.text)) }
    return fields
  }
}

/// A name as journals had it before `16-names`: a key of the catalog and its arguments.
///
/// The name inside another is its arguments: the notation of an action, or a key and arguments.
struct KeyedName {
  let key: String
  let arguments: [String]
  let titles: ActionTitles

  /// The name that was meant.
  var name: ActionName {
    switch key {
    case "custom": .custom(first)
    case "name.two" where arguments.count == 2: .pair(action(first), action(arguments[1]))
    case "name.many": .several(action(first), others: arguments.last.flatMap { Int($0) } ?? 0)
    case "name.revert": .reverting(nested)
    case "name.reverts": .reverts(Int(first) ?? 0)
    case "name.reapply": .reapplying(nested)
    case "name.reapplies": .reapplies(Int(first) ?? 0)
    case "name.restore": .restore(to: Timestamp(first) ?? 0)
    case "name.lost": .lost(Int(first) ?? 0)
    default: titled ?? .unknown(([key] + arguments).joined(separator: " "))
    }
  }

  private var first: String { arguments.first ?? "" }

  private var nested: ActionName {
    let isKey = arguments.count != 1 || first.prefix { $0 != ":" }.contains(".")
    guard isKey else { return .action(action(first)) }
    return KeyedName(key: first, arguments: Array(arguments.dropFirst()), titles: titles).name
  }

  /// The name of one action, `action.ID.title`.
  private var titled: ActionName? {
    guard key.hasPrefix("action."), key.hasSuffix(".title") else { return nil }
    let id = String(key.dropFirst("action.".count).dropLast(".title".count))
    return .action(NamedAction(id: id, argument: arguments.first, titles: titles[id] ?? [:]))
  }

  /// An action in its notation.
  private func action(_ notation: String) -> NamedAction {
    let parts = notation.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let id = String(parts.first ?? "")
    return NamedAction(
      id: id,
      argument: parts.count > 1 ? String(parts[1]) : nil,
      titles: titles[id] ?? [:]
    )
  }
}
