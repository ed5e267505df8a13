/// The places between the steps of a write: where a process may die, and what holds then.
///
/// Numbers are those of "One write": 1 open, 3 plan, 4 intent, 5 tags and commit, 6 tagged, 7 files,
/// 8 done.
package enum WritePoint: String, CaseIterable, Sendable {
  /// 1: the index is open for writing.
  case locked
  /// 2: nothing is open in the history; next comes the plan.
  case settled
  /// 3: the plan is complete and recorded, but the record is not durable.
  case planned
  /// 4: the intent is durable.
  case recorded
  /// 5: the first message has its tags, inside the atomic section.
  case begun
  /// 5: all messages have their tags, inside the atomic section.
  case written
  /// 5: the atomic section is closed; nothing is durable.
  case ended
  /// 5: the index's close has answered: the commit point.
  case committed
  /// 6: the row says `tagged`, or `done` if no file follows.
  case tagged
  /// 7: the index is open for writing again.
  case reopened
  /// 7: the first file has its new name, which the index does not know.
  case renaming
  /// 7: all files of this hold have their new names.
  case renamed
  /// 7: the new names are in the atomic section, which is open.
  case indexed
  /// 7: the index's close has answered.
  case followed
  /// 8: the row says `done`.
  case done
  /// While settling, at any of the other steps: it is decided what becomes of a row.
  case judged
}

extension ChangeControl {
  /// Says that a write has come so far; debug builds can stop the process here.
  func reach(_ point: WritePoint) {
    #if DEBUG
      reached(point)
    #endif
  }
}
