import Foundation
import TestSupport
import Testing

/// When a text is durable that a person writes, as a tracer sees it.
@Suite(.serialized) struct WritingTraceTests {
  @Test(.enabled(if: NetworkTests.canTrace))
  func `W3: a text is durable before its editor starts, and its file stays until it is again`()
    throws
  {
    let site = try SendSite(hold: 3_000)
    let mail = site.mail
    let script = try mail.file("editor", "printf 'More words.\\n' >> \"$1\"\n")
    let log = "\(mail.folder)/calls"
    let shell = try TmuxScreen(
      mail,
      shell: "sh",
      columns: 100,
      rows: 30,
      variables: ["VISUAL": "sh \(script)"]
    )
    try shell.type(
      "clear; strace -f -y -s 4096 -e trace=execve,fsync,unlink,unlinkat,rename,renameat2 -o '\(log)' "
        + "'\(Program.path)' read tag:inbox; echo left with $?"
    )
    try shell.wait(for: "Enter Open")
    try shell.press("r")
    try shell.wait(for: "More words.")
    try waitUntil("it is saved") {
      try mail.mulligan("outbox", "show", "1").output.contains("More words.")
    }
    try shell.press("q")
    try shell.wait(for: "Enter Open")
    try shell.press("Q")
    try shell.wait(for: "left with 0")
    let calls = try String(contentsOfFile: log, encoding: .utf8).lines
    let editor = try #require(calls.firstIndex { $0.contains("execve(") && $0.contains(script) })
    func index(_ call: String, _ file: String, after start: Int) throws -> Int {
      let found = calls.indices.first {
        $0 > start && calls[$0].contains("\(call)(") && calls[$0].contains(file)
      }
      return try #require(found, "\(call) of \(file)")
    }
    // The engine's copy and its folder, and the editor's file.
    let draft = try index("fsync", "/outgoing/1/draft.eml", after: 0)
    let folder = try index("fsync", "/outgoing/1>", after: draft)
    let working = try index("fsync", "/writing/1-", after: 0)
    #expect(max(folder, working) < editor)
    let written = try index("fsync", "/writing/1-", after: editor)
    #expect(written > editor)
    let kept = try index("fsync", "/outgoing/1/draft.eml", after: editor)
    let keptFolder = try index("fsync", "/outgoing/1>", after: kept)
    let dropped = calls.indices.filter {
      calls[$0].contains("unlink") && calls[$0].contains("/writing/1-")
        && calls[$0].contains(".eml\"")
    }
    #expect(!dropped.isEmpty && dropped.allSatisfy { $0 > keptFolder }, "\(dropped)")
  }
}
