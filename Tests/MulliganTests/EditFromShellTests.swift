import Foundation
import TestSupport
import Testing

@testable import mulligan

/// Messages that are begun in the shell, or by a link, and written on the screen.
@Suite struct EditFromShellTests {
  private func open(_ site: SendSite, _ arguments: [String]) throws -> TmuxScreen {
    let script = try site.mail.file(
      "editor-\(UUID().uuidString)",
      "printf '\\nMy words.\\n' >> \"$1\"\n"
    )
    return try TmuxScreen(
      site.mail,
      arguments,
      columns: 100,
      rows: 30,
      variables: ["VISUAL": "sh \(script)"]
    )
  }

  @Test(arguments: [
    ["compose", "--edit", "--to", "ann@example.org", "--subject", "Zebra"],
    ["reply", "--edit", "--sender", "id:m1@example.org"],
    ["forward", "--edit", "--to", "ann@example.org", "id:m1@example.org"],
  ])
  func `W2: what is begun in the shell is written in the editor, shown, and sent`(
    arguments: [String]
  ) throws {
    let site = try SendSite()
    let file = try site.mail.file("plan.txt", "the plan\n")
    let screen = try open(site, arguments + ["--attach", file])
    try screen.wait(for: "My words.")
    try screen.wait(for: "plan.txt")
    try screen.press("y")
    try waitUntil("it has left") {
      site.delivered.first.map { $0.contains("My words.") && $0.contains("plan.txt") } == true
    }
    // One is in the list then, where it can be taken back.
    try screen.wait(for: "Enter Open")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    #expect(site.delivered.count == 1)
  }

  @Test func `W14: what a link has set unseen is said before it leaves, and a file never goes`()
    throws
  {
    let site = try SendSite()
    let link = "mailto:ann@example.org?subject=Zebra&bcc=eve@example.org&attach=/etc/passwd&body=Hi"
    let screen = try open(site, ["compose", "--edit", link])
    try screen.wait(for: "My words.")
    try screen.wait(for: "A link has set a blind copy to eve@example.org")
    try screen.wait(for: "“attach” was left out")
    try screen.press("y")
    try screen.wait(for: "y once more sends it")
    #expect(site.delivered == [])
    // Without that copy nothing is said of it.
    try screen.press("b")
    try screen.wait(for: "Bcc:")
    try screen.press("C-u")
    try screen.press("Enter")
    try screen.wait("it is not said any more") { !$0.contains { $0.contains("blind copy") } }
    try screen.press("y")
    try waitUntil("it has left") { site.delivered.count == 1 }
    #expect(site.arguments.allSatisfy { !$0.contains("eve") })
    #expect(!site.delivered.joined().contains("root:"))
  }

  @Test func `W2: several messages, or no terminal, are refused, and nothing is begun`() throws {
    let site = try SendSite()
    let several = try open(site, ["reply", "--edit", "*"])
    try several.wait(for: "left with 64")
    let run = try site.mail.mulligan("compose", "--edit")
    #expect(run.status == 64)
    #expect(run.errors.contains("needs a terminal"))
    let both = try site.mail.mulligan("compose", "--edit", "--send")
    #expect(both.status == 64 && both.errors.contains("--edit"))
    #expect(try site.outbox().isEmpty)
  }
}
