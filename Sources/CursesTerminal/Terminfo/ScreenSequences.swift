import Screen

/// What is sent to a terminal when it is taken, and when it is given back.
struct ScreenSequences: Sendable {
  private let entry: TerminfoEntry

  init(_ entry: TerminfoEntry) { self.entry = entry }

  /// Alternate screen, keypad, brackets round pasted text, no wrapping, cursor hidden until a frame
  /// shows it.
  var enter: [UInt8] {
    entry.enterScreen + entry.enterKeypad + Array("\u{1B}[?7l\u{1B}[?2004h\u{1B}[?25l".utf8)
  }

  /// The opposite, whatever was switched on meanwhile.
  var leave: [UInt8] {
    let modes =
      "\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1006l\u{1B}[?2004l\u{1B}[?7h\u{1B}[m"
    return Array(modes.utf8) + entry.leaveKeypad + Array("\u{1B}[?25h".utf8) + leaveScreen
  }

  /// Without an alternate screen, ours is cleared.
  private var leaveScreen: [UInt8] {
    entry.leaveScreen.isEmpty ? Array("\u{1B}[H\u{1B}[2J".utf8) : entry.leaveScreen
  }

  static func mouse(_ reporting: MouseReporting) -> [UInt8] {
    let off = "\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1006l"
    return switch reporting {
    case .off: Array(off.utf8)
    case .buttons: Array("\(off)\u{1B}[?1002h\u{1B}[?1006h".utf8)
    case .motion: Array("\(off)\u{1B}[?1003h\u{1B}[?1006h".utf8)
    }
  }

  /// Asks for the colour of the background.
  static let askBackground = Array("\u{1B}]11;?\u{1B}\\".utf8)
}
