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
    if shared.config.poll.isEmpty { return Sentence("status.poll.none") }
    return shared.mailbox.isPolling ? Sentence("status.poll.running", .text(pollCommand)) : nil
  }

  private var pollCommand: String { shared.config.poll.joined(separator: " ") }

  /// Runs the program that fetches mail; keys go on meanwhile.
  mutating func poll() {
    shared.mailbox.isPolling = true
    shared.report(Sentence("status.poll.running", .text(pollCommand)))
    shared.send(.poll(shared.config.poll))
  }

  /// Says what became of it, and looks what it has brought.
  mutating func polled(_ end: PollEnd) {
    shared.mailbox.isPolling = false
    if end.isSuccess {
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
