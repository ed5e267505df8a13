import Foundation
import TestSupport
import Testing

/// Who a message is from, and what it says of the time, where that is not the same everywhere.
@Suite struct ComposeAccountTests {
  /// A site with a second account, a view that writes from it, and what else the configuration has.
  private func site(_ more: String) throws -> SendSite {
    try SendSite(
      account: """
        [[account]]
        name = "work"
        address = "R. Tester <r.tester@work.example>"
        [[view]]
        name = "Work"
        query = "tag:inbox"
        account = "work"
        [[view]]
        name = "All"
        query = "*"
        \(more)
        """
    )
  }

  private func open(_ site: SendSite, _ arguments: [String] = []) throws -> TmuxScreen {
    let script = try site.mail.file("editor", "printf '\\nMy words.\\n' >> \"$1\"\n")
    return try TmuxScreen(
      site.mail,
      arguments,
      columns: 100,
      rows: 30,
      variables: ["VISUAL": "sh \(script)"]
    )
  }

  @Test func `W12: mail begun in a view is from its account, an answer from whom it was sent to`()
    throws
  {
    let site = try site("")
    let screen = try open(site)
    try screen.wait(for: "Enter Open")
    try screen.press("m")
    try screen.wait(for: "From      \"R. Tester\" <r.tester@work.example>")
    try screen.press("q")
    try screen.wait(for: "Enter Open")
    try screen.press("r")
    try screen.wait(for: "From      Robin Tester <robin@example.org>")
    // The other view has no account: the first one writes.
    let other = try open(site, ["read", "*"])
    try other.wait(for: "Enter Open")
    try other.press("m")
    try other.wait(for: "From      Robin Tester <robin@example.org>")
  }

  @Test func `W10: an answer says when in the time of who writes it, wherever the engine is`()
    throws
  {
    let engine = "TZ=Asia/Tokyo exec '\(Program.path)' engine"
    let site = try site("[engine]\ncommand = [\"sh\", \"-c\", \"\(engine)\"]")
    let screen = try open(site, ["read", "id:m1@example.org"])
    try screen.wait(for: "Enter Open")
    try screen.press("r")
    try screen.wait(for: "My words.")
    // The shell speaks in the person's time.
    let lines = try site.mail.mulligan("reply", "*").output.lines.filter { $0.hasSuffix("wrote:") }
    let shown = try screen.lines().first { $0.contains("wrote:") }
    #expect(lines.count > 1 && lines.contains { shown?.contains($0) == true }, "\(shown ?? "")")
  }

  @Test func `W2: what is begun in the shell cannot be written on the screen of another host`()
    throws
  {
    let site = try site("[engine]\ncommand = [\"\(Program.path)\", \"engine\"]")
    let screen = try open(site, ["reply", "--edit", "id:m1@example.org"])
    try screen.wait(for: "left with 64")
    let errors = try String(contentsOfFile: "\(site.mail.folder)/errors", encoding: .utf8)
    #expect(errors.contains("another host"))
    #expect(try site.outbox().isEmpty)
  }
}
