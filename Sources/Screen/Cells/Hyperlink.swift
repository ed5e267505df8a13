/// The target of a link that a terminal may open (OSC 8), checked: `https`, `http` or `mailto`, in
/// printable ASCII, and not too long.
package struct Hyperlink: Hashable, Sendable {
  /// The target, with percent signs for whatever is not plain in it.
  package let target: String

  /// Longer targets are text only: terminals drop them, or show the rest of them.
  package static let longest = 2_000

  /// Checks a target; `nil` if it must not be one.
  ///
  /// What acts on a terminal or on the direction of writing is in no honest target.
  package init?(_ target: String) {
    guard target.utf8.count <= Self.longest, Self.hasKnownScheme(target),
      !target.unicodeScalars.contains(where: \.isForbiddenInTarget)
    else { return nil }
    let encoded = target.utf8.map { $0.isPlainInTarget ? $0.asText : $0.asPercent }.joined()
    guard encoded.utf8.count <= Self.longest else { return nil }
    self.target = encoded
  }

  private static func hasKnownScheme(_ target: String) -> Bool {
    let start = target.prefix(8).lowercased()
    return ["https://", "http://", "mailto:"].contains { scheme in
      start.hasPrefix(scheme) && target.utf8.count > scheme.utf8.count
    }
  }

  /// What begins the link in a terminal.
  ///
  /// The id lets a terminal know that the rows of one link belong together; it is a hash of the
  /// target, and has no meaning.
  var beginning: String { "\u{1B}]8;id=\(String(hash, radix: 16));\(target)\u{1B}\\" }

  /// What ends a link in a terminal.
  static let end = "\u{1B}]8;;\u{1B}\\"

  /// FNV-1a.
  private var hash: UInt32 {
    target.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}

extension Unicode.Scalar {
  fileprivate var isForbiddenInTarget: Bool {
    value < 0x20 || (0x7F..<0xA0).contains(value) || isBidiControl || value == 0x2028
      || value == 0x2029
  }
}

extension UInt8 {
  /// What an address may have as it is; `%` is taken for the beginning of an encoded byte.
  fileprivate var isPlainInTarget: Bool {
    switch self {
    case 0x21, 0x23...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: true
    default: false
    }
  }

  fileprivate var asText: String { String(Unicode.Scalar(self)) }

  fileprivate var asPercent: String {
    let digits = String(self, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
  }
}

/// A stretch of a row that is a link.
struct LinkedColumns: Hashable, Sendable {
  var columns: Range<Int>
  let link: Hyperlink
}

extension [LinkedColumns] {
  /// The stretches without some columns.
  func cutting(_ cut: Range<Int>) -> [LinkedColumns] {
    flatMap { span -> [LinkedColumns] in
      guard span.columns.overlaps(cut) else { return [span] }
      let (start, end) = (span.columns.lowerBound, span.columns.upperBound)
      var kept: [LinkedColumns] = []
      if start < cut.lowerBound {
        kept.append(LinkedColumns(columns: start..<cut.lowerBound, link: span.link))
      }
      if cut.upperBound < end {
        kept.append(LinkedColumns(columns: cut.upperBound..<end, link: span.link))
      }
      return kept
    }
  }
}
