/// The columns of one grapheme cluster, and whether terminals agree on them.
struct ClusterWidth: Equatable, Sendable {
  /// The columns this program reserves; where terminals disagree, the most that is usual.
  var columns: UInt8
  /// Zero where terminals agree; else one more than the columns by which one may exceed ours.
  var doubt: UInt8

  static let one = ClusterWidth(columns: 1, doubt: 0)

  init(columns: Int, doubt: UInt8 = 0) {
    self.columns = UInt8(clamping: columns)
    self.doubt = doubt
  }

  /// The width of a cluster of a single code point.
  init(_ scalar: Unicode.Scalar) {
    switch WidthTable.shared.kind(of: scalar) {
    case .narrow where scalar.isRegionalIndicator: self.init(columns: 2, doubt: 1)
    case .narrow: self = .one
    case .wide: self.init(columns: 2, doubt: scalar.isRecentPictograph ? 1 : 0)
    case .doubted: self.init(columns: 2, doubt: 1)
    case .zero, .joining: self.init(columns: 1, doubt: 1)
    }
  }

  /// The width of any cluster.
  init(_ cluster: Character) {
    let scalars = cluster.unicodeScalars
    let first = scalars[scalars.startIndex]
    guard scalars.count > 1 else {
      self.init(first)
      return
    }
    let sum = scalars.reduce(0) { $0 + WidthTable.shared.kind(of: $1).columns }
    if ClusterWidth.isPictorial(scalars, first: first) {
      self.init(columns: 2, doubt: UInt8(clamping: max(0, sum - 2) + 1))
    } else {
      self.init(columns: max(1, sum), doubt: ClusterWidth.isPlain(scalars, first: first) ? 0 : 1)
    }
  }

  /// Returns whether a cluster is drawn as one emoji: a sequence, a flag, a keycap.
  private static func isPictorial(
    _ scalars: Character.UnicodeScalarView,
    first: Unicode.Scalar
  ) -> Bool {
    scalars.dropFirst().contains { scalar in
      switch scalar.value {
      case 0xFE0F, 0x20E3: true
      case 0x200D: first.value >= 0x2000
      default: scalar.isEmojiModifier || scalar.isRegionalIndicator || scalar.isTag
      }
    }
  }

  /// Returns whether a cluster is a letter with marks, on which terminals agree.
  private static func isPlain(
    _ scalars: Character.UnicodeScalarView,
    first: Unicode.Scalar
  ) -> Bool {
    let base = WidthTable.shared.kind(of: first)
    guard base == .narrow || base == .wide else { return false }
    return scalars.dropFirst().allSatisfy {
      WidthTable.shared.kind(of: $0) == .zero && !$0.isJoiner && !$0.isVariationSelector
        && $0.value != 0x302E && $0.value != 0x302F
    }
  }
}

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
