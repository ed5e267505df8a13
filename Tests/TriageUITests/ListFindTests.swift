import Screen
import TestSupport
import Testing
import TriageCore

@testable import TriageUI

/// Looking for a text in what the rows of a list say.
@Suite struct ListFindTests {
  @Test func `E20: a text is found in names, subjects and tags, whatever its case`() throws {
    var play = try Screenplay(letters(12))
    find("MARK", in: &play)
    #expect(subject(play) == "Letter 4")
    #expect(play.state.list.rows[play.state.list.order[4]]?.authors == ["Mark Hopper"])
    play.press("n")
    #expect(subject(play) == "Remarks")
    play.press("n")
    #expect(subject(play) == "Tagged")
    play.press("N N")
    #expect(subject(play) == "Letter 4")
    play.press("2 n")
    #expect(subject(play) == "Tagged")
  }

  @Test func `E20: beyond the last hit it goes on at the other end, and says so`() throws {
    var play = try Screenplay(letters(12))
    find("mark", in: &play)
    play.press("2 n")
    #expect(subject(play) == "Tagged" && !play.status.contains("reached"))
    play.press("n")
    #expect(subject(play) == "Letter 4")
    #expect(play.status.hasPrefix("End reached; going on from the top"))
    play.press("N")
    #expect(subject(play) == "Tagged")
    #expect(play.status.hasPrefix("Top reached; going on from the end"))
    play.press("N")
    #expect(subject(play) == "Remarks" && !play.status.contains("reached"))
    // The only hit is the row that one is on.
    find("hopper", in: &play)
    play.press("n")
    #expect(subject(play) == "Letter 4" && !play.status.contains("reached"))
    find("nowhere", in: &play)
    #expect(play.status.hasPrefix("“nowhere” is not found here"))
    #expect(subject(play) == "Letter 4")
  }

  @Test func `E20: both keys to go on with are hinted at while something is looked for`() throws {
    var play = try Screenplay(letters(12))
    #expect(!play.prompt.contains("Next Hit"))
    find("mark", in: &play)
    #expect(play.prompt.hasPrefix("n Next Hit   N Previous Hit   Enter Open"))
    play.press("Esc")
    #expect(!play.prompt.contains("Next Hit"))
    play.press("Enter /")
    play.type("hello")
    play.press("Enter")
    #expect(play.prompt.contains("n Next Hit   N Previous Hit"))
  }

  @Test func `E20: the hits of a search are gone round, too`() throws {
    var play = try Screenplay(letters(12))
    play.press("/")
    play.type("tag:bookmark or subject:end")
    play.press("Enter q n n n")
    #expect(subject(play) == "Tagged")
    #expect(play.status.hasPrefix("End reached; going on from the top"))
  }

  @Test func `E20: a single hit is not gone round`() throws {
    var play = try Screenplay(letters(12))
    play.press("/")
    play.type("tag:bookmark")
    play.press("Enter q n n")
    #expect(subject(play) == "Tagged" && play.status.isEmpty)
  }

  @Test func `E20: what is found is marked in every row, until Esc`() throws {
    var play = try Screenplay(letters(12))
    find("mark", in: &play)
    let marked = { (play: Screenplay) in
      let grid = play.picture.frame.grid
      return (1...14).filter { row in
        (0..<80).contains { grid.style(row: row, column: $0).attributes.contains(.underline) }
      }
    }
    #expect(marked(play).count == 3)
    play.press("Esc")
    #expect(marked(play).isEmpty && play.state.list.find == nil)
  }

  @Test func `E20: rows that have not been read are asked for page by page, and nothing waits`()
    throws
  {
    var play = try Screenplay(letters(1_500))
    play.holdsReplies = true
    find("remarks", in: &play)
    play.answerOne()
    #expect(play.asked.count == 1)
    play.answerOne()
    play.answerOne()
    #expect(play.status.hasPrefix("Looking for “remarks”:"))
    #expect(play.status.contains(" threads. Esc cancels."))
    #expect(play.state.list.cursor == 0)
    #expect(play.state.list.rows.count < 300)
    play.answer()
    #expect(subject(play) == "Remarks")
    #expect(!play.status.contains("Looking"))
    play.answer()
    play.press("g g")
    play.answer()
    play.press("N")
    play.answer()
    #expect(subject(play) == "Remarks")
    #expect(play.status.hasPrefix("Top reached; going on from the end"))
  }

  @Test func `E20: what was passed and left the list meanwhile is not gone to`() throws {
    let box = letters(1_500)
    var play = try Screenplay(box)
    play.holdsReplies = true
    play.press("G")
    play.answer()
    play.press("g g")
    play.answer()
    // Passes both hits, and reads on for a third one that is not there.
    play.press("g /")
    play.type("mark")
    play.press("Enter")
    play.answer()
    play.press("g g")
    play.answer()
    play.press("7 0 0 j")
    play.answer()
    play.press("3 n")
    for _ in 0..<5 { play.answerOne() }
    #expect(play.state.list.find?.isLooking == true)
    for thread in 5..<1_503 { box.retag(thread) { $0.remove(.inbox) } }
    play.press("=")
    play.answer()
    #expect(play.state.list.order.count == 5 && play.state.list.cursor < 5)
  }

  @Test func `E20: looking is given up by Esc, and by going somewhere else`() throws {
    var play = try Screenplay(letters(1_500))
    play.holdsReplies = true
    for key in ["Esc", "j"] {
      find("remarks", in: &play)
      play.press(key)
      play.answer()
      #expect(play.state.list.cursor < 2)
      #expect(play.asked.isEmpty)
    }
  }

  @Test func `E20: without anything looked for, the keys go to the hits of the last search`() throws
  {
    var play = try Screenplay(letters(12))
    play.press("/")
    play.type("tag:bookmark")
    play.press("Enter q n")
    #expect(subject(play) == "Tagged")
    play.press("g g")
    find("hopper", in: &play)
    play.press("g g n")
    #expect(subject(play) == "Letter 4")
  }

  private func find(_ text: String, in play: inout Screenplay) {
    play.press("g /")
    play.type(text)
    play.press("Enter")
  }

  private func subject(_ play: Screenplay) -> String? { play.state.list.currentRow?.subject }

  /// So many letters, the fifth one from Mark; then two more that have the word elsewhere.
  private func letters(_ count: Int) -> Mailbox {
    let mailbox = Mailbox()
    for number in 0..<count {
      mailbox.add("Letter \(number)", from: [number == 4 && count < 20 ? "Mark Hopper" : "Ann"])
    }
    mailbox.add("Remarks")
    mailbox.add("Tagged", tags: [[.inbox, "bookmark"]])
    mailbox.add("The end")
    return mailbox
  }
}
