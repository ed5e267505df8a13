import CGMime
import Glibc

/// Follows the structure of a mail file line by line, and says which lines GMime may see.
///
/// GMime itself has no limits but one on depth, and needs about two kilobytes for a part of five
/// bytes. The scanner sees at least every part GMime would: where both could differ it counts more.
struct IntakeScanner {
  enum Verdict: Equatable {
    /// Keep this many bytes of the line.
    case keep(Int)
    /// The line is behind what is kept, and was only looked at to count what is left out.
    case skip
    /// The file ends before this line.
    case stop
  }

  /// An open container: a multipart, or a message inside a message (which has no boundary).
  private struct Level {
    var boundaries: [[UInt8]]
    var isDigest: Bool
  }

  private let limits: MessageLimits
  private var levels: [Level] = []
  private var isInHeader = true
  private var fields: [[UInt8]] = []
  /// How many more colons the field may have; `nil` if it names no addresses.
  private var colons: Int?
  /// Whether continuation lines belong to a field in `fields`.
  private var isCollecting = false
  private var headerBytes = 0
  private var headerFields = 0
  private var bodyBytes = 0
  /// What `bodyBytes` may become in the present part.
  private var leafEnd = 0
  private var parts = 1
  private var comparisons = 0
  private(set) var cuts: IntakeCuts = []
  /// How many header fields of the message, and parts, have been left out.
  private(set) var omitted = (fields: 0, parts: 0)
  /// How many more lines are looked at to count parts; `nil` while parts are kept.
  private var countedLines: Int?

  init(limits: MessageLimits) { self.limits = limits }

  /// What the limits leave for another text of the same message.
  var left: MessageLimits {
    var left = limits
    left.headerBytes = max(0, limits.headerBytes - headerBytes)
    left.headerFields = max(0, limits.headerFields - headerFields)
    left.comparisons = max(0, limits.comparisons - comparisons)
    return left
  }

  /// Whether zero bytes must be replaced in the line just judged.
  private(set) var isHeaderLine = true

  /// Judges a line from its beginning; a very long one comes in pieces, see `continuation`.
  mutating func line(_ line: UnsafeRawBufferPointer) -> Verdict {
    if countedLines != nil { return count(line) }
    if let level = boundaryLevel(line) { return boundary(line, at: level) }
    guard comparisons <= limits.comparisons else {
      cuts.insert(.file)
      return .stop
    }
    isHeaderLine = isInHeader
    guard isInHeader else { return body(line.count) }
    if line.isBlankLine { return endOfHeader(line) }
    return header(line)
  }

  /// Judges a further piece of the line before.
  mutating func continuation(_ piece: UnsafeRawBufferPointer) -> Verdict {
    if countedLines != nil { return .skip }
    guard isHeaderLine else { return body(piece.count) }
    return headerPiece(piece, isNewField: false)
  }

  /// Notes that the file goes on where reading has ended.
  mutating func noteUnread() { cuts.insert(.file) }

  private mutating func body(_ count: Int) -> Verdict {
    let kept = min(count, leafEnd - bodyBytes)
    if kept < count { cuts.insert(.body) }
    bodyBytes += kept
    return .keep(kept)
  }

  /// Leaves each part three quarters of what is left, so that a text behind large files is read.
  private mutating func beginLeaf() {
    leafEnd = bodyBytes + (limits.bodyBytes - bodyBytes) / 4 * 3
  }
}

// MARK: - Boundaries

extension IntakeScanner {
  /// The innermost open container that this line is a boundary of, and whether it is the last one.
  private mutating func boundaryLevel(
    _ line: UnsafeRawBufferPointer
  ) -> (index: Int, isEnd: Bool)? {
    guard line.count > 2, line[0] == UInt8(ascii: "-"), line[1] == UInt8(ascii: "-") else {
      return nil
    }
    comparisons += levels.count
    for index in levels.indices.reversed() {
      for boundary in levels[index].boundaries where line.hasPrefix(boundary, at: 2) {
        let end = 2 + boundary.count
        if line.hasPrefix([0x2d, 0x2d], at: end), line.isWhiteSpace(from: end + 2) {
          return (index, true)
        }
        if line.isWhiteSpace(from: end) { return (index, false) }
      }
    }
    return nil
  }

