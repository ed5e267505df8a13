import CGMime
import Glibc

/// Frees bytes of their transfer encoding, piece by piece.
///
/// GMime decodes; where the data of base64 ends, and which blanks of quoted-printable count, is
/// decided here, line by line (RFC 2045, 6.7 and 6.8).
struct TransferDecoder: ~Copyable {
  typealias Sink = (UnsafeRawBufferPointer) -> Bool

  private let encoding: TransferEncoding
  private var state = GMimeEncoding()
  /// Bytes that wait for the end of their line.
  private var input: UnsafeMutableRawBufferPointer
  private var waiting = 0
  private var output: UnsafeMutableRawBufferPointer
  private var produced = 0
  private var run = Base64Run()

  /// How many encoded bytes are decoded at once.
  static let stride = 1 << 16
  /// A longer line is decoded before its end is there.
  private static let longestLine = 1 << 10

  init(_ encoding: TransferEncoding) {
    self.encoding = encoding
    let room = encoding == .none ? 0 : Self.stride + Self.longestLine
    input = .allocate(byteCount: room, alignment: 16)
    // Nothing decodes to more bytes than it has, but for what GMime holds back between two steps.
    output = .allocate(byteCount: room + 16, alignment: 16)
    begin()
  }

  deinit {
    input.deallocate()
    output.deallocate()
  }

  /// Gives what encoded bytes mean to the sink, in pieces, until it has enough.
  static func decode(_ bytes: UnsafeRawBufferPointer, _ encoding: TransferEncoding, _ sink: Sink) {
    var decoder = TransferDecoder(encoding)
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(stride))
      guard decoder.step(piece, sink) else { return }
      rest = rest.dropFirst(stride)
    }
    _ = decoder.finish(sink)
  }

  /// Returns what encoded bytes mean.
  static func decoded(_ bytes: [UInt8], _ encoding: TransferEncoding) -> [UInt8] {
    var result: [UInt8] = []
    bytes.withUnsafeBytes { bytes in
      decode(bytes, encoding) { piece in
        result.append(contentsOf: piece)
        return true
      }
    }
    return result
  }

  /// Decodes at most `stride` bytes and gives what they mean to the sink.
  ///
  /// - Returns: Whether the sink wants more.
  mutating func step(_ bytes: UnsafeRawBufferPointer, _ sink: Sink) -> Bool {
    guard encoding != .none else { return sink(bytes) }
    UnsafeMutableRawBufferPointer(rebasing: input[waiting...]).copyMemory(from: bytes)
    let count = waiting + bytes.count
    var end = input[..<count].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    if count - end > Self.longestLine { end = count }
    decode(UnsafeRawBufferPointer(rebasing: input[..<end]), isEnd: false)
    waiting = count - end
    UnsafeMutableRawBufferPointer(rebasing: input[..<waiting])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: input[end..<count]))
    return flush(sink)
  }

  /// Decodes what waits for the end of its line; nothing follows.
  mutating func finish(_ sink: Sink) -> Bool {
    decode(UnsafeRawBufferPointer(rebasing: input[..<waiting]), isEnd: true)
    waiting = 0
    return flush(sink)
  }

  private mutating func flush(_ sink: Sink) -> Bool {
    defer { produced = 0 }
    return produced == 0 || sink(UnsafeRawBufferPointer(rebasing: output[..<produced]))
  }

  private mutating func decode(_ lines: UnsafeRawBufferPointer, isEnd: Bool) {
    switch encoding {
    case .none: break
    case .quotedPrintable: decodeQuoted(lines, isEnd: isEnd)
    case .base64:
      decodeBase64(lines)
      if isEnd { endRun() }
    }
  }

  private mutating func begin() {
    switch encoding {
    case .none: break
    case .base64: g_mime_encoding_init_decode(&state, GMIME_CONTENT_ENCODING_BASE64)
    case .quotedPrintable:
      g_mime_encoding_init_decode(&state, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE)
    }
  }

  /// Lets GMime decode bytes into the output and returns how many they have become.
  private mutating func convert(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress, let room = output.baseAddress, !bytes.isEmpty else {
      return 0
    }
    return g_mime_encoding_step(
      &state,
      base.assumingMemoryBound(to: CChar.self),
      bytes.count,
      (room + produced).assumingMemoryBound(to: CChar.self)
    )
  }
}

// MARK: - Quoted-printable

extension TransferDecoder {
  /// Decodes lines without the blanks at their ends.
  private mutating func decodeQuoted(_ lines: UnsafeRawBufferPointer, isEnd: Bool) {
    var kept = 0
    for line in RawLines(lines) {
      guard isEnd || line.isWhole else { break }
      let text = lines[line.text].lastIndex { $0 != 0x20 && $0 != 0x09 }
      let end = text.map { $0 + 1 } ?? line.text.lowerBound
      guard end < line.text.upperBound else { continue }
      produced += convert(UnsafeRawBufferPointer(rebasing: lines[kept..<end]))
      kept = line.text.upperBound
    }
    produced += convert(UnsafeRawBufferPointer(rebasing: lines[kept...]))
  }
}

// MARK: - Base64

/// What has been met of base64.
private struct Base64Run {
  /// How many digits the first line has; 0 before it.
  var width = 0
  /// Whether blanks stand between the digits of that line.
  var isSpaced = false
  /// Whether the data ends here unless more of it follows at once.
  var isPadded = false
  /// Whether what follows is no data.
  var hasEnded = false
}

extension TransferDecoder {
  /// How many digits there are that do not make three bytes yet.
  private var pending: Int { Int(state.state & 0xff) }

