import Foundation
import Screen
import ScreenTestSupport
import StringsCatalog
import TestSupport
import Testing
import TriageCore
import TriageUI

@testable import mulligan

/// Pictures of a message being read, in three scripts and sizes, from real mail.
///
/// A real terminal shows the same. `RECORD=1` renews them.
@Suite struct ReadingPictureTests {
  private static let sizes = [
    ScreenSize(columns: 40, rows: 10), ScreenSize(columns: 80, rows: 24),
    ScreenSize(columns: 200, rows: 60),
  ]
  /// The language of the screen and of the mail, and a word to look for.
  private static let scripts: [(language: LanguageTag, word: String)] = [
    ("en", "kettle"), ("ru", "чайник"), ("zh-Hans", "水壶"),
  ]

  /// What is done one after the other, and what the picture of it is called.
  private static func scenes(_ word: String) -> [(name: String, keys: [Key])] {
    [
      ("links", [.press("Enter"), .press("L")]),
      ("find", [.press("Esc"), .press("/"), .type(word), .press("Enter")]),
      (
        "patch",
        [
          .press("/"), .type("@@"), .press("Enter"), .press("j"), .press("j"), .press(">"),
          .press(">"),
        ]
      ), ("attachments", [.press("S")]),
    ]
  }

  fileprivate enum Key {
    case press(String)
    case type(String)
  }

  @Test(arguments: ScreenForm.usual)
  func `a message being read looks as it did`(form: ScreenForm) throws {
    let language = form.language
    let word = try #require(Self.scripts.first { $0.language == language }).word
    let mail = try Self.mailbox(language)
    // Noon of a day in the mail's month.
    let screen = try Self.screen(mail, form.size, language, now: 1_787_745_600)
    for scene in Self.scenes(word) {
      for key in scene.keys { try screen.take(key) }
      screen.rest()
      let hasOwnHints = scene.name == "links" && language == "en"
      try screen.expectRecorded("\(scene.name)-\(form)", withHints: hasOwnHints)
    }
  }

  @Test(arguments: [0, 1, 2])
  func `the real terminal shows what the picture shows`(place: Int) throws {
    let (size, (language, word)) = (Self.sizes[place], Self.scripts[place])
    let mail = try Self.mailbox(language)
    let screen = try TmuxScreen(
      mail,
      ["--language", "\(language)"],
      columns: size.columns,
      rows: size.rows,
      isClosed: true
    )
    let picture = try Self.screen(mail, size, language)
    picture.rest()
    try screen.wait("the list is the picture's") { $0 == picture.lines }
    for scene in Self.scenes(word) {
      for key in scene.keys {
        try picture.take(key)
        picture.rest()
        switch key {
        case .press(let name): try screen.press(name == "Esc" ? "Escape" : name)
        case .type(let text): try screen.typeRaw(text)
        }
        // Escape and a key right after it would be one key with Alt: so each is waited for.
        let lines = picture.lines
        try screen.wait("the picture: \(lines.joined(separator: "\n"))") { $0 == lines }
      }
    }
  }

  private static func mailbox(_ language: LanguageTag) throws -> TemporaryMail {
    let mail = try TemporaryMail()
    let folder = "\(mail.root)/cur"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "\(TemporaryMail.fixtures)/mail/reading/\(language).eml",
      toPath: "\(folder)/reading:2,S"
    )
    try mail.notmuch("new", "--quiet")
    try mail.notmuch("tag", "+inbox", "*")
    return mail
  }

  private static func screen(
    _ mail: TemporaryMail,
    _ size: ScreenSize,
    _ language: LanguageTag,
    now: Timestamp = Timestamp(Date().timeIntervalSince1970)
  ) throws -> ScreenInProcess {
    try ScreenInProcess(
      mail.location,
      stateFolder: mail.state,
      words: Wording(Language.embedded.localizer(for: language), isUTF8: true),
      size: size,
      now: now
    )
  }
}

extension ScreenInProcess {
  fileprivate func take(_ key: ReadingPictureTests.Key) throws {
    switch key {
    case .press(let name): try press(name)
    case .type(let text): type(text)
    }
  }

  /// The rows as a terminal gives them back: without blanks at their ends.
  fileprivate var lines: [String] {
    rows.dropLast().map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
  }
}
