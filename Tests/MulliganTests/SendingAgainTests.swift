import TestSupport
import Testing

@testable import mulligan

/// What would let a message leave once more, in the shell: nobody sends without having read to whom.
@Suite struct SendingAgainTests {
  /// A draft that was about to leave, and how it could again.
  enum Way: CaseIterable {
    case redo
    case reapply
    case restore
    /// The undo of what took it back by name.
    case undoOfCancel

    var words: [String] {
      switch self {
      case .redo: ["redo"]
      case .reapply: ["history", "reapply", "1"]
      case .restore: ["history", "restore", "1"]
      case .undoOfCancel: ["undo"]
      }
    }
  }

  private func takenBack(_ way: Way) throws -> SendSite {
    let site = try SendSite(hold: 3_000)
    #expect(try site.send("--cc", "eve@example.org").status == 0)
    let words = way == .undoOfCancel ? ["outbox", "cancel", "1"] : ["undo"]
    #expect(try site.mail.mulligan(words).status == 0)
    return site
  }

  @Test(arguments: Way.allCases)
  func `whatever would send again names the recipients, and needs --yes without a terminal`(
    way: Way
  ) throws {
    let site = try takenBack(way)
    let refused = try site.mail.mulligan(way.words)
    #expect(refused.status == 4 && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors.contains("to ann@example.org, eve@example.org"), "\(refused)")
    #expect(refused.errors.contains("--yes"), "\(refused)")
    let json = try site.mail.mulligan(way.words + ["--json"])
    #expect(json.status == 4, "\(json)")
    #expect(json.objects.last?["error"] as? String == "confirmation-needed", "\(json)")
    #expect(try site.states() == ["draft"])
    let look = try site.mail.mulligan(way.words + ["--dry-run"])
    #expect(try look.status == 0 && site.states() == ["draft"], "\(look)")
    #expect(try site.mail.mulligan(way.words + ["--yes"]).status == 0)
    #expect(try site.states() == ["held"])
    try site.endHolder()
    #expect(site.delivered == [])
  }

  @Test func `on a terminal it is asked, and nothing leaves without a yes`() throws {
    let site = try takenBack(.redo)
    let screen = try TmuxScreen(site.mail, shell: "sh", columns: 120)
    for answer in ["", "y"] {
      try screen.type("clear; '\(Program.path)' redo; echo ended with $?")
      try screen.wait(for: "1 message of yours will be sent to ann@example.org, eve@example.org.")
      #expect(try site.states() == ["draft"])
      try screen.type(answer)
      try screen.wait(for: answer == "y" ? "ended with 0" : "ended with 4")
    }
    #expect(try site.states() == ["held"])
    try site.endHolder()
  }

  @Test func `a redo that sends nothing asks nothing new`() throws {
    let site = try SendSite(hold: 3_000)
    #expect(try site.mail.mulligan("tag", "+later", "--", "*").status == 0)
    #expect(try site.mail.mulligan("undo").status == 0)
    let redone = try site.mail.mulligan("redo")
    #expect(redone.status == 0 && redone.errors.isEmpty, "\(redone)")
    #expect(try site.mail.count("tag:later") == 5)
  }

  @Test func `what was perhaps sent is sent again only to whom the question names`() throws {
    let site = try SendSite()
    try site.exits(1)
    #expect(try site.send("--wait").status == 3)
    try site.waitForSender()
    let screen = try TmuxScreen(site.mail, shell: "sh", columns: 120)
    try screen.type("clear; '\(Program.path)' outbox retry 1; echo ended with $?")
    try screen.wait(for: "1 message to ann@example.org has perhaps left already; send it again?")
    try screen.type("")
    try screen.wait(for: "ended with 4")
    #expect(try site.states() == ["unknown"])
  }
}
