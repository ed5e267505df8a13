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
  /// Says what plans mean for files.
  let files: FileDuties
}

/// Messages planned at once: few enough for a slice of 50 ms.
let messagesPerPlan = 500

/// The plan of an action: one wish a message, already composed from all commands.
struct ActionSource: PlanSource {
  private let messages: [MessageID]
  private let wishes: [MessageID: Wish]
  private let common: Wish?
  private var position = 0

  /// Takes commands with resolved targets, in order: the last word counts.
  init(_ commands: [(wish: Wish, messages: [MessageID])]) {
    let isOne = commands.count == 1
    common = isOne ? commands[0].wish : nil
    var wishes: [MessageID: Wish] = [:]
    for (wish, messages) in commands where !isOne {
      for message in messages { wishes[message] = (wishes[message] ?? Wish()).then(wish) }
    }
    messages = commands.flatMap(\.messages).unique
    self.wishes = wishes
  }

  var total: Int { messages.count }

  mutating func next(_ now: PlanView) throws(TriageFailure) -> StepPlan? {
    guard position < messages.count else { return nil }
    let slice = messages[position..<min(position + messagesPerPlan, messages.count)]
    position += slice.count
    let states = try reading { () throws(IndexError) in try now.states(Array(slice)) }
    let pairs = slice.flatMap { message in wish(message).edit.tags.map { Pair(message, $0) } }
    let moved = slice.filter { wish($0).move != nil }
    let (known, copies) = try recording { () throws(JournalError) in
      (try now.history.histories(of: pairs), try now.history.copies(of: moved))
    }
    var plan = StepPlan()
    for message in slice {
      let wish = wish(message)
      let part = Planner.act(
        message,
        wish,
        now: states[message],
        copies: MessageCopies(
          known: copies[message] ?? [],
          present: wish.move == nil ? [] : now.files.places(of: states[message])
        ),
        naming: now.files.freshName
      ) { known[$0] ?? PairHistory() }
      if let failure = now.files.duty(of: part, states[message]).refusal { throw failure }
      plan.add(part)
    }
    return plan
  }

  private func wish(_ message: MessageID) -> Wish {
    common ?? wishes[message] ?? Wish()
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
