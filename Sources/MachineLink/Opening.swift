/// What each side sends first: that it is this program, which protocol it speaks, and how new its
/// histories are.
package struct Opening: Hashable, Sendable {
  /// The number of the protocol: both sides must have the same.
  package var number: UInt32
  /// How many changes of form its histories have been through: both sides must have the same.
  package var schema: UInt32
  /// The program's version, for people.
  package var version: String

  /// The protocol of this release.
  package static let current: UInt32 = 1

  /// Makes an opening.
  package init(number: UInt32 = current, schema: UInt32, version: String) {
    (self.number, self.schema, self.version) = (number, schema, version)
  }
}

extension Opening {
  static let magic = Array("MLGS".utf8)
  /// The most bytes of a version that are sent or accepted.
  static let versionLimit = 200
  static let header = FrameForm.prefix + magic.count + 8

  /// The first frame: magic, the two numbers, the version.
  var frame: [UInt8] {
    let numbers = [number, schema].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) }
    }
    let contents = Self.magic + numbers + version.utf8.prefix(Self.versionLimit)
    return FrameForm.length(contents.count) + contents
  }

  /// Whether the other side is of a newer release, if it is of another.
  func isOlder(than other: Opening) -> Bool {
    (number, schema) < (other.number, other.schema)
  }

  /// Both numbers and the version, for people.
  var text: String { "\(version) (\(number).\(schema))" }
}

/// Reads the first frame, and tells it from anything else that might come first.
struct OpeningReader {
  private static let firstLineLimit = 200
  private var bytes: [UInt8] = []

  /// Adds bytes as they come.
  ///
  /// - Returns: The opening, once it is whole, and the bytes after it.
  /// - Throws: `.notMulligan`, once the first line is whole or long.
  mutating func feed(_ more: [UInt8]) throws(WireError) -> (opening: Opening, rest: [UInt8])? {
    bytes += more
    guard looksRight else {
      if let line = line(isEnd: false) { throw .notMulligan(firstLine: line) }
      return nil
    }
    guard bytes.count >= FrameForm.prefix, bytes.count >= end else { return nil }
    func number(at index: Int) -> UInt32 {
      bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    let opening = Opening(
      number: number(at: 8),
      schema: number(at: 12),
      version: String(decoding: bytes[Opening.header..<end], as: UTF8.self)
    )
    return (opening, Array(bytes[end...]))
  }

  /// The end of the opening, when its length is there.
  private var end: Int { FrameForm.prefix + Int(bytes[3]) }

  /// Whether what has come can be the beginning of an opening.
  private var looksRight: Bool {
    let length = bytes.prefix(FrameForm.prefix)
    let shortest = Opening.header - FrameForm.prefix
    return length.prefix(3).allSatisfy { $0 == 0 }
      && (length.count < FrameForm.prefix
        || (shortest...shortest + Opening.versionLimit).contains(Int(bytes[3])))
      && zip(bytes.dropFirst(FrameForm.prefix), Opening.magic).allSatisfy(==)
  }

  /// Returns the first line that is not blank, when its end or the limit has come, of what is no opening.
  func line(isEnd: Bool) -> [UInt8]? {
    let text = bytes.drop { $0 <= UInt8(ascii: " ") }
    let line = text.prefix(Self.firstLineLimit).prefix {
      $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
    }
    guard !looksRight, !line.isEmpty else { return nil }
    let isWhole = line.count < text.count || isEnd || line.count == Self.firstLineLimit
    return isWhole ? Array(line) : nil
  }
}
