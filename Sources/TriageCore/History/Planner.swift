/// The rule of the newest standing claim, as pure functions: titles, previews, dry runs and writing
/// all call these.
///
/// ```
/// pair's value = wanted of the newest standing claim; none stands: found of the oldest claim
/// ```
///
/// Claims never change place: an action brought back stands where it always stood, so the index
/// equals the replay of the standing actions in order, whatever the order of taking back.
package enum Planner {
  /// Plans what an action does to one message.
  ///
  /// `state` is what the index says of the message now, `nil` if it is not there; `copies` are its
  /// files, needed for a move; `naming` gives a moved file its new name; `claimed` are the tags of the
  /// message that the history has claims on; `history` gives the claims on the pairs of the edit. The
  /// plan has all claims of the message, effects or not, and what other programs had changed.
  package static func act(
    _ message: MessageID,
    _ edit: MessageEdit,
    now state: MessageState?,
    copies: MessageCopies = MessageCopies(),
    naming: () -> FileName = { FileName("") },
    claimed: Set<MailTag> = [],
    history: (Pair) -> PairHistory
  ) -> StepPlan {
    var plan = StepPlan()
    guard let tags = state?.tags else {
      plan.outcomes = [MessageOutcome(message: message, outcome: .gone, changed: false)]
      return plan
    }
    for (tag, wanted) in edit.tags(of: tags, claimed: claimed).wanted {
      let pair = Pair(message, tag)
      let found = tags.contains(tag)
      if let external = history(pair).absorbed(now: found) {
        plan.externals.append(Claim(pair, found: external.found, wanted: external.wanted))
      }
      plan.claims.append(Claim(pair, found: found, wanted: wanted))
    }
    let obstacle = edit.move.flatMap { plan.move(message, $0, copies, naming) }
    let changed = plan.claims.contains(where: \.isEffect) || plan.moves.contains(where: \.isEffect)
    plan.outcomes = [
      MessageOutcome(
        message: message,
        outcome: obstacle ?? (changed ? .restored : .alreadySo),
        changed: changed,
        thread: state?.thread
      )
    ]
    return plan
  }

  /// Plans what turning actions off and on does to one message.
  ///
  /// `toggles` are in the order in which they are turned, and `earlier` ones before them: those are
  /// taken to have been written, and the plan is about what comes after. `state` is what the index says of the
  /// message now, `nil` if it is not there; `pairs` are all pairs of the message that one of the
  /// actions claims, each with all its claims; `copies` are its files, needed if one of the actions
  /// has moved one; `naming` gives a moved file its new name; `isShared` says that the claims of what is
  /// gone are turned too, `isNewcomer` that nobody can have changed it; `obstacle` says why a tag may not be written, or a copy not moved.
  package static func turn(
    _ message: MessageID,
    _ toggles: [Toggle],
    after earlier: [Toggle] = [],
    now state: MessageState?,
    pairs: [(tag: MailTag, history: PairHistory)],
    copies: MessageCopies = MessageCopies(),
    naming: () -> FileName = { FileName("") },
    isShared: Bool = false,
    isNewcomer: Bool = false,
    obstacle: (ClaimSubject) -> Outcome? = { _ in nil }
  ) -> StepPlan {
    var plan = StepPlan()
    var worst = WorstOutcome(of: message)
    for (tag, history) in pairs {
      var replay = ClaimReplay(
        now: state.map { $0.tags.contains(tag) },
        history: history,
        obstacle: obstacle(.tag(tag)),
        isShared: isShared,
        isNewcomer: isNewcomer
      )
      replay.turn(toggles, after: earlier)
      plan.add(replay, of: Pair(message, tag))
      worst.add(replay, .tag(tag))
    }
    let locations = state == nil ? [:] : copies.locations
    for copy in copies.known where copy.history.isClaimed(by: toggles) {
      let folder = locations[copy.number]?.folder
      // An obstacle of this machine does not keep a shared claim standing: the file lies where it was.
      let wasLeft = isShared && folder == copy.location.folder
      var replay = ClaimReplay(
        now: folder,
        history: copy.history,
        obstacle: obstacle(.copy(copy.number)),
        isShared: isShared,
        wasLeft: wasLeft
      )
      replay.turn(toggles, after: earlier)
      plan.add(replay, of: message, copy, at: locations[copy.number], naming)
      worst.add(replay, .copy(copy.number))
    }
    if worst.isNamed { plan.outcomes = [worst.outcome] }
    return plan
  }
}

