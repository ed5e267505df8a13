import CGMime

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

  private func decode(_ node: PartNode, _ sink: (UnsafeRawBufferPointer) -> Bool) {
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
