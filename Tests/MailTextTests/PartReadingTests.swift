import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

@Suite struct PartReadingTests {
  private static let numbers: [(String, Int)] = [
    ("forwarded", 1), ("forwarded", 2), ("forwarded", 3), ("forwarded", 4), ("forwarded", 6),
    ("forwarded", 7), ("forwarded", 8), ("forwarded", 0), ("related", 2), ("digest", 5),
    ("bounce", 3), ("flowed", 1),
  ]

  @Test(.enabled(if: Program.path("notmuch") != nil), arguments: numbers)
  func `a part is what notmuch gives for it`(name: String, number: Int) throws {
    let folder = try TemporaryFolder()
    let path = Fixtures.file("structure/\(name).eml")
    try FileManager.default.copyItem(atPath: path, toPath: folder.path + "/mail")
    let config = folder.path + "/.config"
    try "[database]\npath=\(folder.path)\n".write(toFile: config, atomically: true, encoding: .utf8)
    let environment = ["NOTMUCH_CONFIG": config]
    _ = try Program.run("notmuch", ["new", "--quiet"], environment: environment)
    let arguments = ["show", "--format=raw", "--part=\(number)", "*"]
    let theirs = try Program.run("notmuch", arguments, environment: environment)
    #expect(try Mail.part(number, path) == Array(theirs))
    withExtendedLifetime(folder) {}
  }

  @Test func `a part that is not there is an error`() throws {
    let mail = try MailFile("Subject: x\n\ntext\n")
    #expect(throws: MessageFileError.noSuchPart(2)) { try mail.part(2) }
    #expect(throws: MessageFileError.noSuchPart(-1)) { try mail.part(-1) }
    #expect(throws: MessageFileError.missing) { try Mail.part(1, "/nonexistent") }
  }

  @Test func `an attachment over the limit is listed and saved whole`() throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }
    let encoded = Data(bytes).base64EncodedString(options: [
      .lineLength76Characters, .endLineWithLineFeed,
    ])
    let file = try MailFile(
      "Content-Type: multipart/mixed; boundary=b\n\n--b\n\ntext\n"
        + "--b\nContent-Type: application/x; name=one\nContent-Transfer-Encoding: base64\n\n\(encoded)\n"
        + "--b\nContent-Type: application/x; name=two\nContent-Transfer-Encoding: base64\n\n\(encoded)\n"
        + "--b\n\nafter\n--b--\n"
    )
    var limits = MessageLimits()
    limits.bodyBytes = 1 << 17
    let reader = MessageReader(limits: limits)
    let content = reader.content(
      of: MessageID("x"),
      files: [file.path],
      options: MessageOptions()
    )
    #expect(content.parts.map(\.filename) == [nil, nil, "one", "two", nil])
    // Nothing that is shown is missing.
    #expect(content.notices == [] && content.lines.first?.text == "text")
    #expect(content.lines.last?.text == "after")
    #expect(abs(content.parts[2].size - bytes.count) < 5_000)
    for number in [3, 4] {
      var saved: [UInt8] = []
      let isWhole = try reader.readPart(number, files: [file.path]) { chunk in
        saved += chunk
        return true
      }
      #expect(isWhole && saved == bytes)
    }
    #expect(throws: MessageFileError.tooLong(1)) {
      try reader.readPart(1, files: [file.path]) { _ in true }
    }
  }

  @Test func `parts come in small pieces and stop when told`() throws {
    let file = try MailFile(
      "Content-Type: application/x\n\n" + String(repeating: "x", count: 1_000_000)
    )
    var sizes: [Int] = []
    let isWhole = try MessageReader().readPart(1, files: [file.path]) { chunk in
      sizes.append(chunk.count)
      return sizes.count < 3
    }
    #expect(!isWhole && sizes.count == 3 && sizes.allSatisfy { $0 <= 1 << 16 })
  }

  @Test func `parts of packed mail are unpacked`() throws {
    let path = Fixtures.file("hostile/head-29-gzip.eml")
    #expect(try Mail.part(1, path) == Array("Unpacked text\n".utf8))
    #expect(try Mail.part(0, path).starts(with: Array("From: ".utf8)))
  }
}
