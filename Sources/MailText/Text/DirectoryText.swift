/// The lines that calendars (RFC 5545) and address cards (RFC 6350) are made of.
struct DirectoryText {
  /// One unfolded line: `NAME;PARAMETER=x:VALUE`.
  struct Entry {
    /// In upper case, without its group.
    var name: String
    var parameters: [String: String]
    /// As it stands in the file.
    var raw: String

    /// The value with its escapes resolved.
    var value: String { DirectoryText.unescaped(raw) }
  }

  /// Entries beyond these are not looked at.
  private static let most = 5000

  /// Reads the entries of a text.
  static func entries(_ text: [UInt8]) -> [Entry] {
    var lines: [String] = []
    text.withUnsafeBufferPointer { bytes in
      for range in LineRanges(bytes) {
        let isFolded = bytes[range].first == 0x20 || bytes[range].first == 0x09
        let line = String(decoding: bytes[range].dropFirst(isFolded ? 1 : 0), as: UTF8.self)
        if isFolded, !lines.isEmpty {
          lines[lines.count - 1] += line
        } else if lines.count < most {
          lines.append(line)
        }
      }
    }
    return lines.compactMap(entry)
  }

  private static func entry(_ line: String) -> Entry? {
    guard let colon = valueStart(line) else { return nil }
    var words = line[..<colon].split(separator: ";", omittingEmptySubsequences: false)[...]
    guard let first = words.popFirst() else { return nil }
    let name = first.split(separator: ".").last ?? ""
    var parameters: [String: String] = [:]
    for word in words {
      let pair = word.split(separator: "=", maxSplits: 1)
      let value = pair.count > 1 ? pair[1].filter { $0 != "\"" } : ""
      parameters[pair.first.map { $0.uppercased() } ?? ""] = value
    }
    let value = String(line[line.index(after: colon)...])
    return Entry(name: name.uppercased(), parameters: parameters, raw: value)
  }

  /// The first colon that no quotes enclose.
  private static func valueStart(_ line: String) -> String.Index? {
    var isQuoted = false
    for index in line.indices {
      if line[index] == "\"" { isQuoted.toggle() }
      if line[index] == ":", !isQuoted { return index }
    }
    return nil
  }

  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
