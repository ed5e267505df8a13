import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// A shake of the pointer is four turns of at least five columns within 0.8 seconds.
@Suite struct ShakeTests {
  /// Whether moving from column to column, so many milliseconds each, is a shake.
  private func isShake(_ columns: [Int], each milliseconds: Int) -> Bool {
    var detector = ShakeDetector()
    var moment = 0
    return columns.reduce(false) { found, column in
      moment += milliseconds
      return detector.move(to: column, at: .milliseconds(moment)) || found
    }
  }

  @Test func `four quick turns are a shake`() {
    #expect(isShake([10, 20, 10, 20, 10, 20], each: 100))
    #expect(isShake([40, 35, 40, 35, 40, 35], each: 50))
    // Reported cell by cell.
    let there = Array(10...16)
    let back = Array(there.reversed())
    #expect(isShake(there + back + there + back + there, each: 15))
  }

  @Test func `fewer turns, shorter ones, slow ones and plain movement are none`() {
    #expect(!isShake([10, 20, 10, 20, 10], each: 100))
    #expect(!isShake([10, 14, 10, 14, 10, 14, 10, 14], each: 20))
    #expect(!isShake([10, 20, 10, 20, 10, 20], each: 300))
    #expect(!isShake(Array(0...150), each: 2))
    #expect(!isShake([10, 20, 10, 12, 10, 12, 10, 12, 10, 12], each: 20))
  }

  @Test func `a shake asks what to undo, once, and rings`() throws {
    var config = Config.standard
    config.mouse.shake = true
    var play = try Screenplay(.sample, config: config)
    play.take(.shaken)
    #expect(play.state.dialog == nil)
    play.press("A")
    play.take(.shaken)
    #expect(play.state.dialog?.kind == .undo)
    play.take(.shaken)
    #expect(play.effects.filter { $0 == "ring" }.count == 1)
    play.press("Esc")
    #expect(play.state.dialog == nil)
  }

  @Test func `without the setting a shake does nothing`() throws {
    var play = try Screenplay(.sample)
    play.press("A")
    play.take(.shaken)
    #expect(play.state.dialog == nil)
  }
}
