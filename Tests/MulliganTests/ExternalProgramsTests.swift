import Foundation
import Screen
import StringsCatalog
import TestSupport
import Testing
import TriageCore
import TriageUI

@testable import mulligan

/// Programs that show files beside the screen.
@Suite struct ExternalProgramsTests {
  private func programs(_ script: String) -> ExternalPrograms {
    ExternalPrograms(
      opener: ["sh", "-c", script],
      words: Wording(Language.embedded.localizer(for: "en"), isUTF8: true)
    )
  }

  /// Polls until all openers have ended; returns what is said of them.
  private func sentences(
    of programs: ExternalPrograms,
    areErrors: Bool = true
  ) throws -> [Sentence] {
    var sentences: [Sentence] = []
    while !programs.descriptors.isEmpty {
      var entries = programs.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      try #require(poll(&entries, nfds_t(entries.count), 120_000) > 0)
      for event in programs.readable(entries.filter { $0.revents != 0 }.map(\.fd)) {
        if case .notify(let sentence, areErrors) = event { sentences.append(sentence) }
      }
    }
    return sentences
  }

  @Test func `an opener that fails is told of with the first it complained of`() throws {
    let programs = programs("echo first >&2; echo more >&2; exit 7")
    _ = try programs.open("/a file", called: "a file")
    #expect(
      try sentences(of: programs) == [
        Sentence("error.program-failed", .text("sh"), .text("7"), .text("first"))
      ]
    )
  }

  @Test func `several openers run at once, and those that succeed say nothing`() throws {
    let programs = programs("test \"$0\" != /bad")
    for name in ["/good", "/bad", "/fine"] { _ = try programs.open(name, called: name) }
    #expect(programs.descriptors.count == 3)
    #expect(
      try sentences(of: programs) == [
        Sentence("error.program-failed", .text("sh"), .text("1"), .text(""))
      ]
    )
  }

  @Test(arguments: [("HTTPS://example.org/a", "5"), ("mailto:ann@example.org", "3")])
  func `E15: a link to a page goes to the browser, any other to the opener`(
    target: String,
    program: String
  ) throws {
    let programs = programs("exit 3")
    programs.browser = ["sh", "-c", "exit 5"]
    let link = ContentLink(number: 1, text: "", target: target, host: "", isMisleading: false)
    _ = try programs.open(link, .vim)
    #expect(
      try sentences(of: programs) == [
        Sentence("error.program-failed", .text("sh"), .text(program), .text(""))
      ]
    )
  }

  @Test func `an opener's end is known while what it has started goes on`() throws {
    let file = NSTemporaryDirectory() + "viewer-\(UUID().uuidString)"
    defer { unlink(file) }
    // The viewer complains for ever, and writes its number down.
    let viewer = "(while :; do echo complaint >&2 || exit; sleep 0.02; done) & echo $! >'\(file)'"
    let programs = programs(viewer)
    _ = try programs.open("/picture", called: "picture")
    #expect(try sentences(of: programs).isEmpty)
    let number = try String(contentsOfFile: file, encoding: .utf8).dropLast()
    let process = try #require(Int32(number))
    // It complains to nobody now; a pipe's end would have been its own.
    for _ in 0..<5 {
      #expect(kill(process, 0) == 0)
      pause(for: .milliseconds(30))
    }
    kill(process, SIGKILL)
  }

  @Test func `E16: a program for copying reads all of the text, and is named when it has ended`()
    throws
  {
    let file = NSTemporaryDirectory() + "copied-\(UUID().uuidString)"
    defer { unlink(file) }
    let programs = programs("")
    let text = String(repeating: "ten megabytes\n", count: 750_000)
    // Like those of Wayland and X, it leaves somebody behind who holds the text.
    let keeper = "cat >'\(file)'; sleep 60 & echo $! >>'\(file)'"
    try programs.copy(ClipboardText(lines: text), with: ["sh", "-c", keeper])
    #expect(
      try sentences(of: programs, areErrors: false) == [
        Sentence("status.copied-with", .text("sh"))
      ]
    )
    let copied = try String(contentsOfFile: file, encoding: .utf8)
    #expect(copied.hasPrefix(text))
    kill(try #require(Int32(copied.dropFirst(text.count).dropLast())), SIGKILL)
  }

  @Test func `E16: a program for copying that fails or is missing is named`() throws {
    let programs = programs("")
    try programs.copy(ClipboardText(line: "x"), with: ["sh", "-c", "echo no seat >&2; exit 1"])
    #expect(
      try sentences(of: programs) == [
        Sentence("error.program-failed", .text("sh"), .text("1"), .text("no seat"))
      ]
    )
    #expect(throws: UserFacingError.self) {
      try programs.copy(ClipboardText(line: "x"), with: ["no-such-program"])
    }
  }
}
