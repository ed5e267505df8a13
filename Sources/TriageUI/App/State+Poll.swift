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
    if config.poll.isEmpty { return Sentence("status.poll.none") }
    return isPolling ? Sentence("status.poll.running", .text(pollCommand)) : nil
  }

  private var pollCommand: String { config.poll.joined(separator: " ") }

  /// Runs the program that fetches mail; keys go on meanwhile.
  mutating func poll() -> [Effect] {
    isPolling = true
    say(Sentence("status.poll.running", .text(pollCommand)))
    return [.poll(config.poll)]
  }

  /// Says what became of it, and looks what it has brought.
  mutating func polled(_ end: PollEnd) -> [Effect] {
    isPolling = false
    if end.isSuccess {
      say(Sentence("status.poll.done", .text(pollCommand)))
    } else {
      let failed = Sentence("status.poll.failed", .text(pollCommand), .text(end.status))
      say(
        end.complaint.isEmpty
          ? failed : Sentence("status.both", .sentence(failed), .text(end.complaint)),
        isError: true
      )
    }
    return refresh()
  }
}
