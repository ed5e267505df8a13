import ArgumentParser
import TriageCore
import TriageEngine

/// What shells offer while a command is typed: the actions there are, and what is in the index now.
///
/// An index that cannot be read has nothing to offer, and says nothing of it here.
enum LiveValues {
  /// The words of `apply`: actions before `--`, a query after it.
  static func actionsAndQuery(_ words: [String], _ place: Int, _ prefix: String) -> [String] {
    if words.prefix(place).contains("--") { return query(words, place, prefix) }
    let names = names
    let ids = settings.config.actions.allIDs.flatMap { id -> [String] in
      switch ArgumentAction(rawValue: id)?.kind {
      case nil: [id]
      case .tag: prefix.hasPrefix(id + ":") ? names.tags.map { "\(id):\($0)" } : ["\(id):"]
      case .tags: ["\(id):"]
      case .folder: prefix.hasPrefix(id + ":") ? names.folders.map { "\(id):\($0)" } : ["\(id):"]
      }
    }
    return ids + ["--"]
  }

  /// The words of `tag`: changes, then a query.
  static func changesAndQuery(_ words: [String], _ place: Int, _ prefix: String) -> [String] {
    guard let sign = prefix.first, sign == "+" || sign == "-", !prefix.hasPrefix("--") else {
      return query(words, place, prefix)
    }
    return names.tags.map { "\(sign)\($0)" }
  }

  /// The words of `move`: a folder, then a query.
  static func folderAndQuery(_ words: [String], _ place: Int, _ prefix: String) -> [String] {
    words.prefix(place).contains("--")
      ? query(words, place, prefix) : names.folders + ["--"]
  }

  /// The folders below the mail root.
  static func folders(_ words: [String], _ place: Int, _ prefix: String) -> [String] {
    names.folders
  }

  /// A word of a query: a prefix, or what may stand behind it.
  static func query(_ words: [String], _ place: Int, _ prefix: String) -> [String] {
    let names = names
    let fields: [(name: String, values: [String])] = [
      ("tag:", names.tags.map(\.text)), ("is:", names.tags.map(\.text)),
      ("folder:", names.folders), ("query:", names.queries.map(\.name)), ("from:", []), ("to:", []),
      ("subject:", []), ("date:", []), ("path:", []), ("id:", []), ("thread:", []),
    ]
    if let field = fields.first(where: { prefix.hasPrefix($0.name) }) {
      return field.values.map { field.name + $0 }
    }
    return fields.map(\.name)
  }

  private static var names: IndexNames {
    let mailbox = try? Mailbox(surroundings: .current, settings: settings)
    return (try? mailbox?.engine.names()) ?? IndexNames()
  }
}
