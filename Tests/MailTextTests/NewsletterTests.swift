import Foundation
import Testing
import TriageCore

@testable import MailText

/// Newsletters as the big senders make them.
@Suite struct NewsletterTests {
  private static let files = Fixtures.files("mail/newsletters").filter { $0.hasSuffix(".eml") }

  /// Beside each mail lies what it must look like; `RECORD=1` writes it anew.
  @Test(arguments: files)
  func `a newsletter reads as it did`(path: String) throws {
    let text = Self.content(path).lines.map(Self.row).joined(separator: "\n") + "\n"
    let expected = path.replacing(".eml", with: ".txt")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try text.write(toFile: expected, atomically: true, encoding: .utf8)
    }
    #expect(text == (try? String(contentsOfFile: expected, encoding: .utf8)))
  }

  @Test func `there are twenty of them`() { #expect(Self.files.count == 20) }

  /// w3m shows what is hidden, too, and names pictures by their files: that is not asked for.
  @Test(.enabled(if: Program.path("w3m") != nil), arguments: files)
  func `no word that w3m shows is missing`(path: String) throws {
    let content = Self.content(path)
    guard let number = content.parts.last(where: { $0.type == "text/html" })?.number else {
      Issue.record("\(path) has no page")
      return
    }
    let page = try Mail.part(number, path)
    let charset = Self.charset(path)
    let arguments = ["-dump", "-T", "text/html", "-I", charset, "-O", "UTF-8", "-cols", "200"]
    let dump = try Program.run("w3m", arguments, input: Data(page))
    // Without blanks: w3m puts some where lines end in scripts that have none.
    let ours = Self.words(content.lines.map { $0.lead + $0.text }.joined()).joined()
    let theirs = Set(Self.words(Self.withoutOwnMarks(String(decoding: dump, as: UTF8.self))))
    let missing = theirs.filter { !ours.contains($0) }
    #expect(missing.isEmpty, "\(missing.sorted())")
  }

  private static func content(_ path: String) -> MessageContent {
    let content = Mail.content(path)
    return content.bodyType == "text/html"
      ? content : Mail.content(path, MessageOptions(alternative: 1))
  }

  private static func charset(_ path: String) -> String {
    switch (path as NSString).lastPathComponent.prefix(2) {
    case "06", "17": "ISO-8859-1"
    case "09": "windows-1252"
    case "18": "ISO-2022-JP"
    case "19": "windows-1255"
    default: "UTF-8"
    }
  }

  /// Takes away names of picture files, marks of deleted text, and the twin of a logo for dark
  /// screens.
  private static func withoutOwnMarks(_ dump: String) -> String {
    let joiner: Unicode.Scalar = "\u{34f}"
    let text = String(String.UnicodeScalarView(dump.unicodeScalars.filter { $0 != joiner }))
    return text.replacing(/\[[a-z0-9_-]+\]/, with: " ").replacing(
      /\[(DEL|S):|:(DEL|S)\]/,
      with: " "
    )
    .replacing("MulletMullet", with: "Mullet")
  }

  private static func words(_ text: String) -> [String] {
    let plain = text.replacing(/\[[0-9]+[^\]]*\]/, with: " ")
    return plain.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
  }

  private static func row(_ line: ContentLine) -> String {
    let mark =
      switch line.kind {
      case .text, .preformatted: ""
      case .heading: "# "
      case .quote(let level): String(repeating: "> ", count: level)
      case .rule: "* * *"
      case .hidden: "(hidden) "
      case .footnote(let number): "[\(number)] "
      default: "\(line.kind) "
      }
    return mark + line.lead + line.text
  }
}
