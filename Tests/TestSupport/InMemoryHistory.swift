package import TriageCore

/// A history in memory that obeys the same rules as the journal: the plain way to say them.
///
/// Nothing is cached: each answer is found by folding all steps (`InMemoryHistory+Folding`).
package final class InMemoryHistory: HistoryStore {
  /// One step with all its facts.
  struct Entry {
    var id: StepID
    var draft: StepDraft
    var progress: StepProgress
    var revisionAfter: IndexRevision?
    var claims: [Claim] = []
    var effects: [ToggleEffect] = []
    var moves: [MoveClaim] = []
    var moveEffects: [ToggleMove] = []
    var left: [LeftOut] = []
    var filings: [Filing] = []
    var departures: [Departure] = []
    var departureEffects: [ToggleDeparture] = []

    var isFinished: Bool { progress == .tagged || progress == .done }

    func names(_ tag: MailTag) -> Bool {
      claims.contains { $0.pair.tag == tag } || effects.contains { $0.claim.pair.tag == tag }
    }

    var written: [Claim] { (claims + effects.map(\.claim)).filter(\.isEffect) }

    var moved: [MoveClaim] { (moves + moveEffects.map(\.move)).filter(\.isEffect) }

    var departed: [Departure] {
      (departures + departureEffects.map(\.departure)).filter(\.isEffect)
    }

    /// The messages of the mail with an effect.
    var mail: [MessageID] { (written.map(\.pair.message) + moved.map(\.message)).unique }

    /// The messages with an effect.
    var messages: [MessageID] { (mail + departed.map(\.message)).unique }
  }

  private(set) var entries: [Entry] = [] {
    didSet { folded = nil }
  }
  private var folded: Folding?
  private var dismissed: Set<String> = []
  /// The messages of one's own, by their numbers: none of them ever leaves from here.
  var records: [OutgoingID: OutgoingRecord] = [:]

  /// Makes an empty history.
  package init() {}

  var fold: Folding {
    let fold = folded ?? Folding(entries)
    folded = fold
    return fold
  }

  package func head() -> HistoryHead {
    HistoryHead(undo: fold.undoList.last.flatMap(step), redo: fold.redoList.last.flatMap(step))
  }

  package func groups(on list: TurnList, limit: Int) -> [StepSummary] {
    let groups = list == .undo ? fold.undoList : fold.redoList
    return groups.reversed().prefix(limit).compactMap(step)
  }

  package func openSteps() -> [StepSummary] {
    entries.filter { $0.progress == .intent || $0.progress == .tagged }.map(summary)
  }

  package func step(_ id: StepID) -> StepSummary? {
    entries.first { $0.id == id && $0.progress != .void }.map(summary)
  }

  /// It is of one machine.
  package var isShared: Bool { false }

  package func stayingOff(without group: StepID) -> Set<StepID> { [] }

  package func steps(_ filter: HistoryFilter) -> [StepSummary] {
    let steps = entries.reversed().filter { entry in
      let isShown =
        filter.all || entry.draft.context.origin != .automatic && entry.draft.kind != .external
      return entry.progress != .void && isShown
        && filter.since.map { entry.draft.at >= $0 } ?? true
        && filter.until.map { entry.draft.at < $0 } ?? true
        && filter.session.map { entry.draft.context.session == $0 } ?? true
        && filter.before.map { entry.id < $0 } ?? true
        && filter.tag.map { entry.names($0) } ?? true
    }
    return steps.prefix(filter.limit ?? .max).map(summary)
  }

  private func summary(_ entry: Entry) -> StepSummary {
    StepSummary(
      id: entry.id,
      kind: entry.draft.kind,
      progress: entry.progress,
      state: fold.state(of: entry),
      of: entry.draft.of,
      name: entry.draft.name,
      actions: entry.draft.actions,
      context: entry.draft.context,
      at: entry.draft.at,
      messages: entry.messages.count,
      revisionBefore: entry.draft.revisionBefore,
      revisionAfter: entry.revisionAfter,
      toggles: entry.draft.toggles
    )
  }

  package func advance(
    _ step: StepID,
    from old: StepProgress,
    to new: StepProgress,
    revisionAfter: IndexRevision?
  ) -> Bool {
    guard let place = entries.firstIndex(where: { $0.id == step && $0.progress == old }) else {
      return false
    }
    entries[place].progress = new
    if old == .intent, entries[place].isFinished { apply(entries[place]) }
    entries[place].revisionAfter = revisionAfter ?? entries[place].revisionAfter
    return true
  }

  /// Leaves a step open, as a process does that dies before it can say that the step is done.
  package func reopen(_ step: StepID) {
    guard let index = entries.firstIndex(where: { $0.id == step }) else { return }
    entries[index].progress = .intent
    entries[index].revisionAfter = nil
  }

  package func dismissals() -> Set<String> { dismissed }

  package func dismiss(_ suggestions: [String], _ isDismissed: Bool) {
    if isDismissed {
      dismissed.formUnion(suggestions)
    } else {
      dismissed.subtract(suggestions)
    }
  }

  package func standing(after position: StepPosition) -> Set<StepID> {
    let until = entries.filter { $0.isFinished && summary($0).position <= position }
    return until.reduce(into: []) { standing, entry in
      if entry.draft.kind == .action { standing.insert(entry.id) }
      for toggle in entry.draft.toggles {
        if toggle.on { standing.insert(toggle.action) } else { standing.remove(toggle.action) }
      }
    }
  }

  package func eachDeed(_ body: (MessageDeeds) -> Void) {
    let finished = entries.filter(\.isFinished)
    let claimed = finished.flatMap { $0.claims.map(\.pair.message) + $0.moves.map(\.message) }
    for message in claimed.unique {
      let marks = finished.flatMap { entry in
        (entry.claims + entry.effects.map(\.claim)).filter { $0.pair == Pair(message, .unread) }
          .map { UnreadMark(step: entry.id, before: $0.found, after: $0.wanted) }
      }
      let deeds = finished.compactMap { entry in
        var deed = deed(of: entry, on: message)
        deed?.olderMarks = marks.count { $0.step < entry.id }
        return deed
      }
      body(MessageDeeds(message: message, deeds: deeds, marks: marks))
    }
  }

  private func deed(of entry: Entry, on message: MessageID) -> Deed? {
    let claims = entry.claims.filter { $0.pair.message == message }
    let moves = entry.moves.filter { $0.message == message }
    guard entry.draft.kind == .action, !(claims.isEmpty && moves.isEmpty) else { return nil }
    let tags = TagEdit(
      add: Set(claims.filter(\.wanted).map(\.pair.tag)),
      remove: Set(claims.filter { !$0.wanted }.map(\.pair.tag))
    )
    let edit = HabitEdit(tags: tags, folder: moves.last?.wanted.folder)
    let standing = claims.filter {
      $0.isEffect && fold.stands(message, .tag($0.pair.tag), in: entry.id)
    }
    let moved = moves.filter { $0.found.folder != $0.wanted.folder }
    var deed = Deed(step: entry.id, edit: edit)
    deed.hasEffect = claims.contains(where: \.isEffect) || !moved.isEmpty
    deed.stands =
      !standing.isEmpty || moved.contains { fold.stands(message, .copy($0.copy), in: entry.id) }
    deed.archives = standing.contains { $0.pair.tag == .inbox && $0.found }
    return deed
  }

  /// Nobody else can change it.
  package func changeCounter() -> Int64 { 0 }

  package func begin(_ draft: StepDraft) -> any StepRecorder {
    InMemoryRecord(of: draft, in: self)
  }

  /// Adds a recorded step, and before it what other programs had claimed.
  func add(_ draft: StepDraft, _ plan: StepPlan, as progress: StepProgress) -> StepID {
    if !plan.externals.isEmpty || !plan.externalMoves.isEmpty || !plan.externalDepartures.isEmpty {
      var external = draft
      external.kind = .external
      external.of = nil
      external.name = nil
      external.actions = []
      external.toggles = []
      external.context.view = nil
      external.context.anchor = nil
      entries.append(
        Entry(
          id: nextID,
          draft: external,
          progress: .done,
          claims: plan.externals,
          moves: plan.externalMoves,
          departures: plan.externalDepartures
        )
      )
    }
    let id = nextID
    entries.append(
      Entry(
        id: id,
        draft: draft,
        progress: progress,
        claims: plan.claims,
        effects: plan.effects,
        moves: plan.moves,
        moveEffects: plan.moveEffects,
        left: plan.left,
        filings: plan.filings,
        departures: plan.departures,
        departureEffects: plan.departureEffects
      )
    )
    if let entry = entries.last, entry.isFinished { apply(entry) }
    return id
  }

  private var nextID: StepID { StepID((entries.last?.id.number ?? 0) + 1) }
}

