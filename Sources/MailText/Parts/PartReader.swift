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
    guard node.form == .leaf || node.isEncodedMessage else {
      return try container(node.origin, in: buffer, sink)
    }
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
    guard var tree = PartTree(parsing: buffer, limits: limits) else {
      throw .noSuchPart(number)
    }
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
      guard got > 0 else { return decoder.finish(sink) && end == .max }
      left -= got
      let piece = UnsafeRawBufferPointer(rebasing: room[0..<got])
      guard decoder.step(piece, sink) else { return false }
    }
    return decoder.finish(sink)
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
    let content = UnsafeRawBufferPointer(rebasing: bytes[node.content])
    TransferDecoder.decode(content, node.encoding, sink)
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
