import Screen
import StringsCatalog
import Testing
import TriageCore

@testable import TriageUI

/// How long the status line says something, and where it says what is long.
@Suite struct StatusTests {
  private let saved = Sentence("status.saved", .text("/home/ann/a.csv"))
  private let long = Sentence(
    "status.saved",
    .text("/home/ann/papers of the year/invoices and receipts/the one of August, signed twice.pdf")
  )

  @Test(arguments: ["Alt-Left", "Alt-Right", "g x", "u", "n"])
  func `E22: why a key did nothing is said until the next key`(keys: String) throws {
    var play = try Screenplay(.sample)
    play.press(keys)
    #expect(!play.status.isEmpty)
    play.press(keys)
    #expect(!play.status.isEmpty)
    play.press("j")
    #expect(!play.status.hasPrefix("There is") && play.state.status.left == nil)
  }

  @Test func `E22: what was done is said until there is something else to say`() throws {
    var play = try Screenplay(.sample)
    play.press("a j k Enter q")
    #expect(play.status.hasPrefix("Archived 1 thread"))
  }

  @Test(arguments: [
    ("Enter", "q"), ("g u", "q"), (":", "Esc"), ("?", "q"), ("/", "Esc"), ("g s", "q"),
  ])
  func `E22: what was done is not said of another place, and is there when one comes back`(
    keys: String,
    back: String
  ) throws {
    var play = try Screenplay(.sample)
    play.press("a \(keys)")
    #expect(!play.status.contains("Archived 1 thread"), "\(play.status)")
    play.press(back)
    #expect(play.status.hasPrefix("Archived 1 thread"), "\(play.status)")
  }

  @Test func `E22: a failure is said wherever one goes`() throws {
    var play = try Screenplay(.sample)
    play.take(.notify(saved, isError: true))
    play.press("Enter")
    #expect(play.status.hasPrefix("Saved as /home/ann/a.csv"))
  }

  @Test func `E22: what was said of a thread goes with it`() throws {
    var play = try Screenplay(.sample)
    play.press("Enter z J")
    #expect(play.status.hasPrefix("No quote here"))
    play.press("q")
    #expect(play.state.status.left == nil)
    play.press("Enter")
    play.take(.notify(saved, isError: false))
    play.press("K")
    #expect(play.status.hasPrefix("Saved as /home/ann/a.csv"))
    play.press("q")
    #expect(play.state.status.left == nil)
  }

  @Test func `E22: what was said of a message goes with it`() throws {
    let box = Mailbox()
    box.add("Thread", tags: [[.inbox], [.inbox]])
    box.changeTexts {
      let part = PartInfo(number: 2, type: "x/y", filename: "a", size: 1, isAttachment: true)
      $0.parts = [part]
    }
    var play = try Screenplay(box)
    play.press("Enter o")
    #expect(play.status.hasPrefix("Reading a: 1 B"))
    play.press("j")
    #expect(play.status.hasPrefix("Reading a: 1 B"))
    play.press("K")
    #expect(play.state.status.left == nil)
  }

  @Test func `E22: what was said of a thread goes when another one is opened`() throws {
    var play = try Screenplay(.sample)
    play.press("Enter z")
    #expect(play.status.hasPrefix("No quote here"))
    play.press("]")
    #expect(play.state.status.left == nil)
  }

  @Test func `E22: what comes after the thread was left is said all the same`() throws {
    var play = try Screenplay(.sample)
    play.press("Enter q")
    play.take(.notify(saved, isError: false))
    play.press("j")
    #expect(play.status.hasPrefix("Saved as /home/ann/a.csv"))
  }

  @Test func `E22: that mail is not shown is said of the group alone that the sentence names`()
    throws
  {
    var play = try Screenplay(.sample)
    play.press("j j a j d")
    let deleted = play.mailbox.changes.last?.context.anchor
    play.press("g u j u Enter q 2 u")
    #expect(play.said.hasPrefix("Undid Delete: 1 message · actions in all: 2"), "\(play.said)")
    #expect(!play.said.contains("not shown"), "\(play.said)")
    #expect(play.state.list.currentRow?.messages.contains { $0 == deleted } == true)
  }

  @Test func `E22: that the list could not be refreshed is said until it is`() throws {
    var play = try Screenplay(.sample)
    play.holdsReplies = true
    play.press("=")
    play.answerOne(with: .failed(TriageFailure(.indexBusy)))
    #expect(play.state.status.isError)
    play.press("j")
    #expect(play.state.status.isError)
    play.holdsReplies = false
    play.press("=")
    #expect(play.state.status.left == nil)
  }

  @Test func `E22: the offer to open hidden mail goes with the next key, what was done stays`()
    throws
  {
    var play = try Screenplay(
      .sample,
      size: ScreenSize(columns: 120, rows: 24),
      query: "tag:todo"
    )
    play.press("/")
    play.type("Build")
    play.press("Enter a q")
    play.mailbox.rename(2, to: "Another name")
    play.press("u")
    #expect(play.status.contains("not shown in this view"))
    play.press("j")
    #expect(play.status.hasPrefix("Undid Archive: 1 message"))
    #expect(!play.status.contains("not shown in this view"))
  }

  @Test func `E34: a sentence that does not fit lies over the lines above until the next key`()
    throws
  {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 40, rows: 10))
    play.press("a")
    let below = play.rows
    play.take(.notify(long, isError: false))
    #expect(
      play.said.hasPrefix(
        "Saved as /home/ann/papers of the year/invoices and receipts/the one of August, signed twice.pdf"
      )
    )
    #expect(play.status.hasSuffix("u Undo Archive"))
    play.press("j")
    #expect(play.rows[..<8] == below[..<8])
    #expect(play.status.hasPrefix("Saved as") && play.status.hasSuffix("u Undo Archive"))
  }

  @Test func `E34: its last line stands beside what undo would take if there is room`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 40, rows: 10))
    play.press("a")
    play.take(.notify(Sentence("status.paste-dropped"), isError: true))
    #expect(play.said.hasPrefix("What was pasted was dropped: it goes into text fields only"))
    #expect(
      play.status.hasPrefix("into text fields only") && play.status.hasSuffix("u Undo Archive")
    )
  }

  @Test
  func
    `E34: beside a new sentence the name of what undo would take is left out until the next key`()
    throws
  {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 40, rows: 10))
    play.press("!")
    #expect(play.status.hasSuffix("  u Undo"), "\(play.status)")
    play.press("j")
    #expect(play.status.contains("u Undo Mark as Spam"), "\(play.status)")
    // Without a name it would be taken for the undo of what is said.
    play.take(.notify(Sentence("status.saved", .text("/home/ann/a.csv.gz")), isError: false))
    #expect(play.status == "Saved as /home/ann/a.csv.gz", "\(play.status)")
    play.press("j")
    #expect(play.status.contains("u Undo Mark as Spam"), "\(play.status)")
  }

  @Test(arguments: ["en", "ru", "zh-Hans"] as [LanguageTag])
  func `E34: no sentence takes more than half of the window, nor is a covered row clicked`(
    language: LanguageTag
  ) throws {
    var play = try Screenplay(
      .sample,
      size: ScreenSize(columns: 40, rows: 10),
      language: language
    )
    let path = String(repeating: "folder/", count: 100)
    play.take(.notify(Sentence("status.saved", .text(path)), isError: false))
    #expect(play.rows[..<4].allSatisfy { !$0.contains("folder") })
    #expect(play.rows[7].hasSuffix("…") || play.rows[8].contains("…"))
    play.click(row: 6, column: 10)
    #expect(play.state.list.cursor == 0 && play.state.reading == nil)
  }
}
