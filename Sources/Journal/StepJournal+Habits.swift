import GRDB
package import TriageCore

// What a person does with mail, message by message, and which suggestions of rules were dismissed.

extension StepJournal {
  package func eachDeed(_ body: (MessageDeeds) -> Void) throws(TriageFailure) {
    try connection.read { db in
      var reader = try DeedReader(db)
      while let deeds = try reader.next() { body(deeds) }
    }
  }

  package func dismissals() throws(TriageFailure) -> Set<String> {
    try connection.read { db in try String.fetchSet(db, sql: "SELECT suggestion FROM dismissal") }
  }

  package func dismiss(_ suggestions: [String], _ isDismissed: Bool) throws(TriageFailure) {
    try connection.checkWritable()
    try connection.write { db in
      for id in suggestions {
        try db.execute(
          sql: isDismissed
            ? "INSERT OR IGNORE INTO dismissal VALUES (?)"
            : "DELETE FROM dismissal WHERE suggestion = ?",
          arguments: [id]
        )
      }
    }
  }
}

/// Reads the claims of all actions, message by message in the order of the messages' numbers.
private struct DeedReader {
  /// What is claimed of one message by one step.
  private struct Item {
    var add: Set<MailTag> = []
    var remove: Set<MailTag> = []
    var folder: MailFolder?
    var hasEffect = false
    var stands = false
    var archives = false
  }

  private let rows: RowCursor
  private var tags: TagTable
  private var pending: Row?
  /// What there is beside tags; what has no claim of a tag comes last.
  private var moves: [Int64: [(step: StepID, folder: MailFolder, isEffect: Bool, stands: Bool)]]
  private var effects: [Int64: [UnreadMark]]
  /// The places of all steps in the order of the history.
  private let places: [StepID: Int]
  private var texts: Statement

  init(_ db: Database) throws {
    tags = TagTable(db)
    texts = try db.cachedStatement(sql: "SELECT text FROM message WHERE id = ?")
    moves = try Self.moves(db)
    effects = try Self.effects(db, try tags.number(of: .unread))
    places = try Self.places(db)
    rows = try Row.fetchCursor(db.cachedStatement(sql: Self.claimSQL))
    pending = try rows.next()
  }

  mutating func next() throws -> MessageDeeds? {
    guard let row = pending else { return try nextMoved() }
    let message = try row.number(0)
    let id = MessageID(try row.text(7))
    var items: [StepID: Item] = [:]
    var marks = effects.removeValue(forKey: message) ?? []
    while let row = pending, try row.number(0) == message {
      try read(row, &items, &marks)
      pending = try rows.next()
    }
    add(moves.removeValue(forKey: message) ?? [], to: &items)
    return deeds(of: id, items, marks)
  }

  private mutating func nextMoved() throws -> MessageDeeds? {
    guard let (message, moved) = moves.popFirst() else { return nil }
    var items: [StepID: Item] = [:]
    add(moved, to: &items)
    guard let text = try String.fetchOne(texts, arguments: [message]) else {
      throw Inconsistency(detail: "no message has the number \(message)")
    }
    return deeds(of: MessageID(text), items, effects[message] ?? [])
  }

  private mutating func read(
    _ row: Row,
    _ items: inout [StepID: Item],
    _ marks: inout [UnreadMark]
  ) throws {
    let step = StepID(try row.number(2))
    let tag = try tags.name(try row.number(1))
    let (found, wanted) = (try row.flag(3), try row.flag(4))
    if tag == .unread { marks.append(UnreadMark(step: step, before: found, after: wanted)) }
    guard try row.flag(6) else { return }
    var item = items[step] ?? Item()
    if wanted { item.add.insert(tag) } else { item.remove.insert(tag) }
    if found != wanted {
      let stands = try row.flag(5)
      item.hasEffect = true
      item.stands = item.stands || stands
      item.archives = item.archives || (tag == .inbox && found && stands)
    }
    items[step] = item
  }

