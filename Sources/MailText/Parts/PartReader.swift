import CGMime
import TriageCore

/// Gives out the bytes of a message's parts, from the file itself.
struct PartReader {
  private let source: any ByteSource
  private let limits: MessageLimits
  private let opener: SealOpener?

  init(_ source: any ByteSource, limits: MessageLimits, opener: SealOpener? = nil) {
    self.source = source
    self.limits = limits
    self.opener = opener
  }

  typealias Sink = (UnsafeRawBufferPointer) -> Bool

  /// Gives a part, in pieces, to the sink until that has enough.
  func read(_ part: PartReference, sizeHint: Int, sink: Sink) throws(MessageFileError) -> Bool {
    if part.number == 0 { return try stream(from: 0, to: .max, encoding: .none, sink) }
    let (tree, node) = try find(part, sizeHint: sizeHint)
    let buffer = tree.buffers[node.layer]
    guard node.form == .leaf else { return try container(node.origin, in: buffer, sink) }
    guard node.layer == 0 else { return opened(node, in: buffer, sink) }
    // The buffer lacks what was over the limits; the file has all of it.
    let start = buffer.filePosition(of: node.content.lowerBound)
    let end = start + node.content.count + buffer.missing(in: node.content)
    return try stream(from: start, to: end, encoding: node.encoding, sink)
  }

  /// Returns the text of a leaf in UTF-8, all of it.
  func readPage(_ part: PartReference, sizeHint: Int) throws(MessageFileError) -> [UInt8] {
    let (tree, node) = try find(part, sizeHint: sizeHint)
    guard node.form == .leaf else { throw .noSuchPart(part.number) }
    let content = tree.decoded(node, limit: limits.bodyBytes)
    guard content.isWhole else { throw .tooLong(part.number) }
    let charset = node.parameters["charset"] ?? HTMLCharset.declared(in: content.bytes)
    return TextDecoder(content.bytes, declared: charset).text
  }

  /// The part among those of the message, the sealed ones as far as they open.
  private func find(
    _ part: PartReference,
    sizeHint: Int
  ) throws(MessageFileError) -> (tree: PartTree, node: PartNode) {
    let number = part.number
    let buffer = try MessageBuffer.read(source, sizeHint: sizeHint, limits: limits)
    guard var tree = PartTree(parsing: buffer) else { throw .noSuchPart(number) }
    if let opener, tree.mayHaveSeals { tree = TreeOpener.open(tree, by: opener, limits: limits) }
    if let sealed = tree.sealed(part) { throw .sealed(number, sealed) }
    guard let node = tree.node(of: part) else { throw .noSuchPart(number) }
    return (tree, node)
  }

  /// Gives a leaf of what was opened, which is in memory.
  private func opened(_ node: PartNode, in buffer: MessageBuffer, _ sink: Sink) -> Bool {
    var wantsMore = true
    buffer.decode(node) { piece in
      wantsMore = sink(piece)
      return wantsMore
    }
    return wantsMore
  }

  /// Gives a range of the file, decoded.
  private func stream(
    from start: Int,
    to end: Int,
    encoding: TransferEncoding,
    _ sink: Sink
  ) throws(MessageFileError) -> Bool {
    try source.rewind(to: start)
    var decoder = TransferDecoder(encoding)
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: TransferDecoder.stride,
      alignment: 16
    )
    defer { room.deallocate() }
    var left = end - start
    while left > 0 {
      let wanted = UnsafeMutableRawBufferPointer(rebasing: room[0..<min(left, room.count)])
      let got = try source.read(into: wanted)
      guard got > 0 else { return end == .max }
      left -= got
      let piece = UnsafeRawBufferPointer(rebasing: room[0..<got])
      guard decoder.step(piece, sink) else { return false }
    }
    return true
  }

  /// Gives a multipart with its headers, or a message inside the message.
  private func container(
    _ number: Int,
    in buffer: MessageBuffer,
    _ sink: Sink
  ) throws(MessageFileError) -> Bool {
    guard buffer.cuts.isEmpty else { throw .tooLong(number) }
    let result = PartTree.withMessage(in: buffer) { message in
      PartTree.written(number, of: message) { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
          let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(TransferDecoder.stride))
          guard sink(piece) else { return false }
          rest = rest.dropFirst(TransferDecoder.stride)
        }
        return true
      }
    }
    guard let result = result ?? nil else { throw .noSuchPart(number) }
    return result
  }
}

/// Frees bytes of their transfer encoding, piece by piece.
struct TransferDecoder: ~Copyable {
  private var state = GMimeEncoding()
  private let encoding: TransferEncoding
  private var output: UnsafeMutableRawBufferPointer
  /// Whether the last run of base64 ended with padding.
  private var isPadded = false

  /// How many encoded bytes are decoded at once; no piece of output is longer.
  static let stride = 1 << 16

