/// The columns of one grapheme cluster, and whether terminals agree on them.
struct ClusterWidth: Equatable, Sendable {
  /// The columns this program reserves; where terminals disagree, the most that is usual.
  var columns: UInt8
  /// Zero where terminals agree; else one more than the columns beyond ours one may take.
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

  /// Says whether a cluster is drawn as one emoji: a sequence, a flag, a keycap.
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

  /// Says whether a cluster is a letter with marks, on which terminals agree.
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

extension Unicode.Scalar {
  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
  var isEmojiModifier: Bool { (0x1F3FB...0x1F3FF).contains(value) }
  var isTag: Bool { (0xE0020...0xE007F).contains(value) }
  var isJoiner: Bool { value == 0x200C || value == 0x200D }
  var isVariationSelector: Bool { (0xFE00...0xFE0F).contains(value) }

  /// Says whether terminals some years old may not know this picture.
  var isRecentPictograph: Bool {
    guard value >= 0x1F000 else { return false }
    return (properties.age?.major ?? 99) >= 13
  }
}