extension InMemoryHistory {
  package func histories(of pairs: [Pair]) -> [Pair: PairHistory] {
    let wanted = Set(pairs)
    return histories { wanted.contains($0) }
  }

  package func allHistories(
    of messages: [MessageID]
  ) -> [MessageID: [(tag: MailTag, history: PairHistory)]] {
    let wanted = Set(messages)
    return histories { wanted.contains($0.message) }
      .reduce(into: [:]) { $0[$1.key.message, default: []].append(($1.key.tag, $1.value)) }
  }

  private func histories(where isWanted: (Pair) -> Bool) -> [Pair: PairHistory] {
    var histories: [Pair: PairHistory] = [:]
    for entry in entries where entry.isFinished {
      for claim in entry.claims where isWanted(claim.pair) {
        histories[claim.pair, default: PairHistory()].claims.append(
          RecordedClaim(
            step: entry.id,
            found: claim.found,
            wanted: claim.wanted,
            stands: fold.stands(claim.pair.message, .tag(claim.pair.tag), in: entry.id),
            external: entry.draft.kind == .external
          )
        )
      }
    }
    return histories
  }

  package func copies(of messages: [MessageID]) -> [MessageID: [KnownCopy]] {
    var copies: [MessageID: [CopyNumber: KnownCopy]] = [:]
    for entry in entries where entry.isFinished {
      for move in entry.moves + entry.moveEffects.map(\.move) where messages.contains(move.message)
      {
        let new = KnownCopy(move.copy, at: move.wanted, CopyHistory())
        copies[move.message, default: [:]][move.copy, default: new].location = move.wanted
      }
      for move in entry.moves where messages.contains(move.message) {
        copies[move.message]?[move.copy]?.history.claims.append(
          RecordedClaim(
            step: entry.id,
            found: move.found.folder,
            wanted: move.wanted.folder,
            stands: fold.stands(move.message, .copy(move.copy), in: entry.id),
            external: entry.draft.kind == .external
          )
        )
      }
    }
    return copies.mapValues { $0.values.sorted { $0.number < $1.number } }
  }

