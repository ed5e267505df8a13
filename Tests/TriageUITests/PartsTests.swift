import Screen
import ScreenTestSupport
import StringsCatalog
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// The parts of a message: the pane, its questions, and parts as text.
@Suite struct PartsTests {
  private static let parts = [
    PartInfo(number: 1, type: "multipart/mixed", filename: nil, size: 0, isAttachment: false),
    PartInfo(number: 2, type: "text/plain", filename: nil, size: 12, isAttachment: false, depth: 1),
    PartInfo(
      number: 3,
      type: "application/pdf",
      filename: "report.pdf",
      size: 120_000,
      isAttachment: true,
      depth: 1,
      parameters: ["x": "y"]
    ),
    PartInfo(
      number: 4,
      type: "image/png",
      filename: "a\u{202e}gpj.\u{1b}[2J../exe",
      size: 0,
      isAttachment: true,
      depth: 1
    ),
    PartInfo(
      number: 5,
      type: "message/rfc822",
      filename: nil,
      size: 1_234,
      isAttachment: true,
      isShown: true,
      isMessage: true,
      subject: "Found: one glove",
      depth: 1
    ),
  ]

  static func play(
    _ parts: [PartInfo] = parts,
    size: ScreenSize = ScreenSize(columns: 80, rows: 24),
    language: LanguageTag = "en",
    config: String = ""
  ) throws -> Screenplay {
    let mailbox = Mailbox()
    mailbox.add("With parts")
    mailbox.changeTexts { text in
      text.parts = parts
      text.bodyType = "text/plain"
    }
    var play = try Screenplay(
      mailbox,
      size: size,
      language: language,
      config: Config.read(config).config
    )
    play.press("Enter")
    return play
  }

  /// The request of the task that was asked for last.
  private func request(_ play: Screenplay) throws -> RequestID {
    try #require(play.tasks.last?.request)
  }

  @Test func `E14: all parts are listed with number, type, size and name`() throws {
    var play = try Self.play()
    play.press("P")
    let rows = play.rows.filter { $0.hasPrefix("│") }
    #expect(rows.count == 5)
    #expect(rows[2].contains("3   application/pdf  120 kB  report.pdf"))
    #expect(rows[0].contains("multipart/mixed") && !rows[0].contains(" B"))
    #expect(rows[3].contains("0 B  a<RLO>gpj.␛[2J../exe"))
    // The first attachment, not the text, is what one has come for.
    #expect(play.state.parts?.cursor == 2)
    play.press("q")
    #expect(play.state.parts == nil && play.state.reading != nil)
  }

  @Test func `E14: a message among the attachments goes by its subject, and has a size`() throws {
    var play = try Self.play()
    #expect(play.rows.contains { $0.contains("exe, Found: one glove") }, "\(play.rows)")
    play.press("P")
    #expect(play.rows.contains { $0.contains("message/rfc822     1 kB  Found: one glove") })
  }

  @Test func `E14: a type is whole in a small window where the names leave it room`() throws {
    let parts = [
      PartInfo(number: 1, type: "text/plain", filename: "a.txt", size: 5, isAttachment: true)
    ]
    var play = try Self.play(parts, size: ScreenSize(columns: 40, rows: 10))
    play.press("P")
    #expect(play.rows.contains { $0.contains("text/plain  5 B  a.txt") }, "\(play.rows)")
  }

  @Test func `E14: the name a part is saved under is asked with, and a key of no use says so`()
    throws
  {
    var play = try Self.play()
    play.press("P s")
    #expect(play.prompt == "Save as: ~/report.pdf")
    play.press("Esc j s")
    #expect(play.prompt == "Save as: ~/exe", "\(play.prompt)")
    play.press("Esc y")
    #expect(play.status.hasPrefix("y does nothing here; "))
  }

