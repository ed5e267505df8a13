/// By what groups of a history are added up.
package enum TotalKind: String, Hashable, Sendable, CaseIterable {
  /// The local day that a group was made on.
  case day
  /// The mailing list of each message.
  case list
  /// The sender of each message.
  case sender
  /// What a group did.
  case action
}

extension StepSummary {
  /// What the group did, in the notation of actions: to put mail away is one action, whatever the time;
  /// `nil` if the group has not written it down.
  package var deed: String? {
    let snooze = ArgumentAction.snooze.rawValue
    let deeds = actions.map { $0.hasPrefix("\(snooze):") ? snooze : $0 }
    return deeds.isEmpty ? nil : deeds.joined(separator: " ")
  }
}

/// What was done that has one value of a kind: on one day, with one action, to one sender's mail.
///
/// Each pair of a group and a message counts under one value: over all values the messages add up to
/// those of the groups.
package struct HistoryTotal: Hashable, Sendable {
  /// The day as `2026-11-16`, the List-Id, the address, the actions; `nil` where there is none.
  package var value: String?
  /// Groups that are counted here; of a list or sender one group may count under several.
  package var groups = 0
  /// Messages, each once for each group.
  package var messages = 0
  /// Groups of these that do not stand any more.
  package var undone = 0
  /// Groups of these that were made by something that runs by itself.
  package var background = 0

  /// Makes a total of nothing yet.
  package init(value: String?) {
    self.value = value
  }

  /// Counts a group with so many of its messages.
  mutating func add(_ group: StepSummary, messages count: Int) {
    groups += 1
    messages += count
    undone += group.state == .undone ? 1 : 0
    background += group.context.isInteractive ? 0 : 1
  }
}

extension [HistoryTotal] {
  /// Adds up groups that each have one value.
  package init(_ groups: [StepSummary], by value: (StepSummary) -> String?) {
    var totals: [String?: HistoryTotal] = [:]
    // By index: a copy of a whole summary costs more than what is added up.
    for index in groups.indices {
      let value = value(groups[index])
      totals[value, default: HistoryTotal(value: value)]
        .add(groups[index], messages: groups[index].messages)
    }
    self = Array(totals.values)
  }

  /// Adds up groups whose messages have values of their own.
  package init(_ groups: [(group: StepSummary, values: [String?])]) {
    var totals: [String?: HistoryTotal] = [:]
    for (group, values) in groups {
      for (value, count) in values.reduce(into: [String?: Int](), { $0[$1, default: 0] += 1 }) {
        totals[value, default: HistoryTotal(value: value)].add(group, messages: count)
      }
    }
    self = Array(totals.values)
  }

  /// Days with the newest first, all else with what touched most messages first.
  package func sorted(by kind: TotalKind) -> [HistoryTotal] {
    sorted { left, right in
      let values = (left.value ?? "", right.value ?? "")
      if kind == .day { return values.0 > values.1 }
      return (right.messages, values.0) < (left.messages, values.1)
    }
  }
}
