import Glibc

/// The blocks of OpenPGP that stand in a plain text, and what stands around them.
enum InlineBlocks {
  enum Piece {
    case text(ArraySlice<UInt8>)
    /// A whole block, from its first line to its last.
    case block(ArraySlice<UInt8>, isEncrypted: Bool)
  }

  private static let marks: [(begin: String, end: String, isEncrypted: Bool)] = [
    ("-----BEGIN PGP SIGNED MESSAGE-----", "-----END PGP SIGNATURE-----", false),
    ("-----BEGIN PGP MESSAGE-----", "-----END PGP MESSAGE-----", true),
  ]

  /// Cuts a text where its blocks are; `nil` if it has none.
  ///
  /// A block that does not end is text, and so is all after the most that are looked at.
  static func pieces(of text: [UInt8], most: Int) -> [Piece]? {
    guard text.contains("-----BEGIN PGP ") else { return nil }
    var pieces: [Piece] = []
    var (kept, blocks, start) = (0, 0, 0)
    // Of a kind that does not end once no later one does.
    var marks = marks
    while start < text.count, blocks < most {
      let end = text[start...].firstIndex(of: 0x0a).map { $0 + 1 } ?? text.count
      let begun = marks.firstIndex { text[start..<end].isLine($0.begin) }
      guard let begun, let last = endOfBlock(text, from: end, marks[begun].end) else {
        if let begun { marks.remove(at: begun) }
        start = end
        continue
      }
      if kept < start { pieces.append(.text(text[kept..<start])) }
      pieces.append(.block(text[start..<last], isEncrypted: marks[begun].isEncrypted))
      (kept, start, blocks) = (last, last, blocks + 1)
    }
    guard blocks > 0 else { return nil }
    if kept < text.count { pieces.append(.text(text[kept...])) }
    return pieces
  }

  private static func endOfBlock(_ text: [UInt8], from: Int, _ mark: String) -> Int? {
    var start = from
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0a).map { $0 + 1 } ?? text.count
      if text[start..<end].isLine(mark) { return end }
      start = end
    }
    return nil
  }

  /// Whether a line of a quoted-printable text goes on in the next: a block must stand there as it
  /// is.
  static func hasSoftBreaks(_ encoded: UnsafeRawBufferPointer) -> Bool {
    var isBlock = false
    var start = 0
    while start < encoded.count {
      let end = encoded[start...].firstIndex(of: 0x0a) ?? encoded.count
      let line = encoded[start..<end].filter { $0 != 0x0d }
      if line.starts(with: Array("-----BEGIN PGP ".utf8)) { isBlock = true }
      if isBlock, line.last(where: { $0 != 0x20 && $0 != 0x09 }) == 0x3d { return true }
      if line.starts(with: Array("-----END PGP ".utf8)) { isBlock = false }
      start = end + 1
    }
    return false
  }
}

extension ArraySlice<UInt8> {
  /// Whether this is a line of these characters, but for blanks at its end.
  fileprivate func isLine(_ text: String) -> Bool {
    guard count < 200 else { return false }
    return starts(with: text.utf8) && dropFirst(text.utf8.count).allSatisfy { $0 <= 0x20 }
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: StaticString) -> Bool {
    withUnsafeBufferPointer { bytes in
      var start = 0
      while let base = bytes.baseAddress, start < bytes.count,
        let found = memchr(base + start, Int32(text.utf8Start[0]), bytes.count - start)
      {
        let position = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        if UnsafeBufferPointer(rebasing: bytes[position...]).begins(with: text) { return true }
        start = position + 1
      }
      return false
    }
  }
}