  private mutating func boundary(
    _ line: UnsafeRawBufferPointer,
    at boundary: (index: Int, isEnd: Bool)
  ) -> Verdict {
    isHeaderLine = false
    fields = []
    isCollecting = false
    beginLeaf()
    levels.removeSubrange((boundary.isEnd ? boundary.index : boundary.index + 1)...)
    isInHeader = !boundary.isEnd
    if !boundary.isEnd { parts += 1 }
    return parts > limits.parts ? cutParts() : .keep(line.count)
  }

  /// Keeps nothing from here on: further parts are only counted.
  private mutating func cutParts() -> Verdict {
    cuts.insert(.parts)
    omitted.parts = 1
    countedLines = limits.countedLines
    return .skip
  }

  /// Counts a part that begins in an open container; what is nested in parts left out is not seen.
  private mutating func count(_ line: UnsafeRawBufferPointer) -> Verdict {
    guard let left = countedLines, left > 0, comparisons <= limits.comparisons else { return .stop }
    countedLines = left - 1
    guard let level = boundaryLevel(line) else { return .skip }
    levels.removeSubrange((level.isEnd ? level.index : level.index + 1)...)
    if !level.isEnd { omitted.parts += 1 }
    return levels.isEmpty ? .stop : .skip
  }
}

// MARK: - Headers

extension IntakeScanner {
  private mutating func header(_ line: UnsafeRawBufferPointer) -> Verdict {
    let isFolded = line[0] == 0x20 || line[0] == 0x09
    if !isFolded {
      isCollecting = ContentField.isOne(line)
      if isCollecting { fields.append([]) }
      colons = ContentField.isAddresses(line) ? limits.groups : nil
    }
    return headerPiece(line, isNewField: !isFolded)
  }

  private mutating func headerPiece(
    _ piece: UnsafeRawBufferPointer,
    isNewField: Bool
  ) -> Verdict {
    if isNewField { headerFields += 1 }
    var kept = min(piece.count, limits.headerBytes - headerBytes)
    if headerFields > limits.headerFields { kept = 0 }
    kept = groupsEnd(piece, kept)
    if kept == 0, isNewField, levels.isEmpty { omitted.fields += 1 }
    if kept < piece.count { cuts.insert(.headers) }
    headerBytes += kept
    if isCollecting, kept > 0, let last = fields.indices.last {
      fields[last].append(contentsOf: piece[0..<kept])
    }
    return .keep(kept)
  }

  /// Cuts addresses where a group would be too deep in others.
  private mutating func groupsEnd(_ piece: UnsafeRawBufferPointer, _ count: Int) -> Int {
    guard var left = colons else { return count }
    defer { colons = left }
    for index in 0..<count where piece[index] == UInt8(ascii: ":") {
      left -= 1
      if left < 0 { return index }
    }
    return left < 0 ? 0 : count
  }

  private mutating func endOfHeader(_ line: UnsafeRawBufferPointer) -> Verdict {
    let kind = ContentField.kind(of: fields, inDigest: levels.last?.isDigest ?? false)
    fields = []
    isCollecting = false
    beginLeaf()
    isInHeader = kind.isMessage
    if kind.isMessage { parts += 1 }
    if kind.isMessage || kind.isMultipart {
      levels.append(Level(boundaries: kind.boundaries, isDigest: kind.isDigest))
    }
    if levels.count > limits.depth {
      cuts.insert(.depth)
      return .stop
    }
    return parts > limits.parts ? cutParts() : .keep(line.count)
  }
}

// MARK: - Bytes

