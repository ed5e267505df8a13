import Screen
import StringsCatalog
import Testing
import TriageCore

@testable import TriageUI

/// The undo dialog is as wide as what it promises.
@Suite struct DialogTests {
  private static let languages: [LanguageTag] = [
    "en", "de", "fr", "es", "ru", "ja", "zh-Hans", "zh-Hant",
  ]

  private func title(_ item: String, _ language: LanguageTag) throws -> String {
    let action = Sentence.title(ActionName(.fixed(.markReadAndArchive)))
    return try Wording.test(language).string(.menu(item, action))
  }

  /// What stands in the dialog of a window without a sidebar, its lines joined, without blanks.
  private func words(_ play: Screenplay) -> String {
    let parts = play.rows.map { row in
      let parts = row.split(omittingEmptySubsequences: false) { "│┌┐".contains($0) }
      return parts.count == 3 ? String(parts[1]) : ""
    }
    return parts.joined().withoutBlanks
  }

  @Test(arguments: languages)
  func `its title is never cut, whatever the window`(language: LanguageTag) throws {
    for size in [(40, 10), (48, 14), (80, 24), (200, 50)] {
      let size = ScreenSize(columns: size.0, rows: size.1)
      var play = try Screenplay(.sample, size: size, language: language)
      play.press("A u g U")
      let redo = try title("redo", language)
      if size.columns >= 80 {
        #expect(play.rows.contains { $0.contains("┌─ \(redo) ─") })
      } else {
        #expect(words(play).contains(redo.withoutBlanks), "\(play.rows)")
      }
    }
  }

  @Test(arguments: languages)
  func `with both pending the button says what redo brings back`(language: LanguageTag) throws {
    var play = try Screenplay(.sample, language: language)
    play.press("s A u g U")
    let redo = try title("redo", language)
    #expect(play.rows.contains { $0.contains("[ \(redo) ]") })
  }

  @Test func `a long title is broken where the window is narrow, and the buttons still work`()
    throws
  {
    let folder = "A folder with a very long name/and another one below it/and the last"
    var play = try Screenplay(.sample, size: ScreenSize(columns: 40, rows: 14))
    play.mailbox.actFromShell(.star, on: 1, name: .custom(folder))
    play.mailbox.undoFromShell()
    play.notice()
    play.press("g U")
    #expect(words(play).contains(folder.withoutBlanks), "\(play.rows)")
    let row = try #require(play.rows.firstIndex { $0.contains("[ Redo ]") })
    let before = play.mailbox.changes.count
    play.click(row: row, column: play.rows[row].prefix { $0 != "[" }.count)
    #expect(play.mailbox.changes.count == before + 1)
  }

  @Test func `a title that would fill the window leaves room for the buttons`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 40, rows: 10))
    play.mailbox.actFromShell(.star, on: 1, name: .custom(String(repeating: "word ", count: 200)))
    play.mailbox.undoFromShell()
    play.notice()
    play.press("g U")
    #expect(play.rows.contains { $0.contains("[ Redo ]  [ Cancel ]") })
    #expect(play.rows.contains { $0.contains("…") })
  }
}

extension String {
  fileprivate var withoutBlanks: String { filter { $0 != " " && $0 != "\u{A0}" } }
}
