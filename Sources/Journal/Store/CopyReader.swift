import GRDB
import TriageCore

/// Reads what is known of the copies of some messages, a message at a time.
final class CopyReader {
  private struct Item {
    let message: Int64
    let copy: CopyNumber
    let place: CopyPlace
    /// `nil` for what an undo, a redo or a switch has moved: that is no claim.
    let claim: RecordedClaim<MailFolder>?
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
            coalesce(e.stands, s.standing), s.kind = 'external'
          FROM move AS v INDEXED BY move_copy
          CROSS JOIN step AS s ON s.id = v.step AND s.progress IN ('tagged', 'done')
          LEFT JOIN move_exception AS e
            ON e.step = v.step AND e.message = v.message AND e.copy = v.copy
          WHERE v.message IN (SELECT value FROM json_each(?))
          ORDER BY v.message, v.copy, v.step
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
        copies.append(KnownCopy(item.copy, at: item.place, CopyHistory()))
      }
      let last = copies.count - 1
      copies[last].place = item.place
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
      place: CopyPlace(wanted, FileName(try row.text(6))),
      claim: isClaim ? try claim(row, wanted: wanted) : nil
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
