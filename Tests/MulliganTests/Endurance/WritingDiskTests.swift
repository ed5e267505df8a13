import Foundation
import TestSupport
import Testing

/// Messages that are written and sent while the disk is full or fails.
@Suite(.serialized) struct WritingDiskTests {
  /// A file of a message's folder and a call on it.
  private struct Point: CustomStringConvertible {
    let file: String
    let call: String
    let error: String
    var description: String { "\(call) of \(file): \(error)" }
  }

  private static let points = [
    "facts.json", "parts/1", "draft.eml", "sent.eml", "wire.eml", "envelope",
  ]
  .flatMap { file in
    [("write", "ENOSPC"), ("fsync", "EIO"), ("fsync", "ENOSPC"), ("rename", "EIO")].map {
      Point(file: file, call: $0, error: $1)
    }
  }

  @Test func `F14 F15 W16: a disk that fails under a message lets nothing leave, and is named`()
    throws
  {
    var random = SplitMix(16)
    let points = Self.points.shuffled(using: &random).prefix(sweepsAreWhole ? 100 : 6)
    for point in points {
      let site = try SendSite()
      let plan = try site.mail.file("plan.txt", "the plan\n")
      // The history is there, so that it has no part in it.
      #expect(try site.mail.mulligan("compose", "--draft", "--subject", "First").status == 0)
      let before = try site.mail.dump()
      let folder = URL(fileURLWithPath: try site.mail.journal()).deletingLastPathComponent().path
      let run = try site.mail.mulligan(
        [
          "compose", "--send", "--wait", "--to", "ann@example.org", "--bcc", "eve@example.org",
          "--attach", plan,
        ],
        input: "my words\n",
        under: [
          "strace", "-qq", "-o", "/dev/null", "-P", "\(folder)/outgoing/2/\(point.file).new", "-e",
          "trace=\(point.call)", "-e", "inject=\(point.call):error=\(point.error)",
        ]
      )
      #expect(run.status == 1 && run.errors.contains("\(folder)/outgoing/2"), "\(point): \(run)")
      try site.waitForSender()
      #expect(site.delivered == [] && run.output == "", "\(point)")
      #expect(try site.mail.dump() == before, "\(point)")
      // What is there of it is whole.
      let states = try site.states()
      #expect(states == ["draft"] || states == ["draft", "draft"], "\(point)")
      if states.count > 1 {
        let text = try site.mail.mulligan("outbox", "show", "2").output
        #expect(text.hasSuffix("\n\nmy words\n"), "\(point)")
        #expect(run.errors.contains("outbox show 2"), "\(point): \(run)")
      }
      #expect(try site.mail.mulligan("history", "verify").status == 0, "\(point)")
      #expect(try site.send("--wait").status == 0, "\(point)")
      #expect(site.delivered.count == 1, "\(point)")
    }
  }

