import GRDB
package import TriageCore

extension StepJournal {
  package func begin(_ draft: StepDraft) throws(TriageFailure) -> any StepRecorder {
    if isRecording { preconditionViolation("StepJournal.begin", "a record is open") }
    try connection.checkWritable()
    let rows = try connection.bare { db in
      try db.beginTransaction(.immediate)
      do {
        return try RecordRows(db, draft, seed: seed, naming, moment)
      } catch {
        try? db.rollback()
        throw error
      }
    }
    isRecording = true
    return StepRecord(self, rows)
  }
}

/// A step while it is recorded: one transaction of the journal's connection, over many calls.
final class StepRecord: StepRecorder {
  private let journal: StepJournal
  /// `nil` once the record is closed.
  private var rows: RecordRows?
  /// Why the record was dropped before it was complete.
  private var failure: TriageFailure?

  init(_ journal: StepJournal, _ rows: RecordRows) {
    self.journal = journal
    self.rows = rows
  }

  deinit {
    abandon()
  }

  func append(_ plan: StepPlan) throws(TriageFailure) {
    try record("append") { rows, db in try rows.append(plan, db) }
  }

  func commit(as progress: StepProgress) throws(TriageFailure) -> StepID {
    let step = try record("commit") { rows, db in
      let step = try rows.finish(as: progress, db)
      try db.commit()
      return step
    }
    close()
    return step
  }

  func abandon() {
    guard rows != nil else { return }
    // Nothing was committed, so nothing is left if this fails: the connection has rolled back.
    try? journal.connection.bare { db in try db.rollback() }
    close()
  }

  private func close() {
    rows = nil
    journal.isRecording = false
  }

  /// A failure drops the whole record: SQLite may have ended the transaction, and what came after
  /// would be committed piece by piece.
  private func record<T>(
    _ call: String,
    _ body: (inout RecordRows, Database) throws -> T
  ) throws(TriageFailure) -> T {
    if let failure { throw failure }
    guard var rows else { preconditionViolation("StepRecorder.\(call)", "the record is closed") }
    do {
      let result = try journal.connection.bare { db in try body(&rows, db) }
      self.rows = rows
      return result
    } catch {
      failure = error
      abandon()
      throw error
    }
  }
}

/// The rows of a step that is being recorded.
///
/// The step's own row comes last, when its counts are known; until then no history has its claims.
struct RecordRows {
  private let draft: StepDraft
  private let seed: UInt64
  private let naming: StepNaming
  private let moment: @Sendable () -> MachineMoment
  private var tags: TagTable
  private var folders: FolderTable
  private var claims: BulkInsert
  private var effects: BulkInsert
  private var moves: BulkInsert
  private var left: BulkInsert
  private var leftMoves: BulkInsert
  private var leftDepartures: BulkInsert
  /// The number the step will have.
  private var id: StepID
  private var messages = 0
  private var externals: (id: StepID, messages: Int)?

  init(
    _ db: Database,
    _ draft: StepDraft,
    seed: UInt64,
    _ naming: StepNaming,
    _ moment: @escaping @Sendable () -> MachineMoment
  ) throws {
    self.draft = draft
    self.seed = seed
    self.naming = naming
    self.moment = moment
    tags = TagTable(db)
    folders = FolderTable(db)
    claims = try BulkInsert(db, into: "claim", columns: 5)
    effects = try BulkInsert(db, into: "effect", columns: 6)
    moves = try BulkInsert(db, into: "move", columns: 8)
    left = try BulkInsert(db, into: "leftover", columns: 6, verb: "INSERT OR REPLACE")
    leftMoves = try BulkInsert(db, into: "move_leftover", columns: 6, verb: "INSERT OR REPLACE")
    leftDepartures = try BulkInsert(
      db,
      into: "departure_leftover",
      columns: 6,
      verb: "INSERT OR REPLACE"
    )
    id = try StepTable.nextID(db)
    guard draft.kind == .merge else { return }
    // It is planned as if what was received counted.
    try Inbox(db).join(id)
    try HistoryFold(db).store(db)
  }

  /// Adds the rows of some messages, which no other plan of the step mentions.
  mutating func append(_ plan: StepPlan, _ db: Database) throws {
    let hasExternals =
      !plan.externals.isEmpty || !plan.externalMoves.isEmpty || !plan.externalDepartures.isEmpty
    if hasExternals, externals == nil { try makeRoomForExternals(db) }
    let numbers = try MessageTable(db, seed: seed).intern(plan.messages)
    if let externals {
      try add(plan.externals, of: externals.id, numbers)
      for move in plan.externalMoves { try add(move, for: nil, of: externals.id, numbers) }
      for departure in plan.externalDepartures {
        try add(departure, for: nil, of: externals.id, numbers, db)
      }
      self.externals?.messages += plan.messagesOfOthers
    }
    try add(plan.claims, of: id, numbers)
    try add(plan.effects, numbers)
    for move in plan.moves { try add(move, for: nil, of: id, numbers) }
    for effect in plan.moveEffects { try add(effect.move, for: effect.action, of: id, numbers) }
    try add(plan.left, numbers)
    for departure in plan.departures { try add(departure, for: nil, of: id, numbers, db) }
    for effect in plan.departureEffects {
      try add(effect.departure, for: effect.action, of: id, numbers, db)
    }
    for filing in plan.filings { try OutgoingTable.insert(filing, of: id, db) }
    messages += plan.messagesWithEffect
  }

