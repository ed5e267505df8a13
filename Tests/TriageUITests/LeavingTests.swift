import Screen
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Leaving the program by the key that goes back.
@Suite struct LeavingTests {
  private func hasLeft(_ play: Screenplay) -> Bool { play.effects.contains("quit") }

  @Test func `E12: q in the first list says that a second one leaves, and it does`() throws {
    var play = try Screenplay(.sample)
    play.press("q")
    #expect(play.status.hasPrefix("q once more leaves"))
    #expect(play.alarms[.leaving] == .seconds(2))
    #expect(!hasLeft(play))
    play.press("q")
    #expect(hasLeft(play))
  }

  @Test func `E12: after two seconds, or another key, it is the first one again`() throws {
    var play = try Screenplay(.sample)
    play.press("q")
    play.wait(for: .leaving)
    #expect(play.state.status.left == nil)
    play.press("q j")
    #expect(play.state.status.left == nil)
    play.press("q Enter q q")
    #expect(play.status.hasPrefix("q once more leaves"))
    #expect(!hasLeft(play))
  }

  @Test func `E12: q in a limited list lifts the limit first`() throws {
    var play = try Screenplay(.sample)
    play.press("l")
    play.type("tag:todo")
    play.press("Enter q")
    #expect(play.state.list.limit == nil && play.state.status.left == nil)
    play.press("q")
    #expect(!hasLeft(play))
  }

  @Test func `E12: q leaves at once if the configuration says so, and Q always does`() throws {
    let config = Config.read("[list]\nquit = \"once\"\n")
    #expect(config.problems.isEmpty)
    var play = try Screenplay(.sample, config: config.config)
    play.press("q")
    #expect(hasLeft(play))
    play = try Screenplay(.sample)
    play.press("Q")
    #expect(hasLeft(play))
  }

  @Test(arguments: [("gmail", "u"), ("emacs", "q")])
  func `E12: the sentence names the key that is bound`(preset: String, key: String) throws {
    let config = Config.read("[keys]\npreset = \"\(preset)\"\n").config
    var play = try Screenplay(.sample, config: config)
    play.press(key)
    #expect(play.status.hasPrefix("\(key) once more leaves"))
  }
}
