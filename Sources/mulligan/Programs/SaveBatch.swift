import TriageCore
import TriageUI

/// Parts that are saved together in one folder, and what has come of those that are through.
struct SaveBatch {
  let folder: String
  /// The folder as a person has typed it.
  let typed: String
  /// The folders that were made for them, the outermost first.
  let made: [String]
  /// How many were saved.
  private(set) var saved = 0
  /// The names of those that have another one than their own, which was taken or is none of a file: both names.
  private var renamed: [String] = []
  private var waiting: ArraySlice<PartTask>
  private let total: Int
  /// The names of what was not saved.
  private var failed: [String] = []
  /// Why the first of them was not.
  private var reason: Sentence?

  init(_ tasks: [PartTask], in folder: String, typed: String, made: [String]) {
    (waiting, total) = (tasks[...], tasks.count)
    (self.folder, self.typed, self.made) = (folder, typed, made)
  }

  /// Removes and returns the next part.
  mutating func next() -> PartTask? { waiting.popFirst() }

  /// Notes that a part was saved, under a name of its own or another.
  mutating func noteSaved(_ wanted: String?, as name: String) {
    saved += 1
    guard let wanted, name != wanted else { return }
    // No line is broken within a name, or between the two.
    renamed.append("\(wanted) → \(name)".replacing(" ", with: "\u{A0}"))
  }

  /// Notes that a part was not saved.
  mutating func note(_ task: PartTask, _ error: UserFacingError) {
    failed.append(task.filename ?? task.type)
    reason = reason ?? error.sentence
  }

  /// The most names in the summary.
  private static let names = 10

  /// What has come of all of them.
  var events: [Event] { (saved > 0 ? [.partsSaved(folder: typed)] : []) + [summary] }

  /// The same in one sentence.
  private var summary: Event {
    guard !failed.isEmpty else {
      let key = made.isEmpty ? "status.saved-all" : "status.saved-all.new"
      let done = Sentence(key, .number(saved), .text(folder))
      guard !renamed.isEmpty else { return .notify(done, isError: false) }
      let other = Sentence("status.saved-renamed", .sentence(done), list(of: renamed))
      return .notify(other, isError: false)
    }
    let names = list(of: failed)
    return .notify(
      Sentence("error.saved-some", .text(folder), .number(saved), .number(total), names)
        .with(reason),
      isError: true
    )
  }

  /// The first of some names, and how many more there are.
  private func list(of names: [String]) -> Sentence.Argument {
    let first = names.prefix(Self.names).joined(separator: ", ")
    let more = names.count - Self.names
    return more > 0
      ? .sentence(Sentence("reading.attachments.more", .text(first), .number(more))) : .text(first)
  }
}
