@testable import Screen
@testable import TTYTerminal

extension Fuzzer {
  /// What a terminal sends.
  ///
  /// The first byte says how the others are cut, the second what the terminal's keys are.
  static let keys = Fuzzer("keys") { bytes in
    var script = Script(bytes)
    let cut = script.byte()
    let kind = script.byte()
    let whole = typed([script.rest], kind)
    let inPieces = typed(script.rest.pieces(by: cut), kind)
    try expect(
      whole == inPieces || isAmbiguous(script.rest),
      "in pieces \(inPieces), whole \(whole)"
    )
    try expect(whole.last == .key(KeyChord("j")), "a key after it is \(whole.suffix(1))")
  }

  /// Whether there is what is `Alt` with a character, unless the end of a string is seen with it.
  private static func isAmbiguous(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.indices.dropLast().contains { index in
      let next = bytes.dropFirst(index - bytes.startIndex + 2).first ?? 0
      return bytes[index] == 0x1B && StringCollector.introducers.contains(bytes[index + 1])
        && !StringCollector.isLikely(introducer: bytes[index + 1], next: next)
    }
  }

  /// The keys of bytes that come in these pieces, and of the quiet after them.
  private static func typed(
    _ pieces: [ArraySlice<UInt8>],
    _ kind: UInt8
  ) -> [TerminalEvent] {
    let known = [Array("\u{1B}[7$".utf8): KeyChord(.home, .shift)]
    var decoder = KeyDecoder(keys: kind & 1 == 0 ? [:] : known, erasesWithControlH: kind & 2 != 0)
    var now = ContinuousClock.now
    var events = pieces.flatMap { decoder.feed($0, at: now) }
    while let deadline = decoder.deadline {
      now = deadline
      events += decoder.expire(at: now)
    }
    // Nothing of it is left that a key pressed later would become a part of.
    return events + decoder.feed([UInt8(ascii: "j")], at: now + .seconds(2))
  }
}