  /// Other programs' claims are older than the step's: they get its number, and it gets the next.
  private mutating func makeRoomForExternals(_ db: Database) throws {
    try flush()
    let old = id
    externals = (old, 0)
    id = StepID(old.number + 1)
    for table in ["claim", "effect", "move", "departure", "filing"]
      + ClaimKind.allCases.map(\.leftovers)
    {
      try db.execute(
        sql: "UPDATE \(table) SET step = ? WHERE step = ?",
        arguments: [id.number, old.number]
      )
    }
  }

  /// Inserts the row of the step, and that of other programs' claims, and lets them take effect.
  mutating func finish(as progress: StepProgress, _ db: Database) throws -> StepID {
    try flush()
    if let externals {
      let facts = draft.externals
      try StepTable.insert(
        facts,
        id: externals.id,
        progress: .done,
        messages: externals.messages,
        naming,
        db
      )
    }
    try StepTable.insert(draft, id: id, progress: progress, messages: messages, naming, db)
    if draft.kind == .merge {
      try Inbox(db).follow(id, to: progress)
      if !progress.isFinished { try HistoryFold(db).store(db) }
    }
    if progress.isFinished {
      try Finishing(db).finish(id)
      try Departures(db).apply(id, at: moment)
    }
    return id
  }

  private mutating func flush() throws {
    try claims.flush()
    try effects.flush()
    try moves.flush()
    try left.flush()
    try leftMoves.flush()
    try leftDepartures.flush()
  }

  private mutating func add(
    _ items: [Claim],
    of step: StepID,
    _ numbers: [MessageID: Int64]
  ) throws {
    for item in items {
      try claims.add(
        step.number,
        try number(item.pair.message, numbers),
        try tags.intern(item.pair.tag),
        item.found,
        item.wanted
      )
    }
  }

  private mutating func add(
    _ items: [ToggleEffect],
    _ numbers: [MessageID: Int64]
  ) throws {
    for item in items {
      try effects.add(
        id.number,
        try number(item.claim.pair.message, numbers),
        try tags.intern(item.claim.pair.tag),
        item.action.number,
        item.claim.found,
        item.claim.wanted
      )
    }
  }

  private mutating func add(
    _ move: MoveClaim,
    for action: StepID?,
    of step: StepID,
    _ numbers: [MessageID: Int64]
  ) throws {
    try moves.add(
      step.number,
      try number(move.message, numbers),
      move.copy.number,
      action?.number,
      try folders.intern(move.found.folder),
      move.found.name.text,
      try folders.intern(move.wanted.folder),
      move.wanted.name.text
    )
  }

  private func add(
    _ departure: Departure,
    for action: StepID?,
    of step: StepID,
    _ numbers: [MessageID: Int64],
    _ db: Database
  ) throws {
    try Departures(db).insert(
      departure,
      for: action,
      of: step,
      message: try number(departure.message, numbers)
    )
  }

  private mutating func add(_ items: [LeftOut], _ numbers: [MessageID: Int64]) throws {
    for item in items {
      let message = try number(item.message, numbers)
      let outcome = item.outcome.rawValue
      let (action, keeper) = (item.action.number, item.by?.number)
      switch item.subject {
      case .tag(let tag):
        try left.add(id.number, action, message, try tags.intern(tag), outcome, keeper)
      case .copy(let copy):
        try leftMoves.add(id.number, action, message, copy.number, outcome, keeper)
      case .departure(let outgoing):
        try leftDepartures.add(id.number, action, message, outgoing.number, outcome, keeper)
      }
    }
  }

  private func number(_ message: MessageID, _ numbers: [MessageID: Int64]) throws -> Int64 {
    guard let number = numbers[message] else {
      throw Inconsistency(detail: "a message of the plan has no number")
    }
    return number
  }
}

extension StepPlan {
  /// The messages of the plan, each once in the order of their first mention.
  fileprivate var messages: [MessageID] {
    var seen = Set<MessageID>(minimumCapacity: claims.count + effects.count + left.count)
    var all: [MessageID] = []
    func note(_ message: MessageID) {
      if seen.insert(message).inserted { all.append(message) }
    }
    claims.forEach { note($0.pair.message) }
    effects.forEach { note($0.claim.pair.message) }
    moves.forEach { note($0.message) }
    moveEffects.forEach { note($0.move.message) }
    left.forEach { note($0.message) }
    externals.forEach { note($0.pair.message) }
    externalMoves.forEach { note($0.message) }
    (departures + externalDepartures).forEach { note($0.message) }
    departureEffects.forEach { note($0.departure.message) }
    return all
  }

  /// How many messages the step changes.
  fileprivate var messagesWithEffect: Int {
    Set(written.lazy.map(\.pair.message)).union(moved.lazy.map(\.message)).count
      + departing.count
  }

  /// How many messages other programs had changed.
  fileprivate var messagesOfOthers: Int {
    Set(externals.lazy.map(\.pair.message)).union(externalMoves.lazy.map(\.message)).count
      + externalDepartures.count
  }
}

extension StepDraft {
  /// The step of what other programs had changed, found out while this one was planned.
  fileprivate var externals: StepDraft {
    var context = context
    context.view = nil
    context.anchor = nil
    return StepDraft(kind: .external, context: context, at: at, revisionBefore: revisionBefore)
  }
}
