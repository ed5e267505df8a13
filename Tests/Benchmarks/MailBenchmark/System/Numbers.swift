import Glibc

func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
func logarithm(_ value: Double) -> Double { log(value) }

/// Returns the middle of some numbers; of an even count, the mean of the two middle ones.
func median(_ values: [Double]) -> Double? {
  if values.isEmpty { return nil }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Returns the value that 99 of 100 values do not pass.
func percentile99(_ values: [Double]) -> Double? {
  if values.isEmpty { return nil }
  return values.sorted()[min(values.count - 1, values.count * 99 / 100)]
}

extension Double {
  /// The number with so many decimals, or with three digits if it is small.
  func text(decimals: Int) -> String {
    let factor = power(10, Double(decimals))
    let scaled = Int((self * factor).rounded())
    if decimals == 0 { return "\(scaled)" }
    let rest = "\(abs(scaled) % Int(factor))"
    let zeros = String(repeating: "0", count: decimals - rest.count)
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / Int(factor)).\(zeros)\(rest)"
  }

  /// Three digits that matter.
  var short: String {
    switch abs(self) {
    case 100...: text(decimals: 0)
    case 10..<100: text(decimals: 1)
    case 0.1..<10: text(decimals: 2)
    default: text(decimals: 4)
    }
  }
}

extension Int {
  /// The number with commas between its thousands.
  var grouped: String {
    if self < 1_000 { return "\(self)" }
    let rest = "\(self % 1_000)"
    return "\((self / 1_000).grouped),\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
