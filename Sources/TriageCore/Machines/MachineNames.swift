/// What names a step, or a machine, on every machine: 128 bits made by chance.
///
/// Numbers such as `#412` are each machine's own.
package struct UniqueID: Hashable, Comparable, Sendable, Codable {
  /// The first eight bytes.
  package let high: UInt64
  /// The last eight bytes.
  package let low: UInt64

  /// Makes an id of its two halves.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Makes an id by chance.
  package static func fresh() -> UniqueID {
    UniqueID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
  }

  /// The length of an id in bytes.
  package static let byteCount = 16

  /// Makes an id of 16 bytes; `nil` if there are more or fewer.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var halves: (high: UInt64, low: UInt64) = (0, 0)
    for byte in bytes {
      halves.high = halves.high << 8 | halves.low >> 56
      halves.low = halves.low << 8 | UInt64(byte)
    }
    self.init(high: halves.high, low: halves.low)
  }

  /// The 16 bytes, highest first.
  package var bytes: [UInt8] {
    [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
  }

  /// The first eight hexadecimal digits, as a person types them.
  package var short: String { String(text.prefix(8)) }

  /// All 32 hexadecimal digits.
  package var text: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  package static func < (left: UniqueID, right: UniqueID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// Where a step stands in the history of all machines: by its clock, then by its id.
///
/// The clock is one more than every clock its machine had heard of, and at least the time of day in
/// milliseconds: what was known comes first, and among steps that knew nothing of each other the
/// time of day decides.
package struct StepPosition: Hashable, Comparable, Sendable, Codable {
  /// Milliseconds since 1970 or later.
  package var clock: Int64
  /// The same, but of an answer that pruning has kept: the clock of the last step that touched its pairs.
  package var touched: Int64
  /// Which of two steps of one clock is first.
  package var uid: UniqueID

  /// Makes a position.
  package init(clock: Int64, touched: Int64? = nil, uid: UniqueID) {
    self.clock = clock
    self.touched = touched ?? clock
    self.uid = uid
  }

  package static func < (left: StepPosition, right: StepPosition) -> Bool {
    (left.clock, left.touched, left.uid) < (right.clock, right.touched, right.uid)
  }

  /// The clocks that a step may have.
  package static let clocks: ClosedRange<Int64> = 0...(1 << 62)
}

/// A machine: a history and its index.
package struct MachineName: Hashable, Sendable, Codable {
  /// The id of its journal.
  package var id: UniqueID
  /// What people call it; its host's name unless it is configured.
  package var name: String

  /// Makes a machine's name.
  package init(_ id: UniqueID, _ name: String) {
    self.id = id
    self.name = name
  }
}
