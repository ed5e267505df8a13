import GRDB
package import TriageCore

// Claims of a step that has not passed its commit point are no facts yet: they are in no history.

extension StepJournal {
  package func histories(
    of pairs: [Pair]
  ) throws(JournalError) -> [Pair: PairHistory] {
    try connection.read { db in
      let tags = Dictionary(grouping: pairs, by: \.message)
      let numbers = try MessageTable(db, seed: seed).numbers(of: tags.keys)
      guard !numbers.isEmpty else { return [:] }
      let wanted = Dictionary(
        uniqueKeysWithValues: numbers.compactMap { name, number in tags[name].map { (number, $0) } }
      )
      let claims = try ClaimReader(db, messages: wanted.keys)
      var histories: [Pair: PairHistory] = [:]
      while let (number, tag, history) = try claims.next() {
        if let pair = wanted[number]?.first(where: { $0.tag == tag }) { histories[pair] = history }
      }
      return histories
    }
  }

  package func copies(
    of messages: [MessageID]
  ) throws(JournalError) -> [MessageID: [KnownCopy]] {
    try connection.read { db in
      let numbers = try MessageTable(db, seed: seed).numbers(of: messages)
      guard !numbers.isEmpty else { return [:] }
      let names = Dictionary(uniqueKeysWithValues: numbers.map { ($1, $0) })
      let wanted = Set(messages)
      let reader = try CopyReader(db, messages: numbers.values)
      var copies: [MessageID: [KnownCopy]] = [:]
      while let (number, known) = try reader.next() {
        if let name = names[number], wanted.contains(name) { copies[name] = known }
      }
      return copies
    }
  }

  package func claimed(
    by actions: [StepID],
    from cursor: Int64?,
    limit: Int
  ) throws(JournalError) -> ClaimedPage {
    try connection.read { db in
      var numbers = try claimedNumbers(by: actions, after: cursor ?? 0, limit: limit + 1, db)
      let isLast = numbers.count <= limit
      if !isLast { numbers.removeLast() }
      return ClaimedPage(
        messages: try pairs(of: numbers, claimedBy: Set(actions), db),
        next: isLast ? nil : numbers.last
      )
    }
  }

  /// Returns the first messages after a number that one of the actions claims, in their order.
  ///
  /// The claims of an action lie together. If the actions are many, looking into each of them for
  /// every page takes longer than walking once through all claims there are.
  private func claimedNumbers(
    by actions: [StepID],
    after cursor: Int64,
    limit: Int,
    _ db: Database
  ) throws -> [Int64] {
    let steps = try finished(actions, db)
    var numbers: Set<Int64> = []
    if steps.count > 50 {
      for (table, index) in [("claim", "claim_pair"), ("move", "move_copy")] {
        let statement = try db.cachedStatement(
          sql: """
            SELECT DISTINCT message FROM \(table) INDEXED BY \(index)
            WHERE step IN (SELECT value FROM json_each(?)) AND message > ?
            ORDER BY message LIMIT ?
            """
        )
        let arguments: StatementArguments = [jsonList(steps), cursor, limit]
        numbers.formUnion(try Int64.fetchAll(statement, arguments: arguments))
      }
    } else {
      for table in ["claim", "move"] {
        let statement = try db.cachedStatement(
          sql: """
            SELECT DISTINCT message FROM \(table) WHERE step = ? AND message > ?
            ORDER BY message LIMIT ?
            """
        )
        for step in steps {
          numbers.formUnion(try Int64.fetchAll(statement, arguments: [step, cursor, limit]))
        }
      }
    }
    return numbers.sorted().prefix(limit).map(\.self)
  }

