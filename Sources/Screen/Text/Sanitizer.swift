/// Turns text from outside into text that may be drawn.
///
/// It reads code points, keeps those that are harmless, and writes pictures or marks for those that
/// act on a terminal, change the direction of writing, or cannot be seen.
struct Sanitizer {
  /// The most marks, joiners and selectors one cluster keeps.
  static let marksPerCluster = 8

  let kind: TextKind
  let maxBytes: Int
  var output = String.UnicodeScalarView()
  /// The layout the output needs so far.
  var layout = DisplayText.Layout.bytes
  /// The last code point written, if the next may join it in a cluster.
  var previous: Unicode.Scalar?
  var marks = 0
  /// Whether the last mark binds the next letter into the same cluster.
  var bindsNext = false
  private var bytes = 0
  private var openIsolates = 0
  private(set) var isCut = false
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

  mutating func writeASCII(_ text: String) {
    for scalar in text.unicodeScalars { writeBase(scalar) }
  }

  /// Writes a code point that begins a cluster, unless the mark before it binds it.
  mutating func writeBase(_ scalar: Unicode.Scalar) {
    if !bindsNext { marks = 0 }
    bindsNext = false
    emit(scalar)
  }

  mutating func emit(_ scalar: Unicode.Scalar) {
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
