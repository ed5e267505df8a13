import GRDB
import TriageCore

/// Finds the changes by other programs that muchsync explains.
///
/// It has brought what a step of another machine gave, by another road than the steps themselves. Such a
/// claim does not count.
struct EchoFold {
  private let db: Database
  /// The steps that have such claims.
  private var echoes: [Echo] = []

  private struct Echo {
    let step: StepID
    let position: StepPosition
    let made: Int64
    let machine: Int64?
    /// What its machine knew of the steps of others.
    let known: [Int64: Int64]
  }

  /// A step with a say about a pair, in the order of the history.
  private struct Item {
    let step: StepID
    let position: StepPosition
    let kind: StepKind
    let machine: Int64?
    let uid: UniqueID
    /// What it claims of the pair; `nil` for what only turns a claim.
    let claim: (found: Bool, wanted: Bool)?
    /// The actions that it turns, with the marks that it lifts: none where it sets its own.
    var turns: [(action: UniqueID, lifted: [UniqueID]?)] = []
  }

  init(_ db: Database) throws {
    self.db = db
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT id, clock, touched, uid, made, machine FROM step
        WHERE echo AND progress IN ('tagged', 'done') ORDER BY clock, touched, uid
        """
    )
    for row in rows {
      let id = StepID(try row.number(0))
      echoes.append(
        Echo(
          step: id,
          position: StepPosition(
            clock: try row.number(1),
            touched: try row.number(2),
            uid: try row.uid(3)
          ),
          made: try row.number(4),
          machine: try row.optionalNumber(5),
          known: try known(by: id)
        )
      )
    }
  }

  /// Machines by their numbers here; 0 is this one.
  private func known(by step: StepID) throws -> [Int64: Int64] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT coalesce(m.id, 0), n.clock FROM seen AS n LEFT JOIN machine AS m ON m.uid = n.machine
        WHERE n.step = ?
        """,
      arguments: [step.number]
    )
    return Dictionary(try rows.map { (try $0.number(0), try $0.number(1)) }, uniquingKeysWith: max)
  }

  /// The claims that do not count, by their steps.
  func ignored() throws -> [StepID: [HistoryFold.ClaimKey]] {
    var ignored: [StepID: [HistoryFold.ClaimKey]] = [:]
    var items: [HistoryFold.ClaimKey: [Item]] = [:]
    for echo in echoes {
      let rows = try Row.fetchAll(
        db,
        sql: "SELECT message, tag, wanted FROM claim WHERE step = ?",
        arguments: [echo.step.number]
      )
      for row in rows {
        let key = HistoryFold.ClaimKey(
          kind: .tag,
          message: try row.number(0),
          subject: try row.number(1)
        )
        let known = try items[key] ?? self.items(of: key)
        items[key] = known
        if isExplained(echo, wanted: try row.flag(2), among: known, ignored, key) {
          ignored[echo.step, default: []].append(key)
        }
      }
    }
    return ignored
  }

  /// Whether a step that the echo's machine did not know, older than the moment at which it was found, left
  /// the pair so.
  private func isExplained(
    _ echo: Echo,
    wanted: Bool,
    among items: [Item],
    _ ignored: [StepID: [HistoryFold.ClaimKey]],
    _ key: HistoryFold.ClaimKey
  ) -> Bool {
    let others = items.filter { $0.step != echo.step }
    for (index, item) in others.enumerated() {
      guard item.position.clock < echo.made else { break }
      guard item.machine != echo.machine,
        item.position.clock > echo.known[item.machine ?? 0] ?? -1 || item.kind == .kept
      else { continue }
      let value = value(of: others[...index]) { ignored[$0]?.contains(key) == true }
      if value == wanted { return true }
    }
    return false
  }

  /// The pair's value by some steps.
  private func value(
    of items: ArraySlice<Item>,
    _ isIgnored: (StepID) -> Bool
  ) -> Bool? {
    var set: [UniqueID: Set<UniqueID>] = [:]
    var lifted: [UniqueID: Set<UniqueID>] = [:]
    for item in items {
      for turn in item.turns {
        if let marks = turn.lifted {
          lifted[turn.action, default: []].formUnion(marks)
        } else {
          set[turn.action, default: []].insert(item.uid)
        }
      }
    }
    let claims = items.filter { $0.claim != nil }
    let last = claims.last { item in
      if item.kind.alwaysStands { return !isIgnored(item.step) }
      return set[item.uid, default: []].isSubset(of: lifted[item.uid, default: []])
    }
    return last?.claim?.wanted ?? claims.first?.claim?.found
  }

  /// All steps that have a say about a pair.
  private func items(of key: HistoryFold.ClaimKey) throws -> [Item] {
    var items: [StepID: Item] = [:]
    let claims = try Row.fetchAll(
      db,
      sql: """
        SELECT s.id, s.clock, s.touched, s.uid, s.kind, s.machine, c.found, c.wanted
        FROM claim AS c JOIN step AS s ON s.id = c.step AND s.progress IN ('tagged', 'done')
        WHERE c.message = ?1 AND c.tag = ?2
        """,
      arguments: [key.message, key.subject]
    )
    for row in claims {
      let item = try item(row, claim: (try row.flag(6), try row.flag(7)))
      items[item.step] = item
    }
    let turns = try Row.fetchAll(
      db,
      sql: """
        SELECT s.id, s.clock, s.touched, s.uid, s.kind, s.machine, t.action, t.mark
        FROM (SELECT step, action, NULL AS mark FROM mark UNION ALL SELECT step, action, mark FROM lift) AS t
        JOIN step AS a ON a.uid = t.action
        JOIN claim AS c ON c.step = a.id AND c.message = ?1 AND c.tag = ?2
        JOIN step AS s ON s.id = t.step AND s.progress IN ('tagged', 'done')
        """,
      arguments: [key.message, key.subject]
    )
    for row in turns {
      var item = try items[StepID(try row.number(0))] ?? self.item(row, claim: nil)
      item.turns.append((try row.uid(6), try row.optionalUID(7).map { [$0] }))
      items[item.step] = item
    }
    return items.values.sorted { $0.position < $1.position }
  }

  private func item(_ row: Row, claim: (Bool, Bool)?) throws -> Item {
    let uid = try row.uid(3)
    return Item(
      step: StepID(try row.number(0)),
      position: StepPosition(
        clock: try row.number(1),
        touched: try row.number(2),
        uid: uid
      ),
      kind: try row.choice(4),
      machine: try row.optionalNumber(5),
      uid: uid,
      claim: claim
    )
  }
}
