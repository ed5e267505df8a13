import Screen
import TriageCore

extension State {
  /// Shows a sentence at the left of the status line as long as what it is about lasts.
  mutating func say(
    _ sentence: Sentence?,
    isError: Bool = false,
    about subject: StatusState.Subject = .mail
  ) {
    status = StatusState(left: sentence, isError: isError, subject: subject)
  }

  /// Says what failed, and what can be done about it.
  mutating func say(_ failure: TriageFailure, about subject: StatusState.Subject = .mail) {
    let sentence = Sentence.failure(failure)
    guard let hint = Sentence.hint(for: failure) else {
      return say(sentence, isError: true, about: subject)
    }
    let both = Sentence("status.both", .sentence(sentence), .sentence(hint))
    say(both, isError: true, about: subject)
  }

  /// What a sentence is about that tells of something done with a message.
  var subjectOfReading: StatusState.Subject { reading.map { .thread($0.thread) } ?? .mail }

  /// Takes a sentence away when what it is about has gone.
  ///
  /// - Parameters:
  ///   - before: The status line as it was before the event.
  ///   - event: What has happened.
  mutating func dropStaleStatus(_ before: StatusState, after event: Event) {
    let isStale =
      switch status.subject {
      case .mail, .refresh: false
      case .key, .leaving: event.isFromPerson && status == before
      case .thread(let thread): reading?.thread != thread
      }
    if isStale { status = StatusState() }
  }
}

extension Event {
  /// Whether a person has pressed a key or a button.
  var isFromPerson: Bool {
    switch self {
    case .terminal(.key), .terminal(.paste), .pointer(.click): true
    case .terminal, .pointer, .started, .engine, .engineRestarted, .engineStopped, .due, .told,
      .entered, .polled, .configured, .shaken, .lettered:
      false
    }
  }
}
