/// A terminal in memory: it keeps the last frame and hands out the events it was given.
package final class VirtualTerminal: Terminal {
  /// The size of its window.
  package private(set) var size: ScreenSize
  /// What it can show.
  package let capabilities: TerminalCapabilities
  /// The last frame presented.
  package private(set) var frame: Frame?
  /// The bytes the last frame would have cost a real terminal.
  package private(set) var lastByteCount = 0
  /// How much of the mouse was asked for.
  package private(set) var mouse = MouseReporting.off
  /// How often it has rung.
  package private(set) var rings = 0
  /// Says whether it was closed.
  package private(set) var isClosed = false
  private var pending: [TerminalEvent] = []
  private var shown: Frame?

  /// Makes a terminal.
  package init(
    size: ScreenSize = ScreenSize(columns: 80, rows: 24),
    capabilities: TerminalCapabilities = TerminalCapabilities()
  ) {
    self.size = size
    self.capabilities = capabilities
  }

  /// Adds events to be handed out.
  package func send(_ events: TerminalEvent...) { pending += events }

  /// Adds the keys of a sequence, as keymaps write it; what is no key is left out.
  package func press(_ keys: String) {
    pending += (KeySequence(keys)?.chords ?? []).map(TerminalEvent.key)
  }

  /// Changes the size and reports it.
  package func resize(to size: ScreenSize) {
    self.size = size
    pending.append(.resize(size))
  }

  /// Keeps a frame.
  package func present(_ frame: Frame) {
    lastByteCount =
      FrameDifference.bytes(from: shown, to: frame, capabilities: capabilities).count
    self.frame = frame
    shown = frame
  }

  /// Hands out the events it was given; it never waits.
  package func wait(
    for descriptors: [Int32],
    full: [Int32],
    timeout: Duration?
  ) -> TerminalReport {
    defer { pending = [] }
    return TerminalReport(events: pending)
  }

  /// Keeps how much of the mouse is wanted.
  package func report(mouse: MouseReporting) { self.mouse = mouse }

  /// Does nothing: it has no background.
  package func askBackground() {}

  /// Counts.
  package func ring() { rings += 1 }

  /// Reports that the program goes on.
  package func suspend() {
    redrawFromScratch()
    pending.append(.resumed)
  }

  /// Lets something else happen, and reports that the program goes on.
  package func lend(_ use: () -> Void) {
    use()
    suspend()
  }

  /// Forgets what is shown.
  package func redrawFromScratch() { shown = nil }

  /// Notes that it was closed.
  package func close() { isClosed = true }

  /// The text it shows, a line a row; nothing before the first frame.
  package var textScreen: String { frame?.textScreen ?? "" }
  /// The styles it shows.
  package var styleScreen: String { frame?.styleScreen ?? "" }
}
