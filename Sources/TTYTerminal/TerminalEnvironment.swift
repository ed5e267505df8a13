package import Screen

/// What the environment says of the terminal, as values: this target reads no variables.
package struct TerminalEnvironment: Hashable, Sendable {
  /// `TERM`.
  package var name: String?
  /// `COLORTERM`.
  package var colorTerm: String?
  /// `NO_COLOR`.
  package var noColor: String?
  /// Colours the user asked for, which go before everything else.
  package var colors: ColorDepth?
  /// Whether the locale is UTF-8.
  package var isUTF8: Bool
  /// Whether links are sent that it can open; `nil` if it is likely to know of them.
  package var hyperlinks: Bool?

  /// Makes an environment.
  package init(
    name: String?,
    colorTerm: String? = nil,
    noColor: String? = nil,
    colors: ColorDepth? = nil,
    isUTF8: Bool = true,
    hyperlinks: Bool? = nil
  ) {
    self.name = name
    self.colorTerm = colorTerm
    self.noColor = noColor
    self.colors = colors
    self.isUTF8 = isUTF8
    self.hyperlinks = hyperlinks
  }

  /// Whether it is likely to pass over the commands it does not know, as those for its window's
  /// title and for links.
  ///
  /// The console of Linux and those of DEC may show parts of them.
  var skipsUnknownCommands: Bool {
    guard let name else { return false }
    return name != "linux" && !name.hasPrefix("linux-") && !name.hasPrefix("vt")
  }

  /// Whether links are sent: GNU screen shows the rest of a sequence that is long.
  private var hasHyperlinks: Bool {
    hyperlinks ?? (skipsUnknownCommands && name?.hasPrefix("screen") != true)
  }

  /// Returns what a terminal of an entry can show.
  func capabilities(of entry: TerminfoEntry) -> TerminalCapabilities {
    let depth = depth(of: entry)
    return TerminalCapabilities(
      colors: depth,
      attributes: depth == .none
        ? entry.attributes.intersection([.bold, .reverse, .underline]) : entry.attributes,
      isUTF8: isUTF8,
      canRepeat: entry.canRepeat,
      canScroll: entry.canScroll,
      hasHyperlinks: hasHyperlinks
    )
  }

  private func depth(of entry: TerminfoEntry) -> ColorDepth {
    if let colors { return colors }
    if noColor?.isEmpty == false { return .none }
    if colorTerm == "truecolor" || colorTerm == "24bit" || entry.hasDirectColor { return .full }
    return switch entry.colors {
    case 256...: .palette
    case 8...: .sixteen
    default: .none
    }
  }
}

/// What is sent to a terminal when it is set up, and when it is given back.
struct ScreenSequences: Sendable {
  private let entry: TerminfoEntry
  /// Whether the window has a title, which is kept while the screen shows another.
  let hasTitle: Bool

  init(_ entry: TerminfoEntry, hasTitle: Bool) {
    self.entry = entry
    self.hasTitle = hasTitle
  }

  /// Puts the title on the terminal's stack, and takes it from there: not where entering and leaving
  /// the screen do so already.
  private var keepTitle: [UInt8] {
    hasTitle && !entry.keepsTitle ? Array("\u{1B}[22;0t".utf8) : []
  }

  private var restoreTitle: [UInt8] {
    hasTitle && !entry.keepsTitle ? Array("\u{1B}[23;0t".utf8) : []
  }

  /// Gives the window the title back that it had, which stays on the stack.
  static let ownTitle = Array("\u{1B}[23;0t\u{1B}[22;0t".utf8)

  /// Alternate screen, keypad, brackets round pasted text, no wrapping, cursor hidden until a frame
  /// shows it.
  var enter: [UInt8] {
    keepTitle + entry.enterScreen + entry.enterKeypad
      + Array("\u{1B}[?7l\u{1B}[?2004h\u{1B}[?25l".utf8)
  }

  /// The opposite, whatever was switched on meanwhile.
  var leave: [UInt8] {
    let modes =
      "\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1006l\u{1B}[?2004l\u{1B}[?7h\u{1B}[m"
    return Array(modes.utf8) + restoreTitle + entry.leaveKeypad
      + Array("\u{1B}[?25h".utf8) + leaveScreen
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

/// Why a terminal cannot be used.
package enum TerminalError: Error, Equatable, Sendable {
  /// Input or output is no terminal.
  case notATerminal
  /// `TERM` is unset or empty.
  case noName
  /// The terminal of this name cannot position a cursor, as `dumb` cannot.
  case unsuitable(String)
  /// A system call failed.
  case system(call: String, reason: Int32)
}
