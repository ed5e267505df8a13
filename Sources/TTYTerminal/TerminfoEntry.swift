import CNcurses
import Screen

/// What terminfo says of a terminal, copied to values.
struct TerminfoEntry: Equatable, Sendable {
  /// Enters and leaves the alternate screen; empty where there is none.
  var enterScreen: [UInt8] = []
  var leaveScreen: [UInt8] = []
  /// Makes the keypad send what terminfo says it does.
  var enterKeypad: [UInt8] = []
  var leaveKeypad: [UInt8] = []
  var colors = 0
  var hasDirectColor = false
  var attributes: CellStyle.Attributes = [.bold, .underline, .reverse]
  /// Whether it has the standard sequences to repeat a character, and to scroll some rows.
  var canRepeat = false
  var canScroll = false
  /// The keys whose sequences begin with an escape and are longer than two bytes.
  var keys: [[UInt8]: KeyChord] = [:]
  /// Whether the erase key sends `Ctrl-H`.
  var erasesWithControlH = false

  /// The entry for a name that terminfo does not know: positions and the plainest attributes.
  static let plain = TerminfoEntry()

  /// Reads the entry of a terminal; an unknown one counts as a plain terminal of our standard
  /// sequences.
  ///
  /// From one thread at a time: ncurses keeps the entry it reads in a global variable.
  ///
  /// - Throws: `TerminalError.unsuitable` if it cannot position a cursor with those sequences.
  static func read(name: String, output: Int32) throws(TerminalError) -> TerminfoEntry {
    guard cncurses_open(name, output) else { return .plain }
    defer { cncurses_close() }
    guard positionsCursor else { throw .unsuitable(name) }
    return TerminfoEntry(reading: ())
  }

  /// Whether entering and leaving the screen keep the window's title, too.
  var keepsTitle: Bool {
    [("22;0", enterScreen), ("23;0", leaveScreen)].allSatisfy { number, sequence in
      String(decoding: sequence, as: UTF8.self).contains("\u{1B}[\(number)")
    }
  }

  private init() {}

  private init(reading: Void) {
    enterScreen = TerminfoEntry.string("smcup")
    leaveScreen = TerminfoEntry.string("rmcup")
    enterKeypad = TerminfoEntry.string("smkx")
    leaveKeypad = TerminfoEntry.string("rmkx")
    colors = Int(cncurses_number("colors"))
    hasDirectColor =
      cncurses_flag("Tc") || cncurses_flag("RGB") || cncurses_number("RGB") > 0
      || !TerminfoEntry.string("RGB").isEmpty
    attributes = TerminfoEntry.readAttributes()
    canRepeat = TerminfoEntry.has("rep", ending: "b")
    canScroll = ["csr": "r", "indn": "S", "rin": "T"].allSatisfy(TerminfoEntry.has)
    keys = TerminfoEntry.readKeys()
    erasesWithControlH = TerminfoEntry.string("kbs") == [0x08]
  }

  /// Whether the open entry has a cursor address in the standard form.
  private static var positionsCursor: Bool {
    let address = string("cup")
    return address.starts(with: "\u{1B}[".utf8) && address.last == UInt8(ascii: "H")
  }

  /// Returns whether a capability ends as the standard's control sequence does.
  private static func has(_ name: String, ending final: String) -> Bool {
    let value = string(name)
    return value.contains(0x1B) && value.suffix(1).elementsEqual(final.utf8)
  }

  private static func readAttributes() -> CellStyle.Attributes {
    let names: [(String, CellStyle.Attributes)] = [
      ("bold", .bold), ("dim", .dim), ("sitm", .italic), ("smul", .underline), ("rev", .reverse),
      ("smxx", .strikethrough),
    ]
    return names.reduce(into: []) { found, capability in
      if !string(capability.0).isEmpty { found.insert(capability.1) }
    }
  }

  private static func readKeys() -> [[UInt8]: KeyChord] {
    var keys: [[UInt8]: KeyChord] = [:]
    for (name, chord) in TerminfoKeys.all {
      let bytes = string(name)
      // Shorter ones cannot be told from Alt with a character.
      if bytes.count > 2, bytes.first == 0x1B { keys[bytes] = chord }
    }
    return keys
  }

  /// Returns a string capability without the waiting times in it; empty if there is none.
  private static func string(_ name: String) -> [UInt8] {
    guard let value = cncurses_string(name) else { return [] }
    var bytes: [UInt8] = []
    var rest = Substring(String(cString: value)).utf8
    while let first = rest.first {
      if rest.starts(with: "$<".utf8), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
        rest = rest[rest.index(after: end)...]
      } else {
        bytes.append(first)
        rest = rest.dropFirst()
      }
    }
    return bytes
  }
}

/// The names of keys in terminfo.
enum TerminfoKeys {
  static let all: [(String, KeyChord)] = named + functions + modified

  private static let named: [(String, KeyChord)] = [
    ("kcuu1", KeyChord(.up)), ("kcud1", KeyChord(.down)), ("kcub1", KeyChord(.left)),
    ("kcuf1", KeyChord(.right)), ("khome", KeyChord(.home)), ("kend", KeyChord(.end)),
    ("kpp", KeyChord(.pageUp)), ("knp", KeyChord(.pageDown)), ("kich1", KeyChord(.insert)),
    ("kdch1", KeyChord(.delete)), ("kcbt", KeyChord(.tab, .shift)), ("kent", KeyChord(.enter)),
    ("kri", KeyChord(.up, .shift)), ("kind", KeyChord(.down, .shift)),
  ]

  private static let functions: [(String, KeyChord)] = (1...12).map {
    ("kf\($0)", KeyChord(.function($0)))
  }

  /// The extended names: the key, then a number for what is held down.
  private static let modified: [(String, KeyChord)] = {
    let keys: [(String, NamedKey)] = [
      ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home),
      ("kEND", .end), ("kPRV", .pageUp), ("kNXT", .pageDown), ("kIC", .insert), ("kDC", .delete),
    ]
    return keys.flatMap { name, key in
      [(name, KeyChord(key, .shift))]
        + (3...8).map { ("\(name)\($0)", KeyChord(key, KeyChord.Modifiers(parameter: $0))) }
    }
  }()
}

extension KeyChord.Modifiers {
  /// What xterm's number for what is held down means: one more than the sum of its bits.
  init(parameter: Int) {
    let bits = max(0, parameter - 1)
    self = []
    if bits & 1 != 0 { insert(.shift) }
    if bits & 2 != 0 { insert(.alt) }
    if bits & 4 != 0 { insert(.ctrl) }
    // Meta where it is told from Alt.
    if bits & 8 != 0 { insert(.alt) }
  }
}
