import Glibc
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
        reader.add(line, into: &builder)
      }
      builder.note(reader.armor.notice)
    }
  }

  private mutating func add(_ line: TextLine, into builder: inout ContentBuilder) {
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

/// Shows text as it is, line for line.
enum RawText {
  /// Adds the lines of bytes in an unknown character set.
  static func add(_ bytes: [UInt8], isWhole: Bool, to builder: inout ContentBuilder) {
    let decoder = TextDecoder(bytes, declared: nil)
    builder.note(decoder.notice)
    decoder.text.withUnsafeBufferPointer { text in
      for range in LineRanges(text) where !builder.isFull {
        builder.add(.preformatted, String(decoding: text[range], as: UTF8.self))
      }
    }
    if !isWhole { builder.note(.bodyCut) }
  }
}

/// Joins the lines that `format=flowed` (RFC 3676) has broken.
struct FlowedText {
  private let deletesSpace: Bool
  private var result: [UInt8] = []
  private var level = 0
  private var isOpen = false

  private init(deletesSpace: Bool) { self.deletesSpace = deletesSpace }

  /// Returns a text with a line for each paragraph, quote marks as in a text that is not flowed.
  static func unfold(_ text: [UInt8], deletesSpace: Bool) -> [UInt8] {
    var flow = FlowedText(deletesSpace: deletesSpace)
    flow.result.reserveCapacity(text.count)
    text.withUnsafeBufferPointer { bytes in
      for range in LineRanges(bytes) { flow.add(UnsafeBufferPointer(rebasing: bytes[range])) }
    }
    if flow.isOpen { flow.result.append(0x0a) }
    return flow.result
  }

  private mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
    let quote = QuoteMarks(line)
    // A blank before the text is stuffing; after quote marks it is already gone.
    let isStuffed = quote.level == 0 && line.first == 0x20
    var text = line[(isStuffed ? 1 : quote.end)...]
    let isMark = text.elementsEqual([0x2d, 0x2d, 0x20])
    let flows = text.last == 0x20 && !isMark
    if flows, deletesSpace { text = text.dropLast() }
    if isOpen, quote.level != level || isMark {
      result.append(0x0a)
      isOpen = false
    }
    if !isOpen { begin(quote.level, isLiteral: isStuffed && text.first == UInt8(ascii: ">")) }
    result.append(contentsOf: text)
    level = quote.level
    isOpen = flows
    if !flows { result.append(0x0a) }
  }

  private mutating func begin(_ level: Int, isLiteral: Bool) {
    result.append(
      contentsOf: repeatElement(UInt8(ascii: ">"), count: min(level, PlainText.deepestQuote))
    )
    // A blank keeps a stuffed ">" from becoming a quote mark.
    if level > 0 || isLiteral { result.append(0x20) }
  }
}

/// The lines of a text as ranges, without their line feeds.
struct LineRanges: Sequence, IteratorProtocol {
  private let text: UnsafeBufferPointer<UInt8>
  private var start = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  mutating func next() -> Range<Int>? {
    guard start < text.count, let base = text.baseAddress else { return nil }
    let newline = memchr(base + start, 0x0a, text.count - start)
    let end = newline.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? text.count
    defer { start = end + 1 }
    return start..<end
  }
}

/// Finds what a mailing list program puts below every message.
enum ListFooter {
  /// How many lines from the end are looked at.
  private static let reach = 14
  private static let words = [
    "mailing list", "unsubscribe", "listinfo", "to post to this", "lists.", "/options/", "abmelden",
  ]

  /// Returns where the footer begins: a line of nothing but strokes, then a word of lists.
  static func start(in text: UnsafeBufferPointer<UInt8>) -> Int {
    var starts: [Int] = []
    var end = text.count
    while end > 0, starts.count < reach {
      var start = end - 1
      while start > 0, text[start - 1] != 0x0a { start -= 1 }
      // A footer has short lines; a long one ends the search.
      guard end - start < 400 else { break }
      starts.append(start)
      end = start
    }
    for start in starts where isStroke(text[start...]) {
      let footer = String(decoding: text[start...], as: UTF8.self).lowercased()
      if words.contains(where: footer.contains) { return start }
    }
    return text.count
  }

  private static func isStroke(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let line = rest.prefix { $0 != 0x0a }
    guard line.count >= 20, let first = line.first, [0x5f, 0x2d, 0x3d].contains(first) else {
      return false
    }
    return line.allSatisfy { $0 == first }
  }
}

/// Knows OpenPGP blocks that stand in the text itself; they are neither checked nor opened.
struct ArmorTracker {
  private var isInSignature = false
  private var isInBlock = false
  /// What was met: nothing of it may look as if it had been checked.
  private(set) var notice: ContentNotice?

  /// Returns what a line is if it belongs to such a block.
  mutating func kind(of line: TextLine) -> ContentLine.Kind? {
    guard isInSignature || isInBlock || line.begins(with: "-----BEGIN PGP ") else { return nil }
    if line.begins(with: "-----BEGIN PGP SIGNED MESSAGE-----") {
      notice = .signatureNotChecked
      return .preformatted
    }
    isInSignature = isInSignature || line.begins(with: "-----BEGIN PGP SIGNATURE-----")
    if line.begins(with: "-----BEGIN PGP MESSAGE-----") { notice = .encrypted }
    isInBlock = isInBlock || line.begins(with: "-----BEGIN PGP ")
    let kind = isInSignature ? ContentLine.Kind.signature : .preformatted
    if line.begins(with: "-----END PGP ") { (isInSignature, isInBlock) = (false, false) }
    return kind
  }
}
