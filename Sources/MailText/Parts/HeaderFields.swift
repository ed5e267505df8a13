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

  /// Returns the fields to show, how many are left out, and whether all those shown are whole.
  static func all(
    of node: PartNode
  ) -> (fields: [HeaderField], omitted: Int, areWhole: Bool) {
    var made = shortFields(of: node)
    var seen = Set(made.map { $0.field.name.lowercased() })
    var bytes = 0
    for (index, field) in node.fields.enumerated() {
      // A short field counts once: the first one wins, its doubles follow among the others.
      if seen.remove(field.name.lowercased()) != nil { continue }
      guard index < shownFields, bytes < shownBytes else {
        let omitted = node.fields[index...].count { !seen.contains($0.name.lowercased()) }
        return (made.map(\.field), omitted, made.allSatisfy(\.isWhole))
      }
      made.append(make(field, isShort: false))
      bytes += made[made.count - 1].field.value.utf8.count
    }
    return (made.map(\.field), 0, made.allSatisfy(\.isWhole))
  }

  /// Returns the fields of the short form in its order.
  static func short(of node: PartNode) -> [HeaderField] { shortFields(of: node).map(\.field) }

  /// A field, and whether it holds the whole value; mailboxes left out are counted in it.
  private typealias Made = (field: HeaderField, isWhole: Bool)

  private static func shortFields(of node: PartNode) -> [Made] {
    var fields = short.compactMap { name in
      node.fields.first { $0.isNamed(name) }.map { make($0, isShort: true) }
    }
    // An answer that would go elsewhere than to the sender is worth a line.
    if let reply = node.fields.first(where: { $0.isNamed("reply-to") }) {
      let made = make(reply, isShort: true)
      let first = fields.first?.field
      let from = first?.name.lowercased() == "from" ? first?.addresses : []
      if made.field.addresses != from { fields.append(made) }
    }
    return fields
  }

  private static func make(_ field: RawField, isShort: Bool) -> Made {
    var made = HeaderField(
      name: field.name.cut(toBytes: 100),
      value: "",
      isShort: isShort
    )
    if addressed.contains(field.name.lowercased()) {
      (made.addresses, made.omitted) = HeaderText.addresses(field)
      made.value = made.addresses.joined(separator: ", ")
    }
    guard made.addresses.isEmpty else { return (made, true) }
    let decoded = HeaderText.decodeShown(field)
    made.value = decoded.text
    return (made, decoded.isWhole)
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
