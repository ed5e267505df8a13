import Foundation
import MailIndex
import Screen
import StringsCatalog
import TestSupport
import Testing
import TriageUI

@testable import mulligan

/// README's pictures are drawn by the real code from the demo mailbox; `RECORD=1` renews them.
@Suite struct PictureTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Noon of the day after the newest message of the demo.
  private let now: Int64 = 1_787_745_600

  @Test func `the picture of the Edit menu is current`() throws {
    let mail = try TemporaryMail()
    let screen = try demoScreen(in: mail)
    try screen.press("j", "j", "A", "Alt-E")
    screen.rest()
    try withExtendedLifetime(mail) { try compare(screen.frame, "edit-menu") }
  }

  /// What is done, a frame a key.
  private static let film = ["j", "Enter", "J", "q", "a", "x", "x", "A", "u", "g u", "q", "Ctrl-R"]

  @Test func `the first picture of README shows real screens in turn and is current`() throws {
    let mail = try TemporaryMail()
    let screen = try demoScreen(in: mail)
    screen.rest()
    var scenes = [ScreenFilm.Scene(key: "", frame: screen.frame)]
    for keys in Self.film {
      for key in keys.split(separator: " ") { try screen.press(String(key)) }
      screen.rest()
      scenes.append(ScreenFilm.Scene(key: keys, frame: screen.frame))
    }
    let svg = ScreenFilm(scenes: scenes).svg
    #expect(svg.utf8.count < 100_000)
    #expect(!svg.contains("<script") && svg.contains("prefers-reduced-motion"))
    try withExtendedLifetime(mail) { try compare(svg, "film") }
  }

  @Test func `what does not move is the first frame, whole`() throws {
    var scenes: [ScreenFilm.Scene] = []
    for text in ["one", "two"] {
      var canvas = Canvas(size: ScreenSize(columns: 20, rows: 2))
      canvas.draw(DisplayText(text), row: 0)
      canvas.draw("the same", row: 1)
      scenes.append(ScreenFilm.Scene(key: text == "one" ? "" : "j", frame: canvas.frame))
    }
    let svg = ScreenFilm(scenes: scenes).svg
    // The class of each line, and whether it is seen without motion.
    let lines = svg.matches(of: #/<g( class="(k\d)")?.*>(one|two|the same|j)</#)
    let seen = lines.map { line in
      let name = line.output.2.map(String.init) ?? ""
      return "\(line.output.3): \(name.isEmpty || svg.contains(".\(name){visibility:visible"))"
    }
    #expect(seen == ["one: true", "two: false", "the same: true", "j: false"], "\(svg)")
    #expect(svg.contains("{0.0%{visibility:hidden}50.0%{visibility:visible}}"))
  }

  @Test func `each letter of a picture stands on its own cells`() {
    var canvas = Canvas(size: ScreenSize(columns: 40, rows: 1))
    canvas.draw("ab 会议c  👩‍👩‍👧🇫🇷 שלום  d", row: 0)
    let svg = ScreenPicture(frame: canvas.frame).svg
    let texts = svg.matches(of: #/<text [^>]*?x="([0-9.]+)" ([a-zA-Z-]+="[^"]+")[^>]*>([^<]+)</#)
    // Columns of 8.4 from a margin of 8; wide letters by their middle, others from the left.
    let placed = texts.map { "\($0.3): \($0.1) \($0.2)" }
    #expect(
      placed == [
        #"ab: 8.0 textLength="16.8""#,
        #"会: 41.6 text-anchor="middle""#, #"议: 58.4 text-anchor="middle""#,
        #"c: 66.8 textLength="8.4""#,
        #"👩‍👩‍👧: 100.4 text-anchor="middle""#, #"🇫🇷: 117.2 text-anchor="middle""#,
        #"שלום: 134.0 textLength="33.6""#, #"d: 184.4 textLength="8.4""#,
      ]
    )
  }

  private func demoScreen(in mail: TemporaryMail) throws -> ScreenInProcess {
    let folder = "\(mail.folder)/demo"
    try #require(try mail.mulligan("demo", "--keep", folder).status == 0)
    let screen = try ScreenInProcess(
      IndexLocation(configuration: "\(folder)/notmuch-config", database: "\(folder)/mail"),
      stateFolder: "\(folder)/state",
      words: Wording(Language.embedded.localizer(for: "en"), isUTF8: true),
      size: ScreenSize(columns: 100, rows: 26),
      now: now
    )
    return screen
  }

  private func compare(_ frame: Frame, _ name: String) throws {
    try compare(ScreenPicture(frame: frame).svg, name)
  }

  private func compare(_ svg: String, _ name: String) throws {
    let file = Self.root.appending(path: "fixtures/pictures/\(name).svg")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try svg.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(
        try String(contentsOf: file, encoding: .utf8) == svg,
        "run RECORD=1 swift test to renew the pictures"
      )
    }
  }
}
