import TriageCore

/// Which sealed messages are shown, as the engine can know it from what the screen asks for.
///
/// A message is shown from the first of its texts that is asked for until the screen has left it, or
/// has given up all that it had asked for.
struct SealVisits: Sendable {
  private struct Visit: Sendable {
    /// The texts that are still to come.
    var asked: Set<RequestID> = []
    /// Those that were sent with something sealed in them, unless the screen has given them up.
    var sent: Set<RequestID> = []
    /// Whether it is tried, or was.
    var isTried = false
    /// Whether that came to an end since the last text.
    var isKnown = false
  }

  /// What follows from a text that was sent.
  enum Outcome: Hashable, Sendable {
    /// Nobody waits for it any more.
    case unwanted
    /// There is nothing to be done.
    case settled
    /// Its seals are to be tried.
    case untried
    /// More is known by now than it says.
    case outdated
  }

  private var visits: [MessageID: Visit] = [:]

  /// How many messages there are.
  var count: Int { visits.count }

  /// A text is asked for.
  mutating func ask(_ request: RequestID, of message: MessageID) {
    visits[message, default: Visit()].asked.insert(request)
  }

  /// Whether a text is still wanted.
  func isWanted(_ request: RequestID, of message: MessageID) -> Bool {
    visits[message]?.asked.contains(request) ?? false
  }

  /// Whether a message is shown, or will be.
  func isShown(_ message: MessageID) -> Bool { visits[message] != nil }

  /// A text has been sent.
  mutating func send(
    _ request: RequestID,
    of message: MessageID,
    isSealed: Bool,
    isPending: Bool
  ) -> Outcome {
    guard var visit = visits[message], visit.asked.remove(request) != nil else { return .unwanted }
    if isSealed { visit.sent.insert(request) }
    var outcome = Outcome.settled
    if isPending, !visit.isTried {
      visit.isTried = true
      outcome = .untried
    } else if isPending, visit.isKnown {
      visit.isKnown = false
      outcome = .outdated
    }
    visits[message] = visit.asked.isEmpty && visit.sent.isEmpty ? nil : visit
    return outcome
  }

  /// A message is to be tried once more; returns whether it is shown.
  mutating func tryAgain(_ message: MessageID) -> Bool {
    visits[message]?.isTried = true
    return visits[message] != nil
  }

  /// A message has been tried; returns whether anybody wants to know.
  mutating func note(tried message: MessageID) -> Bool {
    guard visits[message] != nil else { return false }
    visits[message]?.isTried = true
    visits[message]?.isKnown = true
    return true
  }

  /// The screen gives a text up.
  ///
  /// - Returns: The message, if nothing of it is shown any more.
  mutating func cancel(_ request: RequestID) -> MessageID? {
    for (message, visit) in visits where visit.asked.union(visit.sent).contains(request) {
      visits[message]?.asked.remove(request)
      visits[message]?.sent.remove(request)
      guard visit.asked.union(visit.sent) == [request] else { return nil }
      visits[message] = nil
      return message
    }
    return nil
  }

  /// The screen has left a message.
  ///
  /// - Returns: Whether it is really left: another text of it may be asked for already.
  mutating func leave(_ message: MessageID) -> Bool {
    visits[message]?.sent = []
    visits[message]?.isTried = false
    visits[message]?.isKnown = false
    guard visits[message]?.asked.isEmpty ?? true else { return false }
    visits[message] = nil
    return true
  }

  /// All may be tried again.
  mutating func retry() {
    for message in visits.keys {
      visits[message]?.isTried = false
      visits[message]?.isKnown = false
    }
  }
}
