import CGMime
import TriageCore

/// Gives out the bytes of a message's parts, from the file itself.
struct PartReader {
  private let source: any ByteSource
  private let limits: MessageLimits

  init(_ source: any ByteSource, limits: MessageLimits) {
    self.source = source
    self.limits = limits
  }

  typealias Sink = (UnsafeRawBufferPointer) -> Bool

  /// Gives a part, in pieces, to the sink until that has enough.
  func read(_ number: Int, sizeHint: Int, sink: Sink) throws(MessageFileError) -> Bool {
    if number == 0 { return try stream(from: 0, to: .max, encoding: .none, sink) }
    let buffer = try MessageBuffer.read(source, sizeHint: sizeHint, limits: limits)
    guard let tree = PartTree(parsing: buffer), tree.nodes.indices.contains(number) else {
      throw .noSuchPart(number)
    }
    let node = tree[number]
    guard node.form == .leaf else { return try container(number, in: buffer, sink) }
    // The buffer lacks what was over the limits; the file has all of it.
    let start = buffer.filePosition(of: node.content.lowerBound)
    let end = start + node.content.count + buffer.missing(in: node.content)
    return try stream(from: start, to: end, encoding: node.encoding, sink)
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
