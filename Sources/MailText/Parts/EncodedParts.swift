import TriageCore

/// Opens messages and multiparts that are encoded as a whole: RFC 2045 (6.4) forbids it, but they are
/// sent.
struct EncodedParts {
  private var tree: PartTree
  private let limits: MessageLimits
  /// What the limits leave for what is opened.
  private var left: MessageLimits
  /// How many more bytes may be written out to be measured.
  private var room: Int

  /// Returns a tree with what such parts hold in their places, as if they had not been encoded.
  static func opened(
    in tree: PartTree,
    limits: MessageLimits,
    measuring room: Int
  ) -> PartTree {
    var opening = EncodedParts(tree: tree, limits: limits, left: tree.buffers[0].left, room: room)
    opening.left.bodyBytes = limits.bodyBytes
    var number = 1
    while number < opening.tree.nodes.count {
      opening.visit(number)
      number += 1
    }
    return opening.tree
  }

  private mutating func visit(_ number: Int) {
    if let text = tree[number].encodedText {
      tree.nodes[number].encodedText = nil
      openMultipart(number, text)
    } else if tree[number].form == .leaf, tree[number].mayBeEncoded {
      openMessage(number)
    }
  }

  private mutating func openMessage(_ number: Int) {
    let content = tree.decoded(tree[number], limit: left.bodyBytes)
    guard content.isWhole, let inner = parsed(content.bytes, in: number), !inner[0].fields.isEmpty
    else { return }
    tree.nodes[number].form = .message
    tree.nodes[number].isEncodedMessage = true
    tree.nodes[number].fields = inner[0].fields
    tree.nodes[number].writtenSize = content.bytes.count
    guard inner.nodes.count > 1 else { return }
    _ = tree.graft(inner, at: number, path: tree.path(of: tree[number]), replacing: false)
  }

  private mutating func openMultipart(_ number: Int, _ text: [UInt8]) {
    let node = tree[number]
    let inside = tree.nodes[(number + 1)...].prefix { $0.depth > node.depth }
    guard tree.buffers[node.layer].cuts.isEmpty, let body = EncodedBody(text, node.encoding),
      body.isEncoded(parts: inside), let inner = parsed(body.decoded, in: number),
      inner.nodes.count > 1, inner[1].children.count >= max(1, node.children.count)
    else { return }
    tree.remove(inside: number, upTo: inside.endIndex)
    _ = tree.graft(inner, at: number, path: tree.path(of: node), replacing: true)
  }

  /// Parses what a part holds within what is left of the limits of its message.
  private mutating func parsed(_ text: [UInt8], in number: Int) -> PartTree? {
    var inner = left
    inner.parts = limits.parts - tree.nodes.count
    inner.depth = limits.depth - tree[number].depth - 1
    // One of its parts may have three quarters of the whole.
    inner.bodyBytes = text.count / 3 * 4 + 4
    guard text.count <= left.bodyBytes, inner.parts > 1, inner.depth > 1,
      let buffer = try? MessageBuffer.read(
        MemorySource(text),
        sizeHint: text.count,
        limits: inner
      )
    else { return nil }
    let bodyBytes = left.bodyBytes - text.count
    left = buffer.left
    left.bodyBytes = bodyBytes
    return PartTree(parsing: buffer, measuring: &room)
  }
}

extension PartNode {
  /// Whether it is a message or a multipart whose label says that it is encoded.
  var mayBeEncoded: Bool {
    switch form {
    case .leaf: encoding != .none && Self.messages.contains(type)
    // The boundaries of a base64 multipart cannot be seen.
    case .multipart: encoding == .quotedPrintable || encoding == .base64 && strayText != nil
    case .message: false
    }
  }

  private static let messages: Set = [
    "message/rfc822", "message/rfc2822", "message/global", "message/news",
  ]
}

/// The text of a multipart that says that it is encoded.
private struct EncodedBody {
  private let header: ArraySlice<UInt8>
  private let body: ArraySlice<UInt8>
  private let encoding: TransferEncoding

  init?(_ text: [UInt8], _ encoding: TransferEncoding) {
    let end = text.indices.dropFirst().first { index in
      text[index] == 0x0a
        && (text[index - 1] == 0x0a
          || index > 1 && text[(index - 2)...].starts(with: [0x0a, 0x0d]))
    }
    guard let end else { return nil }
    (header, body) = (text[...end], text[(end + 1)...])
    self.encoding = encoding
  }

  /// The multipart as it is without its encoding.
  var decoded: [UInt8] {
    // Of several labels the first one counts.
    Array("Content-Transfer-Encoding: 8bit\n".utf8) + header
      + TransferDecoder.decoded(Array(body), encoding)
  }

  /// Whether it is encoded: a label may be all there is, above parts that are encoded each.
  func isEncoded(parts: ArraySlice<PartNode>) -> Bool {
    if encoding == .base64 { return parts.isEmpty }
    let isUsed = parts.isEmpty || parts.contains { !$0.parameters.isEmpty }
    return isEscaped && (isUsed || parts.allSatisfy { $0.encoding == .none })
  }

  /// Whether each equals sign begins an escape, or a line goes on behind it.
  private var isEscaped: Bool {
    func isHex(_ byte: UInt8?) -> Bool {
      byte.map { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) } ?? false
    }
    var rest = body
    while let sign = rest.firstIndex(of: 0x3d) {
      rest = rest[(sign + 1)...]
      let isBreak = rest.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0d } ?? 0x0a == 0x0a
      guard isBreak || isHex(rest.first) && isHex(rest.dropFirst().first) else { return false }
    }
    return true
  }
}
