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

/// Turns a calendar entry into lines that say what it is.
struct CalendarText {
  /// How many entries, and people of one, are shown.
  private static let mostEntries = 20
  private static let mostPeople = 30

  private var entries = 0
  private var people = 0
  /// The components that are open; nested ones (alarms, time zones) are not shown.
  private var open: [String] = []
  private var start: CalendarTime?

  private init() {}

  /// Adds the facts of a calendar's events and tasks.
  static func add(_ text: [UInt8], to builder: inout ContentBuilder) {
    var calendar = CalendarText()
    for entry in DirectoryText.entries(text) { calendar.add(entry, into: &builder) }
  }

  private mutating func add(_ entry: DirectoryText.Entry, into builder: inout ContentBuilder) {
    switch entry.name {
    case "BEGIN":
      open.append(entry.raw.uppercased())
      if isShown {
        if entries > 0 { builder.addGap() }
        (entries, people, start) = (entries + 1, 0, nil)
      }
    case "END": _ = open.popLast()
    case "METHOD" where open.count == 1: builder.add(.detail(.method), entry.value)
    default: if isShown, entries <= Self.mostEntries { fact(entry, into: &builder) }
    }
  }

  private var isShown: Bool {
    open.count == 2 && ["VEVENT", "VTODO", "VJOURNAL"].contains(open[1])
  }

  private mutating func fact(_ entry: DirectoryText.Entry, into builder: inout ContentBuilder) {
    switch entry.name {
    case "SUMMARY": builder.add(.detail(open.last == "VTODO" ? .task : .event), entry.value)
    case "DTSTART":
      start = CalendarTime(entry)
      builder.add(.detail(.starts), start?.text ?? entry.value)
    case "DTEND": end(entry, into: &builder)
    case "DUE": builder.add(.detail(.due), CalendarTime(entry)?.text ?? entry.value)
    case "RRULE": builder.add(.detail(.repeats), entry.raw)
    case "LOCATION": builder.add(.detail(.place), entry.value)
    case "STATUS": builder.add(.detail(.status), entry.value)
    case "URL": builder.addText(.detail(.url), entry.raw)
    case "ATTACH" where entry.parameters["VALUE"] != "BINARY":
      builder.add(.detail(.attached), entry.raw)
    case "ORGANIZER": builder.add(.detail(.organizer), Self.person(entry))
    case "ATTENDEE":
      people += 1
      if people <= Self.mostPeople { builder.add(.detail(.attendee), Self.person(entry)) }
    case "DESCRIPTION":
      for line in entry.value.split(separator: "\n", omittingEmptySubsequences: false) {
        builder.addText(.detail(.description), String(line))
      }
    default: break
    }
  }

  /// The end of a whole day is the day before the one that is written.
  private func end(_ entry: DirectoryText.Entry, into builder: inout ContentBuilder) {
    guard let end = CalendarTime(entry) else {
      return builder.add(.detail(.ends), entry.value)
    }
    let last = end.isDay ? end.dayBefore : end
    if last != start { builder.add(.detail(.ends), last.text) }
  }

  private static func person(_ entry: DirectoryText.Entry) -> String {
    var address = entry.raw
    if address.lowercased().hasPrefix("mailto:") { address = String(address.dropFirst(7)) }
    guard let name = entry.parameters["CN"], !name.isEmpty, name != address else { return address }
    return "\(name) <\(address)>"
  }
}

/// A day or a time of a calendar, in the words of its file: nothing is moved to another zone.
struct CalendarTime: Equatable {
  private var year: Int
  private var month: Int
  private var day: Int
  /// The time of day and its zone.
  private var rest: String

  var isDay: Bool { rest.isEmpty }

  init?(_ entry: DirectoryText.Entry) {
    let digits = entry.raw.filter { $0 != "-" && $0 != ":" }
    guard digits.count >= 8, let date = Int(digits.prefix(8)), (1...12).contains(date / 100 % 100),
      (1...31).contains(date % 100)
    else { return nil }
    (year, month, day) = (date / 10_000, date / 100 % 100, date % 100)
    rest = ""
    let time = digits.dropFirst(9).prefix(4)
    guard time.count == 4, Int(time) != nil else { return }
    let zone = digits.hasSuffix("Z") ? " UTC" : entry.parameters["TZID"].map { " (\($0))" }
    rest = " \(time.prefix(2)):\(time.suffix(2))\(zone ?? "")"
  }

  var text: String {
    let padded = [month, day].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(year)-\(padded[0])-\(padded[1])\(rest)"
  }

  var dayBefore: CalendarTime {
    var other = self
    other.day -= 1
    guard other.day == 0 else { return other }
    other.month = month == 1 ? 12 : month - 1
    other.year = month == 1 ? year - 1 : year
    let isLeap = other.year % 4 == 0 && (other.year % 100 != 0 || other.year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    other.day = lengths[other.month - 1]
    return other
  }
}
