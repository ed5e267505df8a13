import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// notmuch says what the parts, texts and headers of every mail are.
@Suite(.enabled(if: Program.path("notmuch") != nil)) struct NotmuchOracleTests {
  /// Texts that we read otherwise on purpose.
  private static let ownWords: [String: String] = [
    "mime-48-garbage.eml": "base64 goes on behind padding; uuencode is not decoded",
    "mime-49-charset-0.eml": "a charset that is refused is read as latin-1",
    "mime-49-charset-3.eml": "a charset that is refused is read as latin-1",
    "1784073600.M004P1.demo:2,S": "a charset that is refused is read as latin-1",
    "1784741580.M007P1.demo:2,S": "bytes without a charset are guessed",
    "wrong-ascii.eml": "a wrong charset is guessed",
    "mime-49-charset-1.eml": "an empty charset is none",
    "mime-49-charset-2.eml": "UTF-7 is refused",
    "none-latin1.eml": "bytes without a charset are guessed",
    "wrong-utf8.eml": "a wrong charset is guessed",
    "text-06-c1-latin1.eml": "bytes no Windows has are controls",
    "text-19-bad-utf8.eml": "bad bytes become marks",
  ]

  /// Headers that we read otherwise on purpose.
  private static let ownHeaders: [String: String] = [
    "text-09-carriage-return.eml": "GMime loses the word behind a padded one",
    "text-11-zero.eml": "GMime loses what follows a zero byte",
    "text-13-zero-width-address.eml": "addresses are shown as written",
    "text-14-homograph.eml": "addresses are shown as written",
    "head-34-words.eml": "UTF-7 is refused",
    "head-29-cr-only.eml": "notmuch shows a From as it is, we its addresses",
    "text-02-title-in-name.eml": "notmuch shows a From as it is, we its addresses",
    "1787097540.M050P1.demo:2,": "notmuch shows a From as it is, we its addresses",
    "1786250640.M022P1.demo:2,S": "notmuch shows a From as it is, we its addresses",
    "head-30-doubled.eml": "the first From and To win",
  ]

  /// Files that notmuch takes for no mail at all.
  private static let noMail: Set = [
    "head-29-blank-first.eml", "head-29-empty.eml", "head-29-mbox.eml", "head-29-no-header.eml",
    "head-29-utf16.eml", "head-30-missing.eml",
  ]

  @Test func `parts, texts and headers agree with notmuch`() throws {
    let oracle = try Oracle(Fixtures.all)
    #expect(oracle.messages.count > 200)
    for message in oracle.messages {
      let name = (message.original as NSString).lastPathComponent
      guard let tree = tree(message.original) else {
        Issue.record("\(name): not read")
        continue
      }
      let ours = tree.nodes.dropFirst().map { Oracle.Part($0) }
      #expect(ours.map(\.structure) == message.parts.map(\.structure), "\(name)")
      let (texts, headers) = (texts(tree, message), headers(message))
      // What is read otherwise on purpose is: else its reason has gone.
      #expect(texts.isEmpty == (Self.ownWords[name] == nil), "\(name) \(texts)")
      #expect(headers.isEmpty == (Self.ownHeaders[name] == nil), "\(name) \(headers)")
    }
    let compared = Set(
      oracle.messages.flatMap(\.originals).map { ($0 as NSString).lastPathComponent }
    )
    let missed = Fixtures.all.map { ($0 as NSString).lastPathComponent }
      .filter { !compared.contains($0) }
    #expect(Set(missed) == Self.noMail)
  }

  private func tree(_ path: String) -> PartTree? {
    buffer(path).flatMap { PartTree(parsing: $0) }
  }

  private func buffer(_ path: String) -> MessageBuffer? {
    GMimeLibrary.started
    guard let file = try? FileSource(path: path) else { return nil }
    let source: any ByteSource = file.isGzip() ? GzipSource(file) : file
    return try? MessageBuffer.read(source, sizeHint: file.size, limits: MessageLimits())
  }

  /// The numbers of the texts that differ, and how.
  private func texts(_ tree: PartTree, _ message: Oracle.Message) -> [String] {
    guard let buffer = buffer(message.original) else { return ["not read"] }
    return tree.nodes.filter { $0.form == .leaf && $0.isText }.compactMap { node in
      guard let theirs = message.parts.first(where: { $0.number == node.number })?.text else {
        return nil
      }
      let bytes = buffer.decoded(node, limit: 1 << 24).bytes
      let decoder = TextDecoder(bytes, declared: node.parameters["charset"])
      let ours = String(decoding: decoder.text, as: UTF8.self)
      return ours == theirs ? nil : "\(node.number): \(ours.prefix(200)) / \(theirs.prefix(200))"
    }
  }

  /// The header fields that differ, and how.
  private func headers(_ message: Oracle.Message) -> [String] {
    let content = MessageReader().content(
      of: MessageID("x"),
      files: [message.original],
      options: MessageOptions()
    )
    return message.headers.sorted { $0.key < $1.key }.compactMap { field, theirs in
      guard ["Subject", "From", "To", "Cc"].contains(field) else { return nil }
      let ours = content.header(field)?.value ?? ""
      return ours == theirs ? nil : "\(field): \(ours) / \(theirs)"
    }
  }
}

