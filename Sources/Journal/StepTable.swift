import Foundation
import GRDB
import TriageCore

/// Steps as rows of the table `step`.
enum StepTable {
  /// The columns that `summary` reads, in its order.
  static let columns = """
    id, kind, progress, target, at, name_key, name_arguments, origin, background, view_query, \
    anchor, session, host, pid, uuid_before, revision_before, uuid_after, revision_after, \
    messages, standing, remaining, actions, name_titles
    """

  /// Returns the steps that a query selects, with their toggles, in the query's order.
  ///
  /// The condition is what follows the table's name in the query.
  static func steps(
    _ db: Database,
    _ condition: String,
    _ arguments: StatementArguments = []
  ) throws -> [StepSummary] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT \(columns) FROM step \(condition)"),
      arguments: arguments
    )
    var steps: [StepSummary] = []
    while let row = try rows.next() { steps.append(try summary(row)) }
    try addToggles(to: &steps, db)
    return steps
  }

  /// Returns the groups on the undo list or the redo list, the next one first.
  static func groups(_ db: Database, on list: TurnList, limit: Int) throws -> [StepSummary] {
    switch list {
    case .undo: try steps(db, "WHERE listed = 0 ORDER BY id DESC LIMIT ?", [limit])
    case .redo: try steps(db, "WHERE listed > 0 ORDER BY listed DESC LIMIT ?", [limit])
    }
  }

  private static func summary(_ row: Row) throws -> StepSummary {
    let kind: StepKind = try row.choice(1)
    let progress: StepProgress = try row.choice(2)
    return StepSummary(
      id: StepID(try row.number(0)),
      kind: kind,
      progress: progress,
      state: state(
        kind,
        progress,
        isStanding: try row.flag(19),
        isPartial: try row.number(20) > 0
      ),
      of: try row.optionalNumber(3).map(StepID.init),
      name: try name(row),
      actions: try decoded(row, 21) ?? [],
      context: try context(row),
      at: try row.number(4),
      messages: Int(try row.number(18)),
      revisionBefore: IndexRevision(
        uuid: try row.text(14),
        number: UInt64(bitPattern: try row.number(15))
      ),
      revisionAfter: try revisionAfter(row),
      toggles: []
    )
  }

  private static func state(
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

  private static func name(_ row: Row) throws -> ActionName? {
    guard let key = try row.optionalText(5) else { return nil }
    return ActionName(
      key: key,
      arguments: try decoded(row, 6) ?? [],
      titles: try decoded(row, 22) ?? [:]
    )
  }

  /// What a column has as JSON; `nil` if it has nothing.
  private static func decoded<T: Decodable>(_ row: Row, _ column: Int) throws -> T? {
    try row.optionalText(column).map { try JSONDecoder().decode(T.self, from: Data($0.utf8)) }
  }

  private static func context(_ row: Row) throws -> StepContext {
    StepContext(
      origin: try row.choice(7),
      background: try row.flag(8),
      view: try row.optionalText(9),
      anchor: try row.optionalText(10).map(MessageID.init),
      session: try row.text(11),
      host: try row.text(12),
      pid: Int32(truncatingIfNeeded: try row.number(13))
    )
  }

  private static func revisionAfter(_ row: Row) throws -> IndexRevision? {
    guard let uuid = try row.optionalText(16), let number = try row.optionalNumber(17) else {
      return nil
    }
    return IndexRevision(uuid: uuid, number: UInt64(bitPattern: number))
  }

  private static func addToggles(to steps: inout [StepSummary], _ db: Database) throws {
    var indices: [Int64: Int] = [:]
    for (index, step) in steps.enumerated() where step.kind != .action && step.kind != .external {
      indices[step.id.number] = index
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
    _ db: Database
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO step (id, kind, progress, target, at, name_key, name_arguments, origin, \
        background, view_query, anchor, session, host, pid, uuid_before, revision_before, messages, \
        actions, name_titles)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        id.number, draft.kind.rawValue, progress.rawValue, draft.of?.number, draft.at,
        draft.name?.key, try encoded(draft.name?.arguments ?? []), draft.context.origin.rawValue,
        draft.context.background, draft.context.view, draft.context.anchor?.text,
        draft.context.session, draft.context.host, draft.context.pid, draft.revisionBefore.uuid,
        Int64(bitPattern: draft.revisionBefore.number), messages, try encoded(draft.actions),
        try encoded(draft.name?.titles ?? [:]),
      ]
    )
    let toggle = try db.cachedStatement(sql: "INSERT INTO toggle VALUES (?, ?, ?, ?)")
    for (position, item) in draft.toggles.enumerated() {
      try toggle.execute(arguments: [id.number, position, item.action.number, item.on])
    }
  }

  /// A list or a table as JSON; nothing for an empty one.
  private static func encoded(_ values: some Collection & Encodable) throws -> String? {
    guard !values.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(values), as: UTF8.self)
  }

  /// Returns the id that the next step gets: no id is ever used again.
  static func nextID(_ db: Database) throws -> StepID {
    let last = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'step'")
    )
    return StepID((last ?? 0) + 1)
  }
}
