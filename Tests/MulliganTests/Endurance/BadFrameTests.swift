import EngineLink
import Foundation
import TestSupport
import Testing

@testable import mulligan

/// F9: engines whose words cannot be understood, as a person sees them.
@Suite(.serialized) struct BadFrameTests {
  /// What an engine says after its greeting, in `printf`'s notation; `nil` for half a frame.
  private static let garbage: [(name: String, bytes: String?)] = [
    ("a frame longer than any", "\\377\\377\\377\\377\\377\\377"),
    ("an empty frame", "\\000\\000\\000\\000"),
    ("a frame that is no message", "\\000\\000\\000\\005\\377\\376\\375\\374\\373"),
    ("half a frame", nil),
  ]

  /// The bytes of a greeting: length, magic, number, version.
  private let greetingLength = 4 + 8 + 4 + greeting.version.utf8.count

  /// Starts the screen on an engine that a script stands before; from the second start on it is the
  /// real one, unless it is to be bad for ever.
  private func screen(
    _ mail: TemporaryMail,
    _ script: String,
    isBadForEver: Bool = false
  ) throws -> TmuxScreen {
    let path = "\(mail.folder)/engine"
    let lines = [
      "#!/bin/sh", isBadForEver ? "" : "[ -e '\(path).once' ] && exec '\(Program.path)' engine",
      "touch '\(path).once'", script, "",
    ]
    try writeProgram(lines.joined(separator: "\n"), to: path)
    let folder = "\(mail.folder)/config/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "[engine]\ncommand = [\"\(path)\"]\n"
      .write(toFile: "\(folder)/config.toml", atomically: true, encoding: .utf8)
    return try TmuxScreen(
      mail,
      columns: 120,
      variables: ["XDG_CONFIG_HOME": "\(mail.folder)/config"]
    )
  }

  private func bad(_ bytes: String?) -> String {
    let length = bytes == nil ? greetingLength + 7 : greetingLength
    let more = bytes.map { "printf '\($0)'; exec cat >/dev/null" } ?? "exit"
    return "'\(Program.path)' engine | { head -c \(length); \(more); }"
  }

  @Test(arguments: garbage)
  func `F9 what cannot be understood is told of, and another engine goes on`(
    garbage: (name: String, bytes: String?)
  ) throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let before = try mail.picture()
    let screen = try screen(mail, bad(garbage.bytes))
    try screen.wait(
      for: "The mail engine stopped (its answer was not understood) and was started again"
    )
    try screen.wait(for: "A cottage")
    try screen.press("A")
    try screen.wait(for: "Marked 1 thread as read and archived")
    try screen.press("u")
    try screen.wait(for: "Undid Mark as Read and Archive: 4 messages")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    #expect(try mail.picture() == before)
  }

  @Test func `F9 an engine that is never understood is given up, and the screen stays`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let screen = try screen(mail, bad("\\000\\000\\000\\000"), isBadForEver: true)
    try screen.wait(
      for: "The mail engine stopped (its answer was not understood) and is not running; = tries"
    )
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `F9 what is no engine is shown with its first line, which cannot act`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let screen = try screen(mail, "printf 'Welcome \\033[2J to host\\n'; exec cat >/dev/null")
    try screen.wait(for: "(it is not mulligan, it said: Welcome ␛[2J to host)")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }
}
