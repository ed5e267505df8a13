import EngineLink
import TriageCore
import TriageUI

/// Goes through an action once, when the first rows and counts have been painted, as far as what is
/// sent to the engine, which it is not.
///
/// The first time that anything is done, the runtime looks for its types, among thousands: that took
/// three of the five milliseconds of the first thread that was archived.
struct Rehearsal {
  private var isOver = false

  /// Does so if it can be done, and was not yet.
  mutating func go(through state: State, _ words: Wording, _ clock: LocalClock) {
    guard !isOver, let requests = state.rehearsal(words, clock: clock) else { return }
    isOver = true
    for request in requests { _ = try? MessageCoding.frame(of: request) }
  }
}
