import Foundation
import TestSupport
import Testing

/// Tags by their letters, in a real terminal.
@Suite struct QuickTagScreenTests {
  @Test func `E11: letters outlive the screen that chose them, and their tags`() throws {
    let mail = try TemporaryMail()
    try mail.deliverScriptThreads()
    try mail.notmuch("tag", "+todo", "+travel", "--", "subject:\"Thread 05\"")
    let first = try letters(mail)
    #expect(first["todo"] == "t" && first["travel"] == "r", "\(first)")
    try mail.notmuch("tag", "-todo", "--", "*")
    try mail.notmuch("tag", "+tango", "+aaa", "--", "subject:\"Thread 06\"")
    let second = try letters(mail)
    #expect(second["travel"] == "r" && second["todo"] == nil)
    #expect(second["tango"] == "n", "\(second)")
    try mail.notmuch("tag", "+todo", "--", "subject:\"Thread 05\"")
    #expect(try letters(mail)["todo"] == "t")
    let file = "\(mail.state)/mulligan/letters.json"
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  /// The letters that a new screen shows for the tags.
  private func letters(_ mail: TemporaryMail) throws -> [String: String] {
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "Thread 00")
    try screen.press("t")
    try screen.wait("the letters are shown") { lines in
      lines.contains { $0.contains("+ travel") || $0.contains("- travel") }
    }
    let words = try screen.lines().map { $0.split { " │".contains($0) }.map(String.init) }
    try screen.press("Escape")
    try screen.wait("the pane is closed") { lines in
      !lines.contains { $0.contains("+ travel") || $0.contains("- travel") }
    }
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    var letters: [String: String] = [:]
    for line in words {
      for place in line.indices.dropFirst(2) where ["+", "-"].contains(line[place - 1]) {
        letters[line[place]] = line[place - 2]
      }
    }
    return letters
  }
}
