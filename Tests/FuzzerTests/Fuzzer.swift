/// Something that takes bytes from outside, and what must hold of it whatever they are.
struct Fuzzer: Sendable {
  let name: String
  /// Files of the repository, and folders of them, that a search begins with.
  let seeds: [String]
  /// Lets the bytes in and throws what should not be; a crash or a hang is found by who calls.
  let check: @Sendable ([UInt8]) throws -> Void

  init(
    _ name: String,
    seeds: [String] = [],
    check: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.name = name
    self.seeds = seeds + ["fixtures/fuzz/\(name)"]
    self.check = check
  }

  static let all = [message, frames, catalog, settings, keys, screen]
}

/// What should not be.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless something holds.
func expect(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws(Finding) {
  guard holds else { throw Finding(otherwise()) }
}

/// Bytes that are read from the front as what a script needs.
struct Script {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next byte; 0 when there is none.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number from 0 up to a limit, without it.
  mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// What comes up to the next byte that is in no text.
  mutating func text() -> String {
    let text = rest.prefix { $0 != 0xFF }
    rest = rest.dropFirst(text.count + 1)
    return String(decoding: text, as: UTF8.self)
  }
}

extension Collection<UInt8> {
  /// Cuts bytes into pieces whose lengths follow from a number.
  func pieces(by number: UInt8) -> [ArraySlice<UInt8>] {
    var rest = Array(self)[...]
    var pieces: [ArraySlice<UInt8>] = []
    var state = number
    while !rest.isEmpty {
      state = state &* 37 &+ 11
      pieces.append(rest.prefix(1 + Int(state >> 4)))
      rest = rest.dropFirst(1 + Int(state >> 4))
    }
    return pieces
  }
}
