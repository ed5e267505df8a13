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
