/// Writes nodes as TOML, in the order they have.
package struct TOMLText {
  private(set) var text = ""

  /// Writes a whole file: plain values first, then the tables.
  init(_ table: Table) {
    write(table, named: [])
  }

  private mutating func write(_ table: Table, named path: [String]) {
    for entry in table.entries where !entry.node.isSection {
      text += "\(Self.key(entry.key)) = \(Self.value(entry.node))\n"
    }
    for entry in table.entries where entry.node.isSection {
      let path = path + [entry.key]
      let name = path.map(Self.key).joined(separator: ".")
      if let inner = entry.node.table {
        let isOnlyTables =
          !inner.entries.isEmpty && inner.entries.allSatisfy { $0.node.isSection }
        if !isOnlyTables { begin("[\(name)]") }
        write(inner, named: path)
      }
      for item in entry.node.array ?? [] {
        begin("[[\(name)]]")
        // A table of an array stands on the lines under its head: what is in it is on one line each.
        for entry in item.table?.entries ?? [] {
          text += "\(Self.key(entry.key)) = \(Self.value(entry.node))\n"
        }
      }
    }
  }

  private mutating func begin(_ head: String) {
    text += text.isEmpty ? "\(head)\n" : "\n\(head)\n"
  }

  /// A key, in quotes if it must be.
  static func key(_ key: String) -> String {
    let isBare =
      !key.isEmpty
      && key.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
    return isBare ? key : quoted(key)
  }

  /// A value on one line.
  static func value(_ node: Node) -> String {
    switch node.value {
    case .string(let text): quoted(text)
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .bool(let value): String(value)
    case .array(let nodes): "[" + nodes.map(value).joined(separator: ", ") + "]"
    case .table(let table):
      table.entries.isEmpty
        ? "{}"
        : "{ " + table.entries.map { "\(key($0.key)) = \(value($0.node))" }.joined(separator: ", ")
          + " }"
    case .other: "\"\""
    }
  }

  /// Returns a text as a basic string of TOML, which is a string of JSON too.
  ///
  /// Control characters and what ends a line are escaped, so that it is harmless to look at.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _
      where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || scalar.value == 0x2028 || scalar.value == 0x2029:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension Node {
  /// Whether it stands under a head of its own: a table, or an array of nothing but tables.
  fileprivate var isSection: Bool {
    if table != nil { return true }
    return array.map { !$0.isEmpty && $0.allSatisfy { $0.table != nil } } ?? false
  }
}

extension ReadConfig {
  /// The settings in force, as a file that would set them.
  package var text: String { TOMLText(settings).text }
}

/// Writes nodes as JSON, a line for each command of a plan.
enum JSONText {
  static func text(of table: Table) -> String {
    let lines = table.entries.map { entry -> String in
      guard let items = entry.node.array, items.contains(where: { $0.table != nil }) else {
        return "  \(quoted(entry.key)): \(value(entry.node))"
      }
      let inner = items.map { "    " + value($0) }.joined(separator: ",\n")
      return "  \(quoted(entry.key)): [\n\(inner)\n  ]"
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  private static func value(_ node: Node) -> String {
    switch node.value {
    case .string(let text): quoted(text)
    case .array(let nodes): "[" + nodes.map(value).joined(separator: ", ") + "]"
    case .table(let table):
      "{"
        + table.entries.map { "\(quoted($0.key)): \(value($0.node))" }.joined(separator: ", ") + "}"
    // Numbers and the words for true and false are written as in TOML.
    case .integer, .number, .bool: TOMLText.value(node)
    case .other: "null"
    }
  }

  /// The escapes that TOML's basic strings are written with are JSON's too.
  private static func quoted(_ text: String) -> String { TOMLText.quoted(text) }
}
