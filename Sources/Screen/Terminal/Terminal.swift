/// A terminal as the program's loop sees it.
package protocol Terminal: AnyObject {
  /// The size of the window.
  var size: ScreenSize { get }
  /// What it can show.
  var capabilities: TerminalCapabilities { get }

  /// Shows a frame.
  func present(_ frame: Frame)

  /// Waits for events.
  ///
  /// - Parameters:
  ///   - descriptors: Other descriptors to wait for until they can be read.
  ///   - full: Other descriptors to wait for until they accept more.
  ///   - timeout: The longest wait; `nil` waits for ever.
  /// - Returns: What came; nothing if the time ran out.
  func wait(for descriptors: [Int32], full: [Int32], timeout: Duration?) -> TerminalReport

  /// Gives the terminal back, stops the program, and sets the terminal up again when it continues.
  func suspend()

  /// Asks for as much of the mouse as is wanted.
  func report(mouse: MouseReporting)

  /// Asks for the background; `TerminalEvent.background` is reported if the terminal answers.
  func askBackground()

  /// Rings the bell.
  func ring()
  /// Gives a text to the terminal's clipboard; whether it takes it cannot be asked.
  func copy(_ text: ClipboardText)

  /// Gives the terminal back while something else uses it, and sets it up again afterwards; then
  /// `resumed` is reported.
  func lend(_ use: () -> Void)

  /// Gives the terminal back while a program of another session asks something on it, and sets it
  /// up again afterwards, without what was typed meanwhile; then `resumed` is reported.
  ///
  /// - Parameters:
  ///   - descriptors: What to wait for until it can be read.
  ///   - isOver: Called for whatever comes; whether the terminal is wanted back.
  func lend(untilReadable descriptors: [Int32], _ isOver: (LoanReport) -> Bool)

  /// Shows a text as the title of the window; `nil` gives back the one it had.
  func show(title: DisplayText?)
  /// Has the terminal tell of something beside the screen (OSC 9 and 777).
  func notify(_ text: DisplayText)
  /// Allows or forbids links that the terminal opens; `nil` leaves it to what is known of it.
  func allow(hyperlinks: Bool?)

  /// Forgets what the terminal shows, so that the next frame is painted whole.
  func redrawFromScratch()

  /// Gives the terminal back as it was; does nothing the second time.
  func close()
}

/// What came while waiting.
package struct TerminalReport: Hashable, Sendable {
  /// What the terminal reported, in order.
  package var events: [TerminalEvent]
  /// The other descriptors that can be read, or are at their end.
  package var readable: [Int32]
  /// The full descriptors that accept more now, or whose reader is gone.
  package var writable: [Int32]

  /// Makes a report.
  package init(
    events: [TerminalEvent] = [],
    readable: [Int32] = [],
    writable: [Int32] = []
  ) {
    self.events = events
    self.readable = readable
    self.writable = writable
  }
}

extension Terminal {
  /// Waits for events, and for descriptors that can be read.
  package func wait(for descriptors: [Int32], timeout: Duration?) -> TerminalReport {
    wait(for: descriptors, full: [], timeout: timeout)
  }
}

/// How many colours may be used.
package enum ColorDepth: Int, Comparable, Sendable {
  /// Bold, reverse and underline only.
  case none
  case sixteen
  case palette
  case full

  package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What a terminal can show.
package struct TerminalCapabilities: Hashable, Sendable {
  /// The colours it has and the user wants.
  package var colors: ColorDepth
  /// The attributes it has.
  package var attributes: CellStyle.Attributes
  /// Whether its locale is UTF-8.
  package var isUTF8: Bool
  /// Whether it writes a character again so many times (REP).
  package var canRepeat: Bool
  /// Whether some of its rows can be scrolled (DECSTBM, SU, SD).
  package var canScroll: Bool
  /// Whether text can be a link to open (OSC 8), and the person wants that.
  package var hasHyperlinks: Bool

  /// Makes capabilities.
  package init(
    colors: ColorDepth = .full,
    attributes: CellStyle.Attributes = [
      .bold, .dim, .italic, .underline, .reverse, .strikethrough,
    ],
    isUTF8: Bool = true,
    canRepeat: Bool = true,
    canScroll: Bool = true,
    hasHyperlinks: Bool = true
  ) {
    self.colors = colors
    self.attributes = attributes
    self.isUTF8 = isUTF8
    self.canRepeat = canRepeat
    self.canScroll = canScroll
    self.hasHyperlinks = hasHyperlinks
  }

  /// What to draw with.
  package var repertoire: Canvas.Repertoire { isUTF8 ? .unicode : .ascii }
}

/// What comes while a terminal is lent to a program of another session.
package enum LoanReport: Hashable, Sendable {
  /// The terminal has been given back: something may be written on it.
  case begun
  /// One of the descriptors can be read.
  case readable
  /// The person wants to give up.
  case interrupted
}

/// What a terminal reports.
package enum TerminalEvent: Hashable, Sendable {
  case key(KeyChord)
  case mouse(MouseEvent)
  case paste(PastedText)
  /// The window has another size.
  case resize(ScreenSize)
  /// The answer to the question for the background; it may come late or never.
  case background(Background)
  /// The program had been stopped and goes on; the screen must be presented again.
  case resumed
  /// The terminal is gone: end of input, an error, or SIGHUP.
  case hangup
  /// A signal that asks the program to end: SIGINT or SIGTERM.
  case signal(Int32)
}

/// Text pasted with the terminal's brackets round it.
package struct PastedText: Hashable, Sendable {
  /// The text as it came; it must be cleaned before it is shown.
  package var text: String
  /// Whether the end is missing because there was too much.
  package var isCut: Bool

  /// Makes a pasted text.
  package init(_ text: String, isCut: Bool = false) {
    self.text = text
    self.isCut = isCut
  }
}

/// Whether a terminal's background is dark.
package enum Background: Hashable, Sendable {
  case dark
  case light
}

/// What the pointer did, and where.
package struct MouseEvent: Hashable, Sendable {
  /// A button of the mouse.
  package enum Button: Hashable, Sendable {
    case left
    case middle
    case right
  }

  /// What was done.
  package enum Action: Hashable, Sendable {
    case press(Button)
    case release
    /// The pointer moved with a button held.
    case drag(Button)
    /// The pointer moved with no button held; reported only where that was asked for.
    case move
    case wheelUp
    case wheelDown
  }

  /// What was done.
  package var action: Action
  /// The cell below the pointer.
  package var position: Position
  /// What was held down on the keyboard.
  package var modifiers: KeyChord.Modifiers

  /// Makes an event.
  package init(_ action: Action, at position: Position, modifiers: KeyChord.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}

/// How much of the mouse a terminal is asked to report.
package enum MouseReporting: Sendable {
  case off
  /// Buttons, the wheel, and movement with a button held.
  case buttons
  /// Every movement too.
  case motion
}
