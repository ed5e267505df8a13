/// Reads header fields that stand in the text of a part.
enum HeaderLines {
  /// Fields beyond these are not looked at.
  private static let most = 500

  /// Returns a message that consists of these fields.
  static func node(from text: [UInt8]) -> PartNode {
    var node = PartNode(number: 0, parent: nil, depth: 0, form: .message, type: "message/rfc822")
    text.withUnsafeBufferPointer { bytes in
      for range in LineRanges(bytes) {
        let line = bytes[range]
        guard let first = line.first, node.fields.count < most else { return }
        if first == 0x20 || first == 0x09, !node.fields.isEmpty {
          node.fields[node.fields.count - 1].value += [0x0a] + line
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
          let name = String(decoding: line[..<colon], as: UTF8.self)
          let value = line[line.index(after: colon)...].filter { $0 != 0 }
          node.fields.append(RawField(name: name, value: value))
        }
      }
    }
    return node
  }
}
