import CLinux
import Glibc
package import Screen

/// A real terminal: taken when it is made, given back by `close`.
///
/// There is one at a time in a process, used from one thread. While it is open it owns the signals
/// WINCH, TSTP, CONT, INT, TERM and HUP, and gives the terminal back before the program dies of a
/// fault. Writing never waits: a terminal that takes nothing gets the newest frame when it does.
package final class DeviceTerminal: Terminal {
  /// The size of the window.
  package private(set) var size: ScreenSize
  /// What it can show.
  package let capabilities: TerminalCapabilities

  let device: TerminalDevice
  let signals: SignalPipe
  var decoder: KeyDecoder
  private let sequences: ScreenSequences
  private var mouse = MouseReporting.off
  /// What the terminal shows when the outbox is empty.
  private var shown: Frame?
  private var wanted: Frame?
  /// Bytes the terminal has not yet taken.
  private(set) var outbox: ArraySlice<UInt8> = []
  var pending: [TerminalEvent] = []
  private(set) var isGone = false
  private var isClosed = false
  /// When the terminal was asked something it has not answered.
  private var askedAt: ContinuousClock.Instant?

  /// Takes a terminal.
  ///
  /// - Parameters:
  ///   - input: Where keys come from.
  ///   - output: Where frames go.
  ///   - environment: What the surroundings say of it.
  /// - Throws: `TerminalError`, before anything was sent.
  package init(
    input: Int32,
    output: Int32,
    environment: TerminalEnvironment
  ) throws(TerminalError) {
    device = try TerminalDevice.open(input: input, output: output)
    guard let name = environment.name, !name.isEmpty else { throw .noName }
    let entry = try TerminfoEntry.read(name: name, output: output)
    capabilities = environment.capabilities(of: entry)
    sequences = ScreenSequences(entry)
    let farewell = sequences.leave
    let reason = clinux_terminal_save(device.input, device.output, farewell, farewell.count)
    guard reason == 0 else { throw .system(call: "tcgetattr", reason: reason) }
    decoder = KeyDecoder(
      keys: entry.keys,
      erasesWithControlH: entry.erasesWithControlH || clinux_terminal_erase() == 0x08
    )
    signals = try SignalPipe()
    size = device.size()
    _ = clinux_terminal_guard()
    try enter()
  }

  deinit { close() }

  private func enter() throws(TerminalError) {
    let reason = clinux_terminal_take()
    guard reason == 0 else { throw .system(call: "tcsetattr", reason: reason) }
    shown = nil
    send(sequences.enter + (mouse == .off ? [] : ScreenSequences.mouse(mouse)))
  }

  private func leave() {
    outbox = []
    clinux_terminal_restore(mayStillSpeak)
    askedAt = nil
  }

  /// Says whether what is in the input is perhaps no typing, but would reach the shell as such.
  private var mayStillSpeak: Bool {
    let awaitsAnswer = askedAt.map { ContinuousClock.now - $0 < .seconds(1) } ?? false
    return awaitsAnswer || mouse == .motion
  }

  /// Gives the terminal back as it was; does nothing the second time.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    leave()
    clinux_terminal_unguard()
  }

  /// Gives the terminal back, stops the program, and takes the terminal again when it goes on.
  ///
  /// `resumed` is reported then.
  package func suspend() {
    guard !isClosed else { return }
    leave()
    signals.stop()
    resume()
    // A stop or another size that was reported meanwhile is settled by taking the terminal again.
    report(signals.take().subtracting([SIGCONT, SIGTSTP, SIGWINCH]))
  }

  /// Gives the terminal back while a program that stands in our group uses it: what is typed to
  /// interrupt or stop that program does not reach us.
  package func lend(_ use: () -> Void) {
    guard !isClosed else { return }
    leave()
    clinux_terminal_unguard()
    signals.rest(use)
    _ = clinux_terminal_guard()
    resume()
    report(signals.take().subtracting([SIGCONT, SIGTSTP, SIGWINCH, SIGINT]))
  }

  /// Takes the terminal again, after a stop of whatever kind.
  func resume() {
    do throws(TerminalError) {
      try enter()
      pending.append(.resumed)
      updateSize(always: false)
    } catch {
      markGone()
    }
  }

  /// Reports the size, or only a new one; what is on the screen is unknown in any case.
  func updateSize(always: Bool) {
    let now = device.size()
    shown = nil
    guard always || now != size else { return }
    size = now
    pending.append(.resize(now))
  }

  /// Adds what was decoded.
  func receive(_ events: [TerminalEvent]) {
    pending += events
    if events.contains(.background(.dark)) || events.contains(.background(.light)) {
      askedAt = nil
    }
  }

  /// Notes that there is no terminal any more, and reports it once.
  func markGone() {
    guard !isGone else { return }
    isGone = true
    outbox = []
    pending.append(.hangup)
  }

  /// Asks for as much of the mouse as is wanted.
  package func report(mouse: MouseReporting) {
    guard mouse != self.mouse else { return }
    self.mouse = mouse
    send(ScreenSequences.mouse(mouse))
  }

  /// Asks for the background; `background` is reported if the terminal answers.
  package func askBackground() {
    askedAt = .now
    send(ScreenSequences.askBackground)
  }

  /// Makes it ring.
  package func ring() { send([7]) }

  // MARK: Writing

  /// Shows a frame: one write of what differs from the last.
  ///
  /// While the terminal takes nothing, only the newest frame is kept.
  package func present(_ frame: Frame) {
    wanted = frame
    flush()
  }

  /// Forgets what the terminal shows, so that the next frame is painted whole.
  package func redrawFromScratch() { shown = nil }

  private func send(_ bytes: [UInt8]) {
    outbox += bytes
    flush()
  }

  /// Writes what is waiting, then the frame that is wanted, as far as the terminal takes it.
  func flush() {
    guard !isGone, !isClosed else { return }
    writeOutbox()
    guard outbox.isEmpty, let frame = wanted else { return }
    wanted = nil
    outbox = FrameDifference.bytes(from: shown, to: frame, capabilities: capabilities)[...]
    shown = frame
    writeOutbox()
  }

  private func writeOutbox() {
    while !outbox.isEmpty {
      switch device.write(outbox) {
      case .bytes(let count): outbox = outbox.dropFirst(count)
      case .wouldWait: return
      case .gone: return markGone()
      }
    }
  }
}