  @Test func `E14: ten attachments are saved with three keys and one question`() throws {
    let ten = (1...10).map { number in
      PartInfo(
        number: number,
        type: "text/csv",
        filename: "\(number).csv",
        size: 5,
        isAttachment: true
      )
    }
    var play = try Self.play(ten)
    play.press("P S")
    #expect(play.prompt == "Save 10 attachments in folder: ~/")
    play.press("Enter")
    #expect(
      play.effects.last
        == "save all \((1...10).map { "\($0).csv" }) in ~/"
    )
    #expect(play.status.hasPrefix("Saving 10 attachments"))
    // The next time the folder is the last one that something was saved in.
    play.press("S Ctrl-U")
    play.type("/tmp/x")
    play.press("Enter")
    play.take(.partsSaved(folder: "/tmp/x"))
    play.press("S Ctrl-U")
    play.type("/proc/none")
    play.press("Enter")
    play.take(.notify(Sentence("custom", .text("That failed")), isError: true))
    play.press("S")
    #expect(play.prompt == "Save 10 attachments in folder: /tmp/x")
    // What was typed in vain can still be mended.
    play.press("Up")
    #expect(play.prompt == "Save 10 attachments in folder: /proc/none")
    play.press("Esc s")
    #expect(play.prompt.hasPrefix("Save as: /tmp/x/"), "\(play.prompt)")
  }

  @Test func `E14: the list to save one from has all of them as its last entry`() throws {
    var play = try Self.play()
    play.press("S")
    #expect(play.rows.contains { $0.contains("│ a  All 3 attachments") }, "\(play.rows)")
    play.press("a")
    #expect(play.prompt == "Save 3 attachments in folder: ~/")
    play.press("Esc o")
    #expect(!play.rows.contains { $0.contains("All 3 attachments") })
  }

  @Test func `E14: a number that others begin with says what it waits for`() throws {
    let ten = (1...10).map { number in
      PartInfo(
        number: number,
        type: "text/csv",
        filename: "\(number).csv",
        size: 5,
        isAttachment: true
      )
    }
    var play = try Self.play(ten)
    play.press("o")
    #expect(play.prompt.hasPrefix("1-10 choose"))
    play.press("1")
    #expect(play.prompt.hasPrefix("Enter chooses 1, or one more digit"), "\(play.prompt)")
    play.press("0")
    #expect(play.tasks.last?.filename == "10.csv")
  }

  @Test func `E14: all attachments are saved from the message, too, by menu and palette`() throws {
    var play = try Self.play(size: ScreenSize(columns: 100, rows: 50))
    play.press("Alt-M")
    #expect(play.rows.contains { $0.contains("Save All Attachments…") })
    play.press("Esc :")
    play.type("save-all-parts")
    play.press("Enter")
    #expect(play.prompt == "Save 3 attachments in folder: ~/", "\(play.prompt)")
    play.press("Enter")
    #expect(play.effects.last?.hasPrefix("save all [\"report.pdf\"") == true)
    play = try Self.play(Array(Self.parts[1...1]))
    play.choose(.command(.saveAllParts))
    #expect(play.status.hasPrefix("The message has no attachments"))
  }

  @Test func `E14: each part is saved, opened, piped and its name copied`() throws {
    var play = try Self.play()
    play.press("P s Enter")
    #expect(play.effects.last == "save(path: \"~/report.pdf\") 3 report.pdf")
    play.press("o")
    #expect(play.effects.last == "open 3 report.pdf")
    #expect(play.tasks.last?.parameters == ["x": "y"])
    play.press("|")
    #expect(play.prompt == "Pipe “report.pdf” to:")
    play.type("wc -l")
    play.press("Enter")
    #expect(play.effects.last == "pipe([\"wc\", \"-l\"]) 3 report.pdf")
    play.press("c")
    #expect(play.effects.last == "copy report.pdf")
    play.press("g g c")
    #expect(play.status.hasPrefix("The part has no name"))
  }

  @Test func `E14: without attachments there is nothing to save at once`() throws {
    var play = try Self.play([Self.parts[1]])
    play.press("P S")
    #expect(play.status.hasPrefix("The message has no attachments"))
  }

  @Test func `E18: what a program prints is shown with its colours, and says by whom`() throws {
    var play = try Self.play()
    play.press("P Enter")
    #expect(play.effects.last == "text(columns: 78) 3 report.pdf")
    let text = "\u{1b}[32mgreen\u{1b}[2J\u{1b}[m text\n\u{0C}page two\n"
    play.take(.partShown(try request(play), .text(text, by: "pdftotext", isCut: true)))
    #expect(play.rows[1].contains("report.pdf"))
    #expect(play.rows.contains { $0.contains("Shown by pdftotext") })
    let row = try #require(play.rows.firstIndex { $0.contains("green text") })
    #expect(play.picture.frame.snapshot.contains("fg=green"))
    #expect(play.rows[row + 1].contains("─") && play.rows[row + 2].contains("page two"))
    #expect(play.rows.contains { $0.contains("too long") })
    play.press("q")
    #expect(play.state.parts?.shown == nil && play.state.parts != nil)
  }

  @Test func `E18: without a program the engine shows a part, or it is said that nothing can`()
    throws
  {
    var play = try Self.play()
    play.press("P Enter")
    play.holdsReplies = true
    let refused = Sentence("error.mailcap-shell", .text("a | b"))
    play.take(.partShown(try request(play), .noProgram(refused)))
    guard case .message(_, let options)? = play.asked.last else {
      Issue.record("nothing was asked")
      return
    }
    #expect(options.part?.number == 3 && options.columns == 78)
    let id = try #require(play.state.reading?.current?.id)
    play.answerOne(with: .message(MessageContent(id: id, headers: [], lines: [])))
    #expect(play.said.contains("“report.pdf” (application/pdf) cannot be shown as text here"))
    #expect(play.said.contains("a | b"))
  }

  @Test func `E18: a program that has failed is named, and one that is not awaited is forgotten`()
    throws
  {
    var play = try Self.play()
    play.press("P Enter")
    let first = try request(play)
    play.press("Esc Enter")
    play.take(.partShown(first, .text("late", by: "p", isCut: false)))
    #expect(play.state.parts?.shown == nil)
    play.take(
      .partShown(try request(play), .failed(Sentence("error.program-slow", .text("hang"))))
    )
    #expect(play.status.hasPrefix("hang took too long"))
  }

  @Test func `E14: a part of nothing is said to be empty`() throws {
    var play = try Self.play()
    play.press("P j Enter")
    #expect(play.status.contains("is empty"))
  }

  @Test func `E19: pictures are asked for only where they are wanted`() throws {
    for (config, isWanted) in [("[reading]\nimages = \"symbols\"\n", true), ("", false)] {
      var play = try Self.play(config: config)
      play.holdsReplies = true
      play.press("q Enter")
      guard case .message(_, let options)? = play.asked.first else {
        Issue.record("no message was asked for: \(play.asked)")
        return
      }
      #expect(options.drawsPictures == isWanted)
    }
  }

  @Test func `E14: two hundred parts scroll, and those that are left out are counted`() throws {
    let many = (1...200).map { number in
      PartInfo(number: number, type: "a/b", filename: "\(number)", size: 1, isAttachment: true)
    }
    var play = try Self.play(many, size: ScreenSize(columns: 40, rows: 10))
    play.press("P G")
    #expect(play.rows.contains { $0.contains("200  a/b") })
    play.press("PageUp")
    #expect(play.state.parts.map { (180..<199).contains($0.cursor) } == true)
  }

  @Test func `E43: keys of the parts can be bound, and those of all views do not reach in`() throws
  {
    let config = "[keys.parts]\n\"Z\" = \"save-all-parts\"\n\"S\" = \"\"\n"
    #expect(Config.read(config).problems.isEmpty)
    var play = try Self.play(config: config)
    play.press("P S d")
    #expect(play.state.prompt == nil && play.mailbox.changes.isEmpty)
    play.press("Z")
    #expect(play.state.prompt != nil)
  }
}
