import GRDB
package import TriageCore

// Claims of a step that has not passed its commit point are no facts yet: they are in no history.

extension StepJournal {
  package func histories(
    of pairs: [Pair]
  ) throws(TriageFailure) -> [Pair: PairHistory] {
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

  package func allHistories(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: [(tag: MailTag, history: PairHistory)]] {
    try connection.read { db in
      let numbers = try MessageTable(db, seed: seed).numbers(of: messages)
      guard !numbers.isEmpty else { return [:] }
      let names = Dictionary(uniqueKeysWithValues: numbers.map { ($1, $0) })
      let claims = try ClaimReader(db, messages: numbers.values)
      var histories: [MessageID: [(tag: MailTag, history: PairHistory)]] = [:]
      while let (number, tag, history) = try claims.next() {
        if let message = names[number] { histories[message, default: []].append((tag, history)) }
      }
      return histories
    }
  }

  package func copies(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: [KnownCopy]] {
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
  ) throws(TriageFailure) -> ClaimedPage {
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
    var indices: [Int64: Int] = [:]
    for (index, number) in numbers.enumerated() { indices[number] = index }
    let claims = try ClaimReader(db, messages: numbers)
    while let (number, tag, history) = try claims.next() {
      guard let index = indices[number] else { continue }
      if history.claims.contains(where: { actions.contains($0.step) }) {
        messages[index].pairs.append((tag, history))
      }
    }
    for index in messages.indices { messages[index].pairs.sort { $0.tag < $1.tag } }
    let copies = try CopyReader(db, messages: numbers)
    while let (number, known) = try copies.next() {
      let isClaimed = known.contains { copy in
        copy.history.claims.contains { actions.contains($0.step) }
      }
      if isClaimed, let index = indices[number] { messages[index].copies = known }
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

  package func messageCount(of actions: [StepID]) throws(TriageFailure) -> Int {
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
              WHERE step IN (SELECT value FROM json_each(?1)) AND found <> wanted
              UNION SELECT message FROM departure
              WHERE step IN (SELECT value FROM json_each(?1)) AND found <> wanted)
            """
        ),
        arguments: [jsonList(try finished(actions, db))]
      )
      return count ?? 0
    }
  }

  package func revisions(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: IndexRevision] {
    try connection.read { db in
      let numbers = try MessageTable(db, seed: seed).numbers(of: messages)
      let rows = try Row.fetchCursor(
        db.cachedStatement(sql: Self.revisionsSQL),
        arguments: [jsonList(numbers.values)]
      )
      let names = Dictionary(uniqueKeysWithValues: numbers.map { ($1, $0) })
      var revisions: [MessageID: IndexRevision] = [:]
      while let row = try rows.next() {
        guard let message = names[try row.number(0)] else { continue }
        revisions[message] = IndexRevision(
          uuid: try row.text(1),
          number: UInt64(bitPattern: try row.number(2))
        )
      }
      return revisions
    }
  }

  // The columns beside `max` are those of the row that has the maximum.
  private static let revisionsSQL = """
    SELECT w.message, s.uuid_after, s.revision_after, max(s.id)
    FROM (
      SELECT message, step FROM claim INDEXED BY claim_pair
      WHERE message IN (SELECT value FROM json_each(?1)) AND found <> wanted
      UNION ALL
      SELECT message, step FROM effect WHERE message IN (SELECT value FROM json_each(?1))
      UNION ALL
      SELECT message, step FROM move INDEXED BY move_copy
      WHERE message IN (SELECT value FROM json_each(?1)) AND found <> wanted
    ) AS w JOIN step AS s ON s.id = w.step
    WHERE s.progress IN ('tagged', 'done') AND s.uuid_after IS NOT NULL
    GROUP BY w.message
    """
}
