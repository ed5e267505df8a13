/// A small seeded generator: the same seed gives the same corpus everywhere.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Returns a number from 0 up to, not including, 1.
  mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// Returns true with a probability.
  mutating func happens(_ probability: Double) -> Bool { fraction() < probability }

  /// Returns a number from 0 up to, not including, a bound, from its short end: a tenth of the
  /// numbers makes most of the answers, as with words and correspondents.
  mutating func rank(below bound: Int) -> Int {
    min(bound - 1, Int(power(Double(bound), fraction())) - 1)
  }

  /// Returns a size whose mean is about `mean`, seldom much longer.
  mutating func length(mean: Double) -> Int { Int(-mean * logarithm(1 - fraction())) }
}