extension StepPlan {
  /// Claims the copies that a move means; returns why none can be told or moved.
  fileprivate mutating func move(
    _ message: MessageID,
    _ move: FolderMove,
    _ copies: MessageCopies,
    _ naming: () -> FileName
  ) -> Outcome? {
    let sources = copies.present.filter { move.from == nil || $0.folder == move.from }
    guard move.from != nil || sources.allSatisfy({ $0.folder == move.folder }) || sources.count == 1
    else { return .severalFiles }
    // A file that lies in no Maildir folder cannot be moved.
    if copies.present.isEmpty { return .folderMissing }
    let numbers = Dictionary(copies.locations.map { ($1, $0) }) { first, _ in first }
    var next = (copies.known.map(\.number.number).max() ?? 0) + 1
    for location in sources.sorted(by: { $0.precedes($1) }) {
      let known = copies.known.first { $0.number == numbers[location] }
      let number = known?.number ?? CopyNumber(next)
      if known == nil { next += 1 }
      if let known, let external = known.history.absorbed(now: location.folder) {
        let found = CopyLocation(external.found, known.location.name)
        externalMoves.append(MoveClaim(message, number, found: found, wanted: location))
      }
      let wanted = location.folder == move.folder ? location : CopyLocation(move.folder, naming())
      moves.append(MoveClaim(message, number, found: location, wanted: wanted))
    }
    return nil
  }

  /// Adds what turning came to for a tag.
  fileprivate mutating func add(_ replay: ClaimReplay<Bool>, of pair: Pair) {
    if let external = replay.external {
      externals.append(Claim(pair, found: external.found, wanted: external.wanted))
    }
    if let (action, change) = replay.effect {
      let claim = Claim(pair, found: change.found, wanted: change.wanted)
      effects.append(ToggleEffect(action: action, claim: claim))
    }
    left += replay.left.map {
      LeftOut(action: $0.action, pair.message, .tag(pair.tag), outcome: $0.outcome, by: $0.by)
    }
  }

  /// Adds what turning came to for a copy.
  fileprivate mutating func add(
    _ replay: ClaimReplay<MailFolder>,
    of message: MessageID,
    _ copy: KnownCopy,
    at location: CopyLocation?,
    _ naming: () -> FileName
  ) {
    if let external = replay.external, let location {
      let found = CopyLocation(external.found, copy.location.name)
      externalMoves.append(MoveClaim(message, copy.number, found: found, wanted: location))
    }
    if let (action, change) = replay.effect, let location {
      let wanted = CopyLocation(change.wanted, naming())
      let move = MoveClaim(message, copy.number, found: location, wanted: wanted)
      moveEffects.append(ToggleMove(action: action, move: move))
    }
    left += replay.left.map {
      LeftOut(action: $0.action, message, .copy(copy.number), outcome: $0.outcome, by: $0.by)
    }
  }
}

/// The worst outcome among the pairs of one message: it is the message's outcome.
private struct WorstOutcome {
  private(set) var outcome: MessageOutcome
  /// Whether the message is one of the step's: an action had an effect on it, or one is written.
  private(set) var isNamed = false

  init(of message: MessageID) {
    outcome = MessageOutcome(message: message, outcome: .restored, changed: false)
  }

  mutating func add(_ replay: ClaimReplay<some Hashable & Sendable>, _ subject: ClaimSubject) {
    isNamed = isNamed || replay.wasNamed
    outcome.changed = outcome.changed || replay.effect != nil
    for item in replay.left where item.outcome >= outcome.outcome {
      if item.outcome > outcome.outcome {
        outcome.tags = []
        outcome.by = nil
      }
      outcome.outcome = item.outcome
      outcome.by = outcome.by ?? item.by
      guard case .tag(let tag) = subject, !outcome.tags.contains(tag) else { continue }
      outcome.tags.append(tag)
    }
  }
}

