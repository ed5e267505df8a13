import GRDB

// Every read of a column can fail: a damaged file must never stop the program.
extension Row {
  func number(_ column: Int) throws -> Int64 { try decode(Int64.self, atIndex: column) }

  func optionalNumber(_ column: Int) throws -> Int64? {
    try decode(Int64?.self, atIndex: column)
  }

  func flag(_ column: Int) throws -> Bool { try number(column) != 0 }

  func text(_ column: Int) throws -> String { try decode(String.self, atIndex: column) }

  func optionalText(_ column: Int) throws -> String? { try decode(String?.self, atIndex: column) }

  func choice<T: RawRepresentable<String>>(_ column: Int) throws -> T {
    let text = try text(column)
    guard let value = T(rawValue: text) else {
      throw Inconsistency(detail: "unknown \(T.self): \(text)")
    }
    return value
  }
}

/// Numbers as the text that `json_each` takes: one statement for lists of any length.
func jsonList(_ numbers: some Sequence<Int64>) -> String {
  var text = "["
  for number in numbers {
    if text.utf8.count > 1 { text += "," }
    text += String(number)
  }
  return text + "]"
}
