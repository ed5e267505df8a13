import Screen
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Reading the configuration again while the screen runs.
@Suite struct ConfiguringTests {
  @Test func `another configuration holds at once, and what was chosen by hand stays`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 30))
    play.press("p")
    let text = """
      theme = "light"
      [layout]
      sidebar = false
      [keys.list]
      "X" = "archive"
      """
    play.take(.configured(.read(Config.read(text).config)))
    #expect(play.state.look == .light)
    #expect(play.state.view.preview == .right)
    #expect(!play.rows.contains { $0.contains("Views") })
    #expect(play.status.hasPrefix("The configuration was read again"))
    play.press("X")
    #expect(play.status.hasPrefix("Archived 1 thread"))
    play.press("?")
    #expect(play.rows.contains { $0.contains("X  a") })
  }

  @Test func `a preview that is edited in the configuration wins over the key`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 30))
    play.press("p")
    #expect(play.state.view.preview == .right)
    let below = Config.read("[layout]\npreview = \"below\"\n").config
    play.take(.configured(.read(below)))
    #expect(play.state.view.preview == .below)
  }

  @Test func `a chosen theme is said`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 30))
    play.press(":")
    play.type("theme:light")
    play.press("Enter")
    #expect(play.state.view.theme == "light")
    #expect(play.status.hasPrefix("Theme: Light"))
  }

  @Test func `what was said of the last key goes when the window has another size`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 40, rows: 10))
    play.press("\\")
    #expect(play.said.contains("sidebar"))
    play.resize(to: ScreenSize(columns: 120, rows: 30))
    #expect(play.state.status.left == nil)
  }

  @Test func `one with mistakes leaves the old one, and says so`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 24))
    let before = play.state.config
    let first = Sentence("problem.unknown-view", .text("blue"))
    play.take(.configured(.refused(first, problems: 2, check: "mulligan config check")))
    #expect(play.state.config == before)
    #expect(
      play.status.hasPrefix(
        "Mistake in the configuration: there is no view “blue”; the old one holds (2 in all: mulligan config"
      )
    )
    // As long as it has them, that is said whenever there is nothing else to say.
    play.press("% j")
    #expect(play.status.hasPrefix("Configuration has mistakes: mulligan config check"))
    #expect(play.state.shared.isStatusError)
    play.take(.configured(.read(before)))
    #expect(play.status.hasPrefix("The configuration was read again"))
    play.press("j")
    #expect(!play.status.contains("mistakes"))
  }

  @Test func `an edited order is the list's, unless it was chosen for it`() throws {
    let old = Config.read("[list]\nsort = \"oldest-first\"\n").config
    for isChosen in [false, true] {
      var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 30))
      if isChosen { play.press("o 3") }
      let chosen = play.state.list.sort
      play.take(.configured(.read(old)))
      #expect(play.state.list.sort == (isChosen ? chosen : .oldestFirst))
      #expect(play.status.hasPrefix("The configuration was read again"))
    }
  }

  @Test func `an engine that waits for the next start is named`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 30))
    play.take(.configured(.read(play.state.config, waits: true)))
    #expect(
      play.status.hasPrefix(
        "The configuration was read again; [engine] takes effect at the next start"
      )
    )
  }
}
