import ArgumentParser
import Journal
import Screen
import TriageCore
import TriageEngine
import TriageUI

extension TotalKind: ExpressibleByArgument {}

/// `history --by KIND`: what was done, added up.
struct HistoryTotals {
  let listing: HistoryListing

  private var words: Wording { listing.shell.words }

  /// Prints a line for each value that groups of the history have: a table for people.
  func list(_ filter: HistoryFilter, by kind: TotalKind) throws {
    var groups = try listing.mailbox.steps(filter)
    groups.removeAll { $0.kind != .action || $0.progress == .intent }
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
    case .day:
      // A day is put into words once, however many groups it has.
      let clock = words.clock
      let day = { LocalDay(clock.local($0)) }
      let texts = Dictionary(Set(groups.map { day($0.at) }).map { ($0, $0.text) }) { $1 }
      return [HistoryTotal](groups) { texts[day($0.at)] }
    case .action: return [HistoryTotal](groups) { $0.deedText }
    case .list, .sender:
      let changed = try listing.mailbox.history.changedMessages(of: groups.map(\.id))
      let sources = try sources(of: changed.messages, by: kind)
      return [HistoryTotal](
        groups.map { ($0, changed.indices[$0.id, default: []].map { sources[$0] }) }
      )
    }
  }

  /// Whom each of some messages is from; `nil` for what has gone, or is from none.
  private func sources(of messages: [MessageID], by kind: TotalKind) throws -> [String?] {
    var sources: [String?] = []
    var reader = SenderReader()
    for start in stride(from: 0, to: messages.count, by: 500) {
      let page = Array(messages[start..<min(start + 500, messages.count)])
      let found =
        try kind == .sender
        ? listing.mailbox.store.authors(of: page).compactMapValues { reader.sender($0) }
        : lists(of: page)
      sources += page.map { found[$0] }
    }
    return sources
  }

  /// The lists of messages that are there: what is remembered may have gone.
  private func lists(of page: [MessageID]) throws -> [MessageID: String] {
    let lists = try listing.mailbox.engine.lists(of: page)
    let there = try listing.mailbox.store.authors(of: Array(lists.keys))
    return lists.filter { there[$0.key] != nil }
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
