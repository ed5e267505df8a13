import Testing

@testable import EngineLink

@Suite struct GreetingTests {
  private func input(_ bytes: [UInt8], pieces longest: Int) throws -> LinkInput {
    var random = SeededGenerator(seed: UInt64(longest))
    var input = LinkInput(expecting: ours)
    for piece in bytes.pieces(upTo: longest, using: &random) { try input.feed(piece) }
    return input
  }

  @Test(arguments: [1, 3, 1000])
  func `a greeting is understood and what follows it is kept`(longest: Int) throws {
    let theirs = Greeting(number: ours.number, version: "9.9 β")
    let message = Word.number(sender: 1, 2)
    let bytes = theirs.frame + (try MessageCoding.frame(of: message))
    var input = try input(bytes, pieces: longest)
    #expect(input.theirs == theirs)
    #expect(try input.next(Word.self) == message)
    #expect(try input.next(Word.self) == nil)
    try input.finish()
  }

  @Test(arguments: [1, 3, 1000])
  func `another protocol is refused with both versions`(longest: Int) {
    let theirs = Greeting(number: 8, version: "2.0")
    #expect(throws: LinkError.otherProtocol(ours: ours, theirs: theirs)) {
      _ = try input(theirs.frame, pieces: longest)
    }
  }

  @Test(
    arguments: [
      "Welcome to host\nLast login: today\n", "\n\r\n  Welcome to host\r\n",
      "Welcome to host\rmulligan",
    ],
    [1, 4, 1000]
  )
  func `a banner is refused with its first line`(banner: String, longest: Int) {
    #expect(throws: LinkError.notMulligan(firstLine: Array("Welcome to host".utf8))) {
      _ = try input(Array(banner.utf8), pieces: longest)
    }
  }

  @Test func `a line without end is cut after 200 bytes, whatever they are`() {
    let noise = [UInt8](repeating: 0xFF, count: 500)
    #expect(throws: LinkError.notMulligan(firstLine: Array(noise.prefix(200)))) {
      _ = try input(noise, pieces: 7)
    }
  }

  @Test func `a banner that ends without a line's end is told at its end`() throws {
    let input = try input(Array("login: ".utf8), pieces: 2)
    #expect(throws: LinkError.notMulligan(firstLine: Array("login: ".utf8))) {
      try input.finish()
    }
  }

  @Test func `a frame of ours that is no greeting is refused`() throws {
    #expect(throws: LinkError.self) {
      let input = try input(Array(MessageCoding.frame(of: Word.text("x"))), pieces: 9)
      try input.finish()
    }
  }

  @Test func `no greeting at all is no error, half of one is`() throws {
    try input([], pieces: 1).finish()
    for count in 1..<ours.frame.count {
      #expect(throws: LinkError.cutOff) {
        try input(Array(ours.frame.prefix(count)), pieces: 3).finish()
      }
    }
  }

  @Test func `a version that is too long is cut, not refused`() throws {
    let wordy = Greeting(number: ours.number, version: String(repeating: "v", count: 1000))
    #expect(try input(wordy.frame, pieces: 50).theirs?.version.count == 200)
  }
}