extension UnsafeRawBufferPointer {
  /// Whether these bytes stand at `offset`.
  func hasPrefix(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
    guard let base = baseAddress, count >= offset + bytes.count else { return false }
    return memcmp(base + offset, bytes, bytes.count) == 0
  }

  /// Whether nothing but blanks and line ends follow.
  func isWhiteSpace(from offset: Int) -> Bool {
    self[Swift.min(offset, count)...].allSatisfy { $0 == 0x20 || (0x09...0x0d).contains($0) }
  }

  /// Whether this is the line that ends a header.
  var isBlankLine: Bool {
    guard let first else { return false }
    return first == 0x0a || (first == 0x0d && count > 1 && self[1] == 0x0a)
  }
}

/// Reads the header fields that decide what a part is made of, with GMime's own eyes.
enum ContentField {
  /// What a header makes of the body that follows it.
  struct Kind {
    var isMultipart = false
    var isDigest = false
    var isMessage = false
    var boundaries: [[UInt8]] = []
  }

  private static let names = ["content-type", "content-transfer-encoding"].map { Array($0.utf8) }
  private static let addressed = ["sender", "from", "reply-to", "to", "cc", "bcc"]
    .map { Array($0.utf8) }

  /// Whether a header line begins a field of interest.
  static func isOne(_ line: UnsafeRawBufferPointer) -> Bool { begins(line, with: names) }

  /// Whether a header line begins a field whose addresses GMime reads.
  static func isAddresses(_ line: UnsafeRawBufferPointer) -> Bool { begins(line, with: addressed) }

  private static func begins(_ line: UnsafeRawBufferPointer, with names: [[UInt8]]) -> Bool {
    names.contains { name in
      guard line.count > name.count else { return false }
      for (index, byte) in name.enumerated() where line[index] | 0x20 != byte { return false }
      return line[name.count...].first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: ":")
    }
  }

  /// Weighs all the fields of one header: of repeated types each counts, as GMime may heed any.
  static func kind(of fields: [[UInt8]], inDigest: Bool) -> Kind {
    var kind = Kind()
    var hasType = false
    var isEncoded: Bool?
    for field in fields {
      guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let value = Array(field[(colon + 1)...] + [0])
      if field[9] | 0x20 == UInt8(ascii: "y") {
        hasType = true
        weigh(type: value, into: &kind)
      } else {
        isEncoded = isEncoded ?? hidesStructure(value)
      }
    }
    if !hasType, inDigest { kind.isMessage = true }
    if isEncoded ?? false { kind.isMessage = false }
    return kind
  }

  private static func weigh(type value: [UInt8], into kind: inout Kind) {
    let type = value.withUnsafeBytes { bytes in
      g_mime_content_type_parse(nil, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
    }
    guard let type else { return }
    defer { g_object_unref(type) }
    if g_mime_content_type_is_type(type, "multipart", "*") != 0 {
      kind.isMultipart = true
      kind.isDigest = g_mime_content_type_is_type(type, "multipart", "digest") != 0
      if let boundary = g_mime_content_type_get_parameter(type, "boundary") {
        kind.boundaries.append(
          Array(UnsafeRawBufferPointer(start: boundary, count: strlen(boundary)))
        )
      }
    } else if g_mime_content_type_is_type(type, "message", "*") != 0 {
      let subtype = g_mime_content_type_get_media_subtype(type).map { String(cString: $0) } ?? ""
      kind.isMessage = ["rfc822", "rfc2822", "global", "news"].contains(subtype.lowercased())
    }
  }

  /// Whether a transfer encoding keeps GMime from looking into a message inside a message.
  private static func hidesStructure(_ value: [UInt8]) -> Bool {
    let encoding = value.withUnsafeBytes { bytes in
      g_mime_content_encoding_from_string(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      )
    }
    return switch encoding {
    case GMIME_CONTENT_ENCODING_BASE64, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE,
      GMIME_CONTENT_ENCODING_UUENCODE:
      true
    default: false
    }
  }
}