  private mutating func decodeBase64(_ lines: UnsafeRawBufferPointer) {
    guard !run.hasEnded, let base = lines.baseAddress else { return }
    let padding = memchr(base, 0x3d, lines.count).map { UnsafeRawPointer($0) - base }
    let line = lines[..<(padding ?? 0)].lastIndex(of: 0x0a).map { $0 + 1 }
    var rest = lines[...]
    let digits = UnsafeRawBufferPointer(
      rebasing: rest[..<(padding == nil ? rest.count : line ?? 0)]
    )
    if !run.isPadded, decodeDigits(digits) { rest = rest[digits.count...] }
    let others = UnsafeRawBufferPointer(rebasing: rest)
    for line in RawLines(others) where !run.hasEnded {
      let bytes = UnsafeRawBufferPointer(rebasing: others[line.text])
      if run.isPadded || !decodeDigits(bytes) { decodeLine(bytes[...]) }
    }
  }

  /// Decodes bytes if they are nothing but digits and ends of lines.
  private mutating func decodeDigits(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress, memchr(base, 0x3d, bytes.count) == nil else {
      return bytes.isEmpty
    }
    let count = RawLines(bytes).reduce(0) { $0 + $1.text.count }
    let before = (state, pending)
    let converted = convert(bytes)
    guard converted / 3 * 4 + pending - before.1 == count else {
      state = before.0
      return false
    }
    produced += converted
    if run.width == 0 { run.width = RawLines(bytes).lazy.map(\.text.count).first { $0 > 0 } ?? 0 }
    return true
  }

  /// Decodes a line that has more in it than digits: each run of digits as far as its padding.
  private mutating func decodeLine(_ line: Slice<UnsafeRawBufferPointer>) {
    var rest = line
    while !rest.isEmpty, !run.hasEnded {
      let digits = rest.prefix { $0 != 0x3d }
      let padding = rest[digits.endIndex...].prefix { $0 <= 0x20 || $0 == 0x3d }
      decodeRun(Base64Text(digits, padding: padding.count { $0 == 0x3d }))
      rest = rest[padding.endIndex...]
    }
  }

  private mutating func decodeRun(_ text: Base64Text) {
    if run.width == 0 { run.isSpaced = text.gaps > 0 }
    if run.isPadded, text.isSomething {
      run.isPadded = false
      run.hasEnded = !isRun(text)
      if run.hasEnded { return }
    } else if run.width > 0, isFooter(text) {
      run.hasEnded = true
      return endRun()
    }
    produced += convert(UnsafeRawBufferPointer(rebasing: text.bytes))
    if run.width == 0 { run.width = text.digits }
    // Padding before any data ends none.
    if text.padding > 0, run.width > 0 { endRun() }
  }

  /// Whether data goes on behind padding: in lines of the same length, or in whole groups of four.
  private func isRun(_ text: Base64Text) -> Bool {
    guard strangers(in: text) == 0, !text.isWord else { return false }
    return text.digits == run.width || (text.digits + text.padding).isMultiple(of: 4)
  }

  /// Whether a line is no data: what a faulty gateway puts into a line of data is less of it.
  private func isFooter(_ text: Base64Text) -> Bool {
    let strangers = strangers(in: text)
    if strangers == 1, text.gaps == 0, (pending + text.digits).isMultiple(of: 4) {
      return false
    }
    return strangers > 0 && strangers * 16 >= text.digits
  }

  private func strangers(in text: Base64Text) -> Int {
    text.strangers + (run.isSpaced ? 0 : text.gaps)
  }

  /// Gives what is left of a group, with the padding that it needs.
  private mutating func endRun() {
    if pending > 1 {
      produced += [UInt8](repeating: 0x3d, count: 4 - pending).withUnsafeBytes { convert($0) }
    }
    begin()
    run.isPadded = true
  }
}

/// A piece of a line of base64, up to its padding.
private struct Base64Text {
  let bytes: Slice<UnsafeRawBufferPointer>
  let padding: Int
  private(set) var digits = 0
  /// Runs of blanks between digits.
  private(set) var gaps = 0
  /// What is neither a digit nor a blank.
  private(set) var strangers = 0
  private var small = 0

  init(_ bytes: Slice<UnsafeRawBufferPointer>, padding: Int) {
    self.bytes = bytes
    self.padding = padding
    var isGap = false
    for byte in bytes {
      switch byte {
      case 0x61...0x7a, 0x41...0x5a, 0x30...0x39, 0x2b, 0x2f:
        if isGap, digits > 0 { gaps += 1 }
        isGap = false
        digits += 1
        if byte >= 0x61 { small += 1 }
      case ...0x20: isGap = true
      default: strangers += 1
      }
    }
  }

  var isSomething: Bool { digits + strangers > 0 }

  /// Whether it looks like a word of a language.
  var isWord: Bool { padding == 0 && small + 1 >= digits }
}

/// The lines of some bytes.
private struct RawLines: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  private var start = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Returns where the next line lies, its end left out, and whether it has one.
  mutating func next() -> (text: Range<Int>, isWhole: Bool)? {
    guard start < bytes.count, let base = bytes.baseAddress else { return nil }
    let newline = memchr(base + start, 0x0a, bytes.count - start)
    var end = newline.map { UnsafeRawPointer($0) - base } ?? bytes.count
    let (first, next) = (start, newline == nil ? end : end + 1)
    if end > first, newline != nil, bytes[end - 1] == 0x0d { end -= 1 }
    start = next
    return (first..<end, newline != nil)
  }
}
