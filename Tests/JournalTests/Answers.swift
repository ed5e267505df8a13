import Journal
import TestSupport
import TriageCore

/// A history that also tells what a step left as it was.
protocol TellingHistory: HistoryStore {
  func left(of step: StepID, limit: Int?) throws(TriageFailure) -> [LeftOut]
}

extension StepJournal: TellingHistory {}

extension InMemoryHistory: TellingHistory {}

/// All that a history answers: two histories with the same answers are the same.
struct Answers: Equatable {
  private var head: HistoryHead
  private var steps: [StepSummary]
  private var open: [StepSummary]
  private var histories: [Pair: PairHistory]
  private var changes: [StepID: Set<MessageChange>] = [:]
  private var left: [StepID: Set<LeftOut>] = [:]
  private var claimed: [Pair: PairHistory] = [:]
  private var copies: [MessageID: [KnownCopy]]
  private var claimedCopies: [MessageID: [KnownCopy]] = [:]
  private var revisions: [MessageID: IndexRevision]
  private var count: Int

  init(of history: some TellingHistory, about pairs: [Pair]) throws {
    head = try history.head()
    head.undo = head.undo?.numbered
    head.redo = head.redo?.numbered
    steps = try history.steps(HistoryFilter(limit: nil, all: true)).map(\.numbered)
    open = try history.openSteps().map(\.numbered)
    histories = try history.histories(of: pairs)
    for step in steps {
      changes[step.id] = Set(try history.changes(of: step.id, limit: nil))
      left[step.id] = Set(try history.left(of: step.id, limit: nil))
    }
    let actions = steps.filter { $0.kind == .action }.map(\.id)
    count = try history.messageCount(of: actions)
    let messages = Set(pairs.map(\.message)).sorted()
    copies = try history.copies(of: messages)
    revisions = try history.revisions(of: messages)
    var cursor: Int64?
    repeat {
      let page = try history.claimed(by: actions, from: cursor, limit: 2)
      for message in page.messages {
        claimedCopies[message.id] = message.copies
        for (tag, history) in message.pairs { claimed[Pair(message.id, tag)] = history }
      }
      cursor = page.next
    } while cursor != nil
  }
}

extension StepSummary {
  /// The step by its number alone: its name and its clock are made by chance, and by the time of day.
  fileprivate var numbered: StepSummary {
    var step = self
    step.position = StepPosition(clock: id.number, uid: UniqueID(high: 0, low: 0))
    return step
  }
}
