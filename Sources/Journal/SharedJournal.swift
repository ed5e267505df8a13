import Foundation
import GRDB
package import TriageCore

// One history on several machines: what the journal says of itself, and the steps that come and go.

extension StepJournal: SharedHistory {
  package func identity() throws(TriageFailure) -> HistoryIdentity {
    try connection.read { db in
      guard let row = try Row.fetchOne(db, sql: "SELECT uid, horizon FROM journal") else {
        throw Inconsistency(detail: "it has no name")
      }
      return HistoryIdentity(
        id: try row.uid(0),
        clock: try Shared.clock(db),
        horizon: try row.number(1)
      )
    }
  }

  package func settle(in birthplace: String, name: String) throws(TriageFailure) {
    let known = try connection.read { db in
      let row = try Row.fetchOne(db, sql: "SELECT birthplace, name FROM journal")
      return (try row?.optionalText(0), try row?.optionalText(1))
    }
    guard known != (birthplace, name) else { return }
    if let old = known.0, old != birthplace { try takeNewID() }
    try connection.write { db in
      try db.execute(
        sql: "UPDATE journal SET birthplace = ?, name = ?",
        arguments: [birthplace, name]
      )
    }
  }

  package func takeNewID() throws(TriageFailure) {
    try connection.write { db in
      try db.execute(sql: "UPDATE journal SET uid = ?", arguments: [UniqueID.fresh().data])
    }
  }

  /// How many changes of form a journal has been through.
  package static let schema = 18

  package func beginSharing(with peer: MachineName, clock: Int64) throws(TriageFailure) {
    try connection.write { db in
      try Inbox(db).clear()
      let machine = try Inbox(db).number(of: peer)
      try db.execute(
        sql: "UPDATE machine SET met = 0 WHERE id = ? AND met IS NULL",
        arguments: [machine]
      )
      let wasShared = try Shared.isShared(db)
      try db.execute(
        sql: "UPDATE journal SET shared = 1, clock = max(clock, ?)",
        arguments: [clock]
      )
      // What was left standing for want of its message stops now: another machine may have it.
      if !wasShared { try HistoryFold(db).store(db) }
    }
  }

  package func sharedUIDs() throws(TriageFailure) -> Set<UniqueID> {
    try connection.read { db in
      let rows = try Row.fetchCursor(db, sql: "SELECT uid FROM step WHERE \(Shared.counts)")
      var uids: Set<UniqueID> = []
      while let row = try rows.next() { uids.insert(try row.uid(0)) }
      return uids
    }
  }

  package func eachShared(
    besides known: Set<UniqueID>,
    _ body: (SharedStep) throws(TriageFailure) -> Void
  ) throws(TriageFailure) {
    try connection.read { db in
      var reader = try SharedStepReader(db)
      let ids = try Row.fetchAll(
        db,
        sql: "SELECT id, uid FROM step WHERE \(Shared.counts) ORDER BY clock, touched, uid"
      )
      for row in ids where !known.contains(try row.uid(1)) {
        try body(try reader.step(StepID(try row.number(0))))
      }
    }
  }

  package func receive(_ steps: [SharedStep], at time: Timestamp) throws(TriageFailure) {
    try connection.write { db in
      var inbox = Inbox(db, seed: seed)
      for step in steps { try inbox.add(step, at: time) }
    }
  }

