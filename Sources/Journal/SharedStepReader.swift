import GRDB
import TriageCore

/// Makes steps as they travel of rows.
struct SharedStepReader {
  private let db: Database
  private let own: MachineName
  private var machines: [Int64: MachineName] = [:]
  private var tags: TagTable
  private var folders: FolderTable

  init(_ db: Database) throws {
    self.db = db
    tags = TagTable(db)
    folders = FolderTable(db)
    let row = try Row.fetchOne(db, sql: "SELECT uid, ifnull(name, '') FROM journal")
    guard let row else { throw Inconsistency(detail: "it has no name") }
    own = MachineName(try row.uid(0), try row.text(1))
    for row in try Row.fetchAll(db, sql: "SELECT id, uid, name FROM machine") {
      machines[try row.number(0)] = MachineName(try row.uid(1), try row.text(2))
    }
  }

  mutating func step(_ id: StepID) throws -> SharedStep {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT uid, clock, made, machine, kind, target_uid, at, name, actions, origin, background, \
          planned, echo, touched,
          departed OR EXISTS (SELECT 1 FROM departure AS d WHERE d.step = step.id AND d.action IS NULL)
          FROM step WHERE id = ?
          """
      ),
      arguments: [id.number]
    )
    guard let row else { throw Inconsistency(detail: "no step has the number \(id)") }
    var step = SharedStep(
      uid: try row.uid(0),
      clock: try row.number(1),
      machine: try row.optionalNumber(3).flatMap { machines[$0] } ?? own,
      kind: try row.choice(4),
      at: try row.number(6),
      origin: try row.choice(9)
    )
    step.made = try row.number(2)
    step.of = try row.optionalUID(5)
    step.name = try row.optionalText(7).map(StoredName.name)
    step.actions = try row.json(8) ?? []
    step.background = try row.flag(10)
    step.planned = try row.flag(11)
    step.echo = try row.flag(12) ? knowledge(id) : nil
    step.touched = step.kind == .kept ? try row.number(13) : nil
    step.departed = try row.flag(14)
    if step.departed { step.name = step.name?.withoutSending }
    step.claims = try claims(id)
    step.moves = try moves(id)
    step.turns = try turns(id)
    return step
  }

  private func knowledge(_ id: StepID) throws -> SharedStep.Knowledge {
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT machine, clock FROM seen WHERE step = ?"),
      arguments: [id.number]
    )
    return Dictionary(try rows.map { (try $0.uid(0), try $0.number(1)) }) { first, _ in first }
  }

  private mutating func claims(_ id: StepID) throws -> [Claim] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT m.text, c.tag, c.found, c.wanted FROM claim AS c
          CROSS JOIN message AS m ON m.id = c.message WHERE c.step = ? ORDER BY c.message, c.tag
          """
      ),
      arguments: [id.number]
    )
    var claims: [Claim] = []
    while let row = try rows.next() {
      let pair = Pair(MessageID(try row.text(0)), try tags.name(try row.number(1)))
      claims.append(Claim(pair, found: try row.flag(2), wanted: try row.flag(3)))
    }
    return claims
  }

  /// A copy whose content is not known would be nobody's file elsewhere.
  private mutating func moves(_ id: StepID) throws -> [SharedMove] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT m.text, d.digest, v.found, v.wanted FROM move AS v
          JOIN content AS d ON d.message = v.message AND d.copy = v.copy
          JOIN message AS m ON m.id = v.message
          WHERE v.step = ? AND v.action IS NULL ORDER BY v.message, v.copy
          """
      ),
      arguments: [id.number]
    )
    var moves: [SharedMove] = []
    while let row = try rows.next() {
      moves.append(
        SharedMove(
          MessageID(try row.text(0)),
          content: try row.bytes(1),
          found: try folders.name(try row.number(2)),
          wanted: try folders.name(try row.number(3))
        )
      )
    }
    return moves
  }

  private func turns(_ id: StepID) throws -> [SharedTurn] {
    var turns: [SharedTurn] = []
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT action, NULL AS mark FROM mark WHERE step = ?1
          UNION ALL SELECT action, mark FROM lift WHERE step = ?1 ORDER BY 1, 2
          """
      ),
      arguments: [id.number]
    )
    while let row = try rows.next() {
      let action = try row.uid(0)
      guard let mark = try row.optionalUID(1) else {
        turns.append(SharedTurn(action))
        continue
      }
      if turns.last?.action == action, turns.last?.lifted != nil {
        turns[turns.count - 1].lifted?.append(mark)
      } else {
        turns.append(SharedTurn(action, lifting: [mark]))
      }
    }
    return turns
  }
}
