/// One JSON object on one line; fields keep the order in which they are given.
///
/// Control characters are escaped, those above 0x7E too, so that a line can do no harm on a terminal.
struct JSONLine {
  private var fields: [(name: String, value: JSONValue)]

  /// Begins an object with its `type`.
  init(type: String) {
    fields = [("type", .string(type))]
  }

  mutating func add(_ name: String, _ value: JSONValue) {
    fields.append((name, value))
  }

  /// The line, without its end.
  var text: String { JSONValue.object(fields).text }
}

/// A JSON value whose objects keep their order.
indirect enum JSONValue {
  case null
  case bool(Bool)
  case number(Int64)
  case string(String)
  case array([JSONValue])
  case object([(name: String, value: JSONValue)])

  static func int(_ number: Int) -> JSONValue { .number(Int64(number)) }

  static func strings(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.map(JSONValue.string))
  }

  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): String(value)
    case .string(let value): Self.quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let fields):
      "{"
        + fields.map { "\(Self.quoted($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
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
