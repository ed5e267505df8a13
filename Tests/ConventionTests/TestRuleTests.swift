import Testing

/// What the tests themselves keep to: the same run every time, on any machine and at any hour.
@Suite struct TestRuleTests {
  /// Words of a test that depends on luck, or on how fast the machine is, with the files that may use
  /// them and why.
  private static let banned: [(word: String, allowed: [String: String])] = [
    ("usleep(", [:]),
    ("Thread.sleep", [:]),
    (
      "Task.sleep",
      ["Tests/TTYTerminalTests/Device/PseudoTerminal.swift": "`eventually` beside an exit test"]
    ),
    ("nanosleep(", ["Tests/TestSupport/Waiting.swift": "`pause`, for time that is input"]),
    ("SystemRandomNumberGenerator", [:]),
    (".randomElement()", [:]),
    (".shuffled()", [:]),
    (".random()", [:]),
    (
      "Date()",
      [
        "Tests/ConventionTests/SourceTests.swift": "what the program must not ask",
        "Tests/MulliganTests/ReadingPictureTests.swift": "a picture beside the program's own clock",
        "Tests/MailTextTests/SealInputTests.swift": "gpg's clock, hours ahead of ours",
        "Tests/MulliganTests/FolderViewTests.swift": "a history in which the program writes too",
        "Tests/MulliganTests/HistoryPaneTests.swift": "a history in which the program writes too",
      ]
    ),
    ("status <= ", [:]),
  ]

  private static let files = SourceTree.swiftFiles(below: "Tests").filter {
    $0.target != "Benchmarks" && !$0.path.hasSuffix("/TestRuleTests.swift")
  }

  @Test func `no test sleeps for a fixed time, rolls unseeded dice or asks for the hour`() {
    #expect(Self.files.count > 150)
    for file in Self.files {
      for (word, allowed) in Self.banned where allowed[file.path] == nil {
        let lines = file.lines.filter { $0.contains(word) }
        #expect(lines.isEmpty, "\(file.path): \(lines.joined(separator: "\n"))")
      }
    }
  }

  @Test func `every random number of a test comes from a seed`() {
    for file in Self.files {
      let lines = file.lines.filter { $0.contains(".random(in:") && !$0.contains("using: &") }
      #expect(lines.isEmpty, "\(file.path): \(lines.joined(separator: "\n"))")
    }
  }

  @Test func `no script of a test can still be open for writing when it is started`() {
    for file in Self.files where !file.lines.contains(where: { $0.contains("writeProgram(") }) {
      let lines = file.lines.filter { $0.contains("#!/") }
      #expect(lines.isEmpty, "\(file.path): \(lines.joined(separator: "\n"))")
    }
  }
}
