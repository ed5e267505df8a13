import Journal
import TriageCore
import TriageUI

extension ChangeResult {
  func json(verb: String, dryRun: Bool, words: Wording) -> JSONLine {
    var line = JSONLine(type: "result")
    line.add("verb", .string(verb))
    line.add("result", .string(kind.rawValue))
    line.add("error", .optional(failure?.code.rawValue))
    line.add("dryRun", .bool(dryRun))
    line.add("group", .step(step))
    line.add("targets", .array(targets.map { .number($0.number) }))
    line.add("name", name?.json ?? .null)
    line.add("title", .string(name.map { words.string(.title($0)) } ?? ""))
    line.add("requested", .int(requested))
    line.add("changed", .int(changed))
    line.add("skipped", .array(skipped.map(\.json)))
    return line
  }
}

extension Skip {
  fileprivate var json: JSONValue {
    .object([
      ("message", .string(message.text)), ("reason", .string(reason.rawValue)),
      ("tags", .tags(tags)), ("by", .step(by)),
    ])
  }
}

extension StepSummary {
  func json(head: HistoryHead, title: String) -> JSONLine {
    var line = JSONLine(type: "step")
    line.add("id", .number(id.number))
    line.add("kind", .string(kind.rawValue))
    line.add("state", .optional(state?.rawValue))
    line.add("name", name?.json ?? .null)
    line.add("title", .string(title))
    line.add("targets", .array(targets.map { .number($0.number) }))
    line.add("actions", .strings(actions.isEmpty ? name?.actions ?? [] : actions))
    line.add("origin", .string(context.origin.rawValue))
    line.add("background", .bool(context.background))
    line.add("at", .date(at))
    line.add("host", .string(context.host))
    line.add("pid", .number(Int64(context.pid)))
    line.add("messages", .int(messages))
    line.add("query", .optional(context.view))
    line.add("next", .optional(head.next(for: id)))
    line.add("uid", .string(position.uid.text))
    line.add("machine", .optional(received?.machine))
    line.add("received", received.map { .date($0.at) } ?? .null)
    return line
  }

  private var targets: [StepID] { of.map { [$0] } ?? toggles.map(\.action) }
}

extension HistoryHead {
  /// What the plain verb would take: `undo`, `redo`, or neither.
  func next(for step: StepID) -> String? {
    if undo?.id == step { return "undo" }
    return redo?.id == step ? "redo" : nil
  }
}

extension ActionName {
  /// A name's `key` and `arguments`.
  var json: JSONValue {
    .object([("key", .string(key)), ("arguments", .strings(arguments))])
  }

  /// The actions that the name tells of, in their notation: of steps that did not write them down.
  var actions: [String] {
    switch self {
    case .action(let action): [action.notation]
    case .pair(let first, let second): [first.notation, second.notation]
    case .all(let action, _, _): [action.notation]
    case .several, .custom, .revert, .reverts, .reapply, .reapplies, .restore, .lost, .unknown: []
    }
  }

  private var key: String {
    switch self {
    case .action(let action): "action.\(action.id).title"
    case .pair: "name.two"
    case .several: "name.many"
    case .all(_, let kind, _): "name.all-\(kind.rawValue)"
    case .custom: "custom"
    case .revert: "name.revert"
    case .reverts: "name.reverts"
    case .reapply: "name.reapply"
    case .reapplies: "name.reapplies"
    case .restore(to: _, after: let name): name == nil ? "name.restore" : "name.restore.after"
    case .lost: "name.lost"
    case .unknown: "name.unknown"
    }
  }

  private var arguments: [String] {
    switch self {
    case .action(let action): action.titleArgument.map { [$0] } ?? []
    case .pair(let first, let second): [first.notation, second.notation]
    case .several(let first, let others): [first.notation, String(others)]
    case .all(let action, _, let source): [action.notation, source]
    case .custom(let text), .unknown(let text): [text]
    case .revert(let name), .reapply(let name): name.nested
    case .reverts(let count), .reapplies(let count), .lost(let count): [String(count)]
    case .restore(let time, let name): [String(time)] + (name?.nested ?? [])
    }
  }

  /// The name as the arguments of another: an action's notation, or the key and the arguments.
  private var nested: [String] {
    guard case .action(let action) = self else { return [key] + arguments }
    return [([action.id] + arguments).joined(separator: ":")]
  }
}

extension OutcomeCounts {
  var json: JSONValue {
    .object([
      ("restored", .int(self[.restored])), ("alreadySo", .int(self[.alreadySo])),
      ("kept", .int(self[.kept])), ("changedSince", .int(self[.changedSince])),
      ("gone", .int(self[.gone])), ("folderMissing", .int(self[.folderMissing])),
      ("alreadySent", .int(self[.alreadySent])),
    ])
  }
}

extension SettledStep {
  /// What `history recover` says of a step: `nothing` for one that had changed nothing.
  func json(_ words: Wording) -> JSONLine {
    ChangeResult(
      kind: complete ? .done : .nothing,
      targets: [step],
      name: name,
      requested: messages,
      changed: complete ? messages : 0
    ).json(verb: "recover", dryRun: false, words: words)
  }

  /// What it says if nothing was interrupted.
  static func nothing(_ words: Wording) -> JSONLine {
    ChangeResult(kind: .nothing).json(verb: "recover", dryRun: false, words: words)
  }
}

extension JournalProblem {
  /// The problem in words.
  var sentence: Sentence {
    let detail = [step?.description, detail].compactMap(\.self).joined(separator: " ")
    return Sentence("error.history.\(code.rawValue)", .text(detail))
  }

  func json(file: String, _ words: Wording) -> JSONLine {
    var line = JSONLine(type: "problem")
    line.add("file", .string(file))
    line.add("line", .null)
    line.add("column", .null)
    line.add("code", .string(code.rawValue))
    line.add("title", .string(words.string(sentence)))
    return line
  }
}
