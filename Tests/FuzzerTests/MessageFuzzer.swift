import Foundation
import TriageCore

@testable import MailText

extension Fuzzer {
  /// Mail files: MIME, headers, text and pages.
  static let message = Fuzzer(
    "message",
    seeds: ["fixtures/mail", "fixtures/maildir", "fixtures/cases"]
  ) { bytes in
    let file = try FuzzedFile(bytes)
    let reader = MessageReader()
    let id = MessageID("fuzz@example.org")
    for options in [
      MessageOptions(), MessageOptions(alternative: 1, columns: 20), MessageOptions(raw: true),
    ] {
      let content = reader.content(of: id, files: [file.path], options: options)
      try checkLines(of: content)
      if options == MessageOptions() { try checkParts(of: content, in: file, reader) }
    }
    try checkWhole(file, bytes, reader)
    try checkAnswering(id, file, reader)
    try checkForeign(bytes)
  }

  /// A line of text is one line, and what is listed is within the limits.
  private static func checkLines(of content: MessageContent) throws(Finding) {
    for line in content.lines {
      switch line.kind {
      case .label, .header, .detail: break
      default:
        let text = line.text
        try expect(!text.utf8.contains(0x0A), "two lines of \(line.kind): \(text.debugDescription)")
      }
    }
    let limits = MessageLimits()
    try expect(content.lines.count <= limits.lines + 2001, "\(content.lines.count) lines")
    try expect(content.parts.count <= limits.parts + 1, "\(content.parts.count) parts")
    for (index, link) in content.links.enumerated() {
      try expect(link.number == index + 1, "link \(index + 1) has the number \(link.number)")
    }
  }

  /// What is listed can be read, alone and as bytes, and is as long as is said.
  private static func checkParts(
    of content: MessageContent,
    in file: FuzzedFile,
    _ reader: MessageReader
  ) throws {
    for part in content.parts.prefix(20) {
      let alone = MessageOptions(part: part.reference)
      try checkLines(of: reader.content(of: content.id, files: [file.path], options: alone))
      guard !content.isCut else { continue }
      var count = 0
      _ = try reader.readPart(part.number, files: [file.path]) { piece in
        count += piece.count
        return true
      }
      try expect(
        part.size == 0 || part.size == count,
        "part \(part.number) has \(count) bytes, not \(part.size)"
      )
    }
  }

  /// The whole file is its bytes, unless it is compressed.
  private static func checkWhole(
    _ file: FuzzedFile,
    _ bytes: [UInt8],
    _ reader: MessageReader
  ) throws {
    guard !bytes.starts(with: [0x1F, 0x8B]) else { return }
    var whole: [UInt8] = []
    _ = try reader.readPart(0, files: [file.path]) { piece in
      whole += piece
      return true
    }
    try expect(whole == bytes, "part 0 is not the file")
  }

  /// An answer can be begun, and a draft be opened.
  private static func checkAnswering(
    _ id: MessageID,
    _ file: FuzzedFile,
    _ reader: MessageReader
  ) throws {
    let metadata = MessageMetadata(
      id: id,
      thread: ThreadID("1"),
      date: 0,
      from: "",
      subject: "",
      tags: [],
      files: [file.path]
    )
    _ = try reader.original(metadata)
    _ = try reader.draft(metadata)
  }

  /// What may be sent as it is stays as it is when it is read again.
  private static func checkForeign(_ bytes: [UInt8]) throws {
    _ = ForeignMessage.messages(inMbox: bytes)
    guard let message = try? ForeignMessage(bytes, date: 0, offset: 0) else { return }
    let again = try ForeignMessage(message.own, date: 0, offset: 0)
    try expect(again.own == message.own && again.wire == message.wire, "sent otherwise again")
  }
}

/// A file with these bytes, which is gone with it.
private final class FuzzedFile {
  let path = NSTemporaryDirectory() + "fuzz-" + UUID().uuidString

  init(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
