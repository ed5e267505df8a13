import TriageCore

/// Tells quotes, signatures, patches and prose apart in a plain text.
struct PlainText {
  /// What a text is known to be before it is read.
  enum Flavor {
    case prose
    case patch
    /// What a program has made of a page: its marks mean nothing to us.
    case page
  }

  /// Deeper quotes are shown as this deep.
  static let deepestQuote = 99

  private let flavor: Flavor
  private let footer: Int
  private var patch = PatchTracker()
  private var armor = ArmorTracker()
  private var isInSignature = false

  private init(_ text: UnsafeBufferPointer<UInt8>, flavor: Flavor) {
    self.flavor = flavor
    footer = flavor == .prose ? ListFooter.start(in: text) : text.count
  }

  /// Adds the lines of a text.
  static func add(_ text: [UInt8], as flavor: Flavor = .prose, to builder: inout ContentBuilder) {
    text.withUnsafeBufferPointer { bytes in
      var reader = PlainText(bytes, flavor: flavor)
      var lines = LineRanges(bytes)
      var next = lines.next()
      while let range = next, !builder.isFull {
        next = lines.next()
        let follower = next.map { UnsafeBufferPointer(rebasing: bytes[$0]) }
        let line = TextLine(UnsafeBufferPointer(rebasing: bytes[range]), follower: follower)
        reader.isInSignature = reader.isInSignature || range.lowerBound >= reader.footer
        reader.take(line, into: &builder)
      }
      builder.note(reader.armor.notice)
    }
  }

  private mutating func take(_ line: TextLine, into builder: inout ContentBuilder) {
    if flavor == .page { return builder.addText(.text, line.text(from: 0)) }
    let quote = QuoteMarks(line.bytes)
    if quote.level > 0, !patch.isInHunk {
      let text = line.text(from: quote.end)
      builder.addText(.quote(level: min(quote.level, Self.deepestQuote)), text)
    } else {
      builder.addText(kind(of: line), line.text(from: 0))
    }
  }

  private mutating func kind(of line: TextLine) -> ContentLine.Kind {
    if let kind = armor.kind(of: line) { return kind }
    if let kind = patch.kind(of: line) {
      isInSignature = false
      return kind
    }
    if line.isSignatureMark { isInSignature = true }
    if isInSignature { return .signature }
    return flavor == .patch || line.isDiffStat ? .preformatted : .text
  }
}

/// A line of text with the one after it.
struct TextLine {
  let bytes: UnsafeBufferPointer<UInt8>
  let follower: UnsafeBufferPointer<UInt8>?

  init(_ bytes: UnsafeBufferPointer<UInt8>, follower: UnsafeBufferPointer<UInt8>? = nil) {
    self.bytes = bytes
    self.follower = follower
  }

  func text(from start: Int) -> String { String(decoding: bytes[start...], as: UTF8.self) }

  func begins(with prefix: StaticString) -> Bool { bytes.begins(with: prefix) }

  /// Whether a signature follows.
  var isSignatureMark: Bool { bytes.count == 3 && begins(with: "-- ") }

  /// Whether this is a line of a patch's table of files.
  var isDiffStat: Bool {
    guard bytes.count < 200, bytes.first == 0x20, let bar = bytes.lastIndex(of: UInt8(ascii: "|"))
    else { return false }
    let rest = bytes[(bar + 1)...].drop { $0 == 0x20 }
    return (rest.first.map { (0x30...0x39).contains($0) } ?? false)
      && rest.allSatisfy { (0x30...0x39).contains($0) || [0x20, 0x2b, 0x2d].contains($0) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  func begins(with prefix: StaticString) -> Bool {
    guard count >= prefix.utf8CodeUnitCount else { return false }
    for index in 0..<prefix.utf8CodeUnitCount where self[index] != prefix.utf8Start[index] {
      return false
    }
    return true
  }
}

/// The quote marks at the beginning of a line.
struct QuoteMarks {
  private(set) var level = 0
  /// Where the quoted text begins.
  private(set) var end = 0

  init(_ line: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < line.count {
      if line[index] == UInt8(ascii: ">") {
        level += 1
        index += 1
        end = index
      } else if line[index] == 0x20, level > 0, index == end, index + 1 < line.count,
        line[index + 1] == UInt8(ascii: ">")
      {
        index += 1
      } else {
        break
      }
    }
    if level > 0, end < line.count, line[end] == 0x20 { end += 1 }
  }
}