  /// Puts a small file system over a folder while something is done; `false` if that may not be.
  private func onSmallDisk(
    _ folder: String,
    kilobytes: Int,
    _ body: (_ enlarge: () -> Void) throws -> Void
  ) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard mount("none", folder, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
      print("a small disk needs the right to mount: \(String(cString: strerror(errno)))")
      return
    }
    defer { umount2(folder, Int32(MNT_DETACH)) }
    try body {
      #expect(mount("none", folder, "tmpfs", UInt(MS_REMOUNT), "size=64m") == 0)
    }
  }

  @Test func `F17 W16: wherever the disk is full, a message is whole and held, or has not left`()
    throws
  {
    var ends: Set<Int32> = []
    for kilobytes in stride(from: 100, through: 1_700, by: sweepsAreWhole ? 40 : 200) {
      let site = try SendSite(hold: 3_000)
      let large = try site.mail.file("large.txt", String(repeating: "line\n", count: 60_000))
      let before = try site.mail.dump()
      try onSmallDisk(site.mail.state, kilobytes: kilobytes) { enlarge in
        let run = try site.send("--attach", large)
        ends.insert(run.status)
        #expect([0, 1].contains(run.status), "\(kilobytes): \(run)")
        #expect(run.status == 0 || !run.errors.isEmpty, "\(kilobytes)")
        enlarge()
        // Nothing waits of which it was not said.
        #expect(try site.states().contains("held") == (run.status == 0), "\(kilobytes): \(run)")
        if run.status == 0 { #expect(try site.mail.mulligan("outbox", "release", "1").status == 0) }
        #expect(try site.send("--hold", "0", "--wait").status == 0, "\(kilobytes)")
        try waitUntil("all has left") { try !site.states().contains("held") }
        try site.waitForSender()
        #expect(site.delivered.count == (run.status == 0 ? 2 : 1), "\(kilobytes)")
        let whole = site.delivered.count { $0.contains("large.txt") && $0.hasSuffix("--\n") }
        #expect(whole == (run.status == 0 ? 1 : 0), "\(kilobytes)")
        #expect(try site.mail.mulligan("history", "verify").status == 0, "\(kilobytes)")
        try site.endSender()
      }
      #expect(try site.mail.dump().filter { !$0.contains("+sent") } == before, "\(kilobytes)")
    }
    #expect(ends.isEmpty || ends == [0, 1])
  }

  @Test func `W24: a message that the full disk of the mail cannot take is kept, and filed later`()
    throws
  {
    let site = try SendSite()
    let large = try site.mail.file("large.txt", String(repeating: "line\n", count: 60_000))
    try onSmallDisk("\(site.mail.root)/Sent", kilobytes: 64) { enlarge in
      let run = try site.send("--attach", large, "--wait")
      #expect(run.status == 0, "\(run)")
      try site.waitForSender()
      #expect(try site.mail.count("tag:sent") == 0)
      #expect(try site.mail.mulligan("outbox").output.contains("not yet among the mail"))
      let names = try FileManager.default.subpathsOfDirectory(atPath: "\(site.mail.root)/Sent")
      #expect(names.allSatisfy { ["cur", "new", "tmp"].contains($0) }, "nothing is half there")
      enlarge()
      try waitUntil("it is filed") {
        try site.mail.mulligan("outbox", "run").status == 0 && site.mail.count("tag:sent") == 1
      }
      try site.waitForSender()
      #expect(site.delivered.count == 1)
    }
  }

  @Test
  func `W3 W5: where the disk is full under the editor no text is lost, and it is said where`()
    throws
  {
    let site = try SendSite()
    // It writes, and fills the disk behind its own back.
    let fill = "\(site.mail.state)/fill"
    let script = try site.mail.file(
      "editor",
      "grep -q 'My words' \"$1\" || printf '\\nMy words.\\n' >> \"$1\"\n"
        + "[ -e '\(fill)' ] || head -c 90m /dev/zero > '\(fill)' 2>/dev/null; true\n"
    )
    try onSmallDisk(site.mail.state, kilobytes: 8_000) { _ in
      let screen = try TmuxScreen(
        site.mail,
        columns: 100,
        rows: 30,
        variables: ["VISUAL": "sh \(script)"]
      )
      let writing = "\(site.mail.state)/mulligan/writing"
      func text() throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: writing)
        let name = names.first { $0.hasSuffix(".eml") } ?? ""
        return try String(contentsOfFile: "\(writing)/\(name)", encoding: .utf8)
      }
      try screen.wait(for: "Enter Open")
      try screen.press("r")
      func isSaid(_ words: String, _ lines: [String]) -> Bool {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ").contains(words)
      }
      try screen.wait("it is said where the text is") { isSaid("The text is in", $0) }
      try screen.wait(for: "My words.")
      #expect(try text().hasSuffix("\nMy words.\n"))
      try FileManager.default.removeItem(atPath: fill)
      _ = FileManager.default.createFile(atPath: fill, contents: nil)
      try screen.press("e")
      try waitUntil("the text is saved") {
        try site.mail.mulligan("outbox", "show", "1").output.hasSuffix("\nMy words.\n")
      }
      try screen.wait(for: "y Send")
      try screen.press("y")
      try waitUntil("it has left") { site.delivered.first?.contains("My words.") == true }
      try screen.press("Q")
      try screen.wait(for: "left with 0")
      try site.waitForSender()
    }
  }
}
