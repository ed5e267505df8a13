import StringsCatalog
import TestSupport
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// A search or a limit that becomes a view of the configuration.
@Suite struct SaveViewTests {
  @Test func `E26: what is shown is saved by the name that is asked for`() throws {
    var play = try Screenplay(.sample)
    play.press("/")
    play.type("tag:work")
    play.press("Enter")
    save(as: "My work", in: &play)
    #expect(play.effects.last == "save view My work: tag:work")
    play.press("q l")
    play.type("tag:unread")
    play.press("Enter")
    play.choose(.running(.sort, "subject"))
    save(as: "New", in: &play)
    #expect(play.effects.last == "save view New: (tag:inbox) and (tag:unread) by subject")
  }

  @Test func `E26: a view is not saved twice, by its query or by its name`() throws {
    var play = try Screenplay(.sample)
    play.choose(.command(.saveView))
    #expect(play.status.hasPrefix("This is a view already"))
    play.press("/")
    play.type("tag:work")
    play.press("Enter")
    let before = play.effects
    save(as: "Starred", in: &play)
    #expect(play.said.hasPrefix("There is a view “Starred” already; nothing was saved"))
    #expect(play.effects.filter { $0.hasPrefix("save") } == before.filter { $0.hasPrefix("save") })
  }

  @Test func `E26: a name that a view goes by on the screen is taken, too`() throws {
    var play = try Screenplay(.sample, language: "de")
    play.press("/")
    play.type("tag:work")
    play.press("Enter")
    play.choose(.command(.saveView))
    play.type("Posteingang")
    play.press("Enter")
    #expect(!play.effects.contains { $0.hasPrefix("save view") })
    #expect(play.state.status.isError)
  }

  @Test func `E26: a search for what a view shows is called by its name`() throws {
    var play = try Screenplay(.sample)
    play.press("/")
    play.type("tag:work")
    play.press("Enter")
    #expect(play.rows[0].contains("tag:work"))
    let text = "[[view]]\nname = \"Office\"\nquery = \"tag:work\"\n"
    play.take(.configured(.read(Config.read(text).config)))
    #expect(play.rows[0].contains("Office") && !play.rows[0].contains("tag:work"))
    play.press("q /")
    play.type("tag:work")
    play.press("Enter")
    #expect(play.rows[0].contains("Office"))
  }

  @Test func `E26: the configuration can be edited`() throws {
    var play = try Screenplay(.sample)
    play.choose(.command(.editConfig))
    #expect(play.effects.last == "edit configuration")
  }

  private func save(as name: String, in play: inout Screenplay) {
    play.choose(.command(.saveView))
    #expect(play.prompt.hasPrefix("Name of the view:"))
    play.type(name)
    play.press("Enter")
  }
}
