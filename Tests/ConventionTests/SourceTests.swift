import Foundation
import Testing

@Suite struct SourceTests {
  @Test func `the linter has nothing to say`() throws {
    let lint = try SourceTree.run(
      [
        "swift", "format", "lint", "--strict", "--parallel", "--recursive", "Package.swift",
        "Sources", "Tests",
      ])
    #expect(lint.status == 0 && lint.output.isEmpty, "\(lint.output.prefix(4000))")
  }

  @Test func `every package and public declaration is documented`() {
    for file in SourceTree.swiftFiles(below: "Sources") {
      for (place, line) in undocumented(file) {
        Issue.record("\(file.path):\(place): \(line)")
      }
    }
  }

  @Test func `only the two library products have public declarations`() {
    for file in SourceTree.swiftFiles(below: "Sources")
    where file.target != "UndoKit" && file.target != "StringsCatalog" {
      let lines = file.lines.filter { line in
        Self.access.contains { line.contains($0) }
          && line.contains(#/^\s*(?:public |open (?:class|func|var))/#)
      }
      #expect(lines.isEmpty, "\(file.path): \(lines.joined())")
    }
  }

  /// The words of declarations that others see: looked for before a pattern, which takes far longer.
  private static let access = ["public ", "open ", "package "]

  /// Words that hide a fault, with the files that may use them and why.
  private static let banned: [(word: String, allowed: [String: String])] = [
    ("try!", [:]),
    ("as!", [:]),
    ("@unchecked Sendable", [:]),
    ("nonisolated(unsafe)", [:]),
    ("Task.detached", [:]),
    (
      "Date()",
      ["Sources/mulligan/Environment/WallClock.swift": "the one look at the machine's time of day"]
    ),
    (
      "CLOCK_REALTIME",
      [
        "Sources/Maildir/FreshName.swift": "a name that is nobody else's, not a date",
        "Sources/MailText/Seals/GnuPG.swift": "what a signature's own time is held against",
      ]
    ),
    ("time(nil)", ["Sources/mulligan/Machines/SyncSide.swift": "the clock that files have"]),
    (
      "fatalError",
      [
        "Sources/UndoKit/UndoManager.swift": "the one helper for broken promises of the caller",
        "Sources/Journal/StepJournal.swift": "the one helper for broken promises of the caller",
        "Sources/MailIndex/NotmuchIndex.swift": "the one helper for broken promises of the caller",
        "Sources/mulligan/Arguments/Exit.swift": "a program that carries a broken catalog",
      ]
    ),
  ]

  @Test func `words that hide a fault are used only where a reason is given`() {
    for file in SourceTree.swiftFiles(below: "Sources") {
      for (word, allowed) in Self.banned where allowed[file.path] == nil {
        let lines = file.lines.filter { line in
          line.contains(word) && !line.trimmingCharacters(in: .whitespaces).hasPrefix("//")
        }
        #expect(lines.isEmpty, "\(file.path): \(word)")
      }
    }
  }

  @Test func `no source file grows past four hundred lines`() {
    for file in SourceTree.swiftFiles(below: "Sources") {
      #expect(file.lines.count <= 400, "\(file.path): \(file.lines.count) lines")
    }
  }

  @Test func `the demo table names every file of the fixtures`() {
    let fixtures = ["fixtures/maildir", "fixtures/sealed/mail", "fixtures/sealed/gnupg"]
      .flatMap(SourceTree.paths(below:))
    let table = SourceTree.file("Sources/CDemo/demo.c").text
      .matches(of: #/#embed "../../(fixtures/(?:maildir|sealed)/[^"]+)"/#).map { String($0.1) }
      .filter { $0 != "fixtures/sealed/tags" }
    #expect(table.sorted() == fixtures.sorted())
  }

  /// Declarations without a comment; witnesses of documented protocols need none.
  private func undocumented(_ file: SourceTree.File) -> [(Int, Substring)] {
    let lines = file.lines
    return lines.indices.compactMap { place in
      let line = lines[place]
      guard Self.access.contains(where: { line.contains($0) }),
        line.contains(#/^\s*(?:package (?!import)|public |open (?:class|func|var))/#),
        !isWitness(line)
      else {
        return nil
      }
      var above = place - 1
      while above >= 0, lines[above].trimmingCharacters(in: .whitespaces).hasPrefix("@") {
        above -= 1
      }
      let isDocumented =
        above >= 0 && lines[above].trimmingCharacters(in: .whitespaces).hasPrefix("///")
      return isDocumented ? nil : (place + 1, line)
    }
  }

  /// The names that protocols between targets document: their witnesses need no comment.
  private static let interfaces: Set<String> = {
    let files =
      SourceTree.swiftFiles(below: "Sources/TriageCore/Interfaces")
      + SourceTree.swiftFiles(below: "Sources/TriageEngine/Service")
      + [
        "Sources/Screen/Terminal/Terminal.swift",
        "Sources/UndoKit/UndoProvider.swift",
      ]
      .map(SourceTree.file)
    return Set(
      files.flatMap { $0.text.matches(of: #/(?:func|var) (\w+)/#).map { String($0.1) } }
    )
  }()

  private func isWitness(_ line: Substring) -> Bool {
    if let name = line.firstMatch(of: #/(?:func|var) (\w+)/#)?.1, !line.contains("static"),
      Self.interfaces.contains(String(name))
    {
      return true
    }
    return isStandardWitness(line)
  }

  private func isStandardWitness(_ line: Substring) -> Bool {
    line.contains(
      #/func (?:==|<|hash\(into|encode\(to)|init\(from decoder|var description|init\(\w+Literal/#
    )
  }
}