  private func finished(_ actions: [StepID], _ db: Database) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id FROM step
          WHERE id IN (SELECT value FROM json_each(?)) AND progress IN ('tagged', 'done')
          """
      ),
      arguments: [jsonList(actions.map(\.number))]
    )
  }

  private func pairs(
    of numbers: [Int64],
    claimedBy actions: Set<StepID>,
    _ db: Database
  ) throws -> [ClaimedPage.Message] {
    guard !numbers.isEmpty else { return [] }
    var messages = try names(of: numbers, db)
    var places: [Int64: Int] = [:]
    for (place, number) in numbers.enumerated() { places[number] = place }
    let claims = try ClaimReader(db, messages: numbers)
    while let (number, tag, history) = try claims.next() {
      guard let place = places[number] else { continue }
      if history.claims.contains(where: { actions.contains($0.step) }) {
        messages[place].pairs.append((tag, history))
      }
    }
    for place in messages.indices { messages[place].pairs.sort { $0.tag < $1.tag } }
    let copies = try CopyReader(db, messages: numbers)
    while let (number, known) = try copies.next() {
      let isClaimed = known.contains { copy in
        copy.history.claims.contains { actions.contains($0.step) }
      }
      if isClaimed, let place = places[number] { messages[place].copies = known }
    }
    return messages
  }

  private func names(of numbers: [Int64], _ db: Database) throws -> [ClaimedPage.Message] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: "SELECT text FROM message WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"
      ),
      arguments: [jsonList(numbers)]
    )
    var messages: [ClaimedPage.Message] = []
    while let row = try rows.next() { messages.append((MessageID(try row.text(0)), [], [])) }
    guard messages.count == numbers.count else {
      throw Inconsistency(detail: "a claim is about a message without a name")
    }
    return messages
  }

  package func messageCount(of actions: [StepID]) throws(JournalError) -> Int {
    try connection.read { db in
      let count = try Int.fetchOne(
        db.cachedStatement(
          sql: actions.count == 1
            ? "SELECT messages FROM step WHERE id = (SELECT value FROM json_each(?1))"
            : """
            SELECT count(*) FROM (
              SELECT message FROM claim
              WHERE step IN (SELECT value FROM json_each(?1)) AND found <> wanted
              UNION SELECT message FROM move
              WHERE step IN (SELECT value FROM json_each(?1)) AND found <> wanted)
            """
        ),
        arguments: [jsonList(try finished(actions, db))]
      )
      return count ?? 0
    }
  }
}

/// Reads all that was claimed about some messages, pair by pair, each in the order of steps.
private final class ClaimReader {
  private let rows: RowCursor
  private var tags: TagTable
  private var pending: (message: Int64, tag: Int64, claim: RecordedClaim<Bool>)?

  init(_ db: Database, messages: some Sequence<Int64>) throws {
    tags = TagTable(db)
    rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT c.message, c.tag, c.step, c.found, c.wanted, coalesce(e.stands, s.standing),
            s.kind = 'external'
          FROM claim AS c INDEXED BY claim_pair
          CROSS JOIN step AS s ON s.id = c.step AND s.progress IN ('tagged', 'done')
          LEFT JOIN exception AS e ON e.step = c.step AND e.message = c.message AND e.tag = c.tag
          WHERE c.message IN (SELECT value FROM json_each(?))
          ORDER BY c.message, c.tag, c.step
          """
      ),
      arguments: [jsonList(messages)]
    )
    try step()
  }

  /// Returns the next pair with its claims.
  func next() throws -> (message: Int64, tag: MailTag, history: PairHistory)? {
    guard let first = pending else { return nil }
    var history = PairHistory()
    while let item = pending, item.message == first.message, item.tag == first.tag {
      history.claims.append(item.claim)
      try step()
    }
    return (first.message, try tags.name(first.tag), history)
  }

  private func step() throws {
    pending = try rows.next().map { row in
      let claim = RecordedClaim(
        step: StepID(try row.number(2)),
        found: try row.flag(3),
        wanted: try row.flag(4),
        stands: try row.flag(5),
        external: try row.flag(6)
      )
      return (try row.number(0), try row.number(1), claim)
    }
  }
}
