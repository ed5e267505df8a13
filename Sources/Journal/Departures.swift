import GRDB
package import TriageCore

/// What steps say of the leaving of messages of one's own.
struct Departures {
  /// The steps whose messages have not come to their end, and into the mail: they are remembered.
  static let unfiled = """
    SELECT d.step FROM departure AS d JOIN outgoing AS o ON o.id = d.outgoing
    WHERE o.state IN ('held', 'leaving', 'unknown') OR (o.state = 'sent' AND NOT o.filed)
    """

  private let db: Database

  init(_ db: Database) {
    self.db = db
  }

  // MARK: Reading

  /// Returns what a step claims or changes.
  func of(_ step: StepID) throws -> [Departure] {
    try rows("WHERE d.step = ? ORDER BY d.outgoing", [step.number]).map(\.departure)
  }

  /// Returns the numbers of the messages that finished actions claim.
  func claimed(by actions: [StepID]) throws -> [OutgoingID] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT DISTINCT d.outgoing FROM departure AS d JOIN step AS s ON s.id = d.step
          WHERE d.step IN (SELECT value FROM json_each(?)) AND d.action IS NULL
            AND s.progress IN ('tagged', 'done') ORDER BY 1
          """
      ),
      arguments: [jsonList(actions.map(\.number))]
    ).map(OutgoingID.init)
  }

  /// Returns messages with all their claims, in the order of steps.
  func known(_ messages: [OutgoingID]) throws -> [KnownDeparture] {
    guard !messages.isEmpty else { return [] }
    let records = try OutgoingTable.records(
      db,
      "WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id",
      [jsonList(messages.map(\.number))]
    )
    return try records.map { record in
      var known = KnownDeparture(record)
      let claims = try rows(
        """
        WHERE d.outgoing = ? AND d.action IS NULL AND s.progress IN ('tagged', 'done')
        ORDER BY d.step
        """,
        [record.id.number]
      )
      for row in claims {
        known.versions[row.step] = row.departure.version
        known.history.claims.append(
          RecordedClaim(
            step: row.step,
            found: row.departure.found,
            wanted: row.departure.wanted,
            stands: row.stands,
            external: row.isExternal
          )
        )
      }
      return known
    }
  }

  private struct Item {
    let step: StepID
    let departure: Departure
    let stands: Bool
    let isExternal: Bool
  }

  private func rows(_ condition: String, _ arguments: StatementArguments) throws -> [Item] {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT d.step, d.outgoing, m.text, d.version, d.found, d.wanted,
            coalesce(e.stands, s.standing, 1), coalesce(s.kind = 'external', 0)
          FROM departure AS d JOIN message AS m ON m.id = d.message
          LEFT JOIN step AS s ON s.id = d.step
          LEFT JOIN departure_exception AS e
            ON e.step = d.step AND e.message = d.message AND e.outgoing = d.outgoing
          \(condition)
          """
      ),
      arguments: arguments
    )
    return try rows.map { row in
      Item(
        step: StepID(try row.number(0)),
        departure: Departure(
          OutgoingID(try row.number(1)),
          MessageID(try row.text(2)),
          version: try row.number(3),
          found: try row.choice(4),
          wanted: try row.choice(5)
        ),
        stands: try row.flag(6),
        isExternal: try row.flag(7)
      )
    }
  }

  // MARK: Writing

  func insert(
    _ departure: Departure,
    for action: StepID?,
    of step: StepID,
    message: Int64
  ) throws {
    try db.cachedStatement(sql: "INSERT INTO departure VALUES (?, ?, ?, ?, ?, ?, ?)").execute(
      arguments: [
        step.number, departure.outgoing.number, message, action?.number, departure.version,
        departure.found.rawValue, departure.wanted.rawValue,
      ]
    )
  }

  /// Lets a step that has passed its commit point take effect on the messages it names.
  ///
  /// A message that has gone on by itself stays as it is.
  func apply(_ step: StepID, at moment: () -> MachineMoment) throws {
    for departure in try of(step) where departure.isEffect {
      let isHeld = departure.wanted == .held
      let now = isHeld ? moment() : nil
      try db.cachedStatement(
        sql: """
          UPDATE outgoing SET state = ?3, held_boot = ?4, held_awake = ?5, held_wall = ?6,
            held_seconds = iif(?7, hold, NULL), attempts = iif(?7, 0, attempts),
            first_attempt = NULL, exit = iif(?7, NULL, exit), reason = iif(?7, '', reason)
          WHERE id = ?1 AND state = ?2
          """
      ).execute(
        arguments: [
          departure.outgoing.number, departure.found.rawValue, departure.wanted.rawValue,
          now?.boot, now?.awake, now?.wall, isHeld,
        ]
      )
    }
  }

  /// Lets messages wait until a person says so, whom a step wanted not to leave that was given up.
  func keep(_ step: StepID) throws {
    for departure in try of(step) where departure.found == .held && departure.isEffect {
      try OutgoingTable.waitForPerson(departure.outgoing, db)
    }
  }

  // MARK: What has left

  /// Whether in a step the sender says what has become of a message.
  func endsAny(_ step: StepID) throws -> Bool {
    try Int.fetchOne(
      db.cachedStatement(
        sql: "SELECT 1 FROM departure WHERE step = ? AND found = 'leaving' LIMIT 1"
      ),
      arguments: [step.number]
    ) != nil
  }

  /// The groups that did nothing but send what has left by the end of a step, which is the newest.
  func ended(by step: StepID) throws -> [StepID] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT DISTINCT d.step FROM departure AS x
          JOIN departure AS d ON d.outgoing = x.outgoing AND d.step < x.step
          JOIN step AS s ON s.id = d.step AND s.kind = 'action' AND s.progress IN ('tagged', 'done')
          WHERE x.step = ?1 AND x.found = 'leaving' AND \(Self.isAllDeparture)
            AND NOT EXISTS (SELECT 1 FROM departure AS o
              WHERE o.step = d.step AND NOT EXISTS (SELECT 1 FROM departure AS l
                WHERE l.outgoing = o.outgoing AND l.found = 'leaving'
                  AND l.step > o.step AND l.step <= ?1))
          """
      ),
      arguments: [step.number]
    ).map(StepID.init)
  }

  /// Whether a step `d.step` changes nothing but departures.
  private static let isAllDeparture = """
    NOT EXISTS (SELECT 1 FROM claim AS c WHERE c.step = d.step AND c.found <> c.wanted)
    AND NOT EXISTS (SELECT 1 FROM move AS v WHERE v.step = d.step AND v.found <> v.wanted)
    """

  /// What has left of each of these groups, for those of which something has.
  func left(of groups: some Sequence<Int64>) throws -> [Int64: LeftDeparture] {
    let hasAny = try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM departure)")
    )
    guard hasAny == true else { return [:] }
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: Self.leftSQL),
      arguments: [jsonList(groups)]
    )
    var left: [Int64: LeftDeparture] = [:]
    for row in rows {
      let group = try row.number(0)
      let found: OutgoingState? = try row.optionalText(1).flatMap(OutgoingState.init)
      let isOnlyDeparture = try row.flag(3)
      guard let end = found?.end, let at = try row.optionalNumber(2) else {
        // Some of it waits still.
        left[group]?.isAll = false
        continue
      }
      let known = left[group]
      left[group] = LeftDeparture(
        known.map { DepartureEnd.worse($0.end, end) } ?? end,
        at: max(known?.at ?? at, at),
        isAll: known?.isAll ?? isOnlyDeparture
      )
    }
    return left
  }

  // Of each message of each group what the sender found last, if it was this group, or a redo of it, that
  // had let the message wait: what was taken back and sent by another group has not left with the first.
  // What takes a cancel back lets it wait as before that cancel: the group is looked for further back.
  // Messages that wait come last, so that they are seen beside those that have left.
  private static let leftSQL = """
    SELECT d.step, x.wanted, s.at, \(isAllDeparture) FROM departure AS d
    LEFT JOIN departure AS x ON x.outgoing = d.outgoing AND x.step = (
      SELECT max(l.step) FROM departure AS l JOIN step AS e ON e.id = l.step
      WHERE l.outgoing = d.outgoing AND l.step > d.step AND e.kind = 'external'
        AND (l.found = 'leaving' OR l.wanted = 'sent')
        AND d.step = (WITH RECURSIVE holder(step, wanted) AS (
            SELECT l.step, 'draft' UNION ALL
            SELECT a.step, a.wanted FROM holder JOIN departure AS a ON a.outgoing = d.outgoing
              AND a.step = (SELECT coalesce(h.action, h.step) FROM departure AS h
                WHERE h.outgoing = d.outgoing AND h.wanted = 'held' AND h.found <> 'held'
                  AND h.step < holder.step ORDER BY h.step DESC LIMIT 1)
            WHERE holder.wanted <> 'held')
          SELECT step FROM holder WHERE wanted = 'held'))
    LEFT JOIN step AS s ON s.id = x.step
    WHERE d.action IS NULL AND d.found <> d.wanted AND d.wanted = 'held'
      AND d.step IN (SELECT value FROM json_each(?))
    ORDER BY d.step, x.step IS NULL
    """
}

extension OutgoingState {
  /// What has become of a message that the sender has left so.
  fileprivate var end: DepartureEnd? {
    switch self {
    case .sent: .sent
    case .unknown: .unknown
    case .draft: .unsent
    case .held, .leaving: nil
    }
  }
}

extension DepartureEnd {
  /// What is to be told of two messages.
  fileprivate static func worse(_ first: DepartureEnd, _ second: DepartureEnd) -> DepartureEnd {
    let order: [DepartureEnd] = [.unknown, .unsent, .sent]
    return order.first { $0 == first || $0 == second } ?? first
  }
}

extension StepJournal {
  package func departures(
    claimedBy actions: [StepID]
  ) throws(TriageFailure) -> [KnownDeparture] {
    try connection.read { db in
      let departures = Departures(db)
      return try departures.known(try departures.claimed(by: actions))
    }
  }

  package func departures(
    of messages: [OutgoingID]
  ) throws(TriageFailure) -> [KnownDeparture] {
    try connection.read { db in try Departures(db).known(messages) }
  }

  package func departures(of step: StepID) throws(TriageFailure) -> [Departure] {
    try connection.read { db in try Departures(db).of(step) }
  }
}
