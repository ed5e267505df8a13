/// A rule that a habit could be, with the numbers that speak for it.
package struct Suggestion: Hashable, Sendable, Codable {
  /// Eight hexadecimal digits, the same as long as what it says is the same.
  package var id: String
  /// Whether it is about a sender or a list.
  package var kind: MailSourceKind
  /// The address, or the identifier.
  package var value: String
  /// What the sender is called, if they have said so.
  package var name: String?
  /// What is done.
  package var edit: HabitEdit
  /// The actions that did it last, in their notation.
  package var notations: [String]
  /// How many messages it was done to.
  package var done: Int
  /// Of how many.
  package var of: Int
  /// In how many groups.
  package var groups: Int
  /// On how many days.
  package var days: Int
  /// How many messages something was done to that was taken back.
  package var undone: Int
  /// How many messages were read and left.
  package var left: Int
  /// When it was done first, of those.
  package var first: Timestamp
  /// When it was done last.
  package var last: Timestamp
  /// How many messages the rule would change now.
  package var now: Int
  /// The subject of the message that it was done to last.
  package var example: String
  /// Whether the person has said not to suggest it.
  package var isDismissed: Bool

  /// What is looked at by a rule: mail that was not looked at yet.
  package static let query = "tag:inbox and tag:unread and not tag:flagged"

  /// Makes a suggestion of a habit; what the index must tell is not known yet.
  package init(_ habit: Habit, of source: MailSourceName, notations: [String]) {
    id = Self.id(habit.edit, source)
    kind = source.kind
    value = source.value
    edit = habit.edit
    self.notations = notations
    done = habit.done.count
    of = habit.of
    groups = habit.groups
    days = habit.days
    undone = habit.undone
    left = habit.left
    first = (habit.done.last ?? habit.newest).time
    last = (habit.done.first ?? habit.newest).time
    now = 0
    example = ""
    isDismissed = false
  }

  /// FNV-1a of 32 bits over what it says.
  private static func id(_ edit: HabitEdit, _ source: MailSourceName) -> String {
    let text = [source.kind.rawValue, source.value, edit.text].joined(separator: "\0")
    let hash = text.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// A sender or a list.
package struct MailSourceName: Hashable, Sendable {
  /// Which of both.
  package var kind: MailSourceKind
  /// The address, or the identifier.
  package var value: String

  /// Names a sender or a list.
  package init(_ kind: MailSourceKind, _ value: String) {
    self.kind = kind
    self.value = value
  }
}

extension Suggestion {
  /// Whose mail it is about.
  package var filter: SourceFilter {
    kind == .sender ? SourceFilter(senders: [value]) : SourceFilter(lists: [value])
  }

  /// The actions of the rule: those that did it last, or the bare edit if they mean something else by now.
  package func actions(in table: ActionTable) -> [MailAction] {
    let known = notations.compactMap { try? table.parse($0) }
    let means = HabitEdit(
      tags: known.messageEdit(under: table.effects).tags(of: []),
      folder: known.compactMap(\.folder).last
    )
    if known.count == notations.count, means == edit { return known }
    return plainActions
  }

  /// The actions that are just the edit.
  package var plainActions: [MailAction] {
    (edit.tags.isEmpty ? [] : [MailAction(edit.tags)])
      + [edit.folder.map { MailAction.move($0) }].compactMap(\.self)
  }

  /// The rule.
  package func command(in table: ActionTable) -> Command {
    Command(actions(in: table), on: .sources(filter, query: Self.query, limit: nil))
  }
}

/// What the engine is asked about rules from habits.
package enum HabitRequest: Hashable, Sendable, Codable {
  /// All that there could be, dismissed ones too.
  case all(ActionEffects)
  /// The one for a message's list or sender, whatever the numbers.
  case like(MessageID, ActionEffects)
  /// Suggest a rule no more, or again.
  case dismiss(String, Bool)
}
