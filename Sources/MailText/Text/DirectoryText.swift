import TriageCore

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

/// Turns address cards into lines that say whose they are.
enum ContactText {
  /// How many cards are shown.
  private static let most = 50

  private static let details: [String: DetailName] = [
    "FN": .name, "ORG": .organization, "TITLE": .title, "EMAIL": .email, "TEL": .telephone,
    "ADR": .address, "BDAY": .birthday, "URL": .url, "NOTE": .note,
  ]

  /// Adds the facts of the cards in a text.
  static func add(_ text: [UInt8], to builder: inout ContentBuilder) {
    var cards = 0
    for entry in DirectoryText.entries(text) {
      if entry.name == "BEGIN" {
        if cards > 0 { builder.addGap() }
        cards += 1
      }
      guard cards <= most else { return }
      guard let detail = details[entry.name] else { continue }
      let isList = detail == .address || detail == .organization
      let value = isList ? joined(entry) : entry.value
      for line in value.split(separator: "\n") { builder.addText(.detail(detail), String(line)) }
    }
  }

  /// Puts commas between the components of a value that has several.
  private static func joined(_ entry: DirectoryText.Entry) -> String {
    entry.value.split(separator: ";").map { $0.filter { $0 != "\n" } }.filter { !$0.isEmpty }
      .joined(separator: ", ")
  }
}
