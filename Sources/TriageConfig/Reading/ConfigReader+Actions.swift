import TriageCore

/// The action table of a file, and where the keys of the person's own actions stand.
struct ReadActions {
  var table = ActionTable()
  var keyPlaces: [String: FilePosition] = [:]
}

extension ConfigReader {
  func actions(_ snooze: SnoozeConfig) -> ReadActions {
    var result = ReadActions()
    var own: [UserAction] = []
    for section in top.sections("action") ?? [] {
      guard let action = action(section, besides: own) else { continue }
      own.append(action)
      result.keyPlaces[action.id] = section.own("key")?.position
    }
    result.table = ActionTable(effects: effects(snooze), own: own)
    return result
  }

  /// `[effects]`: the tags of the fixed actions.
  private func effects(_ snooze: SnoozeConfig) -> ActionEffects {
    let section = top.section("effects")
    defer { section.finish() }
    var edits: [FixedAction: TagEdit] = [:]
    for action in FixedAction.allCases {
      edits[action] = section.optional(action.rawValue, .form("[\"+A\", \"-B\", …]")) { node in
        guard let words = node.strings else { return nil }
        if words.isEmpty { return TagEdit() }
        return (try? MailAction.changing(words))?.edit(under: ActionEffects())
      }
    }
    return ActionEffects(
      edits,
      wakesUnread: snooze.unread,
      wakesForNewMail: snooze.newMail == .wake
    )
  }

  private func action(_ section: Section, besides others: [UserAction]) -> UserAction? {
    defer { section.finish() }
    let id = section.required("id", .form("\"my-action\"")) { $0.string?.asActionID }
    let steps = section.required("steps", .form("[\"archive\", …]")) { node in
      node.array.flatMap { $0.isEmpty ? nil : $0 }
    }
    let key = section.optional("key", .form("\"D\"")) { $0.string?.asKeys }
    let name = name(section)
    let actions = (steps ?? []).compactMap { problems.action($0, in: ActionTable()) }
    guard let id, let steps, actions.count == steps.count else { return nil }
    guard !Self.taken.contains(id), !others.contains(where: { $0.id == id }) else {
      problems.add(FileProblem(.duplicate, id, at: section.own("id")?.position))
      return nil
    }
    return UserAction(id: id, steps: actions, key: key, name: name)
  }

  /// The ids that the program has itself.
  private static let taken = Set(
    MailAction.allIDs + ScreenCommand.allCases.map(\.rawValue)
      + ArgumentCommand.allCases.map(\.rawValue)
  )

  private func name(_ section: Section) -> UserAction.Name {
    let name = section.optional("name", .form("{ en = \"…\" }, \"KEY\"")) { node in
      if let key = node.filledText { return UserAction.Name.catalogKey(key) }
      guard let entries = node.table?.entries else { return nil }
      let texts = entries.compactMap { entry in entry.node.filledText.map { (entry.key, $0) } }
      guard texts.count == entries.count else { return nil }
      return .texts(Dictionary(texts) { first, _ in first })
    }
    return name ?? .id
  }
}

extension Section {
  /// A setting that must be there: `nil` of `read` means that the value is wrong.
  func required<T>(_ name: String, _ expected: Expected, _ read: (Node) -> T?) -> T? {
    guard own(name) != nil else {
      problems.add(FileProblem(.missingKey, name, at: position))
      return nil
    }
    return optional(name, expected, read)
  }
}

extension ProblemList {
  /// Reads an action's notation, or reports what is wrong with it.
  func action(
    _ node: Node,
    in table: ActionTable,
    _ calendar: SnoozeCalendar? = nil
  ) -> MailAction? {
    guard let text = node.string else {
      add(FileProblem(.wrongValue, "actions", Expected.text.text, at: node.position))
      return nil
    }
    do throws(ActionError) {
      let action = try table.parse(text)
      return try calendar.map { calendar throws(ActionError) in try action.resolved(by: calendar) }
        ?? action
    } catch {
      add(FileProblem(error, at: node.position))
      return nil
    }
  }
}

extension FileProblem {
  /// The problem that a text names no action.
  init(_ error: ActionError, at position: FilePosition?) {
    switch error {
    case .unknown(let id, let nearest?): self.init(.unknownActionNearest, id, nearest, at: position)
    case .unknown(let id, nil): self.init(.unknownAction, id, at: position)
    case .argumentMissing(let id): self.init(.argumentMissing, id, at: position)
    case .argumentUnexpected(let id): self.init(.argumentUnexpected, id, at: position)
    case .badTime(let text): self.init(.badTime, text, at: position)
    case .timeOver(let text, _): self.init(.timeOver, text, at: position)
    case .timeOutOfReach(let text): self.init(.timeOutOfReach, text, at: position)
    case .badTag(let tag): self.init(.badTag, tag, at: position)
    }
  }
}

extension String {
  /// The text, if it can be the id of a person's own action: small letters, digits, `-` and `_`.
  fileprivate var asActionID: String? {
    let isID =
      utf8.first.map { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") } ?? false
      && allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-" || $0 == "_") }
    return isID ? self : nil
  }
}
