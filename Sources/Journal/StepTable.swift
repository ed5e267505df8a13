import Foundation
import GRDB
import TriageCore

/// Steps as rows of the table `step`.
enum StepTable {
  /// Returns the steps that a query selects, with their toggles, in the query's order.
  ///
  /// The condition is what follows the table's name in the query; `expecting` is how many steps there may
  /// be, if they are many.
  static func steps(
    _ db: Database,
    _ condition: String,
    _ arguments: StatementArguments = [],
    expecting count: Int = 0
  ) throws -> [StepSummary] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT \(StepReader.columns) FROM step \(condition)"),
      arguments: arguments
    )
    var reader = StepReader()
    var steps: [StepSummary] = []
    steps.reserveCapacity(count)
    while let row = try rows.next() { steps.append(try reader.summary(row)) }
    try addToggles(to: &steps, db)
    let left = try Departures(db).left(
      of: steps.lazy.filter { $0.kind == .action }.map(\.id.number)
    )
    for index in steps.indices where !left.isEmpty {
      steps[index].left = left[steps[index].id.number]
    }
    return steps
  }

  /// Returns the groups on the undo list or the redo list, the next one first.
  static func groups(_ db: Database, on list: TurnList, limit: Int) throws -> [StepSummary] {
    switch list {
    case .undo:
      try steps(db, "WHERE listed = 0 ORDER BY clock DESC, touched DESC, uid DESC LIMIT ?", [limit])
    case .redo: try steps(db, "WHERE listed > 0 ORDER BY listed DESC LIMIT ?", [limit])
    }
  }

  private static func addToggles(to steps: inout [StepSummary], _ db: Database) throws {
    var indices: [Int64: Int] = [:]
    for index in steps.indices where ![.action, .external].contains(steps[index].kind) {
      indices[steps[index].id.number] = index
    }
    guard !indices.isEmpty else { return }
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT step, action, turned_on FROM toggle
          WHERE step IN (SELECT value FROM json_each(?)) ORDER BY step, place
          """
      ),
      arguments: [jsonList(indices.keys)]
    )
    while let row = try rows.next() {
      guard let index = indices[try row.number(0)] else { continue }
      steps[index].toggles.append(Toggle(StepID(try row.number(1)), on: try row.flag(2)))
    }
  }
}

extension StepTable {
  /// Inserts a finished draft as a row, with its toggles.
  static func insert(
    _ draft: StepDraft,
    id: StepID,
    progress: StepProgress,
    messages: Int,
    _ naming: StepNaming,
    _ db: Database
  ) throws {
    // A merge is this machine's own: no other hears of it, and the time goes on without it.
    let isMerge = draft.kind == .merge
    let clock = try isMerge ? Shared.clock(db) : naming.clock(db, at: draft.at)
    let uid = isMerge ? UniqueID.fresh() : naming.uid()
    try db.cachedStatement(
      sql: """
        INSERT INTO step (id, kind, progress, target, at, name, origin, background, view_query, \
        anchor, session, host, pid, uuid_before, revision_before, messages, actions, \
        planned, uid, clock, made, touched, echo, target_uid)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
          (SELECT t.uid FROM step AS t WHERE t.id = ?4))
        """
    ).execute(
      arguments: [
        id.number, draft.kind.rawValue, progress.rawValue, draft.of?.number, draft.at,
        try draft.name.map(StoredName.text), draft.context.origin.rawValue,
        draft.context.background, draft.context.view, draft.context.anchor?.text,
        draft.context.session, draft.context.host, draft.context.pid, draft.revisionBefore.uuid,
        Int64(bitPattern: draft.revisionBefore.number), messages, try encoded(draft.actions),
        draft.context.planned, uid.data, draft.echo?.clock ?? clock, clock,
        draft.echo?.clock ?? clock,
        draft.echo != nil,
      ]
    )
    if draft.echo != nil { try noteKnowledge(of: id, db) }
    // What is dated back has been made now all the same.
    if draft.echo?.clock != nil {
      try db.execute(sql: "UPDATE journal SET clock = max(clock, ?)", arguments: [clock])
    }
    try Marks(db).note(draft.toggles, by: id, draft)
    let toggle = try db.cachedStatement(sql: "INSERT INTO toggle VALUES (?, ?, ?, ?)")
    for (position, item) in draft.toggles.enumerated() {
      try toggle.execute(arguments: [id.number, position, item.action.number, item.on])
    }
  }

  /// Notes what is known now of the steps of other machines.
  private static func noteKnowledge(of step: StepID, _ db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO seen SELECT ?, m.uid, max(s.clock) FROM step AS s JOIN machine AS m ON m.id = s.machine
        WHERE s.progress IN ('tagged', 'done') GROUP BY m.id
        """,
      arguments: [step.number]
    )
  }

  /// A list as JSON; nothing for an empty one.
  static func encoded(_ texts: [String]) throws -> String? {
    texts.isEmpty ? nil : String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
  }

  /// Returns the id that the next step gets: no id is ever used again.
  static func nextID(_ db: Database) throws -> StepID {
    let last = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'step'")
    )
    return StepID((last ?? 0) + 1)
  }
}

