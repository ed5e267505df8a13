import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Fetching mail from the screen.
@Suite struct PollTests {
  @Test func `the key runs the program of the configuration, once at a time`() throws {
    var play = try Screenplay(.sample)
    play.press("$")
    #expect(play.effects == ["poll notmuch new"])
    #expect(play.status.hasPrefix("Fetching mail: notmuch new"))
    play.press("$")
    #expect(play.effects.count == 1)
    play.mailbox.add("New", tags: [[.inbox, .unread]])
    play.take(.polled(PollEnd(isSuccess: true, status: "exit 0")))
    #expect(play.status.hasPrefix("Fetched mail: notmuch new"))
    #expect(play.rows.contains { $0.contains("New") })
    play.press("$")
    #expect(play.effects.count == 2)
  }

  @Test func `a failure is told with the last complaint, harmless`() throws {
    var play = try Screenplay(.sample)
    play.press("$")
    play.take(.polled(PollEnd(isSuccess: false, status: "exit 3", complaint: "no\u{1B}[2J net")))
    #expect(play.status.hasPrefix("Could not fetch mail: notmuch new (exit 3) · no␛[2J net"))
  }

  @Test func `without a program the key says so`() throws {
    var config = Config.standard
    config.poll = []
    var play = try Screenplay(.sample, config: config)
    play.press("$")
    #expect(play.effects == [])
    #expect(play.status.hasPrefix("No program fetches mail here"))
  }
}
