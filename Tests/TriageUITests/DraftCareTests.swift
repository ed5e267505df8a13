import Screen
import TestSupport
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// What is being written, or sent, among other mail: nothing but what is about it touches it.
@Suite struct DraftCareTests {
  private static let text = """
    From: Robin Ward <robin@example.org>
    To: Olga Petrova <olga@example.org>
    Subject: The plan

    Dear Olga, here it is.

    """

  /// A thread with a draft that answers it, a thread that is only a draft, and threads of the inbox.
  private func box() throws -> Mailbox {
    let box = Mailbox(folders: try TemporaryFolders(["INBOX", "Archive"]))
    box.add("Plan", from: ["Ann", "Robin"], tags: [[.inbox], ["draft"]])
    box.add("Alone", from: ["Robin"], tags: [["draft"]])
    for number in 3...4 { box.add("Thread \(number)") }
    return box
  }

  static let move = "M A r c h i v e Enter"

  @Test(arguments: ["a", "A", "d", "!", "&", "b 3 d Enter", "s", "+ x Enter", DraftCareTests.move])
  func `what is done with a thread leaves the drafts in it alone`(keys: String) throws {
    // In the reader a star, or a tag, is about the message that is shown.
    for opens in [false, true] where !opens || !["s", "+ x Enter"].contains(keys) {
      let box = try box()
      let ids = box.messages(of: 0).map(\.id)
      let files = box.files
      var play = try Screenplay(box)
      play.press(opens ? "Enter \(keys)" : keys)
      #expect(box.dump[ids[1]] == ["draft"], "\(keys): \(play.said)")
      #expect(box.files[ids[1]] == files[ids[1]])
      #expect(
        box.dump[ids[0]] != [.inbox] || box.files[ids[0]] != files[ids[0]],
        "\(keys): \(play.said)"
      )
      play.press("u")
      #expect(box.dump[ids[0]] == [.inbox])
    }
  }

  @Test(arguments: ["a", "!", "&", "b 3 d Enter", DraftCareTests.move])
  func `a thread that is only a draft is not archived or moved, and it is said why`(keys: String)
    throws
  {
    let box = try box()
    let before = box.dump
    let files = box.files
    var play = try Screenplay(box, query: "subject:Alone")
    play.press(keys)
    #expect(play.said.hasSuffix("is not for drafts"), "\(play.said)")
    play.press("Enter \(keys)")
    #expect(play.said.hasSuffix("is not for drafts"), "\(play.said)")
    #expect(box.dump == before && box.files == files)
  }

  @Test func `of what is selected in a list only the mail is thrown away`() throws {
    let box = try box()
    var play = try Screenplay(box, query: "*")
    play.press("* d")
    #expect(box.dump[box.messages(of: 0)[1].id] == ["draft"])
    #expect(box.dump[box.messages(of: 1)[0].id] == ["draft"])
    #expect(box.dump[box.messages(of: 2)[0].id]?.contains("deleted") == true)
    // Alone it is discarded.
    play = try Screenplay(try self.box(), query: "subject:Alone")
    play.press("d")
    #expect(play.status.hasPrefix("Discarded 1 draft"), "\(play.status)")
  }

  @Test func `a draft is moved among the drafts`() throws {
    let box = try box()
    let id = box.messages(of: 1)[0].id
    let files = box.files[id]
    var play = try Screenplay(box)
    play.press("g d j \(Self.move)")
    #expect(box.files[id] != files, "\(play.said)")
    #expect(box.files[box.messages(of: 0)[0].id]?.first?.contains("/INBOX/") == true)
  }

  @Test func `a draft that was discarded is gone from its thread, and undo brings it back`() throws
  {
    let box = try box()
    let id = box.messages(of: 0)[1].id
    var play = try Screenplay(box)
    #expect(play.rows[1].contains(" 2   Plan"), "\(play.rows[1])")
    play.press("Right j j d")
    #expect(box.dump[id] == ["draft", "deleted"], "\(play.said)")
    play.press("k k Left")
    #expect(!play.rows[1].contains(" 2   Plan"), "\(play.rows[1])")
    play.press("Enter")
    #expect(play.state.reading?.messages.map(\.id) == [box.messages(of: 0)[0].id])
    play.press("q u")
    #expect(play.rows[1].contains(" 2   Plan"), "\(play.rows[1])")
    play.press("d")
    play = try Screenplay(box, query: "tag:draft and tag:deleted")
    #expect(play.rows[1].isEmpty, "\(play.rows[1])")
  }

  @Test(arguments: ["d", "s", "+ x Enter", DraftCareTests.move])
  func `what is being sent is left alone among the drafts, too`(keys: String) throws {
    let box = try box()
    let message = box.messages(of: 1)[0].id
    let id = box.drafts.add(Self.text)
    box.drafts.drafts[id]?.facts.message = message
    var play = try Screenplay(box)
    play.take(.compose(id))
    play.press("y")
    let (before, files) = (box.dump, box.files)
    play.press("g d")
    play.press("j \(keys)")
    #expect(play.said.hasPrefix("That message is being sent; g o"), "\(play.said)")
    #expect(box.dump == before && box.files == files)
  }

  @Test func `a draft without recipients says so in words`() throws {
    let box = try box()
    var play = try Screenplay(box, size: ScreenSize(columns: 120, rows: 24))
    play.press("g d")
    #expect(play.rows[1].contains("no recipients"), "\(play.rows[1])")
  }
}
