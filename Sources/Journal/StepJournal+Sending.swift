import GRDB
package import TriageCore

// What the sender says of a message: each change holds only if the message still is where it is expected
// to be. Together with the ends of steps these are the only changes without the index's write lock.

extension StepJournal {
  /// Notes how long a message is to be held from now on, and where its folder is.
  ///
  /// - Returns: Whether a person can let it leave: it is a draft, or nobody knows whether it has left.
  package func prepare(
    _ message: OutgoingID,
    hold: Int64,
    at place: OutgoingPlace?
  ) throws(TriageFailure) -> Bool {
    try connection.write { db in
      try db.execute(
        sql: """
          UPDATE outgoing SET hold = ?2, machine = ?3, inode = ?4, birth = ?5
          WHERE id = ?1 AND state IN ('draft', 'unknown')
          """,
        arguments: [
          message.number, hold, place?.machine, place.map { Int64(bitPattern: $0.inode) },
          place?.birth,
        ]
      )
      return db.changesCount == 1
    }
  }

  /// Notes that the text of a message is about to be another, perhaps in another account's name: what was
  /// to leave before does not.
  package func noteEdit(
    of message: OutgoingID,
    account: String? = nil
  ) throws(TriageFailure) {
    try connection.write { db in
      try db.execute(
        sql: """
          UPDATE outgoing SET version = version + 1, account = ifnull(?2, account) WHERE id = ?1
          """,
        arguments: [message.number, account]
      )
    }
  }

  /// Lets a message that is held leave now, from where its folder is now: a person says so.
  ///
  /// - Returns: Whether it is held.
  package func release(
    _ message: OutgoingID,
    at place: OutgoingPlace?
  ) throws(TriageFailure) -> Bool {
    let now = moment()
    return try connection.write { db in
      try db.execute(
        sql: """
          UPDATE outgoing SET held_boot = ?2, held_awake = ?3, held_wall = ?4, held_seconds = 0,
            machine = ?5, inode = ?6, birth = ?7
          WHERE id = ?1 AND state = 'held'
          """,
        arguments: [
          message.number, now.boot, now.awake, now.wall, place?.machine,
          place.map { Int64(bitPattern: $0.inode) }, place?.birth,
        ]
      )
      return db.changesCount == 1
    }
  }

  /// Lets a message wait until a person says that it may leave.
  package func waitForPerson(_ message: OutgoingID) throws(TriageFailure) {
    try connection.write { db in try OutgoingTable.waitForPerson(message, db) }
  }

  /// Begins a message's hold anew, if nobody knows how much of it has passed.
  package func beginHold(of message: OutgoingID) throws(TriageFailure) {
    let now = moment()
    try connection.write { db in
      try db.execute(
        sql: """
          UPDATE outgoing SET held_awake = iif(held_boot IS NULL, NULL, ?3), held_wall = ?4,
            held_boot = iif(held_boot IS NULL, NULL, ?2)
          WHERE id = ?1 AND state = 'held' AND held_wall IS NOT NULL
          """,
        arguments: [message.number, now.boot, now.awake, now.wall]
      )
    }
  }

  /// Lets a message leave that is due and that no open step names; durable when the call returns.
  ///
  /// - Returns: The message as it leaves; `nil` if it does not.
  package func leave(_ message: OutgoingID) throws(TriageFailure) -> OutgoingRecord? {
    let now = moment()
    return try connection.write { db in
      let condition = "WHERE id = ? AND state = 'held'"
      let found = try OutgoingTable.records(db, condition, [message.number]).first
      guard var record = found, record.waiting?.rest(at: now) == .seconds(0),
        try !isNamed(message, db)
      else { return nil }
      record.state = .leaving
      record.attempts += 1
      record.firstAttempt = record.firstAttempt ?? now.wall
      try db.execute(
        sql: """
          UPDATE outgoing SET state = 'leaving', attempts = ?2, first_attempt = ?3 WHERE id = ?1
          """,
        arguments: [message.number, record.attempts, record.firstAttempt]
      )
      return record
    }
  }

