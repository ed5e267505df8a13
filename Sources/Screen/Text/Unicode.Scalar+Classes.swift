extension Unicode.Scalar {
  /// Whether this begins or ends an isolate.
  var isIsolate: Bool { (0x2066...0x2069).contains(value) }

  /// Whether this is a control of the direction of writing.
  var isBidiControl: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The Unicode abbreviation of a control of the direction of writing.
  var bidiName: String {
    switch value {
    case 0x061C: "ALM"
    case 0x200E: "LRM"
    case 0x200F: "RLM"
    case 0x202A: "LRE"
    case 0x202B: "RLE"
    case 0x202C: "PDF"
    case 0x202D: "LRO"
    case 0x202E: "RLO"
    case 0x2066: "LRI"
    case 0x2067: "RLI"
    case 0x2068: "FSI"
    default: "PDI"
    }
  }

  /// Whether this is a letter without a shape, which only looks like a blank.
  var isHangulFiller: Bool {
    value == 0x115F || value == 0x1160 || value == 0x3164 || value == 0xFFA0
  }

  /// Returns whether this is the filler that carries a vowel or final without a consonant.
  func isBase(of next: Unicode.Scalar?) -> Bool {
    guard let next, value == 0x115F else { return false }
    return next.isTrailingJamo && !next.isHangulFiller
  }

  var isLeadingJamo: Bool {
    (0x1100...0x115F).contains(value) || (0xA960...0xA97C).contains(value)
  }

  /// Whether this is a vowel or final of a Hangul syllable.
  var isTrailingJamo: Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
  }

  var isHangul: Bool {
    isLeadingJamo || isTrailingJamo || (0xAC00...0xD7A3).contains(value)
  }

  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
  var isEmojiModifier: Bool { (0x1F3FB...0x1F3FF).contains(value) }
  var isTag: Bool { (0xE0020...0xE007F).contains(value) }
  var isJoiner: Bool { value == 0x200C || value == 0x200D }
  var isVariationSelector: Bool { (0xFE00...0xFE0F).contains(value) }

  /// Whether terminals some years old may not know this picture.
  var isRecentPictograph: Bool {
    guard value >= 0x1F000 else { return false }
    return (properties.age?.major ?? 99) >= 13
  }
}

extension Character {
  /// Whether this is an isolate, which takes no column.
  var isIsolate: Bool { unicodeScalars.first?.isIsolate == true }
}
