import TestSupport
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Which copies the screen asks to be moved.
@Suite struct MoveTests {
  /// Presses `M` in a list, perhaps narrowed, and returns the folder that is moved from.
  private func source(in query: String, limit: String? = nil) throws -> MailFolder? {
    let box = Mailbox(folders: try TemporaryFolders(["INBOX", "Archive"]))
    box.add("A subject")
    var play = try Screenplay(box, query: query)
    if let limit {
      play.press("l")
      play.type(limit)
      play.press("Enter")
    }
    play.press("M")
    play.type("Archive")
    play.press("Enter")
    guard case .perform(let commands, _)? = play.mailbox.changes.last?.change else { return nil }
    #expect(commands.map(\.actions) == [[.move(MailFolder("Archive"))]])
    return commands.first?.from
  }

  @Test func `a view of a folder moves the copies of that folder`() throws {
    #expect(try source(in: "folder:INBOX") == MailFolder("INBOX"))
    #expect(try source(in: "*", limit: "folder:INBOX") == MailFolder("INBOX"))
    #expect(try source(in: "folder:INBOX", limit: "tag:inbox") == MailFolder("INBOX"))
    #expect(try source(in: "tag:inbox", limit: "folder:INBOX") == MailFolder("INBOX"))
  }

  @Test func `other views leave it to the message`() throws {
    #expect(try source(in: "tag:inbox") == nil)
    #expect(try source(in: "folder:INBOX or tag:inbox") == nil)
  }

  @Test func `mail that is moved leaves the view of its folder, and undo brings it back`() throws {
    let box = Mailbox(folders: try TemporaryFolders(["INBOX", "Archive"]))
    for subject in ["First", "Second"] { box.add(subject) }
    var play = try Screenplay(box, query: "folder:INBOX")
    play.press("M")
    play.type("Archive")
    play.press("Enter = /")
    play.type("folder:Archive")
    play.press("Enter")
    #expect(play.rows[1].contains("First") && play.rows[2].isEmpty)
    play.press("q")
    #expect(play.rows[1].contains("Second") && play.rows[2].isEmpty)
    play.press("u")
    #expect(play.rows[1].contains("First") && play.rows[2].contains("Second"))
  }

  @Test func `a folder that is not there is refused, and the prompt stays open`() throws {
    let box = Mailbox(folders: try TemporaryFolders(["INBOX", "Archive"]))
    box.add("A subject")
    var play = try Screenplay(box, query: "folder:INBOX")
    play.press("M")
    play.type("Archiv")
    play.press("Enter")
    #expect(play.status.hasPrefix("There is no mail folder “Archiv”"))
    #expect(play.state.prompt?.field.text == "Archiv" && play.mailbox.changes.isEmpty)
    play.type("e ")
    play.press("Enter")
    #expect(play.state.prompt == nil && play.status.hasPrefix("Moved 1 thread"))
  }

  @Test func `what is not a move speaks of no folder`() throws {
    let box = Mailbox(folders: try TemporaryFolders(["INBOX", "Archive"]))
    box.add("A subject")
    var play = try Screenplay(box, query: "folder:INBOX")
    play.press("a")
    let archive = Command([.fixed(.archive)], on: .messages(box.messages(of: 0).map(\.id)))
    #expect(play.mailbox.changes.map(\.change) == [.perform([archive], name: nil)])
  }
}
