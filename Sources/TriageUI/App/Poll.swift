import TriageCore

/// What became of the program that fetches mail.
package struct PollEnd: Hashable, Sendable {
  /// Whether it could be started and ended with success.
  package var isSuccess: Bool
  /// `exit 1`, `signal 9`; what the system said if it could not be started.
  package var status: String
  /// The last line of its complaints, as it came.
  package var complaint: String

  /// Makes an end.
  package init(isSuccess: Bool, status: String, complaint: String = "") {
    self.isSuccess = isSuccess
    self.status = status
    self.complaint = complaint
  }
}

extension State {
  /// Why no mail can be fetched now.
  var reasonNotToPoll: Sentence? {
    if shared.config.poll.command.isEmpty { return Sentence("status.poll.none") }
    return shared.mailbox.isPolling ? Sentence("status.poll.running", .text(pollCommand)) : nil
  }

  private var pollCommand: String { shared.config.poll.command.joined(separator: " ") }

  /// Sets the timer after which mail is fetched by itself: not while it is being fetched.
  mutating func wantPoll() {
    guard let every = shared.config.poll.every, reasonNotToPoll == nil,
      !shared.changes.isQuitting
    else { return }
    let key = TimerKey.text("\(shared.mailbox.pollCount) \(every)")
    shared.timers.want(.poll, for: key, after: every)
  }

  /// Fetches mail because it is time; only what goes wrong is said, and what is new.
  mutating func pollByItself() {
    guard reasonNotToPoll == nil else { return }
    poll(byItself: true)
  }

  /// Runs the program that fetches mail; keys go on meanwhile.
  mutating func poll(byItself: Bool = false) {
    shared.mailbox.isPolling = true
    shared.mailbox.isPollQuiet = byItself
    shared.mailbox.pollCount += 1
    if !byItself { shared.report(Sentence("status.poll.running", .text(pollCommand))) }
    shared.send(.poll(shared.config.poll.command))
  }

  /// Says what became of it, and looks what it has brought.
  mutating func polled(_ end: PollEnd) {
    shared.mailbox.isPolling = false
    if end.isSuccess, shared.mailbox.isPollQuiet {
      // What it has brought is said when it is counted.
    } else if end.isSuccess {
      shared.report(Sentence("status.poll.done", .text(pollCommand)))
    } else {
      let failed = Sentence("status.poll.failed", .text(pollCommand), .text(end.status))
      shared.report(
        end.complaint.isEmpty
          ? failed : Sentence("status.both", .sentence(failed), .text(end.complaint)),
        isError: true
      )
    }
    notify(.refresh)
  }
}
