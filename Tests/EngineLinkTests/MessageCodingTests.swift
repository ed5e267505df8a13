import Testing

@testable import EngineLink

/// Everything that a message's types may be made of.
private struct Everything: Codable, Equatable {
  enum Kind: String, Codable { case first, second }
  enum Case: Codable, Equatable {
    case bare
    case one(Int)
    case two(String, name: [String?])
    indirect case inner(Case)
  }

  var text: String
  var flag: Bool
  var whole: [Int64]
  var small: Int8
  var large: UInt64
  var real: Double
  var short: Float
  var missing: String?
  var present: String?
  var kind: Kind
  var cases: [Case]
  var tags: Set<String>
  var counts: [String: Int]
  var byNumber: [Int: String]
  var nested: [[UInt8]]
  var nothing: Nothing
  var nothings: [Nothing]

  struct Nothing: Codable, Equatable {}

  static func random(using random: inout SeededGenerator) -> Everything {
    func text() -> String {
      let alphabet = ["a", "Ω", "é", "e\u{301}", "👩‍👩‍👧", "\0", "\u{1b}", "\"", "\u{10FFFF}", " "]
      return (0..<Int.random(in: 0...30, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? ""
      }.joined()
    }
    func list<T>(_ make: () -> T) -> [T] {
      (0..<Int.random(in: 0...5, using: &random)).map { _ in make() }
    }
    let edges: [Int64] = [.min, .max, 0, -1, 1, 63, 64, -64, -65, 8191, 8192]
    let cases: [Case] = [
      .bare, .one(-5), .two(text(), name: [nil, text(), nil]), .inner(.inner(.two("", name: []))),
    ]
    return Everything(
      text: text(),
      flag: .random(using: &random),
      whole: edges,
      small: .random(in: .min ... .max, using: &random),
      large: .max - UInt64(random.next() % 3),
      real: Double(random.next()) / 3,
      short: .random(in: -1...1, using: &random),
      missing: nil,
      present: text(),
      kind: .second,
      cases: cases.shuffled(using: &random),
      tags: Set(list(text)),
      counts: Dictionary(list { (text(), 3) }) { $1 },
      byNumber: [1: text(), -1: text()],
      nested: list { list { UInt8(truncatingIfNeeded: random.next()) } },
      nothing: Nothing(),
      nothings: [Nothing(), Nothing()]
    )
  }
}

private func contents(of message: some Encodable) throws -> [UInt8] {
  Array(try MessageCoding.frame(of: message).dropFirst(FrameLimit.prefix))
}

@Suite struct MessageCodingTests {
  @Test func `what is encoded comes back the same`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let message = Everything.random(using: &random)
      let copy = try MessageCoding.message(Everything.self, from: try contents(of: message))
      #expect(copy == message)
      #expect(copy.text.utf8.elementsEqual(message.text.utf8))
    }
  }

  @Test func `values without fields around them come back the same`() throws {
    #expect(try MessageCoding.message(Int.self, from: contents(of: -3)) == -3)
    #expect(try MessageCoding.message(String?.self, from: contents(of: String?.none)) == nil)
    #expect(try MessageCoding.message([Bool].self, from: contents(of: [true])) == [true])
    let most = UInt64.max
    #expect(try MessageCoding.message(UInt64.self, from: contents(of: most)) == most)
  }

  @Test func `fields are found in any order and unknown ones are passed over`() throws {
    struct Sent: Encodable {
      var unknown = ["x": [1, 2]]
      var b = "b"
      var also = false
      var a = 1
    }
    struct Received: Decodable, Equatable {
      var a: Int
      var b: String
      var c: String?
    }
    let received = try MessageCoding.message(Received.self, from: contents(of: Sent()))
    #expect(received == Received(a: 1, b: "b", c: nil))
  }

  @Test func `a field that is missing, of another type or too large is an error`() throws {
    struct Narrow: Decodable { var a: Int8 }
    for message in [["b": 1], ["a": 1000]] {
      #expect(throws: LinkError.self) {
        _ = try MessageCoding.message(Narrow.self, from: contents(of: message))
      }
    }
    #expect(throws: LinkError.self) {
      _ = try MessageCoding.message(Narrow.self, from: contents(of: ["a": "1"]))
    }
  }

  @Test func `no cut of a message is taken for a message`() throws {
    var random = SeededGenerator(seed: 2)
    let bytes = try contents(of: Everything.random(using: &random))
    for count in 0..<bytes.count {
      #expect(throws: LinkError.self) {
        _ = try MessageCoding.message(Everything.self, from: Array(bytes.prefix(count)))
      }
    }
    #expect(throws: LinkError.self) {
      _ = try MessageCoding.message(Everything.self, from: bytes + [0])
    }
  }

  @Test func `random damage is an error or another message, never a crash`() throws {
    var random = SeededGenerator(seed: 3)
    var errors = 0
    for _ in 0..<2000 {
      var bytes = try contents(of: Everything.random(using: &random))
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let harm = [UInt8(truncatingIfNeeded: random.next()), 0, 0xFF, 0x80]
        bytes[place] = harm.randomElement(using: &random) ?? 0
      }
      do { _ = try MessageCoding.message(Everything.self, from: bytes) } catch { errors += 1 }
    }
    #expect(errors > 500)
  }

  @Test func `random bytes are an error, never a crash`() throws {
    var random = SeededGenerator(seed: 4)
    let alphabet = Array(#"{}[]",:\u0123456789.-+eEtrueflasn "#.utf8) + [0, 0x1F, 0x80, 0xC3, 0xFF]
    for _ in 0..<4000 {
      let count = Int.random(in: 0...80, using: &random)
      let bytes = (0..<count).compactMap { _ in alphabet.randomElement(using: &random) }
      #expect(throws: LinkError.self) {
        _ = try MessageCoding.message(Everything.self, from: bytes)
      }
    }
  }

  @Test func `a value that the form has no word for is refused before it is sent`() {
    #expect {
      try MessageCoding.frame(of: [Double.nan])
    } throws: { error in
      guard case .unencodable = error as? LinkError else { return false }
      return true
    }
  }

  @Test func `a message that is too long for a frame is refused before it is sent`() {
    let long = String(repeating: String(repeating: "x", count: 1 << 20), count: 64)
    #expect {
      try MessageCoding.frame(of: long)
    } throws: { error in
      guard case .frameTooLong(let bytes) = error as? LinkError else { return false }
      return bytes > FrameLimit.bytes
    }
  }
  @Test(arguments: [201, 513, 100_000])
  func `what nests without end is refused, and ends nobody`(depth: Int) {
    for bracket in ["[", "{\"text\":"] {
      let contents = Array(String(repeating: bracket, count: depth).utf8)
      #expect(throws: LinkError.undecodable("it nests too deeply")) {
        try MessageCoding.message(Word.self, from: contents)
      }
    }
  }

  @Test func `brackets of a text are no depth`() throws {
    let word = Word.text(#"\"["# + String(repeating: "[{\"\\", count: 1_000))
    let contents = Array(try MessageCoding.frame(of: word).dropFirst(FrameLimit.prefix))
    #expect(try MessageCoding.message(Word.self, from: contents) == word)
  }
}
