/// How many columns a code point takes, and how it behaves in a cluster.
enum ScalarKind: UInt8 {
  /// Adds no column to the cluster before it.
  case zero
  /// One column.
  case narrow
  /// One column, in a cluster with its neighbour.
  case joining
  /// Two columns.
  case wide
  /// Two columns here; one in other versions of Unicode.
  case doubted

  var columns: Int {
    switch self {
    case .zero: 0
    case .narrow, .joining: 1
    case .wide, .doubted: 2
    }
  }
}

/// The program's one table of widths.
struct WidthTable: Sendable {
  static let shared = WidthTable()

  private let starts: [UInt32]
  private let ends: [UInt32]
  private let kinds: [ScalarKind]

  private init() {
    let ranges =
      [
        (WidthRanges.zero, ScalarKind.zero), (WidthRanges.joining, .joining),
        (WidthRanges.wide, .wide), (WidthRanges.doubted, .doubted),
      ]
      .flatMap { list, kind in WidthTable.bounds(list).map { (bounds: $0, kind: kind) } }
      .sorted { $0.bounds.lowerBound < $1.bounds.lowerBound }
    starts = ranges.map(\.bounds.lowerBound)
    ends = ranges.map(\.bounds.upperBound)
    kinds = ranges.map(\.kind)
  }

  private static func bounds(_ list: StaticString) -> [ClosedRange<UInt32>] {
    list.description.split(separator: " ").compactMap { range in
      let limits = range.split(separator: "-").compactMap { UInt32($0, radix: 16) }
      guard let first = limits.first, let last = limits.last, first <= last else { return nil }
      return first...last
    }
  }

  /// Returns the kind of a code point; the commonest scripts need no search.
  func kind(of scalar: Unicode.Scalar) -> ScalarKind {
    switch scalar.value {
    case 0..<0x300: return scalar.value == 0xAD ? .zero : .narrow
    case 0x370..<0x483, 0x2500..<0x25FD: return .narrow
    case 0x4E00..<0xA48D, 0xAC00..<0xD7A4: return .wide
    default: return search(scalar.value)
    }
  }

  private func search(_ value: UInt32) -> ScalarKind {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low > 0 && value <= ends[low - 1] ? kinds[low - 1] : .narrow
  }
}
