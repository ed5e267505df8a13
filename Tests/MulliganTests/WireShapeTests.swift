import EngineLink
import Foundation
import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// Both sides must have the same types, which only the number of the protocol stands for: it is
/// recorded together with the form of all messages.
@Suite struct WireShapeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let file = "fixtures/wire-shape.txt"

  @Test func `another form of the messages has another number of the protocol`() throws {
    let file = Self.root.appending(path: Self.file)
    let kept = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let first = "protocol \(greeting.number)"
    let seen = ([first] + (try Self.messages())).map { "\($0)\n" }.joined()
    guard seen != kept else { return }
    let (now, before) = (Set(seen.split(separator: "\n")), Set(kept.split(separator: "\n")))
    let difference =
      before.subtracting(now).sorted().map { "- \($0)" }
      + now.subtracting(before).sorted().map { "+ \($0)" }
    guard !kept.hasPrefix("\(first)\n") else {
      Issue.record(
        """
        The messages have another form than the one that protocol \(greeting.number) stands for. \
        Raise the number of `greeting` in Sources/mulligan/Programs/EngineProgram.swift, then \
        RECORD=1 renews \(Self.file).
        \(difference.joined(separator: "\n"))
        """
      )
      return
    }
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      return try seen.write(to: file, atomically: true, encoding: .utf8)
    }
    Issue.record("RECORD=1 renews \(Self.file):\n\(difference.joined(separator: "\n"))")
  }

  /// The form of everything that screen and engine say to each other.
  private static func messages() throws -> [String] {
    let shape = WireShape(names: try names())
    try shape.note(EngineRequest.self, at: "request")
    try shape.note(EngineMessage.self, at: "message")
    #expect(shape.gaps.isEmpty, "not described")
    return shape.lines + (try lines()) + actions()
  }

  /// Every word and every text of the sources that have the messages' types: each name of a case
  /// and each raw value is one of them.
  private static func names() throws -> Set<String> {
    let folder = root.appending(path: "Sources/TriageCore").path
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    var names: Set<String> = []
    for path in paths where path.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
      for match in text.matches(of: #/[A-Za-z_]\w*|"([^"\\\n]*)"/#) {
        names.insert(String(match.1 ?? match.0))
        if let literal = match.1 {
          names.formUnion(literal.matches(of: #/[A-Za-z_]\w*/#).map { String($0.0) })
        }
      }
    }
    return names
  }

  // MARK: - What is written as a text by hand

  /// A line of each kind.
  private static func lines() throws -> [String] {
    let kinds = Array(sequence(first: ContentLine.Kind.text) { following($0) })
    return try kinds.map { kind in
      let frame = try MessageCoding.frame(of: ContentLine(kind, "text", lead: "lead"))
      return "line: \(String(decoding: frame.dropFirst(4), as: UTF8.self))"
    }
  }

  /// Every kind follows another, so that a new one cannot be left out.
  private static func following(_ kind: ContentLine.Kind) -> ContentLine.Kind? {
    switch kind {
    case .text: .quote(level: 2)
    case .quote: .signature
    case .signature: .heading
    case .heading: .preformatted
    case .preformatted: .colored
    case .colored: .patchAdded
    case .patchAdded: .patchRemoved
    case .patchRemoved: .patchHunk
    case .patchHunk: .patchHeader
    case .patchHeader: .rule
    case .rule: .header(name: "To")
    case .header: .label(.image, part: 3)
    case .label: .detail(.event)
    case .detail: .footnote(4)
    case .footnote: .hidden
    case .hidden: .sealBegin(1)
    case .sealBegin: .sealEnd(1)
    case .sealEnd: .uncovered
    case .uncovered: nil
    }
  }

  /// The notation of every action.
  private static func actions() -> [String] {
    let edit = TagEdit(add: ["a"], remove: ["b"])
    let others: [MailAction] = [
      .addTag("a"), .removeTag("a"), .changeTags(edit), .move(MailFolder("folder")),
      .snooze(SnoozePhrase(WakeTime(notBefore: 1_790_000_000))),
    ]
    return (MailAction.withoutArgument + others).map { "action: \($0.notation)" }
  }
}

@Suite struct WireShapeRecordTests {
  private enum Kind: String, Codable { case one, two }
  private enum MoreKinds: String, Codable { case one, two, three }
  private enum Choice: Codable { case one(Int), two(name: String) }
  private enum MoreChoices: Codable { case one(Int), two(name: String), three }
  private enum Otherwise: Codable { case one(Int), two(String) }
  private struct Inner<Value: Codable>: Codable { var a: Value }
  private struct Renamed<Value: Codable>: Codable { var a: Value }
  private struct More<Value: Codable>: Codable {
    var a: Value
    var b: Int
  }
  private struct Tree: Codable {
    var name: String
    var children: [Tree]
  }

  private func form<T: Decodable>(_ type: T.Type) throws -> [String] {
    let shape = WireShape(names: ["one", "two", "three", "four"])
    try shape.note(type, at: "x")
    #expect(shape.gaps.isEmpty)
    return shape.lines
  }

  @Test func `fields, cases and what may be missing are told apart, names of types are not`() throws
  {
    #expect(try form(Inner<Int>.self) == ["x.a: Int"])
    #expect(try form(Renamed<Int>.self) == form(Inner<Int>.self))
    #expect(try form(More<Int>.self) == ["x.a: Int", "x.b: Int"])
    #expect(try form(Inner<Int?>.self) == ["x.a?: Int"])
    #expect(try form(Inner<[String]>.self) == ["x.a[]: String"])
    #expect(try form(Inner<[String: Bool]>.self) == ["x.a{key}: String", "x.a{value}: Bool"])
    #expect(try form(Kind.self) == ["x: one | two"])
    #expect(try form(MoreKinds.self) == ["x: one | three | two"])
    #expect(try form(Choice.self) == ["x: one | two", "x.one._0: Int", "x.two.name: String"])
    #expect(
      try form(MoreChoices.self)
        == ["x: one | three | two", "x.one._0: Int", "x.two.name: String"]
    )
    #expect(try form(Otherwise.self).last == "x.two._0: String")
  }

  @Test func `a type is described once, and may hold itself`() throws {
    #expect(try form(Tree.self) == ["x.name: String", "x.children[]: as x"])
    #expect(
      try form(More<Inner<Kind>>.self) == ["x.a.a: one | two", "x.b: Int"]
    )
    #expect(
      try form([Int: Inner<String?>].self) == ["x{key}: Int", "x{value}.a?: String"]
    )
  }
}
