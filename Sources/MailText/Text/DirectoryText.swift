import TriageCore

/// The lines that calendars (RFC 5545) and address cards (RFC 6350, and vCard 2.1) are made of.
struct DirectoryText {
  /// One unfolded line: `NAME;PARAMETER=x:VALUE`.
  struct Entry {
    /// In upper case, without its group.
    var name: String
    var parameters: [String: String]
    /// As it stands in the file, but for an encoding of its own.
    var raw: String
    /// Whether semicolons are all that it escapes.
    var isOld = false

    /// The value with its escapes resolved.
    var value: String {
      isOld ? raw.replacing("\\;", with: ";") : DirectoryText.unescaped(raw)
    }
  }

  private(set) var entries: [Entry] = []
  /// What the text was taken for.
  private(set) var notice: ContentNotice?

  /// Entries beyond these are not looked at.
  private static let most = 5000

  /// Reads the entries of a text in this character set.
  init(_ bytes: [UInt8], charset: String?) {
    let lines = DirectoryLines(bytes)
    let decoder = TextDecoder(lines.text, declared: charset)
    notice = decoder.notice
    for (index, line) in Self.lines(decoder.text, areFolded: lines.areWide).enumerated() {
      guard var entry = Self.entry(line) else { continue }
      if let value = lines.values[index] {
        let decoder = value.decoder(entry.parameters, charset: charset)
        (entry.raw, entry.isOld) = (String(decoding: decoder.text, as: UTF8.self), true)
        notice = notice ?? decoder.notice
      }
      entries.append(entry)
    }
  }

  private static func lines(_ text: [UInt8], areFolded: Bool) -> [String] {
    var lines: [String] = []
    text.withUnsafeBufferPointer { bytes in
      for range in LineRanges(bytes) {
        let isFolded = areFolded && (bytes[range].first == 0x20 || bytes[range].first == 0x09)
        let line = String(decoding: bytes[range].dropFirst(isFolded ? 1 : 0), as: UTF8.self)
        if isFolded, !lines.isEmpty {
          lines[lines.count - 1] += line
        } else if lines.count < most {
          lines.append(line)
        }
      }
    }
    return lines
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

/// The lines of a text before it is decoded: they are folded between bytes, not characters.
private struct DirectoryLines {
  /// A value as vCard 2.1 has it: it may have an encoding and a character set of its own.
  struct Value {
    fileprivate var bytes: [UInt8]
    fileprivate let isQuoted: Bool

    /// Whether it goes on in the next line.
    fileprivate var isOpen: Bool { isQuoted && bytes.last { $0 != 0x20 && $0 != 0x09 } == 0x3d }

    func decoder(_ parameters: [String: String], charset: String?) -> TextDecoder {
      let isBase64 = parameters["ENCODING"]?.uppercased() == "BASE64" || parameters["BASE64"] != nil
      let encoding: TransferEncoding = isQuoted ? .quotedPrintable : isBase64 ? .base64 : .none
      let decoded = TransferDecoder.decoded(bytes, encoding)
      return TextDecoder(decoded, declared: parameters["CHARSET"] ?? charset)
    }
  }

  /// The unfolded lines, without the values that are apart.
  private(set) var text: [UInt8] = []
  /// The values of old cards, by the numbers of their lines.
  private(set) var values: [Int: Value] = [:]
  /// Whether each character has several bytes: such a text is decoded before it is unfolded.
  let areWide: Bool
  private var count = 0

  init(_ bytes: [UInt8]) {
    areWide = bytes.contains(0)
    guard !areWide else {
      text = bytes
      return
    }
    text.reserveCapacity(bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      let lines = LineRanges(bytes).map { range in
        bytes[range].last == 0x0d ? bytes[range].dropLast() : bytes[range]
      }
      // The version of a card may stand behind its values.
      var (versions, isOld) = (Self.areOld(lines)[...], false)
      for line in lines {
        if Self.begins(line) { isOld = versions.popFirst() ?? false }
        add(line, isOld: isOld)
      }
    }
  }

  private typealias Line = Slice<UnsafeBufferPointer<UInt8>>

  private mutating func add(_ line: Line, isOld: Bool) {
    let isFolded = line.first == 0x20 || line.first == 0x09
    if let last = values[count - 1], last.isOpen {
      values[count - 1]?.bytes.append(0x0a)
      values[count - 1]?.bytes += line
    } else if isFolded, values[count - 1] != nil {
      // In an old card the blank was there before the fold.
      values[count - 1]?.bytes += line
    } else if isFolded, count > 0 {
      text += line.dropFirst()
    } else {
      if count > 0 { text.append(0x0a) }
      count += 1
      let colon = isOld ? line.firstIndex(of: UInt8(ascii: ":")) : nil
      text += colon.map { line[...$0] } ?? line
      guard let colon else { return }
      let isQuoted = Self.upper(line[..<colon]).contains("QUOTED-PRINTABLE")
      values[count - 1] = Value(bytes: Array(line[(colon + 1)...]), isQuoted: isQuoted)
    }
  }

  /// Whether the cards are of the old version, one after the other.
  private static func areOld(_ lines: [Line]) -> [Bool] {
    var versions: [Bool] = []
    for line in lines {
      if begins(line) {
        versions.append(false)
      } else if starts(line, "V"), ["VERSION:2.1", "VERSION:1.0"].contains(upper(line)) {
        if let last = versions.indices.last { versions[last] = true }
      }
    }
    return versions
  }

  private static func begins(_ line: Line) -> Bool {
    starts(line, "B") && ["BEGIN:VCARD", "BEGIN:VCALENDAR"].contains(upper(line))
  }

  private static func starts(_ line: Line, _ letter: Unicode.Scalar) -> Bool {
    line.first.map { $0 & 0xdf } == UInt8(ascii: letter)
  }

  /// A line without its blanks, in upper case.
  private static func upper(_ line: Line) -> String {
    String(decoding: line.filter { $0 > 0x20 }, as: UTF8.self).uppercased()
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

  /// Adds the facts of cards.
  static func add(_ entries: [DirectoryText.Entry], to builder: inout ContentBuilder) {
    var cards = 0
    for entry in entries {
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
  static func add(_ entries: [DirectoryText.Entry], to builder: inout ContentBuilder) {
    var calendar = CalendarText()
    for entry in entries { calendar.add(entry, into: &builder) }
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
    case "DURATION": builder.add(.detail(.duration), entry.raw)
    case "RECURRENCE-ID":
      builder.add(.detail(.occurrence), CalendarTime(entry)?.text ?? entry.value)
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
      if people <= Self.mostPeople { builder.add(.detail(.attendee), Self.attendee(entry)) }
    case "DESCRIPTION", "COMMENT":
      let detail = entry.name == "COMMENT" ? DetailName.comment : .description
      for line in entry.value.split(separator: "\n", omittingEmptySubsequences: false) {
        builder.addText(.detail(detail), String(line))
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

  /// A person with the answer that was given.
  private static func attendee(_ entry: DirectoryText.Entry) -> String {
    guard let answer = entry.parameters["PARTSTAT"], !answer.isEmpty else { return person(entry) }
    return "\(person(entry)) (\(answer.uppercased()))"
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
