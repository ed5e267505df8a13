import TriageCore

/// Plans a step, some messages at a time.
protocol StepPlanner {
  /// How many messages the step is about.
  var total: Int { get }
  /// What each of several commands comes to, as far as planned.
  var counts: [CommandCount] { get }
  /// Plans the next messages by what the index and the history say now; `nil` at the end.
  mutating func next(_ now: PlanView) throws(TriageFailure) -> StepPlan?
}

extension StepPlanner {
  var counts: [CommandCount] { [] }
}

/// What planning may look at.
struct PlanView {
  let history: any HistoryStore
  /// The index: open for writing, or as anyone reads it.
  let mail: any MailLookup
  /// Says what plans mean for files.
  let files: FileDuties
}

/// Messages planned at once: few enough for a slice of 50 ms.
let messagesPerPlan = 500

/// Plans an action: one edit a message, composed from all commands about it.
struct ActionPlanner: StepPlanner {
  private let messages: [MessageID]
  private let rules: RuleSets
  /// Which rules each message is under; empty if there is but one command.
  private let sets: [MessageID: Int]
  private var position = 0
  /// What each command comes to so far; empty if there is but one.
  private(set) var counts: [CommandCount]

  /// Takes commands with resolved targets, in order: the last word counts.
  init(_ commands: [(edit: MessageEdit, messages: [MessageID])]) {
    let isOne = commands.count == 1
    var rules = RuleSets(commands.map(\.edit))
    var sets: [MessageID: Int] = [:]
    var counts: [CommandCount] = []
    for (rule, command) in commands.enumerated() where !isOne {
      let messages = command.messages.unique
      counts.append(CommandCount(requested: messages.count))
      for message in messages { sets[message] = rules.set(sets[message], and: rule) }
    }
    messages = commands.flatMap(\.messages).unique
    self.rules = rules
    self.sets = sets
    self.counts = counts
  }

  var total: Int { messages.count }

  mutating func next(_ now: PlanView) throws(TriageFailure) -> StepPlan? {
    guard position < messages.count else { return nil }
    let slice = messages[position..<min(position + messagesPerPlan, messages.count)]
    position += slice.count
    let states = try now.mail.states(of: Array(slice))
    let tagged = slice.filter { message in
      states[message].map { !edit(of: message).tags(of: $0.tags).isEmpty } ?? false
    }
    let moved = slice.filter { edit(of: $0).move != nil }
    let known = try KnownPairs(of: Array(tagged), now.history)
    let copies = try now.history.copies(of: moved)
    var plan = StepPlan()
    for message in slice {
      let edit = edit(of: message)
      let part = Planner.act(
        message,
        edit,
        now: states[message],
        copies: edit.move == nil
          ? MessageCopies() : now.files.copies(copies[message] ?? [], of: states[message]),
        naming: now.files.freshName,
        claimed: known.tags(of: message),
        history: known.history
      )
      if let failure = now.files.duty(of: part, states[message]).refusal { throw failure }
      for move in part.moved {
        if let failure = now.files.failureOfReturning(to: move.found.folder) { throw failure }
      }
      if let set = sets[message], let tags = states[message]?.tags {
        let moves = !part.moved.isEmpty
        for rule in rules.changing(tags, moves: moves, under: set) { counts[rule].changed += 1 }
      }
      plan.add(part)
    }
    plan.newcomers = known.newcomers.reduce(into: [:]) { $0[$1] = states[$1]?.tags }
    return plan
  }

  private func edit(of message: MessageID) -> MessageEdit {
    rules.edit(of: sets[message] ?? RuleSets.first)
  }
}

/// The sets of commands that messages are under, each once: thousands of messages share a few.
struct RuleSets {
  /// The set of the first command alone.
  static let first = 0

  private let edits: [MessageEdit]
  private var members: [[Int]]
  private var composed: [MessageEdit]
  private var larger: [[Int]: Int] = [:]

  /// Begins with the sets of a single command.
  init(_ edits: [MessageEdit]) {
    self.edits = edits
    members = edits.indices.map { [$0] }
    composed = edits
  }

  /// The set of one more command, which comes after those of the set.
  mutating func set(_ set: Int?, and rule: Int) -> Int {
    guard let set else { return rule }
    let key = [set, rule]
    if let known = larger[key] { return known }
    members.append(members[set] + [rule])
    composed.append(composed[set].then(edits[rule]))
    larger[key] = members.count - 1
    return members.count - 1
  }

  /// What all commands of a set want together.
  func edit(of set: Int) -> MessageEdit { composed.isEmpty ? MessageEdit() : composed[set] }

  /// The commands of a set that change something of a message, done one after another; `moves` says
  /// whether its file may go where the last of them wants it.
  func changing(_ tags: Set<MailTag>, moves: Bool, under set: Int) -> [Int] {
    var tags = tags
    let mover = moves ? members[set].last { edits[$0].move != nil } : nil
    return members[set].filter { rule in
      let edit = edits[rule].tags(of: tags)
      let changes = edit.changes(tags)
      if changes { tags = edit.applied(to: tags) }
      return changes || rule == mover
    }
  }
}

/// Plans what is wanted of messages of one's own, after what is done beside it.
struct DeparturePlanner: StepPlanner {
  private let request: DepartureRequest
  private var commands: any StepPlanner
  private var isAtEnd = false

  init(_ request: DepartureRequest, with commands: any StepPlanner) {
    self.request = request
    self.commands = commands
  }