  package func messagesOfUnknownContent() throws(TriageFailure) -> [MessageID] {
    try connection.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT DISTINCT m.text FROM move AS v JOIN message AS m ON m.id = v.message
          WHERE v.action IS NULL AND NOT EXISTS (
            SELECT 1 FROM content AS d WHERE d.message = v.message AND d.copy = v.copy)
          """
      ).map(MessageID.init)
    }
  }

  package func note(
    _ contents: [CopyNumber: [UInt8]],
    of message: MessageID
  ) throws(TriageFailure) {
    try connection.write { db in
      let number = try MessageTable(db, seed: seed).numbers(of: [message])[message]
      for (copy, content) in contents {
        try db.execute(
          sql: "INSERT OR IGNORE INTO content VALUES (?, ?, ?)",
          arguments: [number, copy.number, Data(content)]
        )
      }
    }
  }

  package func merging() throws(TriageFailure) -> [StepID] {
    try connection.read { db in
      // The row of the merge itself comes last. Without newly received steps there is none that is missing.
      let merge = try Int64.fetchOne(
        db,
        sql: """
          SELECT s.merge FROM step AS s WHERE s.merge IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM step AS m WHERE m.id = s.merge) LIMIT 1
          """
      )
      return try Int64.fetchAll(
        db,
        sql: """
          SELECT id FROM step WHERE merge = ?1
          UNION SELECT a.id FROM step AS s JOIN mark AS m ON m.step = s.id
            JOIN step AS a ON a.uid = m.action WHERE s.merge = ?1
          UNION SELECT a.id FROM step AS s JOIN lift AS l ON l.step = s.id
            JOIN step AS a ON a.uid = l.action WHERE s.merge = ?1
          """,
        arguments: [merge]
      ).map(StepID.init)
    }
  }

  package func met(_ peer: MachineName, at time: Timestamp) throws(TriageFailure) {
    try connection.write { db in
      let machine = try Inbox(db).number(of: peer)
      try db.execute(
        sql: "UPDATE machine SET met = ?2 WHERE id = ?1",
        arguments: [machine, time]
      )
    }
  }

  package func lastStep() throws(TriageFailure) -> StepID? {
    try connection.read { db in
      try Int64.fetchOne(db, sql: "SELECT max(id) FROM step").map(StepID.init)
    }
  }

  package func actions(touchedSince last: StepID) throws(TriageFailure) -> [StepID] {
    try connection.read { db in
      try Int64.fetchAll(
        db,
        sql: """
          WITH own AS (
            SELECT id FROM step WHERE id > ? AND machine IS NULL AND progress IN ('tagged', 'done')
              AND kind IN ('action', 'switch', 'undo', 'redo'))
          SELECT id FROM own
          UNION SELECT a.id FROM own JOIN mark AS m ON m.step = own.id JOIN step AS a ON a.uid = m.action
          UNION SELECT a.id FROM own JOIN lift AS l ON l.step = own.id JOIN step AS a ON a.uid = l.action
          """,
        arguments: [last.number]
      ).map(StepID.init)
    }
  }

  package func hear(of clock: Int64) throws(TriageFailure) {
    try connection.write { db in
      try db.execute(sql: "UPDATE journal SET clock = max(clock, ?)", arguments: [clock])
    }
  }

  package func note(_ peer: MachineName, heardOf last: StepID) throws(TriageFailure) {
    try connection.write { db in
      let machine = try Inbox(db).number(of: peer)
      try db.execute(
        sql: "UPDATE machine SET heard = max(heard, ?2) WHERE id = ?1",
        arguments: [machine, last.number]
      )
    }
  }

  package func forget(_ name: String) throws(TriageFailure) -> Bool {
    try connection.write { db in
      try db.execute(
        sql: "UPDATE machine SET met = NULL WHERE name = ? AND met IS NOT NULL",
        arguments: [name]
      )
      return db.changesCount > 0
    }
  }

  package func knownMachines() throws(TriageFailure) -> [KnownMachine] {
    try connection.read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: "SELECT uid, name, met FROM machine WHERE met > 0 ORDER BY name, uid"
      )
      var machines: [KnownMachine] = []
      while let row = try rows.next() {
        let machine = MachineName(try row.uid(0), try row.text(1))
        machines.append(KnownMachine(machine, met: try row.optionalNumber(2)))
      }
      return machines
    }
  }
}

extension Shared {
  /// Which rows of `step` are part of the history that machines share: those beyond the horizon, all if there
  /// is none.
  static let counts = """
    progress IN ('tagged', 'done') AND kind <> 'merge'
      AND (kind = 'kept' OR clock >= (SELECT horizon + (horizon > 0) FROM journal))
    """
}
