import TriageCore

/// A value of a file, with its position: what TOML and JSON have in common.
struct Node: Sendable {
  enum Value: Sendable {
    case string(String)
    case integer(Int)
    case number(Double)
    case bool(Bool)
    case array([Node])
    case table(Table)
    /// What the formats have besides and no setting accepts: dates, times, `null`.
    case other
  }

  var value: Value
  var position: FilePosition?

  var string: String? { if case .string(let text) = value { text } else { nil } }
  var integer: Int? { if case .integer(let number) = value { number } else { nil } }
  var bool: Bool? { if case .bool(let value) = value { value } else { nil } }
  var array: [Node]? { if case .array(let nodes) = value { nodes } else { nil } }
  var table: Table? { if case .table(let table) = value { table } else { nil } }

  /// A number with or without a point.
  var number: Double? {
    switch value {
    case .number(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }

  /// An array of texts.
  static func strings(_ texts: [String]) -> Node {
    Node(value: .array(texts.map { Node(value: .string($0)) }))
  }

  /// The texts of an array that has nothing else.
  var strings: [String]? {
    guard let array else { return nil }
    let texts = array.compactMap(\.string)
    return texts.count == array.count ? texts : nil
  }
}

/// Keys with values, in the order in which they stand in the file.
struct Table: Sendable {
  struct Entry: Sendable {
    let key: String
    var position: FilePosition?
    var node: Node
  }

  var entries: [Entry] = []

  subscript(key: String) -> Node? {
    get { entries.first { $0.key == key }?.node }
    set {
      let index = entries.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let node?): entries[index].node = node
      case (let index?, nil): entries.remove(at: index)
      case (nil, let node?): entries.append(Entry(key: key, node: node))
      case (nil, nil): break
      }
    }
  }
}