/// Makes summaries of rows; what many rows have in common is understood once.
private struct StepReader {
  /// The columns that `summary` reads, in its order.
  static let columns = """
    id, kind, progress, target, at, name, origin, background, view_query, anchor, session, host, \
    pid, uuid_before, revision_before, uuid_after, revision_after, messages, standing, remaining, \
    actions, planned, clock, uid, received, \
    (SELECT m.name FROM machine AS m WHERE m.id = step.machine), touched, departed
    """

  private var names: [String: ActionName] = [:]
  private var actions: [String: [String]] = [:]

  mutating func summary(_ row: Row) throws -> StepSummary {
    let kind: StepKind = try row.choice(1)
    let progress: StepProgress = try row.choice(2)
    var summary = StepSummary(
      id: StepID(try row.number(0)),
      kind: kind,
      progress: progress,
      state: state(
        kind,
        progress,
        isStanding: try row.flag(18),
        isPartial: try row.number(19) > 0
      ),
      of: try row.optionalNumber(3).map(StepID.init),
      name: try name(row),
      actions: try actions(row),
      context: try context(row),
      at: try row.number(4),
      messages: Int(try row.number(17)),
      revisionBefore: IndexRevision(
        uuid: try row.text(13),
        number: UInt64(bitPattern: try row.number(14))
      ),
      revisionAfter: try revisionAfter(row),
      toggles: [],
      position: StepPosition(
        clock: try row.number(22),
        touched: try row.number(26),
        uid: try row.uid(23)
      )
    )
    if let machine = try row.optionalText(25) {
      summary.received = Reception(
        from: machine,
        at: try row.optionalNumber(24) ?? summary.at,
        departed: try row.flag(27)
      )
    }
    return summary
  }

  private func state(
    _ kind: StepKind,
    _ progress: StepProgress,
    isStanding: Bool,
    isPartial: Bool
  ) -> GroupState? {
    guard kind.isGroup else { return nil }
    // What has tags only is past its commit point: its files follow by themselves.
    if progress == .intent { return .open }
    if isStanding { return .live }
    return isPartial ? .partial : .undone
  }

  private mutating func name(_ row: Row) throws -> ActionName? {
    guard let text = try row.optionalText(5) else { return nil }
    if let name = names[text] { return name }
    let name = StoredName.name(text)
    names[text] = name
    return name
  }

  private mutating func actions(_ row: Row) throws -> [String] {
    guard let text = try row.optionalText(20) else { return [] }
    if let known = actions[text] { return known }
    let decoded: [String] = try row.json(20) ?? []
    actions[text] = decoded
    return decoded
  }

  private func context(_ row: Row) throws -> StepContext {
    StepContext(
      origin: try row.choice(6),
      background: try row.flag(7),
      view: try row.optionalText(8),
      anchor: try row.optionalText(9).map(MessageID.init),
      session: try row.text(10),
      host: try row.text(11),
      pid: Int32(truncatingIfNeeded: try row.number(12)),
      planned: try row.flag(21)
    )
  }

  private func revisionAfter(_ row: Row) throws -> IndexRevision? {
    guard let uuid = try row.optionalText(15), let number = try row.optionalNumber(16) else {
      return nil
    }
    return IndexRevision(uuid: uuid, number: UInt64(bitPattern: number))
  }
}
