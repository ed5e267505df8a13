/// Why a text cannot be read as a strings catalog at all.
///
/// Lesser faults, which concern one entry, never stop a catalog from being read: that entry's
/// sentence falls back, and ``CatalogCheck`` finds them.
public enum CatalogError: Error, Equatable, Sendable {
  /// The text is not JSON.
  case brokenJSON(JSONProblem, at: TextPosition)
  /// The bytes are not UTF-8.
  case notUTF8(at: TextPosition)
  /// A field that every catalog has is missing.
  case fieldMissing(String)
  /// A field has another kind of value than it must.
  case fieldMalformed(String, at: TextPosition)
  /// The catalog was written for a reader of the future; versions 1.x are known.
  case unknownVersion(String, at: TextPosition)

  /// Where it happened; `nil` for a field that is nowhere.
  public var position: TextPosition? {
    switch self {
    case .brokenJSON(_, let position), .notUTF8(let position), .fieldMalformed(_, let position),
      .unknownVersion(_, let position):
      position
    case .fieldMissing: nil
    }
  }
}

/// A position in a catalog's text.
public struct TextPosition: Hashable, Sendable, Codable {
  /// Bytes before it.
  public let offset: Int
  /// Its line, counted from 1.
  public let line: Int
  /// Its column, counted from 1 in Unicode scalars.
  public let column: Int

  /// Makes a position.
  public init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }
}

extension [UInt8] {
  /// The first byte that is no part of UTF-8 text, or `nil` if all are.
  var invalidUTF8: Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}

/// The beginnings of a text's lines, to work out many positions in it.
struct LineIndex {
  private let bytes: [UInt8]
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = [0] + bytes.indices.lazy.filter { bytes[$0] == JSONByte.newline }.map { $0 + 1 }
  }

  func position(of offset: Int) -> TextPosition {
    let offset = min(max(0, offset), bytes.count)
    let line = firstLine(after: offset) - 1
    let before = bytes[starts[line]..<offset]
    let column = before.count { $0 & 0xC0 != 0x80 } + 1
    return TextPosition(offset: offset, line: line + 1, column: column)
  }

  /// The number of lines that begin at or before an offset, found by halving.
  private func firstLine(after offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
