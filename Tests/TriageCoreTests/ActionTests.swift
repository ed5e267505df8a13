import TestSupport
import Testing
import TriageCore

@Suite struct ActionTests {
  @Test(arguments: MailAction.allIDs)
  func `every id of the table is read back from its notation`(id: String) throws {
    let argument =
      switch ArgumentAction(rawValue: id)?.kind {
      case nil: ""
      case .time: ":mon 9:00"
      case .tag, .tags, .folder: ":+x -y"
      }
    let text = id + argument
    #expect(try MailAction.parse(text).id == id)
  }

  @Test func `an unknown action names the nearest one`() {
    #expect(throws: ActionError.unknown("archve", nearest: "archive")) {
      try MailAction.parse("archve")
    }
  }

  @Test(arguments: ["", "-todo", "a\u{7}b", String(repeating: "x", count: 201)])
  func `a tag that must not be added is refused`(tag: String) {
    #expect(throws: ActionError.self) { try MailAction.parse("add-tag:\(tag)") }
  }

  @Test func `two actions in one gesture are named by the action with the same steps`() {
    let (read, archive, star) = (FixedAction.markRead, FixedAction.archive, FixedAction.star)
    #expect(ActionName([.fixed(read), .fixed(archive)]) == ActionName(.fixed(.markReadAndArchive)))
    #expect(
      ActionName([.fixed(star), .fixed(archive)])
        == .pair(NamedAction(.fixed(star)), NamedAction(.fixed(archive)))
    )
    #expect(
      ActionName([.fixed(star), .fixed(archive), .addTag("todo")])
        == .several(NamedAction(.fixed(star)), others: 2)
    )
  }

  @Test func `a lone word of a change is an added or removed tag`() throws {
    #expect(try MailAction.changing(["+todo"]) == .addTag("todo"))
    #expect(try MailAction.changing(["-todo"]) == .removeTag("todo"))
    #expect(
      try MailAction.changing(["+a", "-b"]) == .changeTags(TagEdit(add: ["a"], remove: ["b"]))
    )
    #expect(throws: ActionError.badTag("c")) { try MailAction.changing(["+a", "c"]) }
  }

  @Test func `composing edits lets the last word count`() {
    let edit = TagEdit(add: ["a"], remove: ["b"]).then(TagEdit(add: ["b"], remove: ["a"]))
    #expect(edit == TagEdit(add: ["b"], remove: ["a"]))
  }

  @Test func `a compound action follows its changed steps`() {
    let effects = ActionEffects([.archive: TagEdit(add: ["archived"], remove: [.inbox])])
    #expect(
      effects.edit(of: .markReadAndArchive)
        == TagEdit(add: ["archived"], remove: [.inbox, .unread])
    )
  }

  @Test func `tags are told apart by their bytes`() {
    #expect(MailTag("é") != MailTag("e\u{301}"))
    #expect(Set([MailTag("é"), MailTag("e\u{301}")]).count == 2)
  }

  @Test func `a lone id finds excluded messages too`() {
    #expect(MailQuery("<a@x>").text == "id:\"a@x\"")
    #expect(!MailQuery("id:a@x").excludes)
    #expect(!MailQuery("thread:12").excludes)
    #expect(MailQuery("id:a@x or tag:inbox").excludes)
  }
}
