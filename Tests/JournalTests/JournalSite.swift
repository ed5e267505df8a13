import Foundation
import GRDB
import Journal
import TestSupport
package import TriageCore

/// A folder of its own for the journals of one test, gone with the value.
final class JournalSite {
  let state: String

  init() {
    let name = "journal-\(UUID().uuidString)"
    state = temporaryFolder + "/" + name
    try? FileManager.default.createDirectory(
      atPath: state,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755]
    )
  }

  deinit {
    try? FileManager.default.removeItem(atPath: state)
  }

  /// Where the journal of an index lies.
  func location(_ lockFolder: String = "/mail/.notmuch/xapian") -> JournalLocation {
    JournalLocation(state: state, lockFolder: lockFolder)
  }

  /// Opens the journal of the usual index; nobody is waited for.
  func open() throws -> StepJournal {
    try StepJournal.open(location(), busyTimeout: .zero)
  }

  /// Brings what only the log holds into the file; then there is no log.
  func foldLog() throws {
    try DatabaseQueue(path: location().file).read { db in
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM step")
    }
  }
}

extension StepContext {
  static let screen = StepContext(origin: .screen, session: "s", host: "h", pid: 7)
  static let shell = StepContext(origin: .shell, session: "t", host: "h", pid: 8)
  static let automatic = StepContext(origin: .automatic, session: "s", host: "h", pid: 7)
  static let background = StepContext(
    origin: .shell,
    background: true,
    session: "u",
    host: "h",
    pid: 9
  )
}

extension IndexRevision {
  static func at(_ number: UInt64) -> IndexRevision {
    IndexRevision(uuid: "4cd0b6ab", number: number)
  }
}

extension StepDraft {
  static func action(
    _ context: StepContext = .screen,
    name: ActionName = ActionName(.fixed(.archive)),
    at time: Timestamp = 1_000
  ) -> StepDraft {
    StepDraft(kind: .action, name: name, context: context, at: time, revisionBefore: .at(5))
  }

  static func undo(_ group: StepID, _ context: StepContext = .screen) -> StepDraft {
    turning(.undo, of: group, [Toggle(group, on: false)], context)
  }

  static func redo(_ group: StepID, _ context: StepContext = .screen) -> StepDraft {
    turning(.redo, of: group, [Toggle(group, on: true)], context)
  }

  static func turning(
    _ kind: StepKind,
    of group: StepID? = nil,
    _ toggles: [Toggle],
    _ context: StepContext = .screen
  ) -> StepDraft {
    StepDraft(
      kind: kind,
      of: group,
      context: context,
      at: 1_000,
      revisionBefore: .at(5),
      toggles: toggles
    )
  }
}

extension StepPlan {
  /// An action that takes one tag away from messages that have it.
  static func removing(_ tag: MailTag = .inbox, from messages: MessageID...) -> StepPlan {
    removing(tag, from: messages)
  }

  static func removing(_ tag: MailTag = .inbox, from messages: [MessageID]) -> StepPlan {
    var plan = StepPlan()
    plan.claims = messages.map { Claim(Pair($0, tag), found: true, wanted: false) }
    return plan
  }
}

extension HistoryStore {
  /// Records a step and lets it be done.
  @discardableResult
  func make(
    _ draft: StepDraft,
    _ plans: StepPlan...,
    as progress: StepProgress = .done
  ) throws -> StepID {
    let record = try begin(draft)
    for plan in plans { try record.append(plan) }
    let step = try record.commit(as: .intent)
    if progress != .intent {
      _ = try advance(step, from: .intent, to: progress, revisionAfter: .at(6))
    }
    return step
  }

  /// The groups that undo and redo would take now.
  func tops() throws -> [StepID?] {
    let head = try head()
    return [head.undo?.id, head.redo?.id]
  }
}

extension StepID: ExpressibleByIntegerLiteral {
  package init(integerLiteral number: Int64) { self.init(number) }
}
