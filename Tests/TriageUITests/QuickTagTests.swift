import Screen
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Choosing tags by a letter.
@Suite struct QuickTagTests {
  private func letters(_ play: Screenplay) -> [String: String] {
    Dictionary(
      play.state.quickTags.map { ($0.action.argument ?? $0.action.id, String($0.letter)) }
    ) { first, _ in first }
  }

  @Test func `E11: a letter stays with its tag whatever tags come and go`() throws {
    var play = try Screenplay(.sample)
    play.press("t")
    let before = letters(play)
    let lost = try #require(before["todo"])
    #expect(before["three"] == "t" && before["two"] == "w")
    play.press("Esc")
    play.mailbox.add("New", tags: [[.inbox, "aaa", "delta"]])
    play.mailbox.retag(1) { $0.remove("todo") }
    play.notice()
    play.press("t")
    let after = letters(play)
    #expect(after["todo"] == nil)
    for (tag, letter) in after where before[tag] != nil { #expect(before[tag] == letter) }
    #expect(Set(after.values).count == after.count && !after.values.contains(lost))
    play.press(lost)
    #expect(play.status.hasPrefix("\(lost) does nothing here; Esc"))
    #expect(play.mailbox.changes.isEmpty && play.rows.joined().contains("Tag by Letter"))
    play.press("Esc")
    play.mailbox.retag(1) { $0.insert("todo") }
    play.notice()
    play.press("t")
    #expect(letters(play)["todo"] == lost)
  }

  @Test func `E11: tags of sleeping mail have no letters, as nobody sets them by hand`() throws {
    let box = Mailbox()
    box.add("One", tags: [[.inbox, "snoozed", "snoozed/2026-11-24T09:00Z", "woken", "todo"]])
    var play = try Screenplay(box)
    play.press("t")
    #expect(letters(play).keys.filter { $0.hasPrefix("snoozed") || $0 == "woken" }.isEmpty)
    #expect(letters(play)["todo"] != nil)
  }

  @Test func `E11: a number before the key is meant for what is chosen`() throws {
    var play = try Screenplay(.sample, config: Config.read("[tags]\nfresh = 'f'\n").config)
    play.press("2 t f")
    #expect(play.status.hasPrefix("Added “fresh” to 2 threads"), "\(play.status)")
    play.press("g g x j 2 a")
    #expect(play.status.hasPrefix("The action is about what is selected"), "\(play.status)")
  }

  @Test func `E11: the same key adds a tag and removes it again`() throws {
    var play = try Screenplay(.sample)
    play.press("t")
    let letter = try #require(letters(play)["two"])
    play.press(letter)
    #expect(play.status.hasPrefix("Added “two” to 1 thread"))
    play.press("t \(letter)")
    #expect(play.status.hasPrefix("Removed “two” from 1 thread"))
  }

  @Test func `E11: the pane shows whether a letter adds or removes`() throws {
    var play = try Screenplay(.sample)
    play.press("j t")
    #expect(play.rows.contains { $0.contains("d  - todo") })
    #expect(play.rows.contains { $0.contains("+ work") })
  }

  @Test func `E11: the configuration gives letters, and nobody else gets them`() throws {
    let read = Config.read("[tags]\nwork = \"t\"\nfresh = \"Ж\"\n")
    #expect(read.problems.isEmpty)
    var play = try Screenplay(.sample, config: read.config)
    play.press("t")
    #expect(letters(play)["work"] == "t" && letters(play)["fresh"] == "Ж")
    #expect(letters(play).filter { $0.value == "t" }.count == 1)
    play.press("Ж")
    #expect(play.status.hasPrefix("Added “fresh” to 1 thread"))
    // A tag that had the letter before gives it up for good.
    play = try Screenplay(.sample)
    play.press("t Esc")
    #expect(letters(play)["three"] == "t")
    play.take(.configured(.read(read.config)))
    play.press("t")
    #expect(letters(play)["work"] == "t" && letters(play)["three"] == "h")
  }

  @Test(arguments: [
    ("todo = \"to\"", "wrong-value"), ("todo = \"Ctrl-T\"", "wrong-value"),
    ("todo = \" \"", "wrong-value"), ("todo = 1", "wrong-value"),
    ("a = \"x\"\nb = \"x\"", "duplicate"), ("\"-a\" = \"x\"", "bad-tag"),
  ])
  func `E11: what is no letter, or twice the same, is a mistake`(text: String, code: String) {
    #expect(Config.read("[tags]\n\(text)\n").problems.map(\.code.rawValue) == [code])
  }

  @Test func `E11: when all letters are taken further tags get none`() {
    var letters = TagLetters()
    let tags = (0..<100).map { TagLetters.Owner.tag(MailTag("tag\($0)")) }
    letters.choose(for: tags, except: ["x"])
    let chosen = tags.compactMap { letters[$0] }
    #expect(chosen.count == 61 && Set(chosen).count == 61 && !chosen.contains("x"))
    let before = letters
    letters.choose(for: tags.reversed(), except: ["x"])
    #expect(letters == before)
  }
}
