import TriageCore

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
