package import TriageCore

/// Something that is wrong inside a journal.
package struct JournalProblem: Hashable, Sendable {
  /// What kinds of problems there are.
  package enum Code: String, Sendable, CaseIterable {
    /// The file's own structure is broken.
    case structure
    /// A row names a row that is not there.
    case reference
    /// What is cached of which groups stand is not what the steps come to.
    case standing
    /// A group is on the wrong list, or in the wrong place.
    case list
    /// A step's count of messages is wrong.
    case count
  }

  /// What kind of problem it is.
  package var code: Code
  /// The step it is about, if it is about one.
  package var step: StepID?
  /// Names of tables, or the words of SQLite.
  package var detail: String

  /// Makes the record of one problem.
  package init(_ code: Code, step: StepID? = nil, detail: String) {
    self.code = code
    self.step = step
    self.detail = detail
  }
}
