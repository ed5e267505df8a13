import Foundation
import GRDB
import TriageCore

/// Steps that have been received and are not yet part of the history.
struct Inbox {
  private let db: Database
  private let seed: UInt64
  private var tags: TagTable
  private var folders: FolderTable
  private var machines: [UniqueID: Int64] = [:]

  init(_ db: Database, seed: UInt64 = 0) {
    self.db = db
    self.seed = seed
    tags = TagTable(db)
    folders = FolderTable(db)
  }

  /// Empties it: what an interrupted sync has left is worth nothing.
  func clear() throws {
    try remove("progress = 'inbox'")
  }

  /// Takes out of the history what came with a merge that never happened, and what it was to write; of any
  /// other step nothing came.
  func remove(mergedBy merge: StepID) throws {
    let isMerge = try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT kind = 'merge' FROM step WHERE id = ?"),
      arguments: [merge.number]
    )
    guard isMerge == true else { return }
    for table in ["effect", "move", "departure"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE step = ?", arguments: [merge.number])
    }
    try db.execute(sql: "UPDATE step SET messages = 0 WHERE id = ?", arguments: [merge.number])
    try remove("merge = \(merge.number)")
  }

  private func remove(_ condition: String) throws {
    for table in ["claim", "move", "toggle", "mark", "lift", "seen"]
      + ClaimKind.allCases.map(\.exceptions)
    {
      try db.execute(
        sql: "DELETE FROM \(table) WHERE step IN (SELECT id FROM step WHERE \(condition))"
      )
    }
    try db.execute(sql: "DELETE FROM step WHERE \(condition)")
  }

  /// Lets all of it join the history with a merge.
  func join(_ merge: StepID) throws {
    try db.execute(
      sql: "UPDATE step SET progress = 'done', merge = ? WHERE progress = 'inbox'",
      arguments: [merge.number]
    )
    // Names of steps that came later than what names them.
    try db.execute(
      sql: """
        UPDATE step SET target = (SELECT t.id FROM step AS t WHERE t.uid = step.target_uid)
        WHERE merge = ?1 AND target IS NULL AND target_uid IS NOT NULL;
        """,
      arguments: [merge.number]
    )
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO toggle
        SELECT m.step, row_number() OVER (PARTITION BY m.step ORDER BY a.clock DESC), a.id, 0
        FROM mark AS m JOIN step AS s ON s.id = m.step JOIN step AS a ON a.uid = m.action
        WHERE s.merge = ?1
        """,
      arguments: [merge.number]
    )
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO toggle
        SELECT l.step, 1000000 + row_number() OVER (PARTITION BY l.step ORDER BY a.clock), a.id, 1
        FROM (SELECT DISTINCT step, action FROM lift) AS l
        JOIN step AS s ON s.id = l.step JOIN step AS a ON a.uid = l.action
        WHERE s.merge = ?1
        """,
      arguments: [merge.number]
    )
    try countTurned(merge)
  }

  /// Counts the messages that the received steps turn something of: what they wrote there did not come.
  private func countTurned(_ merge: StepID) throws {
    try db.execute(
      sql: """
        UPDATE step SET messages = (
          SELECT count(*) FROM (
            SELECT c.message FROM toggle AS t JOIN claim AS c ON c.step = t.action
            WHERE t.step = step.id AND c.found <> c.wanted
            UNION SELECT v.message FROM toggle AS t JOIN move AS v ON v.step = t.action
            WHERE t.step = step.id AND v.found <> v.wanted AND v.action IS NULL))
        WHERE merge = ?1 AND kind IN ('undo', 'redo', 'switch')
        """,
      arguments: [merge.number]
    )
  }

  /// Lets what came with a merge be as far as the merge is.
  func follow(_ merge: StepID, to progress: StepProgress) throws {
    if progress == .void { return try remove(mergedBy: merge) }
    // The index as the merge left it has what they came to.
    try db.execute(
      sql: """
        UPDATE step SET progress = ?2, (uuid_after, revision_after) =
          (SELECT coalesce(m.uuid_after, m.uuid_before), coalesce(m.revision_after, m.revision_before)
            FROM step AS m WHERE m.id = ?1)
        WHERE merge = ?1
        """,
      arguments: [merge.number, progress.rawValue]
    )
  }

  /// The number of a machine, which gets one, or another name, if need be.
  func number(of machine: MachineName) throws -> Int64? {
    let own = try Row.fetchOne(db, sql: "SELECT uid FROM journal").map { try $0.uid(0) }
    if machine.id == own { return nil }
    try db.execute(
      sql: """
        INSERT INTO machine (uid, name) VALUES (?1, ?2)
        ON CONFLICT (uid) DO UPDATE SET name = excluded.name
        """,
      arguments: [machine.id.data, machine.name]
    )
    return try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM machine WHERE uid = ?"),
      arguments: [machine.id.data]
    )
  }

  /// Adds a step with all that it claims and turns.
  mutating func add(_ step: SharedStep, at time: Timestamp) throws {
    let known = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM step WHERE uid = ?"),
      arguments: [step.uid.data]
    )
    if let known {
      var reader = try SharedStepReader(db)
      guard try reader.step(StepID(known)).isSame(as: step) else {
        throw TriageFailure(.badFrame, step.machine.name, "\(step.uid.short)")
      }
      return
    }
    let id = try StepTable.nextID(db)
    let machine: Int64?
    if let known = machines[step.machine.id] {
      machine = known
    } else {
      machine = try number(of: step.machine)
      if let machine { machines[step.machine.id] = machine }
    }
    try insert(step, id, machine, at: time)
    try add(step.claims, of: id)
    try add(step.moves, of: id)
    try add(step.turns, of: id)
    for (machine, clock) in step.echo ?? [:] {
      try db.cachedStatement(sql: "INSERT INTO seen VALUES (?, ?, ?)")
        .execute(arguments: [id.number, machine.data, clock])
    }
  }

  private func insert(
    _ step: SharedStep,
    _ id: StepID,
    _ machine: Int64?,
    at time: Timestamp
  ) throws {
    let messages = Set(
      step.claims.filter(\.isEffect).map(\.pair.message)
        + step.moves.filter { $0.found != $0.wanted }.map(\.message)
    ).count
    try db.cachedStatement(
      sql: """
        INSERT INTO step (id, kind, progress, target, at, name, origin, background, session, host, \
        pid, uuid_before, revision_before, messages, actions, planned, uid, clock, made, machine, \
        received, target_uid, echo, touched, departed)
        VALUES (?, ?, 'inbox', (SELECT t.id FROM step AS t WHERE t.uid = ?), ?, ?, ?, ?, '', ?, 0, \
        '', 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        id.number, step.kind.rawValue, step.of?.data, step.at,
        try step.name.map(StoredName.text), step.origin.rawValue, step.background,
        step.machine.name, messages, try StepTable.encoded(step.actions), step.planned,
        step.uid.data, step.clock, step.made, machine, time, step.of?.data, step.echo != nil,
        step.touched ?? step.clock, step.departed,
      ]
    )
  }

  private mutating func add(_ claims: [Claim], of step: StepID) throws {
    let numbers = try MessageTable(db, seed: seed).intern(
      Array(Set(claims.map(\.pair.message))).sorted()
    )
    var rows = try BulkInsert(db, into: "claim", columns: 5, verb: "INSERT OR IGNORE")
    for claim in claims {
      guard let message = numbers[claim.pair.message] else { continue }
      let tag = try tags.intern(claim.pair.tag)
      try rows.add(step.number, message, tag, claim.found, claim.wanted)
    }
    try rows.flush()
  }

  /// A copy is known by what is in it; its numbers are each machine's own, and its names too.
  private mutating func add(_ moves: [SharedMove], of step: StepID) throws {
    let numbers = try MessageTable(db, seed: seed).intern(Array(Set(moves.map(\.message))).sorted())
    for move in moves {
      guard let message = numbers[move.message] else { continue }
      let copy = try copy(of: message, containing: move.content)
      try db.cachedStatement(sql: "INSERT OR IGNORE INTO move VALUES (?, ?, ?, NULL, ?, '', ?, '')")
        .execute(
          arguments: [
            step.number, message, copy, try folders.intern(move.found),
            try folders.intern(move.wanted),
          ]
        )
    }
  }

  private func copy(of message: Int64, containing content: [UInt8]) throws -> Int64 {
    let digest = Data(content)
    let known = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT copy FROM content WHERE message = ? AND digest = ?"),
      arguments: [message, digest]
    )
    if let known { return known }
    let last = try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT max(copy) FROM (SELECT copy FROM move WHERE message = ?1
            UNION ALL SELECT copy FROM content WHERE message = ?1)
          """
      ),
      arguments: [message]
    )
    let number = (last ?? 0) + 1
    try db.cachedStatement(sql: "INSERT INTO content VALUES (?, ?, ?)")
      .execute(arguments: [message, number, digest])
    return number
  }

  private func add(_ turns: [SharedTurn], of step: StepID) throws {
    for turn in turns {
      guard let lifted = turn.lifted else {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO mark VALUES (?, ?)")
          .execute(arguments: [step.number, turn.action.data])
        continue
      }
      for mark in lifted {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO lift VALUES (?, ?, ?)")
          .execute(arguments: [step.number, turn.action.data, mark.data])
      }
    }
  }
}

extension SharedStep {
  /// Whether another step of the same name is the same.
  fileprivate func isSame(as other: SharedStep) -> Bool {
    clock == other.clock && kind == other.kind && of == other.of
      && Set(claims) == Set(other.claims) && Set(turns) == Set(other.turns)
  }
}
