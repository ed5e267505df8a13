import TriageCore

/// Which sealed messages are shown, as the engine can know it from what the screen asks for.
///
/// A message is visited from the first of its texts that is asked for. The visit ends when the screen
/// says so, which it does only if it neither shows the message nor awaits a text of it; or with the
/// last text, if nothing is sealed in what was sent.
struct SealVisits: Sendable {
  /// A try of a message's seals: what was begun for an earlier one says nothing of it.
  typealias Attempt = Int

  private struct Visit: Sendable {
    var attempt: Attempt
    /// The texts that are still to come.
    var asked: Set<RequestID> = []
    /// Whether one was sent with something sealed in it.
    var isSealed = false
    /// Whether it is tried, or was.
    var isTried = false
    /// Whether that came to an end since the last text.
    var isKnown = false
  }

  /// What follows from a text that was sent.
  enum Outcome: Hashable, Sendable {
    /// The message has been left, or the text given up.
    case unwanted
    /// There is nothing to be done.
    case settled
    /// Its seals are to be tried.
    case untried(Attempt)
    /// More is known by now than it says.
    case outdated
  }

  private var visits: [MessageID: Visit] = [:]
  private var attempts = 0

  /// How many messages there are.
  var count: Int { visits.count }

  /// A text is asked for.
  mutating func ask(_ request: RequestID, of message: MessageID) {
    if visits[message] == nil { visits[message] = Visit(attempt: newAttempt()) }
    visits[message]?.asked.insert(request)
  }

  private mutating func newAttempt() -> Attempt {
    attempts += 1
    return attempts
  }

  /// Whether a text is still wanted.
  func isWanted(_ request: RequestID, of message: MessageID) -> Bool {
    visits[message]?.asked.contains(request) ?? false
  }

  /// Whether an attempt is still the one to be made.
  func isCurrent(_ attempt: Attempt, for message: MessageID) -> Bool {
    visits[message]?.attempt == attempt
  }

  /// A text has been sent.
  mutating func send(
    _ request: RequestID,
    of message: MessageID,
    isSealed: Bool,
    isPending: Bool
  ) -> Outcome {
    guard var visit = visits[message], visit.asked.remove(request) != nil else { return .unwanted }
    if isSealed { visit.isSealed = true }
    var outcome = Outcome.settled
    if isPending, !visit.isTried {
      visit.isTried = true
      outcome = .untried(visit.attempt)
    } else if isPending, visit.isKnown {
      visit.isKnown = false
      outcome = .outdated
    }
    visits[message] = visit.asked.isEmpty && !visit.isSealed ? nil : visit
    return outcome
  }

  /// A message is to be tried once more; returns the attempt, unless it has been left.
  mutating func tryAgain(_ message: MessageID) -> Attempt? {
    visits[message]?.isTried = true
    return visits[message]?.attempt
  }

  /// An attempt has come to its end, or was not made any more; returns whether anybody wants to know.
  mutating func note(tried message: MessageID, in attempt: Attempt) -> Bool {
    guard let visit = visits[message] else { return false }
    if visit.attempt == attempt {
      visits[message]?.isTried = true
      visits[message]?.isKnown = true
    }
    return true
  }

  /// The screen gives a text up; of the message it may show others.
  mutating func cancel(_ request: RequestID) {
    for (message, visit) in visits where visit.asked.contains(request) {
      visits[message]?.asked.remove(request)
      if visit.asked.count == 1, !visit.isSealed { visits[message] = nil }
    }
  }

  /// The screen has left a message, and awaits no text of it.
  mutating func leave(_ message: MessageID) { visits[message] = nil }

  /// All may be tried again.
  mutating func retry() {
    for message in visits.keys {
      let attempt = newAttempt()
      visits[message]?.attempt = attempt
      visits[message]?.isTried = false
      visits[message]?.isKnown = false
    }
  }
}
