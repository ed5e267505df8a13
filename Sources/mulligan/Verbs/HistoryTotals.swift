import ArgumentParser
import Screen
import TriageCore
import TriageUI

extension TotalKind: ExpressibleByArgument {}

/// `history --by KIND`: what was done, added up.
struct HistoryTotals {
  let listing: HistoryListing

  private var words: Wording { listing.shell.words }

  /// Prints a line for each value that groups of the history have: a table for people.
  func list(_ filter: HistoryFilter, by kind: TotalKind) throws {
    let groups = try listing.mailbox.steps(filter).filter {
      $0.kind == .action && $0.progress != .intent
    }
    let totals = try totals(of: groups, by: kind).sorted(by: kind)
    guard !listing.json else {
      for total in totals { try listing.shell.printer.line(total.json(by: kind)) }
      return
    }
    if totals.isEmpty { return }
    let titles = titles(of: groups, by: kind)
    let heads = ["messages", "groups", "undone"].map { words.text(Sentence("totals.\($0)")) }
    try listing.shell.printer.text(row(heads, heads, words.text(Sentence("totals.by.\(kind)"))))
    for total in totals {
      let numbers = [total.messages, total.groups, total.undone].map { words.display("\($0)") }
      let name = total.value.map { titles[$0] ?? words.display($0) }
      try listing.shell.printer.text(row(numbers, heads, name ?? words.text(none(of: kind))))
    }
  }

  private func totals(of groups: [StepSummary], by kind: TotalKind) throws -> [HistoryTotal] {
    switch kind {
    case .day: return [HistoryTotal](groups) { words.day($0.at) }
    case .action: return [HistoryTotal](groups) { $0.deedText }
    case .list, .sender:
      var sources = MessageSources(kind: kind, mailbox: listing.mailbox)
      return [HistoryTotal](
        try groups.map { ($0, try sources.values(of: listing.mailbox.changes(of: $0.id))) }
      )
    }
  }

  /// What actions are called; of the newest group of several that did the same.
  private func titles(of groups: [StepSummary], by kind: TotalKind) -> [String: DisplayText] {
    guard kind == .action else { return [:] }
    var titles: [String: DisplayText] = [:]
    for group in groups {
      guard let deed = group.deedText, titles[deed] == nil else { continue }
      titles[deed] = words.text(.title(ofDeed: group))
    }
    return titles
  }

  private func none(of kind: TotalKind) -> Sentence { Sentence("totals.none.\(kind)") }

  /// Numbers below their heads, at the right, and what they are of.
  private func row(
    _ cells: [DisplayText],
    _ heads: [DisplayText],
    _ name: DisplayText
  ) -> DisplayText {
    var line = DisplayText.empty
    for (cell, head) in zip(cells, heads) {
      let width = max(7, head.width)
      line = line + words.display(String(repeating: " ", count: max(0, width - cell.width)))
      line = line + cell + "  "
    }
    return line + name
  }
}

extension StepSummary {
  /// What a group did; of one that did not write it down, what its name tells.
  fileprivate var deedText: String? {
    deed ?? name.flatMap { $0.actions.isEmpty ? nil : $0.actions.joined(separator: " ") }
  }
}

extension HistoryTotal {
  fileprivate func json(by kind: TotalKind) -> JSONLine {
    var line = JSONLine(type: "total")
    line.add("by", .string(kind.rawValue))
    line.add("value", .optional(value))
    line.add("groups", .int(groups))
    line.add("messages", .int(messages))
    line.add("undone", .int(undone))
    line.add("background", .int(background))
    return line
  }
}

/// The senders or lists of messages, each looked up once.
private struct MessageSources {
  let kind: TotalKind
  let mailbox: Mailbox
  private var known: [MessageID: String?] = [:]

  init(kind: TotalKind, mailbox: Mailbox) {
    self.kind = kind
    self.mailbox = mailbox
  }

  /// Returns the values of the messages that a group changed; `nil` for those that have none.
  mutating func values(of changes: [MessageChange]) throws -> [String?] {
    let missing = changes.map(\.message).filter { known[$0] == nil }
    for start in stride(from: 0, to: missing.count, by: 500) {
      let page = Array(missing[start..<min(start + 500, missing.count)])
      for id in page { known[id] = .some(nil) }
      let messages = try mailbox.store.metadata(of: page)
      for (message, source) in zip(messages, sources(of: messages)) {
        known[message.id] = .some(source)
      }
    }
    return changes.map { known[$0.message] ?? nil }
  }

  /// Whom each of some messages is from.
  private func sources(of messages: [MessageMetadata]) -> [String?] {
    switch kind {
    case .sender: messages.map { MailSource.sender($0.from) }
    case .list: mailbox.lists(of: messages)
    case .day, .action: messages.map { _ in nil }
    }
  }
}
