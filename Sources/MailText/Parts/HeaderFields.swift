import TriageCore

/// Chooses and orders the header fields of a message.
enum HeaderFields {
  private static let short = ["from", "to", "cc", "bcc", "subject", "date"]
  private static let addressed: Set = [
    "from", "sender", "reply-to", "to", "cc", "bcc", "mail-followup-to", "resent-from", "resent-to",
    "resent-cc", "resent-bcc", "resent-sender",
  ]
  /// How many fields, and bytes of them, the full form has.
  private static let shownFields = 500
  private static let shownBytes = 256 << 10

  /// Returns the fields to show, and whether that is all of them.
  static func all(of node: PartNode) -> (fields: [HeaderField], isWhole: Bool) {
    var shown = short(of: node)
    var seen = Set(shown.map { $0.name.lowercased() })
    var bytes = 0
    for (index, field) in node.fields.enumerated() {
      // A short field counts once: the first one wins, its doubles follow among the others.
      if seen.remove(field.name.lowercased()) != nil { continue }
      guard index < shownFields, bytes < shownBytes else { return (shown, false) }
      let made = make(field, isShort: false)
      bytes += made.value.utf8.count
      shown.append(made)
    }
    return (shown, true)
  }

  /// Returns the fields of the short form in its order.
  static func short(of node: PartNode) -> [HeaderField] {
    var fields = short.compactMap { name in
      node.fields.first { $0.isNamed(name) }.map { make($0, isShort: true) }
    }
    // An answer that would go elsewhere than to the sender is worth a line.
    if let reply = node.fields.first(where: { $0.isNamed("reply-to") }) {
      let made = make(reply, isShort: true)
      let from = fields.first?.name.lowercased() == "from" ? fields[0].addresses : []
      if made.addresses != from { fields.append(made) }
    }
    return fields
  }

  private static func make(_ field: RawField, isShort: Bool) -> HeaderField {
    var made = HeaderField(
      name: field.name.cut(toBytes: 100),
      value: "",
      isShort: isShort
    )
    if addressed.contains(field.name.lowercased()) {
      (made.addresses, made.omitted) = HeaderText.addresses(field)
      made.value = made.addresses.joined(separator: ", ")
    }
    if made.addresses.isEmpty { made.value = HeaderText.decode(field) }
    return made
  }
}

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
