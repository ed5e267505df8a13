import TestSupport
import Testing
import TriageCore

/// Every mail action of the table, in the shell.
@Suite struct ShellActionTests {
  /// Messages in two states: every action changes one of them at least.
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail(excludedTags: [])
    try mail.makeMaildir("archive")
    try mail.deliver(
      SampleMessage("a@example.org", tags: ["inbox", "unread"]),
      SampleMessage("b@example.org", tags: ["flagged", "deleted", "spam", "muted", "todo"])
    )
    return mail
  }

  @Test func `every fixed action does its effect, one group, and undo takes it back`() throws {
    let mail = try mailbox()
    let before = try mail.dump()
    for action in FixedAction.allCases {
      let run = try mail.mulligan("apply", action.rawValue, "--", "*")
      #expect(run.status == 0, "\(action): \(run)")
      for tag in action.defaultEdit.add { #expect(try mail.count("tag:\(tag)") == 2, "\(action)") }
      for tag in action.defaultEdit.remove {
        #expect(try mail.count("tag:\(tag)") == 0, "\(action)")
      }
      #expect(try mail.mulligan("undo").status == 0, "\(action)")
      #expect(try mail.dump() == before, "\(action)")
    }
  }

  @Test(arguments: ArgumentAction.allCases)
  func `every action with an argument does its effect, and undo takes it back`(
    action: ArgumentAction
  ) throws {
    let mail = try mailbox()
    let before = try mail.dump()
    let (argument, query, count) =
      switch action {
      case .addTag: ("later", "tag:later", 2)
      case .removeTag: ("todo", "tag:todo", 0)
      case .changeTags: ("+later -todo", "tag:later and not tag:todo", 2)
      case .move: ("archive", "folder:archive", 2)
      case .snooze: ("3d", "tag:snoozed and not tag:inbox", 2)
      }
    let run = try mail.mulligan("apply", "\(action.rawValue):\(argument)", "--", "*")
    #expect(run.status == 0, "\(run)")
    #expect(try mail.count(query) == count)
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try mail.dump() == before)
    #expect(try mail.count("folder:archive") == 0)
  }
}
