import EngineLink
import Testing

@Suite struct RestartPolicyTests {
  private let start = ContinuousClock.now

  private func answers(_ seconds: [Double]) -> [Bool] {
    var policy = RestartPolicy()
    return seconds.map { policy.mayRestart(afterDeathAt: start + .seconds($0)) }
  }

  @Test func `the third death in a minute is the last`() {
    #expect(answers([0, 1, 59]) == [true, true, false])
    #expect(answers([0, 0, 0]) == [true, true, false])
  }

  @Test func `deaths more than a minute ago are forgotten`() {
    #expect(answers([0, 1, 60, 61, 119]) == [true, true, true, true, false])
  }

  @Test func `a retry starts anew`() {
    var policy = RestartPolicy()
    for _ in 0..<3 { _ = policy.mayRestart(afterDeathAt: start) }
    policy.reset()
    let after = policy.mayRestart(afterDeathAt: start)
    #expect(after)
  }
}
