/// A line in the making: white space is collapsed as it comes.
struct HTMLLine {
  var style = HTMLFlow.Style()
  private(set) var bytes: [UInt8] = []
  private var wantsBlank = false

  var isEmpty: Bool { bytes.isEmpty }

  /// Adds text of a page.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, limit: Int = .max) {
    for byte in text {
      switch byte {
      case 0x20, 0x09, 0x0a, 0x0c, 0x0d: wantsBlank = !bytes.isEmpty
      default:
        guard bytes.count < limit else { return }
        if wantsBlank { bytes.append(0x20) }
        wantsBlank = false
        bytes.append(byte)
      }
    }
  }

  /// Adds text whose blanks matter.
  mutating func appendRaw(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

  /// Adds a mark right behind the last word.
  mutating func attach(_ mark: String) { bytes.append(contentsOf: mark.utf8) }

  /// The text as it is.
  var rawText: String { String(decoding: bytes, as: UTF8.self) }

  /// The text without what only pads it: blanks at its ends, characters without a look.
  var text: String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return rawText }
    var result = String.UnicodeScalarView()
    var hasDropped = false
    let scalars = Array(rawText.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let before = result.last
      let after = index + 1 < scalars.count ? scalars[index + 1] : nil
      switch Self.look(scalar) {
      case .nothing: hasDropped = true
      case .joiner where Self.isEdge(before) || Self.isEdge(after): hasDropped = true
      case .blank:
        if before == nil || (before == " " && hasDropped) { continue }
        result.append(" ")
      case .joiner, .letter: result.append(scalar)
      }
    }
    while result.last == " " { result.removeLast() }
    return Self.withMark(String(result))
  }

  /// Word writes the items of lists as a sign and a row of blanks.
  private static func withMark(_ text: String) -> String {
    guard let sign = text.first, "·§o•".contains(sign), text.dropFirst().hasPrefix("   ") else {
      return text
    }
    return "• " + text.dropFirst().drop { $0 == " " }
  }

  private enum Look {
    case letter
    case blank
    case joiner
    case nothing
  }

  private static func look(_ scalar: Unicode.Scalar) -> Look {
    switch scalar.value {
    case 0xad, 0x34f, 0x180e, 0x200b, 0x2060, 0xfeff: .nothing
    case 0x200c, 0x200d: .joiner
    case 0x20, 0xa0, 0x2000...0x200a, 0x202f, 0x205f: .blank
    default: .letter
    }
  }

  /// Whether a joiner has nothing to join on this side.
  private static func isEdge(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return true }
    return look(scalar) != .letter
  }
}
