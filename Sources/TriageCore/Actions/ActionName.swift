/// The titles of the person's own actions: by id, then by language.
package typealias ActionTitles = [String: [String: String]]

/// What a group is called: what it is, never words or a key of the catalog.
package enum ActionName: Hashable, Sendable, Codable {
  /// One action.
  case action(NamedAction)
  /// Two actions in one gesture.
  case pair(NamedAction, NamedAction)
  /// An action, and so many others in the same gesture.
  case several(NamedAction, others: Int)
  /// One action on all that a view had of a sender, by their name or address, or of a list.
  case all(NamedAction, MailSourceKind, String)
  /// In the words of a person (`--name`).
  case custom(String)
  /// A switch that takes back one group, or so many.
  indirect case revert(of: ActionName)
  case reverts(Int)
  /// A switch that brings back one group, or so many.
  indirect case reapply(of: ActionName)
  case reapplies(Int)
  /// A switch that goes back to right after a step of this time; of an undo or a redo there is only
  /// the time.
  indirect case restore(to: Timestamp, after: ActionName? = nil)
  /// A switch that turns off so many actions which an older copy of the index does not have.
  case lost(Int)
  /// What a newer release has called a group, as the journal has it.
  case unknown(String)
}

extension ActionName {
  /// The name of what is left of a group where its message does not leave.
  package var withoutSending: ActionName {
    guard case .pair(let first, let second) = self else { return self }
    let send = DepartureRequest.Goal.send.rawValue
    if first.id == send { return .action(second) }
    return second.id == send ? .action(first) : self
  }
}

/// An action as a name speaks of it: it may be gone from the configuration by then.
package struct NamedAction: Hashable, Sendable, Codable {
  /// The action's id.
  package var id: String
  /// The tag, the tags or the folder that it was done with.
  package var argument: String?
  /// What one of the person's own actions was called then, by language.
  package var titles: [String: String]

  /// Makes a record of an action.
  package init(id: String, argument: String? = nil, titles: [String: String] = [:]) {
    self.id = id
    self.argument = argument
    self.titles = titles
  }

  /// Makes a record of an action, with its titles if they are among some.
  package init(_ action: MailAction, _ titles: ActionTitles = [:]) {
    self.init(id: action.id, argument: action.argument, titles: titles[action.id] ?? [:])
  }

  /// The action as plans and `apply` write it: `archive`, `add-tag:todo`.
  package var notation: String { argument.map { "\(id):\($0)" } ?? id }

  /// The argument, if the action's title has it: that of `change-tags` names no tag.
  package var titleArgument: String? {
    id == ArgumentAction.changeTags.rawValue ? nil : argument
  }
}

extension ActionName {
  /// The most groups that are named one inside the other: of a revert of a revert of so many, only
  /// their number is told.
  private static let deepest = 16

  /// The name of one action.
  package init(_ action: MailAction, titles: ActionTitles = [:]) {
    self = .action(NamedAction(action, titles))
  }

  /// The name of several actions done in one gesture.
  ///
  /// The action with the same steps lends its name; else two are both named; else the first one and
  /// how many more.
  package init(_ actions: [MailAction], titles: ActionTitles = [:]) {
    guard let first = actions.first else {
      self = .custom("")
      return
    }
    let steps = actions.flatMap(\.steps)
    let twin = FixedAction.allCases.map(MailAction.fixed).first { $0.steps == steps }
    let named = NamedAction(first, titles)
    switch (actions.count, twin) {
    case (1, _): self = .action(named)
    case (_, let twin?): self = ActionName(twin)
    case (2, nil): self = .pair(named, NamedAction(actions[1], titles))
    case (let count, nil): self = .several(named, others: count - 1)
    }
  }

  /// The name of an action on messages of one's own, with those done in the same gesture.
  package init(_ first: NamedAction, with others: [MailAction], _ titles: ActionTitles = [:]) {
    switch others.isEmpty ? nil : ActionName(others, titles: titles) {
    case nil: self = .action(first)
    case .action(let other): self = .pair(first, other)
    default: self = .several(first, others: others.count)
    }
  }

  /// The name of a switch that turns some groups, or goes back to right after one.
  package init(_ goal: SwitchRequest.Goal, of groups: [StepSummary]) {
    let only = groups.count == 1 ? groups.first?.name : nil
    switch goal {
    case .revert: self = only.map { .reverting($0) } ?? .reverts(groups.count)
    case .reapply: self = only.map { .reapplying($0) } ?? .reapplies(groups.count)
    case .restore: self = .restoring(to: groups.first?.at ?? 0, after: only)
    }
  }

  /// The name of a switch that takes back a group of some name.
  package static func reverting(_ name: ActionName) -> ActionName {
    name.depth < deepest ? .revert(of: name) : .reverts(1)
  }

  /// The name of a switch that brings back a group of some name.
  package static func reapplying(_ name: ActionName) -> ActionName {
    name.depth < deepest ? .reapply(of: name) : .reapplies(1)
  }

  /// The name of a switch that goes back to right after a step of some time and name.
  package static func restoring(to time: Timestamp, after name: ActionName?) -> ActionName {
    switch name {
    // Where that went back to is for the row of its own.
    case .restore(let earlier, after: _): .restore(to: time, after: .restore(to: earlier))
    case let name?: .restore(to: time, after: name.depth < deepest ? name : nil)
    case nil: .restore(to: time)
    }
  }

  private var depth: Int {
    switch self {
    case .revert(let name), .reapply(let name), .restore(to: _, after: let name?): 1 + name.depth
    case .action, .pair, .several, .all, .custom, .reverts, .reapplies, .restore, .lost, .unknown:
      0
    }
  }
}