  /// Whether a step that is being written names a message: what it comes to is not known yet.
  private func isNamed(_ message: OutgoingID, _ db: Database) throws -> Bool {
    try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT 1 FROM departure AS d JOIN step AS s ON s.id = d.step
          WHERE d.outgoing = ? AND s.progress = 'intent' LIMIT 1
          """
      ),
      arguments: [message.number]
    ) != nil
  }

  /// Says what has become of a message that was leaving; durable when the call returns.
  ///
  /// That it has left, or that nobody knows, or that it never will as it is, stands in the history from
  /// now on; that it is tried again does not.
  ///
  /// - Parameters:
  ///   - record: The message as it left.
  ///   - verdict: What has become of it.
  ///   - end: How the delivery program ended; `nil` if nobody saw it.
  ///   - context: For whom, if a step is made.
  /// - Returns: Whether it was leaving still.
  /// - Throws: What keeps it from being recorded.
  package func end(
    _ record: OutgoingRecord,
    as verdict: DeliveryVerdict,
    _ end: DeliveryEnd?,
    context: StepContext
  ) throws(TriageFailure) -> Bool {
    let now = moment()
    let since = now.wall - (record.firstAttempt ?? now.wall)
    let delay =
      verdict == .mayPass ? DeliveryRetry.delay(after: record.attempts, since: since) : nil
    return try connection.write { db in
      var next = delay == nil ? verdict.state : .held
      // That it was refused now says nothing of the time before.
      if next == .draft, try hasPerhapsLeft(record.id, db) { next = .unknown }
      try db.execute(
        sql: """
          UPDATE outgoing SET state = ?3, exit = ?4, reason = ?5, held_boot = NULL,
            held_awake = NULL, held_wall = ?6, held_seconds = ?7, filed = iif(?3 = 'sent', 0, filed)
          WHERE id = ?1 AND state = 'leaving' AND attempts = ?2
          """,
        arguments: [
          record.id.number, record.attempts, next.rawValue, end?.exit, end?.errors ?? "",
          delay.map { _ in now.wall }, delay,
        ]
      )
      guard db.changesCount == 1 else { return false }
      if next != .held {
        try note(Departure(record, wanted: next), from: .leaving, at: now.wall, context, db)
      }
      return true
    }
  }

  /// Whether nobody has known at some time whether a message had left.
  private func hasPerhapsLeft(_ message: OutgoingID, _ db: Database) throws -> Bool {
    try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT 1 FROM departure AS d JOIN step AS s ON s.id = d.step
          WHERE d.outgoing = ? AND d.wanted = 'unknown' AND s.kind = 'external' LIMIT 1
          """
      ),
      arguments: [message.number]
    ) != nil
  }

  /// Says of a message of which nobody knows that it has left: a person knows.
  ///
  /// - Returns: Whether nobody knew.
  package func declareSent(
    _ message: OutgoingID,
    context: StepContext
  ) throws(TriageFailure) -> Bool {
    let now = moment()
    return try connection.write { db in
      let condition = "WHERE id = ? AND state = 'unknown'"
      guard let record = try OutgoingTable.records(db, condition, [message.number]).first else {
        return false
      }
      try db.execute(
        sql: "UPDATE outgoing SET state = 'sent', filed = 0 WHERE id = ?",
        arguments: [message.number]
      )
      try note(Departure(record, wanted: .sent), from: .unknown, at: now.wall, context, db)
      return true
    }
  }

  /// Notes that the mail has all that belongs to a message which was sent.
  package func noteFiled(_ message: OutgoingID) throws(TriageFailure) {
    try connection.write { db in
      try db.execute(
        sql: "UPDATE outgoing SET filed = 1 WHERE id = ? AND state = 'sent'",
        arguments: [message.number]
      )
    }
  }

  /// Makes a step that says what the sender has found.
  private func note(
    _ departure: Departure,
    from found: OutgoingState,
    at time: Timestamp,
    _ context: StepContext,
    _ db: Database
  ) throws {
    var departure = departure
    departure.found = found
    let draft = StepDraft(
      kind: .external,
      context: context,
      at: time,
      revisionBefore: IndexRevision(uuid: "", number: 0)
    )
    var plan = StepPlan()
    plan.departures = [departure]
    var rows = try RecordRows(db, draft, seed: seed, naming, moment)
    try rows.append(plan, db)
    // The message is as it is to be already, so nothing of it is applied.
    _ = try rows.finish(as: .done, db)
  }
}

extension DeliveryVerdict {
  /// How far a message has come with it, if it is not tried again.
  fileprivate var state: OutgoingState {
    switch self {
    case .sent: .sent
    case .mayPass, .notSent: .draft
    case .unknown: .unknown
    }
  }
}
