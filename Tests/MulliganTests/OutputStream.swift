/// What a program wrote to its terminal, taken apart: text, and sequences of an allow-list.
struct OutputStream {
  /// What is neither, with what follows it.
  private(set) var strange: [String] = []

  private let scalars: [Unicode.Scalar]
  private let isWhole: Bool
  private var place = 0

  /// Takes what was written while frames were shown; a whole one has what takes the terminal and
  /// gives it back, too, and rings.
  init(_ bytes: [UInt8], isWhole: Bool = false) {
    self.isWhole = isWhole
    scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    if String(validating: bytes, as: UTF8.self) == nil { strange.append("not UTF-8") }
    while place < scalars.count { step() }
  }

  private mutating func step() {
    let start = place
    let value = scalars[place].value
    place += 1
    let isFine: Bool
    switch value {
    case 0x1B: isFine = sequence()
    // Line ends of the cursor's way down; the terminal driver adds the carriage return.
    case 0x08, 0x0A, 0x0D: isFine = true
    case 0x07: isFine = isWhole
    case 0..<0x20, 0x7F..<0xA0: isFine = false
    // Controls of direction but for the isolates that the catalog's sentences have.
    case 0x202A...0x202E, 0x200E, 0x200F, 0x61C: isFine = false
    default: isFine = true
    }
    if !isFine, strange.count < 20 {
      let seen = scalars[start..<min(start + 12, scalars.count)]
      strange.append(seen.map { $0.escaped(asASCII: true) }.joined())
    }
  }

  /// Reads what follows an escape: only what the renderer writes between two frames.
  private mutating func sequence() -> Bool {
    if place < scalars.count, scalars[place] == "]" { return command() }
    guard place < scalars.count, scalars[place] == "[" else { return isWhole && keypad() }
    place += 1
    var parameters = ""
    while place < scalars.count, "0123456789;:?".unicodeScalars.contains(scalars[place]) {
      parameters.unicodeScalars.append(scalars[place])
      place += 1
    }
    guard place < scalars.count else { return true }
    let final = scalars[place]
    place += 1
    switch final {
    case "H", "m", "K", "C", "b", "r", "S", "T": return !parameters.contains("?")
    case "h", "l": return ["?25", "?12"].contains(parameters) || isWhole && isMode(parameters)
    // The title of the window, kept with the alternate screen.
    case "t": return isWhole
    // A frame painted from scratch, after a resize.
    case "J": return parameters == "2" || isWhole
    default: return false
    }
  }

  private func isMode(_ parameters: String) -> Bool {
    let modes = ["?1", "?7", "?25", "?1000", "?1002", "?1003", "?1006", "?1049", "?2004", "?12;25"]
    return modes.contains(parameters) || parameters == "34"
  }

  /// Reads the two modes of the keypad.
  private mutating func keypad() -> Bool {
    guard place < scalars.count else { return true }
    let first = scalars[place]
    place += 1
    return first == "=" || first == ">"
  }

  /// Reads a command of the operating system: exactly those that are ours, each with what it may have.
  private mutating func command() -> Bool {
    place += 1
    let start = place
    while place < scalars.count, scalars[place].value >= 0x20, scalars[place].value != 0x7F {
      place += 1
    }
    // Cut where the recording ends.
    guard place < scalars.count else { return true }
    var content = String.UnicodeScalarView()
    content.append(contentsOf: scalars[start..<place])
    let end = scalars[place]
    place += 1
    if end == "\u{1B}" {
      guard place < scalars.count else { return true }
      guard scalars[place] == "\\" else { return false }
      place += 1
    } else if end != "\u{7}" {
      return false
    }
    return Self.isOurs(String(content), isWhole: isWhole)
  }

  private static func isOurs(_ command: String, isWhole: Bool) -> Bool {
    let clean = command.unicodeScalars.allSatisfy {
      !(0x7F..<0xA0).contains($0.value) && !(0x2066...0x2069).contains($0.value)
    }
    guard clean else { return false }
    // Links that begin and end, in printable ASCII.
    let link = #/8;(;|id=[0-9a-f]{1,8};(?i:https?:\/\/|mailto:)[!-~]{1,2000})/#
    if command.wholeMatch(of: link) != nil { return true }
    // The title: short, and never a command within the command.
    if command.hasPrefix("2;") { return command.utf8.count <= 320 }
    // Copied text, as base64.
    if command.wholeMatch(of: #/52;c;[A-Za-z0-9+\/]*={0,2}/#) != nil {
      return command.utf8.count <= 100_000
    }
    // New mail.
    let notice = #/(9;Mulligan: |777;notify;Mulligan;)[^;]*/#
    if command.wholeMatch(of: notice) != nil { return command.utf8.count <= 340 }
    return isWhole && command == "11;?"
  }
}
