package import TriageCore

/// How much history is kept.
package struct PrunePolicy: Hashable, Sendable {
  /// Steps before this time go.
  package var before: Timestamp?
  /// The most groups to keep.
  package var groups: Int?
  /// The most bytes the journal's file may have.
  package var bytes: Int64?

  /// Makes a policy; what is `nil` sets no limit.
  package init(before: Timestamp? = nil, groups: Int? = nil, bytes: Int64? = nil) {
    self.before = before
    self.groups = groups
    self.bytes = bytes
  }
}

/// What pruning has removed.
package struct PruneResult: Hashable, Sendable {
  /// Rows of history, groups included.
  package var steps: Int
  /// Steps that could have been taken back.
  package var groups: Int

  /// Makes a result.
  package init(steps: Int = 0, groups: Int = 0) {
    self.steps = steps
    self.groups = groups
  }
}
