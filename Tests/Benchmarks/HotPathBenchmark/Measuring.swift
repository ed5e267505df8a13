/// Times things that happen often; what is printed is the median of the rounds.
struct Measuring {
  private static let rounds = 31

  /// Prints how long a thing takes, in microseconds, and what it is done to.
  ///
  /// It is done as often in one round as takes about a millisecond.
  static func report(_ name: String, _ body: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    let once = try clock.measure(body)
    let count = max(1, Int(.milliseconds(1) / max(once, .nanoseconds(100))))
    var times: [Double] = []
    for _ in 0..<rounds {
      let time = try clock.measure { for _ in 0..<count { try body() } }
      times.append(time / .microseconds(1) / Double(count))
    }
    let median = times.sorted()[rounds / 2]
    print("\(name): \((median * 10).rounded() / 10) µs")
  }
}

/// Keeps the optimizer from leaving out what nobody looks at.
@inline(never)
func use<T>(_ value: T) {}