  var total: Int { commands.total + request.messages.count }

  var counts: [CommandCount] { commands.counts }

  /// The history's transaction is open: what is read of the messages here is what is recorded.
  mutating func next(_ now: PlanView) throws(TriageFailure) -> StepPlan? {
    if let plan = try commands.next(now) { return plan }
    guard !isAtEnd else { return nil }
    isAtEnd = true
    let known = try now.history.departures(of: request.messages)
    var plan = StepPlan()
    for id in Set(request.messages).sorted() {
      guard let message = known.first(where: { $0.record.id == id }) else {
        throw TriageFailure(.noSuchOutgoing, id.description)
      }
      let state = message.record.state
      guard state == request.goal.found || state == request.goal.wanted else {
        throw TriageFailure.state(of: message.record, wanted: request.goal.found)
      }
      plan.add(Planner.act(message, wanted: request.goal.wanted))
    }
    return plan
  }
}

/// Plans an undo, a redo or a switch by the claims of the actions that it turns.
struct UndoPlanner: StepPlanner {
  let total: Int
  private let toggles: [Toggle]
  /// What is taken to have been turned before.
  private let earlier: [Toggle]
  /// Whether messages that others have changed since are left alone.
  private let isStrict: Bool
  /// Whether other machines have the history, too.
  private let isShared: Bool
  private var cursor: Int64?
  private var isAtEnd: Bool
  private var areDeparturesPlanned: Bool

  init(
    _ toggles: [Toggle],
    after earlier: [Toggle],
    total: Int,
    isStrict: Bool,
    isShared: Bool
  ) {
    self.toggles = toggles
    self.earlier = earlier
    self.total = total
    self.isStrict = isStrict
    self.isShared = isShared
    isAtEnd = toggles.isEmpty
    areDeparturesPlanned = toggles.isEmpty
  }

  mutating func next(_ now: PlanView) throws(TriageFailure) -> StepPlan? {
    guard !isAtEnd else { return try departures(now) }
    let actions = toggles.map(\.action)
    let page = try now.history.claimed(by: actions, from: cursor, limit: messagesPerPlan)
    cursor = page.next
    isAtEnd = page.next == nil
    let messages = page.messages.map(\.id)
    let states = try now.mail.states(of: messages)
    let foreign = isStrict ? try changedByOthers(messages, now) : []
    let newcomers = isShared ? try newcomers(among: messages, now.history) : []
    var plan = StepPlan()
    for message in page.messages {
      plan.add(
        turn(
          message,
          states[message.id],
          isForeign: foreign.contains(message.id),
          isNewcomer: newcomers.contains(message.id),
          now
        )
      )
    }
    plan.newcomers = newcomers.reduce(into: [:]) { $0[$1] = states[$1]?.tags }
    return plan
  }

  /// Messages that have come since the index was last looked at.
  private func newcomers(
    among messages: [MessageID],
    _ history: any HistoryStore
  ) throws(TriageFailure) -> Set<MessageID> {
    guard let history = history as? any SharedHistory, try history.look().revision != nil else {
      return []
    }
    return Set(messages).subtracting(try history.lookedTags(of: messages).keys)
  }

  /// Messages of one's own come last, all at once: they are few.
  private mutating func departures(_ now: PlanView) throws(TriageFailure) -> StepPlan? {
    guard !areDeparturesPlanned else { return nil }
    areDeparturesPlanned = true
    let known = try now.history.departures(claimedBy: toggles.map(\.action))
    return known.reduce(into: StepPlan()) { plan, message in
      plan.add(Planner.turn(message, toggles, after: earlier))
    }
  }

  /// Turns what can be turned: a copy, or a tag that stands in file names, only where files can be
  /// renamed.
  private func turn(
    _ message: ClaimedPage.Message,
    _ state: MessageState?,
    isForeign: Bool,
    isNewcomer: Bool,
    _ now: PlanView
  ) -> StepPlan {
    let copies =
      message.copies.isEmpty ? MessageCopies() : now.files.copies(message.copies, of: state)
    func plan(_ obstacle: (ClaimSubject) -> Outcome?) -> StepPlan {
      Planner.turn(
        message.id,
        toggles,
        after: earlier,
        now: state,
        pairs: message.pairs,
        copies: copies,
        naming: now.files.freshName,
        isShared: isShared,
        isNewcomer: isNewcomer,
        obstacle: obstacle
      )
    }
    let wanted = plan { _ in isForeign ? .changedSince : nil }
    let duty = now.files.duty(of: wanted, state)
    return duty.refusal == nil ? wanted : plan(duty.obstacle)
  }

  /// Returns the messages that were changed after the last of our own steps on them; all of them if
  /// their revisions do not compare.
  private func changedByOthers(
    _ messages: [MessageID],
    _ now: PlanView
  ) throws(TriageFailure) -> Set<MessageID> {
    let index = try now.mail.revision()
    let changes = try now.mail.lastChanges(of: messages)
    let ours = try now.history.revisions(of: messages)
    return Set(
      messages.filter { message in
        guard let last = ours[message], last.uuid == index.uuid else { return true }
        return changes[message].map { $0 > last.number } ?? false
      }
    )
  }
}

extension [MessageID] {
  /// Each id once, in the order of their first positions.
  var unique: [MessageID] {
    var seen = Set<MessageID>(minimumCapacity: count)
    return filter { seen.insert($0).inserted }
  }
}
