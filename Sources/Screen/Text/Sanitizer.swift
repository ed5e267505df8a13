/// Turns text from outside into text that may be drawn.
///
/// It reads code points, keeps those that are harmless, and writes pictures or marks for those that
/// act on a terminal, change the direction of writing, or cannot be seen.
struct Sanitizer {
  /// The most marks, joiners and selectors one cluster keeps.
  private static let marksPerCluster = 8

  private let kind: TextKind
  private let maxBytes: Int
  private var output = String.UnicodeScalarView()
  /// The layout the output needs so far.
  private var layout = DisplayText.Layout.bytes
  /// The last code point written, if the next may join it in a cluster.
  private var previous: Unicode.Scalar?
  private var marks = 0
  /// Whether the last mark binds the next letter into the same cluster.
  private var bindsNext = false
  private var bytes = 0
  private var openIsolates = 0
  private var isCut = false
  /// A body's line up to its last tab, and the columns of that.
  private var laidOut = ""
  private var columnsLaidOut = 0

  init(kind: TextKind, maxBytes: Int) {
    self.kind = kind
    self.maxBytes = maxBytes
  }

  mutating func append(_ text: String, keepsIsolates: Bool = false) {
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex, !isCut {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      if scalar.value >= 0x20 && scalar.value < 0x7F {
        writeBase(scalar)
      } else if keepsIsolates, scalar.isIsolate {
        writeIsolate(scalar)
      } else {
        write(scalar, before: scalars[index...])
      }
    }
  }

  /// Returns the clean text; isolates still open are closed.
  mutating func finish() -> DisplayText {
    for _ in 0..<openIsolates { output.append("\u{2069}") }
    var text = laidOut + String(output)
    if isCut {
      // The last cluster may lack what did not fit.
      repeat { _ = text.popLast() } while !text.isEmpty && text.utf8.count + 3 > maxBytes
      text.append("…")
      if layout == .bytes { layout = .scalars }
    }
    return DisplayText(safe: text, layout: layout)
  }

  private mutating func write(
    _ scalar: Unicode.Scalar,
    before rest: Substring.UnicodeScalarView
  ) {
    switch scalar.value {
    case 0x09 where kind == .bodyLine: writeTab()
    case 0x09, 0x85, 0x2028, 0x2029: writeBase(" ")
    case 0..<0x20: writePicture(0x2400 + scalar.value)
    case 0x7F: writePicture(0x2421)
    case 0x80..<0xA0: writeASCII("\\x" + String(scalar.value, radix: 16))
    case _ where scalar.isBidiControl: writeASCII("<\(scalar.bidiName)>")
    case 0xFDD0...0xFDEF: writeBase("\u{FFFD}")
    case let value where value & 0xFFFE == 0xFFFE: writeBase("\u{FFFD}")
    // Bytes of file names that are no UTF-8.
    case 0x10FF80...0x10FFFF: writeBase("\u{FFFD}")
    default: writeCharacter(scalar, before: rest)
    }
  }

  private mutating func writePicture(_ value: UInt32) {
    writeBase(Unicode.Scalar(value) ?? "\u{FFFD}")
  }

  private mutating func writeASCII(_ text: String) {
    for scalar in text.unicodeScalars { writeBase(scalar) }
  }

  /// Writes a code point that begins a cluster, unless the mark before it binds it.
  private mutating func writeBase(_ scalar: Unicode.Scalar) {
    if !bindsNext { marks = 0 }
    bindsNext = false
    emit(scalar)
  }

  private mutating func emit(_ scalar: Unicode.Scalar) {
    bytes += UTF8.width(scalar)
    guard bytes <= maxBytes else {
      isCut = true
      return
    }
    if scalar.value >= 0x7F, layout == .bytes { layout = .scalars }
    output.append(scalar)
    previous = scalar
  }

  /// Lets no later code point join what is already written.
  private mutating func endCluster() {
    previous = nil
    marks = 0
    bindsNext = false
  }

  private mutating func writeIsolate(_ scalar: Unicode.Scalar) {
    if scalar.value == 0x2069 {
      guard openIsolates > 0 else { return }
      openIsolates -= 1
    } else {
      openIsolates += 1
    }
    layout = .clusters
    emit(scalar)
    endCluster()
  }

  private mutating func writeTab() {
    let piece = String(output)
    output.removeAll(keepingCapacity: true)
    columnsLaidOut += DisplayText(safe: piece, layout: layout).width
    let blanks = 8 - columnsLaidOut % 8
    columnsLaidOut += blanks
    laidOut += piece + String(repeating: " ", count: blanks)
    bytes += blanks
    endCluster()
  }
}

extension Sanitizer {
  /// Writes a printable code point, or what stands for one that cannot be seen.
  private mutating func writeCharacter(
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
      // Joined to another text, they may make a cluster with its end.
      if scalar.isRegionalIndicator || scalar.isEmojiModifier { layout = .clusters }
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
      let stays = !isInAddress(before: rest) && isPartOfKnownCluster(scalar, before: rest)
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
    if kind == .address || kind == .header {
      writeASCII("<" + String(scalar.value, radix: 16, uppercase: true) + ">")
    } else if let otherwise {
      writeBase(otherwise)
    }
  }

  /// Returns whether the text at this place is an address, where nothing may be unseen.
  private func isInAddress(before rest: Substring.UnicodeScalarView) -> Bool {
    switch kind {
    case .field, .bodyLine: return false
    case .address: return true
    case .header:
      // A word that is longer than any address is not trusted either.
      let longest = 320
      let before = output.reversed().prefix(longest).prefix { !$0.endsWordOfHeader }
      let after = rest.prefix(longest).prefix { !$0.endsWordOfHeader }
      return before.count == longest || after.count == longest || before.contains("@")
        || after.contains("@")
    }
  }

  /// Returns whether a joiner, selector or tag belongs to a cluster the width table knows.
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

  /// Returns whether a joiner shapes the letters of a script that needs it.
  private func joinsScript(_ before: Unicode.Scalar, _ after: Unicode.Scalar?) -> Bool {
    guard let after, after.properties.isAlphabetic else { return false }
    let isCursive = (0x600..<0x900).contains(before.value) && (0x600..<0x900).contains(after.value)
    return isCursive || before.properties.canonicalCombiningClass == .virama
  }
}

extension Unicode.Scalar {
  /// Whether an address and a name beside it are parted by this.
  fileprivate var endsWordOfHeader: Bool { self == " " || self == "<" || self == ">" }
}
