import Screen
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
    config.poll.command = []
    var play = try Screenplay(.sample, config: config)
    play.press("$")
    #expect(play.effects == [])
    #expect(play.status.hasPrefix("No program fetches mail here"))
  }

  // MARK: By itself

  private static func config(_ text: String) -> Config {
    let read = Config.read(text)
    #expect(read.problems.isEmpty, "\(read.problems)")
    return read.config
  }

  private static let success = Event.polled(PollEnd(isSuccess: true, status: "exit 0"))

  @Test func `E28: mail is fetched by itself, never twice at once, and the time begins anew`()
    throws
  {
    var play = try Screenplay(.sample, config: Self.config("[poll]\nevery = 300\n"))
    #expect(play.alarms[.poll] == .seconds(300))
    let before = play.status
    play.wait(for: .poll)
    #expect(play.effects == ["poll notmuch new"] && play.status == before)
    #expect(play.alarms[.poll] == nil)
    play.press("$")
    #expect(play.effects.count == 1)
    play.take(Self.success)
    #expect(play.alarms[.poll] == .seconds(300))
    // Fetching by hand begins the time anew, too.
    play.press("$")
    #expect(play.effects.count == 2 && play.alarms[.poll] == nil)
    play.take(Self.success)
    #expect(play.status.hasPrefix("Fetched mail"))
    play.wait(for: .poll)
    play.take(.polled(PollEnd(isSuccess: false, status: "exit 3", complaint: "no net")))
    #expect(play.status.hasPrefix("Could not fetch mail: notmuch new (exit 3) · no net"))
    #expect(play.alarms[.poll] == .seconds(300))
  }

  @Test(arguments: ["", "[poll]\nevery = 300\ncommand = []\n"])
  func `E28: without a time or a program no timer is set`(text: String) throws {
    var play = try Screenplay(.sample, config: Self.config(text))
    play.press("j j Enter q")
    #expect(play.alarms[.poll] == nil)
  }

  // MARK: New mail

  @Test(arguments: [
    ("bell", "bell"), ("osc", "terminal"),
  ])
  func `E28: new mail is said, and told of as is configured`(word: String, way: String) throws {
    var play = try Screenplay(.sample, config: Self.config("[notify]\nnew = \"\(word)\"\n"))
    play.mailbox.add("New", tags: [[.inbox, .unread], [.inbox, .unread]], isNewest: true)
    play.notice()
    #expect(play.status.hasPrefix("2 new messages in Inbox"))
    #expect(play.effects == ["announce 2 new messages in Inbox by \(way)"])
    play.notice()
    #expect(play.effects.count == 1)
  }

  @Test func `E28: what is not new, or elsewhere, or made so by a change, is not told of`() throws {
    let config = Self.config("[notify]\nnew = [\"tell\", \"me\"]\n")
    var play = try Screenplay(.sample, config: config)
    play.press("U")
    play.press("U")
    play.mailbox.actFromShell(.markUnread, on: 0)
    play.notice()
    play.mailbox.add("Elsewhere", tags: [[.unread]])
    play.notice()
    play.mailbox.add("Read", tags: [[.inbox]])
    play.notice()
    play.mailbox.touch()
    play.notice()
    #expect(play.effects == [])
    play.mailbox.add("New", tags: [[.inbox, .unread]])
    play.notice()
    #expect(play.effects == ["announce 1 new message in Inbox by program([\"tell\", \"me\"])"])
  }

  @Test func `E28: nothing is counted for nobody`() throws {
    var play = try Screenplay(.sample)
    play.rest()
    play.holdsReplies = true
    play.mailbox.add("New", tags: [[.inbox, .unread]])
    play.notice()
    #expect(!play.asked.contains { if case .counts = $0 { true } else { false } })
  }

  // MARK: The title

  @Test func `E28: the window's title is what is shown, with its counts`() throws {
    var play = try Screenplay(.sample)
    play.rest()
    let title = try #require(play.picture.title).text
    #expect(title.hasPrefix("Inbox ") && play.rows[0].hasSuffix(title), "\(title)")
    play.press("g u")
    #expect(play.picture.title?.text == "History")
    play = try Screenplay(.sample, config: Self.config("[terminal]\ntitle = false\n"))
    #expect(play.picture.title == nil)
  }
}
