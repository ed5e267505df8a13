import TriageCore

/// What an undo or redo would come to, as it was found without doing it.
struct Outlook: Sendable {
  /// The group it is about, and the state of the index it was found at.
  let step: StepID
  let revision: IndexRevision?
  /// How many messages would be written, and how many were asked for.
  let changed: Int
  let requested: Int
  /// Why others would be left as they are, for the reasons that a person is asked about.
  let left: [Skip]

  init(_ result: ChangeResult, of step: StepID, at revision: IndexRevision?) {
    self.step = step
    self.revision = revision
    changed = result.changed
    requested = result.requested
    left = result.skipped.filter(\.reason.isAskedAbout)
  }
}

extension SkipReason {
  /// Whether a person is asked before an undo or redo that leaves messages for this reason.
  fileprivate var isAskedAbout: Bool {
    switch self {
    case .kept, .changedSince, .gone, .folderMissing: true
    case .alreadySo, .severalFiles, .flagsNotWritten: false
    }
  }
}