  func finished(_ actions: [StepID]) -> [Entry] {
    entries.filter { actions.contains($0.id) && $0.isFinished }
  }

  package func claimed(by actions: [StepID], from cursor: Int64?, limit: Int) -> ClaimedPage {
    let actions = finished(actions)
    let pairs = actions.flatMap(\.claims).map(\.pair)
    let moved = actions.flatMap(\.moves).map(\.message)
    let messages = (pairs.map(\.message) + moved).unique
    let page = messages.dropFirst(Int(cursor ?? 0)).prefix(limit)
    let onPage = Set(page)
    let shown = Set(pairs).filter { onPage.contains($0.message) }
    let tags = Dictionary(grouping: shown, by: \.message)
    let all = histories { shown.contains($0) }
    let copies = copies(of: moved.filter(onPage.contains))
    return ClaimedPage(
      messages: page.map { message in
        let pairs = tags[message, default: []].sorted { $0.tag < $1.tag }
        return (message, pairs.map { ($0.tag, all[$0] ?? PairHistory()) }, copies[message] ?? [])
      },
      next: page.endIndex < messages.endIndex ? Int64(page.endIndex) : nil
    )
  }

  package func revisions(of messages: [MessageID]) -> [MessageID: IndexRevision] {
    let wanted = Set(messages)
    var revisions: [MessageID: IndexRevision] = [:]
    for entry in entries where entry.isFinished && entry.draft.kind != .external {
      guard let revision = entry.revisionAfter else { continue }
      for message in entry.messages where wanted.contains(message) { revisions[message] = revision }
    }
    return revisions
  }

  package func messageCount(of actions: [StepID]) -> Int {
    Set(finished(actions).flatMap(\.messages)).count
  }

  package func writes(of step: StepID, from cursor: Int64?, limit: Int) -> WritesPage {
    let writes = writes(of: step)
    let page = writes.dropFirst(Int(cursor ?? 0)).prefix(limit)
    return WritesPage(
      writes: Array(page),
      next: page.endIndex < writes.endIndex ? Int64(page.endIndex) : nil
    )
  }

  private func writes(of step: StepID) -> [TagWrite] {
    guard let entry = entries.first(where: { $0.id == step }) else { return [] }
    let written = Dictionary(grouping: entry.written, by: \.pair.message)
    let moved = Dictionary(grouping: entry.moved, by: \.message)
    return entry.mail.map { message in
      let own = written[message, default: []]
      return TagWrite(
        message: message,
        add: own.filter(\.wanted).map(\.pair.tag).sorted(),
        remove: own.filter { !$0.wanted }.map(\.pair.tag).sorted(),
        moves: moved[message, default: []].sorted { $0.copy < $1.copy }
      )
    }
  }

  package func filings(of step: StepID) -> [Filing] {
    entries.first { $0.id == step }?.filings ?? []
  }

  package func changes(of step: StepID, limit: Int?) -> [MessageChange] {
    writes(of: step).prefix(limit ?? .max).map { write in
      MessageChange(
        message: write.message,
        added: write.add,
        removed: write.remove,
        moves: write.moves.map { FolderChange(from: $0.found.folder, to: $0.wanted.folder) }
      )
    }
  }

  /// Returns what a switch, an undo or a redo left as it was, and why.
  package func left(of step: StepID, limit: Int?) -> [LeftOut] {
    let left = entries.first { $0.id == step }?.left ?? []
    return Array(left.prefix(limit ?? .max))
  }
}

/// A step while it is recorded in memory.
private final class InMemoryRecord: StepRecorder {
  private let draft: StepDraft
  private let history: InMemoryHistory
  private var plan = StepPlan()

  init(of draft: StepDraft, in history: InMemoryHistory) {
    self.draft = draft
    self.history = history
  }

  func append(_ plan: StepPlan) { self.plan.add(plan) }

  func commit(as progress: StepProgress) -> StepID { history.add(draft, plan, as: progress) }

  func abandon() {}
}

extension [MessageID] {
  fileprivate var unique: [MessageID] {
    var seen: Set<MessageID> = []
    return filter { seen.insert($0).inserted }
  }
}
