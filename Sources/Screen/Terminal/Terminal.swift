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
  func copy(_ text: String)

  /// Gives the terminal back while something else uses it, and sets it up again afterwards; then
  /// `resumed` is reported.
  func lend(_ use: () -> Void)

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

  /// Makes capabilities.
  package init(
    colors: ColorDepth = .full,
    attributes: CellStyle.Attributes = [
      .bold, .dim, .italic, .underline, .reverse, .strikethrough,
    ],
    isUTF8: Bool = true,
    canRepeat: Bool = true,
    canScroll: Bool = true
  ) {
    self.colors = colors
    self.attributes = attributes
    self.isUTF8 = isUTF8
    self.canRepeat = canRepeat
    self.canScroll = canScroll
  }

  /// What to draw with.
  package var repertoire: Canvas.Repertoire { isUTF8 ? .unicode : .ascii }
}
