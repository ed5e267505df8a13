import TriageCore
import TriageUI

/// Parts that are saved together in one folder, and what has come of those that are through.
struct SaveBatch {
  let folder: String
  /// The folder as a person has typed it.
  let typed: String
  /// Whether the folder was made for them.
  let isNew: Bool
  /// How many were saved.
  var saved = 0
  private var waiting: ArraySlice<PartTask>
  private let total: Int
  /// The names of what was not saved.
  private var failed: [String] = []
  /// Why the first of them was not.
  private var reason: Sentence?

  init(_ tasks: [PartTask], in folder: String, typed: String, isNew: Bool) {
    (waiting, total) = (tasks[...], tasks.count)
    (self.folder, self.typed, self.isNew) = (folder, typed, isNew)
  }

  /// Removes and returns the next part.
  mutating func next() -> PartTask? { waiting.popFirst() }

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
      let key = isNew ? "status.saved-all.new" : "status.saved-all"
      return .notify(Sentence(key, .number(saved), .text(folder)), isError: false)
    }
    let names = failed.prefix(Self.names).joined(separator: ", ")
    let more = failed.count - Self.names
    let list: Sentence.Argument =
      more > 0
      ? .sentence(Sentence("reading.attachments.more", .text(names), .number(more))) : .text(names)
    return .notify(
      Sentence("error.saved-some", .text(folder), .number(saved), .number(total), list)
        .with(reason),
      isError: true
    )
  }
}