  private func add(
    _ moves: [(step: StepID, folder: MailFolder, isEffect: Bool, stands: Bool)],
    to items: inout [StepID: Item]
  ) {
    for move in moves {
      var item = items[move.step] ?? Item()
      item.folder = move.folder
      item.hasEffect = item.hasEffect || move.isEffect
      item.stands = item.stands || (move.isEffect && move.stands)
      items[move.step] = item
    }
  }

  private func deeds(
    of message: MessageID,
    _ items: [StepID: Item],
    _ marks: [UnreadMark]
  ) -> MessageDeeds {
    let marks = marks.sorted { places[$0.step, default: 0] < places[$1.step, default: 0] }
    let ordered = items.map { (place: places[$0, default: 0], step: $0, item: $1) }
      .sorted { $0.place < $1.place }
    let deeds = ordered.map { place, step, item in
      let edit = HabitEdit(
        tags: TagEdit(add: item.add, remove: item.remove),
        folder: item.folder
      )
      var deed = Deed(step: step, edit: edit)
      deed.hasEffect = item.hasEffect
      deed.stands = item.stands
      deed.archives = item.archives
      deed.olderMarks = marks.count { places[$0.step, default: 0] < place }
      return deed
    }
    return MessageDeeds(message: message, deeds: deeds, marks: marks)
  }

  private static func places(_ db: Database) throws -> [StepID: Int] {
    let ids = try Int64.fetchAll(db, sql: "SELECT id FROM step ORDER BY clock, touched, uid")
    return Dictionary(uniqueKeysWithValues: ids.enumerated().map { (StepID($1), $0) })
  }

  private static func effects(_ db: Database, _ unread: Int64?) throws -> [Int64: [UnreadMark]] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT e.message, e.step, e.found, e.written FROM effect AS e
          JOIN step AS s ON s.id = e.step AND s.progress IN ('tagged', 'done') WHERE e.tag = ?
          """
      ),
      arguments: [unread]
    )
    var marks: [Int64: [UnreadMark]] = [:]
    while let row = try rows.next() {
      marks[try row.number(0), default: []].append(
        UnreadMark(
          step: StepID(try row.number(1)),
          before: try row.flag(2),
          after: try row.flag(3)
        )
      )
    }
    return marks
  }

  private static func moves(
    _ db: Database
  ) throws -> [Int64: [(step: StepID, folder: MailFolder, isEffect: Bool, stands: Bool)]] {
    var folders = FolderTable(db)
    let rows = try Row.fetchCursor(db.cachedStatement(sql: moveSQL))
    var moves: [Int64: [(step: StepID, folder: MailFolder, isEffect: Bool, stands: Bool)]] = [:]
    while let row = try rows.next() {
      let (found, wanted) = (try row.number(2), try row.number(3))
      moves[try row.number(0), default: []].append(
        (
          StepID(try row.number(1)), try folders.name(wanted), found != wanted, try row.flag(4)
        )
      )
    }
    return moves
  }

  // In the order of the index, of which nothing else is read.
  private static let claimSQL = """
    SELECT c.message, c.tag, c.step, c.found, c.wanted, coalesce(e.stands, s.standing),
      s.kind = 'action', m.text
    FROM claim AS c INDEXED BY claim_pair
    CROSS JOIN step AS s ON s.id = c.step AND s.progress IN ('tagged', 'done')
    LEFT JOIN message AS m ON m.id = c.message
    LEFT JOIN exception AS e ON e.step = c.step AND e.message = c.message AND e.tag = c.tag
    ORDER BY c.message, c.tag, c.step
    """

  private static let moveSQL = """
    SELECT v.message, v.step, v.found, v.wanted, coalesce(e.stands, s.standing)
    FROM move AS v JOIN step AS s
      ON s.id = v.step AND s.progress IN ('tagged', 'done') AND s.kind = 'action'
    LEFT JOIN move_exception AS e
      ON e.step = v.step AND e.message = v.message AND e.copy = v.copy
    WHERE v.action IS NULL
    """
}
