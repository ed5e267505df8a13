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
  /// Returns which state of which index is looked at.
  let revision: () throws(IndexError) -> IndexRevision
  /// Returns the tags and files of messages; those that are not there are left out.
  let states: ([MessageID]) throws(IndexError) -> [MessageID: MessageState]
  /// Returns when messages were last changed, as revision numbers.
  let lastChanges: ([MessageID]) throws(IndexError) -> [MessageID: UInt64]
  /// Returns what writing tags of a message means for its files.
  let fileDuty: ([Claim], MessageState?) -> FileDuty
}

/// Messages planned at once: few enough for a slice of 50 ms.
let messagesPerPlan = 500

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
    let slice = messages[position..<min(position + messagesPerPlan, messages.count)]
    position += slice.count
    let states = try reading { () throws(IndexError) in try now.states(Array(slice)) }
    let pairs = slice.flatMap { message in edit(message).tags.map { Pair(message, $0) } }
    let known = try recording { () throws(JournalError) in try now.history.histories(of: pairs) }
    var plan = StepPlan()
    for message in slice {
      let part = Planner.act(message, edit(message), now: states[message]) {
        known[$0] ?? PairHistory()
      }
      if case .refused(let file) = now.fileDuty(part.written, states[message]) {
        throw TriageFailure(.notWritable, file)
      }
      plan.add(part)
    }
    return plan
  }

  private func edit(_ message: MessageID) -> TagEdit {
    common ?? edits[message] ?? TagEdit()
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
