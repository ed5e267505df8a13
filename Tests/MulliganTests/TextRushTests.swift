import Testing

@testable import mulligan

/// How long the seals of a screen's first texts wait for its others.
@Suite struct TextRushTests {
  private let start = ContinuousClock.now
  private var rush = TextRush()

  @Test mutating func `K2: the seals of a single text wait for nothing`() {
    #expect(rush.rest(at: start) == nil)
    rush.ask(at: start)
    rush.send(leadsOthers: false, at: start + .milliseconds(2))
    #expect(rush.rest(at: start + .milliseconds(2)) == nil)
  }

  @Test mutating func `K2: the screen's other texts go first, and are painted`() {
    rush.ask(at: start)
    rush.send(leadsOthers: true, at: start)
    #expect(rush.rest(at: start + .milliseconds(1)) == TextRush.pause - .milliseconds(1))
    rush.ask(at: start + .milliseconds(2))
    #expect(rush.rest(at: start + .milliseconds(2)) == TextRush.longest)
    rush.send(leadsOthers: false, at: start + .milliseconds(3))
    #expect(rush.rest(at: start + .milliseconds(3)) == TextRush.painting)
    #expect(rush.rest(at: start + .milliseconds(3) + TextRush.painting) == nil)
  }

  @Test mutating func `K2: a text that never comes is not waited for`() {
    rush.send(leadsOthers: true, at: start)
    #expect(rush.rest(at: start + TextRush.pause) == nil)
    rush.ask(at: start)
    #expect(rush.rest(at: start + TextRush.longest) == nil)
  }
}
