extension Sanitizer {
  /// Writes a printable code point, or what stands for one that cannot be seen.
  mutating func writeCharacter(
    _ scalar: Unicode.Scalar,
    before rest: Substring.UnicodeScalarView
  ) {
    switch WidthTable.shared.kind(of: scalar) {
    case .zero: writeZeroWidth(scalar, before: rest)
    case .joining: writeMark(scalar)
    case .narrow, .wide, .doubted: writeVisible(scalar, before: rest)
    }
  }

  private mutating func writeVisible(
    _ scalar: Unicode.Scalar,
    before rest: Substring.UnicodeScalarView
  ) {
    if scalar.isHangulFiller, !scalar.isBase(of: rest.first) {
      writeInvisible(scalar, otherwise: " ")
    } else if scalar.isEmojiModifier, previous?.properties.isEmoji == true {
      writeMark(scalar)
    } else if scalar.isLeadingJamo {
      layout = .clusters
      if previous?.isLeadingJamo == true { writeMark(scalar) } else { writeBase(scalar) }
    } else {
      if scalar.isRegionalIndicator { layout = .clusters }
      writeBase(scalar)
    }
  }

  private mutating func writeZeroWidth(
    _ scalar: Unicode.Scalar,
    before rest: Substring.UnicodeScalarView
  ) {
    if scalar.isHangulFiller, previous?.isHangul != true {
      writeInvisible(scalar, otherwise: " ")
    } else if scalar.isTrailingJamo {
      if previous?.isHangul != true { writeBase("\u{115F}") }
      writeMark(scalar)
    } else if scalar.properties.isDefaultIgnorableCodePoint
      || scalar.properties.generalCategory == .format
    {
      let stays = kind != .address && isPartOfKnownCluster(scalar, before: rest)
      if stays { writeMark(scalar) } else { writeInvisible(scalar, otherwise: nil) }
    } else {
      if previous == nil { writeBase("\u{25CC}") }
      writeMark(scalar)
    }
  }

  /// Writes what is not a letter of its own, up to the most one cluster keeps.
  private mutating func writeMark(_ scalar: Unicode.Scalar) {
    guard marks < Sanitizer.marksPerCluster else { return }
    marks += 1
    layout = .clusters
    bindsNext = scalar.value == 0x200D || scalar.properties.canonicalCombiningClass == .virama
    emit(scalar)
  }

  /// Marks what cannot be seen where it may deceive, else writes the stand-in or nothing.
  private mutating func writeInvisible(_ scalar: Unicode.Scalar, otherwise: Unicode.Scalar?) {
    if kind == .address {
      writeASCII("<" + String(scalar.value, radix: 16, uppercase: true) + ">")
    } else if let otherwise {
      writeBase(otherwise)
    }
  }

  /// Says whether a joiner, selector or tag belongs to a cluster the width table knows.
  private func isPartOfKnownCluster(
    _ scalar: Unicode.Scalar,
    before rest: Substring.UnicodeScalarView
  ) -> Bool {
    guard let previous else { return false }
    switch scalar.value {
    case 0xFE0E, 0xFE0F: return isEmojiBase(previous, before: rest)
    case 0x200D: return joinsEmoji(previous, rest.first) || joinsScript(previous, rest.first)
    case 0x200C: return joinsScript(previous, rest.first)
    case 0xE0020...0xE007F:
      return (previous.value == 0x1F3F4 || previous.isTag)
        && (scalar.value == 0xE007F || rest.prefix(8).contains { $0.value == 0xE007F })
    default: return false
    }
  }

  private func isEmojiBase(
    _ scalar: Unicode.Scalar,
    before rest: Substring.UnicodeScalarView
  ) -> Bool {
    guard scalar.properties.isEmoji, !scalar.isRegionalIndicator else { return false }
    return !scalar.isASCII || rest.first?.value == 0x20E3
  }

  private func joinsEmoji(_ before: Unicode.Scalar, _ after: Unicode.Scalar?) -> Bool {
    guard let after, after.value >= 0x2000, after.properties.isEmoji else { return false }
    return before.value >= 0x2000
      && (before.properties.isEmoji || before.value == 0xFE0F || before.isTag)
  }

  /// Says whether a joiner shapes the letters of a script that needs it.
  private func joinsScript(_ before: Unicode.Scalar, _ after: Unicode.Scalar?) -> Bool {
    guard let after, after.properties.isAlphabetic else { return false }
    let isCursive = (0x600..<0x900).contains(before.value) && (0x600..<0x900).contains(after.value)
    return isCursive || before.properties.canonicalCombiningClass == .virama
  }
}
