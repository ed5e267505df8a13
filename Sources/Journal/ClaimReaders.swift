import GRDB
import TriageCore

/// Reads all that was claimed about some messages, pair by pair, each in the order of steps.
final class ClaimReader {
  private let rows: RowCursor
  private var tags: TagTable
  private var pending: (message: Int64, tag: Int64, claim: RecordedClaim<Bool>)?

  init(_ db: Database, messages: some Sequence<Int64>) throws {
    tags = TagTable(db)
    rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT c.message, c.tag, c.step, c.found, c.wanted, coalesce(e.stands, s.standing),
            s.kind IN ('external', 'kept')
          FROM claim AS c INDEXED BY claim_pair
          CROSS JOIN step AS s ON s.id = c.step AND s.progress IN ('tagged', 'done')
          LEFT JOIN exception AS e ON e.step = c.step AND e.message = c.message AND e.tag = c.tag
          WHERE c.message IN (SELECT value FROM json_each(?))
          ORDER BY c.message, c.tag, s.clock, s.touched, s.uid
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

/// Reads what is known of the copies of some messages, a message at a time.
final class CopyReader {
  private struct Item {
    let message: Int64
    let copy: CopyNumber
    let location: CopyLocation
    /// Where the copy was found.
    let found: MailFolder
    /// `nil` for what an undo, a redo or a switch has moved: that is no claim.
    let claim: RecordedClaim<MailFolder>?
    let content: [UInt8]?
  }

  private let rows: RowCursor
  private var folders: FolderTable
  private var pending: Item?

  init(_ db: Database, messages: some Sequence<Int64>) throws {
    folders = FolderTable(db)
    rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT v.message, v.copy, v.step, v.action, v.found, v.wanted, v.wanted_name,
            coalesce(e.stands, s.standing), s.kind IN ('external', 'kept'), d.digest
          FROM move AS v INDEXED BY move_copy
          CROSS JOIN step AS s ON s.id = v.step AND s.progress IN ('tagged', 'done')
          LEFT JOIN move_exception AS e
            ON e.step = v.step AND e.message = v.message AND e.copy = v.copy
          LEFT JOIN content AS d ON d.message = v.message AND d.copy = v.copy
          WHERE v.message IN (SELECT value FROM json_each(?))
          ORDER BY v.message, v.copy, s.clock, s.touched, s.uid
          """
      ),
      arguments: [jsonList(messages)]
    )
    try step()
  }

  /// Returns the next message with its copies.
  func next() throws -> (message: Int64, copies: [KnownCopy])? {
    guard let message = pending?.message else { return nil }
    var copies: [KnownCopy] = []
    while let item = pending, item.message == message {
      if copies.last?.number != item.copy {
        let nowhere = CopyLocation(item.found, FileName(""))
        copies.append(KnownCopy(item.copy, at: nowhere, CopyHistory(), content: item.content))
      }
      let last = copies.count - 1
      // Where another machine has put its own file says nothing of this one's.
      if !item.location.name.text.isEmpty { copies[last].location = item.location }
      if let claim = item.claim { copies[last].history.claims.append(claim) }
      try step()
    }
    return (message, copies)
  }

  private func step() throws {
    guard let row = try rows.next() else {
      pending = nil
      return
    }
    let wanted = try folders.name(try row.number(5))
    let isClaim = try row.optionalNumber(3) == nil
    pending = Item(
      message: try row.number(0),
      copy: CopyNumber(try row.number(1)),
      location: CopyLocation(wanted, FileName(try row.text(6))),
      found: try folders.name(try row.number(4)),
      claim: isClaim ? try claim(row, wanted: wanted) : nil,
      content: try row.optionalBytes(9)
    )
  }

  private func claim(_ row: Row, wanted: MailFolder) throws -> RecordedClaim<MailFolder> {
    RecordedClaim(
      step: StepID(try row.number(2)),
      found: try folders.name(try row.number(4)),
      wanted: wanted,
      stands: try row.flag(7),
      external: try row.flag(8)
    )
  }
}