  init(_ encoding: TransferEncoding) {
    self.encoding = encoding
    let wanted =
      switch encoding {
      case .none: GMIME_CONTENT_ENCODING_BINARY
      case .base64: GMIME_CONTENT_ENCODING_BASE64
      case .quotedPrintable: GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE
      }
    g_mime_encoding_init_decode(&state, wanted)
    let room = encoding == .none ? 0 : g_mime_encoding_outlen(&state, Self.stride)
    output = .allocate(byteCount: room, alignment: 16)
  }

  deinit { output.deallocate() }

  /// Decodes at most `stride` bytes and gives what they mean to the sink, in pieces.
  ///
  /// - Returns: Whether the sink wants more.
  mutating func step(
    _ input: UnsafeRawBufferPointer,
    _ sink: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    switch encoding {
    case .none: return sink(input)
    case .quotedPrintable: return decode(input, sink)
    case .base64:
      var rest = input[...]
      while !rest.isEmpty {
        let end = runEnd(rest)
        guard decode(UnsafeRawBufferPointer(rebasing: rest[..<end]), sink) else { return false }
        rest = rest[end...]
      }
      return true
    }
  }

  /// Where a run of base64 ends: GMime 3.2.13 stops at padding, but more text may follow it.
  private mutating func runEnd(_ rest: Slice<UnsafeRawBufferPointer>) -> Int {
    if isPadded {
      guard let next = rest.firstIndex(where: { $0 > 0x20 && $0 != 0x3d }) else {
        return rest.endIndex
      }
      isPadded = false
      g_mime_encoding_init_decode(&state, GMIME_CONTENT_ENCODING_BASE64)
      if next > rest.startIndex { return next }
    }
    guard let padding = rest.firstIndex(of: 0x3d) else { return rest.endIndex }
    isPadded = true
    return rest[padding...].firstIndex { $0 > 0x20 && $0 != 0x3d } ?? rest.endIndex
  }

  private mutating func decode(
    _ input: UnsafeRawBufferPointer,
    _ sink: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    guard let base = input.baseAddress else { return true }
    let count = g_mime_encoding_step(
      &state,
      base.assumingMemoryBound(to: CChar.self),
      input.count,
      output.baseAddress?.assumingMemoryBound(to: CChar.self)
    )
    return count == 0 || sink(UnsafeRawBufferPointer(rebasing: output[0..<count]))
  }
}

extension MessageBuffer {
  /// Returns the decoded content of a leaf, at most `limit` bytes of it, and whether that is all.
  func decoded(_ node: PartNode, limit: Int) -> (bytes: [UInt8], isWhole: Bool) {
    var result: [UInt8] = []
    result.reserveCapacity(min(node.content.count, limit))
    var isWhole = missing(in: node.content) == 0
    decode(node) { piece in
      let kept = min(piece.count, limit - result.count)
      result.append(contentsOf: piece[0..<kept])
      if kept < piece.count { isWhole = false }
      return kept == piece.count
    }
    return (result, isWhole)
  }

  /// Returns how many bytes a leaf has when decoded, those that were left out estimated.
  func decodedSize(_ node: PartNode) -> Int {
    let missing = missing(in: node.content)
    guard node.encoding != .none else { return node.content.count + missing }
    var size = 0
    decode(node) { piece in
      size += piece.count
      return true
    }
    // 76 letters and a line end stand for 57 bytes.
    return size + (node.encoding == .base64 ? missing * 57 / 77 : missing)
  }

  fileprivate func decode(_ node: PartNode, _ sink: (UnsafeRawBufferPointer) -> Bool) {
    var decoder = TransferDecoder(node.encoding)
    var start = node.content.lowerBound
    while start < node.content.upperBound {
      let end = min(start + TransferDecoder.stride, node.content.upperBound)
      let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      guard decoder.step(piece, sink) else { return }
      start = end
    }
  }
}

extension PartTree {
  /// The part that is meant; `nil` if it is not there.
  func node(of part: PartReference) -> PartNode? {
    guard let way = part.way else {
      return nodes.indices.contains(part.number) ? nodes[part.number] : nil
    }
    return nodes.dropFirst().first { path(of: $0) == way }
  }

  /// Why a part cannot be read: it is, or may be, one of a seal that is not open.
  func sealed(_ part: PartReference) -> SealState? {
    let closed = seals.filter { $0.isEncrypted && $0.covered == nil && $0.result.state != .off }
    let node = node(of: part)
    for seal in closed {
      let inside = nodes[seal.container].children.last ?? seal.container
      if node?.number == inside || node?.number == seal.container { return seal.result.state }
    }
    if part.way == nil {
      // What was opened once, and is forgotten, may have had parts: those behind it have other numbers.
      let mayBeAnother = seals.contains { $0.container < part.number && $0.mayHaveHeldParts }
      return mayBeAnother ? .pending : node == nil ? closed.first?.result.state : nil
    }
    // It was seen: what it lies in was open then, or what it was has been opened since.
    return node == nil ? closed.first?.result.state ?? .pending : nil
  }
}
