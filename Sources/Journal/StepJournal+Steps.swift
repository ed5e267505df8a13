import GRDB
package import TriageCore

extension StepJournal {
  package func head() throws(TriageFailure) -> HistoryHead {
    try connection.read { db in
      HistoryHead(
        undo: try StepTable.groups(db, on: .undo, limit: 1).first,
        redo: try StepTable.groups(db, on: .redo, limit: 1).first
      )
    }
  }

  package func groups(on list: TurnList, limit: Int) throws(TriageFailure) -> [StepSummary] {
    try connection.read { db in try StepTable.groups(db, on: list, limit: limit) }
  }

  package func openSteps() throws(TriageFailure) -> [StepSummary] {
    try connection.read { db in
      try StepTable.steps(
        db,
        "WHERE progress IN ('intent', 'tagged') AND merge IS NULL ORDER BY id"
      )
    }
  }

  package func step(_ id: StepID) throws(TriageFailure) -> StepSummary? {
    try connection.read { db in
      try StepTable.steps(db, "WHERE id = ? AND progress NOT IN ('void', 'inbox')", [id.number])
        .first
    }
  }

  /// Returns the steps whose names begin with some hexadecimal digits.
  package func steps(named digits: String) throws(TriageFailure) -> [StepID] {
    try connection.read { db in
      try Int64.fetchAll(
        db,
        sql: """
          SELECT id FROM step WHERE instr(lower(hex(uid)), ?) = 1
            AND progress NOT IN ('void', 'inbox') AND kind <> 'merge' LIMIT 2
          """,
        arguments: [digits]
      ).map(StepID.init)
    }
  }

  package func steps(_ filter: HistoryFilter) throws(TriageFailure) -> [StepSummary] {
    try connection.read { db in
      let all = filter.limit == nil ? try Int.fetchOne(db, sql: "SELECT count(*) FROM step") : 0
      return try StepTable.steps(
        db,
        """
        WHERE progress NOT IN ('void', 'inbox')
          AND (?1 OR (origin <> 'automatic' AND kind NOT IN ('external', 'merge', 'kept')))
          AND (?2 IS NULL OR at >= ?2)
          AND (?7 IS NULL OR at < ?7)
          AND (?3 IS NULL OR session = ?3)
          AND (?5 IS NULL OR (clock, touched, uid) < (SELECT clock, touched, uid FROM step AS b WHERE b.id = ?5))
          AND (?6 IS NULL OR EXISTS (
            SELECT 1 FROM tag JOIN claim ON claim.tag = tag.id
              WHERE tag.text = ?6 AND claim.step = step.id
            UNION ALL
            SELECT 1 FROM tag JOIN effect ON effect.tag = tag.id
              WHERE tag.text = ?6 AND effect.step = step.id))
        ORDER BY clock DESC, touched DESC, uid DESC LIMIT ?4
        """,
        [
          filter.all, filter.since, filter.session, filter.limit ?? -1, filter.before?.number,
          filter.tag?.text, filter.until,
        ],
        expecting: all ?? 0
      )
    }
  }

  package func advance(
    _ step: StepID,
    from old: StepProgress,
    to new: StepProgress,
    revisionAfter: IndexRevision?
  ) throws(TriageFailure) -> Bool {
    let isEvident = new.isEvident(after: old, in: revisionAfter)
    let moment = moment
    // Nothing but the history says that a message waits.
    let departs = try !departures(of: step).isEmpty
    return try connection.write(mayBeLost: isEvident && !departs) { db in
      try db.cachedStatement(
        sql: """
          UPDATE step SET progress = ?3,
            uuid_after = coalesce(?4, uuid_after), revision_after = coalesce(?5, revision_after)
          WHERE id = ?1 AND progress = ?2
          """
      ).execute(
        arguments: [
          step.number, old.rawValue, new.rawValue, revisionAfter?.uuid,
          revisionAfter.map { Int64(bitPattern: $0.number) },
        ]
      )
      guard db.changesCount == 1 else { return false }
      try Inbox(db).follow(step, to: new)
      if new == .done { try OutgoingTable.noteFiled(by: step, db) }
      switch (old.isFinished, new.isFinished) {
      case (false, true):
        try Finishing(db).finish(step)
        try Departures(db).apply(step, at: moment)
      case (true, false): try HistoryFold(db).store(db)
      case (false, false): if new == .void { try Departures(db).keep(step) }
      case (true, true): break
      }
      return true
    }
  }
}

extension StepProgress {
  /// Returns whether settling would find out that a step had come so far, had it been forgotten: the
  /// index shows tags that were committed, and the files that they have followed.
  ///
  /// Nothing shows that files are about to move, nor that a step was given up.
  fileprivate func isEvident(after old: StepProgress, in revision: IndexRevision?) -> Bool {
    switch (old, self) {
    case (.intent, .tagged), (.intent, .done): revision != nil
    case (.tagged, .done): true
    case (.intent, _), (.tagged, _), (.done, _), (.void, _): false
    }
  }

  /// Returns whether the commit point has passed: the step counts.
  var isFinished: Bool {
    switch self {
    case .tagged, .done: true
    case .intent, .void: false
    }
  }
}