extension ClaimHistory {
  /// Returns whether one of the actions claims the pair.
  fileprivate func isClaimed(by toggles: [Toggle]) -> Bool {
    claims.contains { claim in toggles.contains { $0.action == claim.step } }
  }
}

extension CopyLocation {
  fileprivate func precedes(_ other: CopyLocation) -> Bool {
    folder == other.folder ? name < other.name : folder < other.folder
  }
}

extension TagEdit {
  /// The tags of the edit with what is wanted of each, in the order of bytes.
  fileprivate var wanted: [(tag: MailTag, wanted: Bool)] {
    (add.map { ($0, true) } + remove.map { ($0, false) }).sorted { $0.0 < $1.0 }
  }
}

/// What one step would record and write for some of its messages.
///
/// A step of any size is planned message by message; plans of disjoint messages just add up.
package struct StepPlan: Hashable, Sendable {
  /// What another program is found to have changed.
  package var externals: [Claim] = []
  /// What an action claims.
  package var claims: [Claim] = []
  /// What a switch, an undo or a redo changes.
  package var effects: [ToggleEffect] = []
  /// What another program is found to have moved.
  package var externalMoves: [MoveClaim] = []
  /// What an action claims of copies.
  package var moves: [MoveClaim] = []
  /// What a switch, an undo or a redo moves.
  package var moveEffects: [ToggleMove] = []
  /// What a switch, an undo or a redo leaves as it is.
  package var left: [LeftOut] = []
  /// The files that come from messages of one's own.
  package var filings: [Filing] = []
  /// What the history did not know of messages of one's own.
  package var externalDepartures: [Departure] = []
  /// What an action claims of the leaving of messages of one's own.
  package var departures: [Departure] = []
  /// What a switch, an undo or a redo changes of it.
  package var departureEffects: [ToggleDeparture] = []
  /// The worst outcome of each message of the step, in the order of the messages.
  package var outcomes: [MessageOutcome] = []
  /// Messages that the look at the index does not know, with their tags: from this step on it does.
  package var newcomers: [MessageID: Set<MailTag>] = [:]

  /// Makes an empty plan.
  package init() {}

  /// The pairs that are written.
  package var written: [Claim] { claims.filter(\.isEffect) + effects.map(\.claim) }

  /// The copies that are moved.
  package var moved: [MoveClaim] { moves.filter(\.isEffect) + moveEffects.map(\.move) }

  /// The messages of one's own that begin to wait, or wait no longer.
  package var departing: [Departure] {
    departures.filter(\.isEffect) + departureEffects.map(\.departure)
  }
}

/// What became of one message of a step.
package struct MessageOutcome: Hashable, Sendable, Codable {
  /// The message it is about.
  package var message: MessageID
  /// The worst that happened to one of its pairs.
  package var outcome: Outcome
  /// Whether something is written for the message.
  package var changed: Bool
  /// The tags that were left as they are.
  package var tags: [MailTag]
  /// The group that keeps them, for `.kept`.
  package var by: StepID?
  /// The thread of the message, for an action.
  package var thread: ThreadID?

  /// Makes the outcome of one message.
  package init(
    message: MessageID,
    outcome: Outcome,
    changed: Bool,
    tags: [MailTag] = [],
    by: StepID? = nil,
    thread: ThreadID? = nil
  ) {
    self.message = message
    self.outcome = outcome
    self.changed = changed
    self.tags = tags
    self.by = by
    self.thread = thread
  }
}

extension StepPlan {
  /// Adds the plan of other messages of the same step.
  package mutating func add(_ other: StepPlan) {
    externals += other.externals
    claims += other.claims
    effects += other.effects
    externalMoves += other.externalMoves
    moves += other.moves
    moveEffects += other.moveEffects
    left += other.left
    filings += other.filings
    externalDepartures += other.externalDepartures
    departures += other.departures
    departureEffects += other.departureEffects
    outcomes += other.outcomes
    newcomers.merge(other.newcomers) { first, _ in first }
  }
}
