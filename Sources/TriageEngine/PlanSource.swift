import TriageCore

/// Where a step's plan comes from, some messages at a time.
protocol PlanSource {
  /// How many messages the step is about.
  var total: Int { get }
  /// Plans the next messages by what the index and the history say now; `nil` at the end.
  mutating func next(_ now: PlanView) throws(TriageFailure) -> StepPlan?
}

/// What planning may look at.
struct PlanView {
  let history: any HistoryStore
  /// Returns the tags and files of messages; those that are not there are left out.
  let states: ([MessageID]) throws(IndexError) -> [MessageID: MessageState]
}

/// Messages planned at once: few enough for a slice of 50 ms.
private let chunk = 500

/// The plan of an action: one edit a message, already composed from all commands.
struct ActionSource: PlanSource {
  private let messages: [MessageID]
  private let edits: [MessageID: TagEdit]
  private let common: TagEdit?
  private var position = 0

  /// Takes commands with resolved targets, in order: the last word counts.
  init(_ commands: [(edit: TagEdit, messages: [MessageID])]) {
    let isOne = commands.count == 1
    common = isOne ? commands[0].edit : nil
    var edits: [MessageID: TagEdit] = [:]
    for (edit, messages) in commands where !isOne {
      for message in messages { edits[message] = (edits[message] ?? TagEdit()).then(edit) }
    }
    messages = commands.flatMap(\.messages).unique
    self.edits = edits
  }

  var total: Int { messages.count }

  mutating func next(_ now: PlanView) throws(TriageFailure) -> StepPlan? {
    guard position < messages.count else { return nil }
    let slice = messages[position..<min(position + chunk, messages.count)]
    position += slice.count
    let states = try reading { () throws(IndexError) in try now.states(Array(slice)) }
    let pairs = slice.flatMap { message in edit(message).tags.map { Pair(message, $0) } }
    let known = try recording { () throws(JournalError) in try now.history.histories(of: pairs) }
    var plan = StepPlan()
    for message in slice {
      plan.add(
        Planner.act(message, edit(message), now: states[message]) { known[$0] ?? PairHistory() }
      )
    }
    return plan
  }

  private func edit(_ message: MessageID) -> TagEdit {
    common ?? edits[message] ?? TagEdit()
  }
}

/// The plan of an undo, a redo or a switch: the claims of the actions it turns.
struct TurnSource: PlanSource {
  let total: Int
  private let toggles: [Toggle]
  private var cursor: Int64?
  private var isAtEnd = false

  init(_ toggles: [Toggle], total: Int) {
    self.toggles = toggles
    self.total = total
  }

  mutating func next(_ now: PlanView) throws(TriageFailure) -> StepPlan? {
    guard !isAtEnd else { return nil }
    let place = cursor
    let actions = toggles.map(\.action)
    let page = try recording { () throws(JournalError) in
      try now.history.claimed(by: actions, from: place, limit: chunk)
    }
    cursor = page.next
    isAtEnd = page.next == nil
    let states = try reading { () throws(IndexError) in try now.states(page.messages.map(\.id)) }
    var plan = StepPlan()
    for (message, pairs) in page.messages {
      plan.add(Planner.turn(message, toggles, now: states[message], pairs: pairs))
    }
    return plan
  }
}

extension TagEdit {
  fileprivate var tags: Set<MailTag> { add.union(remove) }
}

extension [MessageID] {
  /// Each id once, in the order of its first place.
  var unique: [MessageID] {
    var seen = Set<MessageID>(minimumCapacity: count)
    return filter { seen.insert($0).inserted }
  }
}
