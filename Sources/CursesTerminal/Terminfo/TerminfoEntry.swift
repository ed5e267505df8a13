import CNcurses
import Screen

/// What terminfo says of a terminal, copied to values.
struct TerminfoEntry: Equatable, Sendable {
  /// Takes the alternate screen and gives it back; empty where there is none.
  var enterScreen: [UInt8] = []
  var leaveScreen: [UInt8] = []
  /// Makes the keypad send what terminfo says it does.
  var enterKeypad: [UInt8] = []
  var leaveKeypad: [UInt8] = []
  var colors = 0
  var hasDirectColor = false
  var attributes: CellStyle.Attributes = [.bold, .underline, .reverse]
  /// Says whether it has the standard sequences to repeat a character, and to scroll some rows.
  var canRepeat = false
  var canScroll = false
  /// The keys whose sequences begin with an escape and are longer than two bytes.
  var keys: [[UInt8]: KeyChord] = [:]
  /// Says whether the erase key sends `Ctrl-H`.
  var erasesWithControlH = false

  /// The entry for a name that terminfo does not know: positions and the plainest attributes.
  static let plain = TerminfoEntry()

  /// Reads the entry of a terminal; an unknown one is taken for a plain terminal of our standard
  /// sequences.
  ///
  /// From one thread at a time: ncurses keeps the entry it reads in a global variable.
  ///
  /// - Throws: `TerminalError.unsuitable` if it cannot place a cursor with those sequences.
  static func read(name: String, output: Int32) throws(TerminalError) -> TerminfoEntry {
    guard cncurses_open(name, output) else { return .plain }
    defer { cncurses_close() }
    guard placesCursor else { throw .unsuitable(name) }
    return TerminfoEntry(reading: ())
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

  /// Says whether the open entry has a cursor address in the standard form.
  private static var placesCursor: Bool {
    let address = string("cup")
    return address.starts(with: "\u{1B}[".utf8) && address.last == UInt8(ascii: "H")
  }

  /// Says whether a capability ends as the standard's control sequence does.
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