/// What notmuch makes of some mails.
private struct Oracle {
  struct Part {
    var number: Int
    var type: String
    var filename: String?
    var text: String?

    var structure: String { "\(number) \(type) \(filename ?? "")" }
  }

  struct Message {
    /// The file the mail was copied from.
    var original: String
    /// All files that are this mail.
    var originals: [String]
    var parts: [Part]
    var headers: [String: String]
  }

  var messages: [Message] = []

  /// Copies the mails into a folder of their own, has them indexed and asks for all of them.
  init(_ files: [String]) throws {
    let folder = try TemporaryFolder()
    var originals: [String: String] = [:]
    for (index, file) in files.enumerated() {
      let copy = "\(folder.path)/mail-\(index)"
      try FileManager.default.copyItem(atPath: file, toPath: copy)
      originals[copy] = file
    }
    let config = folder.path + "/.config"
    try "[database]\npath=\(folder.path)\n".write(toFile: config, atomically: true, encoding: .utf8)
    let environment = ["NOTMUCH_CONFIG": config]
    _ = try Program.run("notmuch", ["new", "--quiet"], environment: environment)
    let arguments = ["show", "--format=json", "--include-html", "--entire-thread=false", "*"]
    let data = try Program.run("notmuch", arguments, environment: environment)
    let text = String(decoding: data, as: UTF8.self)
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    withExtendedLifetime(folder) { collect(json, originals) }
  }

  private mutating func collect(_ json: Any, _ originals: [String: String]) {
    if let list = json as? [Any] {
      for item in list { collect(item, originals) }
    } else if let message = json as? [String: Any], let headers = message["headers"] {
      let files = message["filename"] as? [String] ?? []
      let known = files.compactMap { originals[$0] }
      guard let original = known.first else { return }
      var parts: [Part] = []
      Self.add(message["body"] ?? [], to: &parts)
      let fields = (headers as? [String: String]) ?? [:]
      messages.append(
        Message(original: original, originals: known, parts: parts, headers: fields)
      )
    }
  }

  private static func add(_ json: Any, to parts: inout [Part]) {
    for case let part as [String: Any] in json as? [Any] ?? [] {
      if let number = part["id"] as? Int {
        let type = (part["content-type"] as? String ?? "").lowercased()
        let name = part["filename"] as? String
        let text = part["content"] as? String
        parts.append(Part(number: number, type: type, filename: name, text: text))
      }
      add(part["content"] ?? [], to: &parts)
      add(part["body"] ?? [], to: &parts)
    }
  }
}

extension Oracle.Part {
  /// The same of ours; notmuch tells no file names of containers.
  fileprivate init(_ node: PartNode) {
    self.init(
      number: node.number,
      type: node.type,
      filename: node.form == .leaf ? node.filename : nil,
      text: nil
    )
  }
}
