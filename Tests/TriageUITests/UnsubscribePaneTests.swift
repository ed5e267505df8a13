import Screen
import StringsCatalog
import TestSupport
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

extension Screenplay {
  fileprivate var screen: String { rows.joined(separator: "\n") }
}

/// Leaving a mailing list on the screen: nothing is opened or begun before a person has said so.
@Suite struct UnsubscribePaneTests {
  private static let header = """
    List-Unsubscribe: <http://example.org/u>, <https://Garden.example.org/u?id=1>,
     <mailto:leave@lists.example.org?subject=leave%20garden>
    List-Unsubscribe-Post: List-Unsubscribe=One-Click

    """

  /// A list of one thread, whose message has a header.
  private func play(
    _ header: String = header,
    size: ScreenSize = ScreenSize(columns: 80, rows: 24),
    language: LanguageTag = "en"
  ) throws -> Screenplay {
    let box = Mailbox()
    box.add("August in the garden", from: ["Garden News <news@example.org>"])
    box.drafts.heads = ["t1m1@example.org": header]
    return try Screenplay(box, size: size, language: language)
  }

  @Test func `L28 w u lists each way with its kind and host, and begins nothing`() throws {
    var play = try play()
    play.press("w u")
    #expect(play.screen.contains("1  Refused, not encrypted: http://example.org/u"))
    #expect(play.screen.contains("2  Page of garden.example.org, one click: https://Garden."))
    #expect(play.screen.contains("3  Message to lists.example.org: mailto:leave@"))
    play.press("2 1 3 k j")
    #expect(play.effects.isEmpty && play.mailbox.drafts.begun.isEmpty)
    play.press("Esc")
    #expect(!play.screen.contains("lists.example.org"))
    #expect(play.effects.isEmpty && play.mailbox.drafts.begun.isEmpty)
  }

  @Test func `L28 where no way is given that is said`() throws {
    var play = try play("Subject: August\n")
    play.press("w u")
    #expect(play.said.contains("No way to unsubscribe is given"), "\(play.said)")
  }

  @Test func `L29 Enter begins the message that the list asks for, to be looked at`() throws {
    var play = try play()
    play.press("w u Enter")
    let uri = "mailto:leave@lists.example.org?subject=leave%20garden"
    #expect(play.mailbox.drafts.begun == [.unsubscribe("t1m1@example.org", uri: uri)])
    #expect(play.state.pane(ComposePane.self) != nil)
    // Nothing is lacking: no editor is started.
    #expect(play.effects.isEmpty, "\(play.effects)")
  }

  @Test func `L30 a page is opened after a question that names its host`() throws {
    var play = try play()
    play.press("w u k Enter")
    #expect(play.screen.contains("Open a page of garden.example.org?"), "\(play.screen)")
    #expect(play.screen.contains("cannot be undone"))
    #expect(play.effects.isEmpty)
    play.press("n")
    #expect(play.effects.isEmpty && play.state.dialog == nil)
    play.press("w u k Enter y")
    #expect(play.effects == ["open https://Garden.example.org/u?id=1"])
  }

  @Test func `L30 what is refused is never opened, and the reason stands there`() throws {
    var play = try play()
    play.press("w u g g Home Enter")
    #expect(play.said.contains("Refused, not encrypted"), "\(play.said)")
    #expect(play.effects.isEmpty && play.state.dialog == nil)
    #expect(play.mailbox.drafts.begun.isEmpty)
  }

  @Test func `L28 it is the message being read, and a click chooses`() throws {
    var play = try play()
    play.press("Enter w u")
    let row = try #require(play.rows.firstIndex { $0.contains("Page of garden.example.org") })
    play.click(row: row, column: 10)
    #expect(play.state.dialog != nil)
  }

  @Test(
    arguments: [ScreenSize(columns: 40, rows: 10), ScreenSize(columns: 200, rows: 60)],
    ["en", "de", "es", "fr", "ja", "ru", "zh-Hans", "zh-Hant"] as [LanguageTag]
  )
  func `L28 kind and host are seen in every window, in every language`(
    size: ScreenSize,
    language: LanguageTag
  ) throws {
    var play = try play(size: size, language: language)
    play.press("w u")
    #expect(play.screen.contains("garden.example.org"), "\(play.screen)")
    #expect(play.screen.contains("lists.example.org"), "\(play.screen)")
    play.press("k Enter")
    #expect(play.screen.contains("garden.example.org"), "\(play.screen)")
  }
}
