import CLinux
import FoundationEssentials
import Glibc
package import Screen

/// A real terminal: set up when it is opened, given back by `close`.
///
/// There is one at a time in a process, used from one thread. While it is open it owns the signals
/// WINCH, TSTP, CONT, INT, TERM and HUP, and gives the terminal back before the program dies of a
/// fault. Writing never waits: a terminal that accepts nothing gets the newest frame when it does.
package final class DeviceTerminal: Terminal {
  /// The size of the window.
  package private(set) var size: ScreenSize
  /// What it can show.
  package private(set) var capabilities: TerminalCapabilities

  private let tty: TTYDescriptors
  private let signals: SignalPipe
  private var decoder: KeyDecoder
  private let sequences: ScreenSequences
  private var mouse = MouseReporting.off
  /// What the terminal shows when the outbox is empty.
  private var shown: Frame?
  private var wanted: Frame?
  /// Bytes the terminal has not yet accepted.
  private(set) var outbox: ArraySlice<UInt8> = []
  private var pending: [TerminalEvent] = []
  private var isGone = false
  private var isClosed = false
  /// When the terminal was asked something it has not answered.
  private var askedAt: ContinuousClock.Instant?
  private var environment: TerminalEnvironment
  private let entry: TerminfoEntry
  /// The title that the window was given, if any.
  private var title: WindowTitle?

  /// Opens a terminal and sets it up for the screen.
  ///
  /// - Parameters:
  ///   - input: Where keys come from.
  ///   - output: Where frames go.
  ///   - environment: What the environment says of it.
  /// - Throws: `TerminalError`, before anything was sent.
  package init(
    input: Int32,
    output: Int32,
    environment: TerminalEnvironment
  ) throws(TerminalError) {
    tty = try TTYDescriptors.open(input: input, output: output)
    guard let name = environment.name, !name.isEmpty else { throw .noName }
    entry = try TerminfoEntry.read(name: name, output: output)
    self.environment = environment
    capabilities = environment.capabilities(of: entry)
    sequences = ScreenSequences(entry, hasTitle: environment.skipsUnknownCommands)
    let farewell = sequences.leave
    let reason = clinux_terminal_save(tty.input, tty.output, farewell, farewell.count)
    guard reason == 0 else { throw .system(call: "tcgetattr", reason: reason) }
    decoder = KeyDecoder(
      keys: entry.keys,
      erasesWithControlH: entry.erasesWithControlH || clinux_terminal_erase() == 0x08
    )
    signals = try SignalPipe()
    size = tty.size()
    _ = clinux_terminal_guard()
    try enter()
  }

  deinit { close() }

  private func enter() throws(TerminalError) {
    let reason = clinux_terminal_take()
    guard reason == 0 else { throw .system(call: "tcsetattr", reason: reason) }
    shown = nil
    send(
      sequences.enter + (mouse == .off ? [] : ScreenSequences.mouse(mouse))
        + (title?.sequence ?? [])
    )
  }

  private func leave() {
    outbox = []
    clinux_terminal_restore(mayStillSend)
    askedAt = nil
  }

  /// Whether input may still come that nobody has typed, but that the shell would read as typing.
  private var mayStillSend: Bool {
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

  /// Gives the terminal back, stops the program, and sets the terminal up again when it continues.
  ///
  /// `resumed` is reported then.
  package func suspend() {
    guard !isClosed else { return }
    leave()
    signals.stop()
    resume()
    // A stop or another size that was reported meanwhile is settled by setting up the terminal again.
    report(signals.drain().subtracting([SIGCONT, SIGTSTP, SIGWINCH]))
  }

  /// Gives the terminal back while a program that stands in our group uses it: what is typed to
  /// interrupt or stop that program does not reach us.
  package func lend(_ use: () -> Void) {
    guard !isClosed else { return }
    leave()
    clinux_terminal_unguard()
    signals.ignoreTyped(during: use)
    _ = clinux_terminal_guard()
    resume()
    report(signals.drain().subtracting([SIGCONT, SIGTSTP, SIGWINCH, SIGINT]))
  }

  /// Gives the terminal back while a program of another session asks something on it: what is typed
  /// to interrupt reaches us, not that program, and the rest of what was typed is thrown away.
  package func lend(untilReadable descriptors: [Int32], _ isOver: (LoanReport) -> Bool) {
    guard !isClosed else { return }
    leave()
    clinux_terminal_unguard()
    var came: Set<Int32> = []
    signals.leaveStopsAlone {
      if !isOver(.begun) { came = waitOnLoan(descriptors, isOver) }
    }
    _ = clinux_terminal_guard()
    resume()
    // The rest of a passphrase is no key.
    tcflush(tty.input, TCIFLUSH)
    report(came.subtracting([SIGCONT, SIGTSTP, SIGWINCH, SIGINT]))
  }

  /// Waits until the terminal is wanted back, or is gone; returns the signals that came.
  private func waitOnLoan(_ descriptors: [Int32], _ isOver: (LoanReport) -> Bool) -> Set<Int32> {
    var came: Set<Int32> = []
    while came.isDisjoint(with: [SIGHUP, SIGTERM]) {
      var polled = [
        // That it is gone is reported in any case.
        pollfd(fd: tty.input, events: 0, revents: 0),
        pollfd(fd: signals.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      polled += descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&polled, nfds_t(polled.count), -1)
      if polled[0].revents != 0 { return came.union([SIGHUP]) }
      let new = signals.drain()
      came.formUnion(new)
      if new.contains(SIGINT), isOver(.interrupted) { return came }
      if polled.dropFirst(2).contains(where: { $0.revents != 0 }), isOver(.readable) { return came }
    }
    return came
  }

  /// Sets the terminal up again, after a stop of whatever kind.
  private func resume() {
    do throws(TerminalError) {
      try enter()
      pending.append(.resumed)
      updateSize(always: false)
    } catch {
      markGone()
    }
  }

  /// Reports the size, or only a new one; what is on the screen is unknown in any case.
  private func updateSize(always: Bool) {
    let now = tty.size()
    shown = nil
    guard always || now != size else { return }
    size = now
    pending.append(.resize(now))
  }

  /// Adds what was decoded.
  private func receive(_ events: [TerminalEvent]) {
    pending += events
    if events.contains(.background(.dark)) || events.contains(.background(.light)) {
      askedAt = nil
    }
  }

  /// Notes that there is no terminal any more, and reports it once.
  private func markGone() {
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

  /// Rings the bell.
  package func ring() { send([7]) }

  /// Gives a text to the terminal's clipboard (OSC 52); whether it takes it cannot be asked.
  ///
  /// As base64 the text cannot be taken for a sequence, whatever is in it.
  package func copy(_ text: ClipboardText) {
    let bytes = Data(text.terminalText).base64EncodedString()
    send(Array("\u{1B}]52;c;\(bytes)\u{07}".utf8))
  }

  /// Shows a text as the title of the window, if it has one; `nil` gives back the one it had.
  ///
  /// Nothing is sent while it stays the same.
  package func show(title text: DisplayText?) {
    guard sequences.hasTitle else { return }
    let wanted = text.map { WindowTitle($0, isUTF8: environment.isUTF8) }
    guard wanted != title else { return }
    title = wanted
    send(wanted?.sequence ?? ScreenSequences.ownTitle)
  }

  /// Has the terminal tell of something beside the screen, each in the way it knows (OSC 9, OSC 777).
  package func notify(_ text: DisplayText) {
    guard environment.skipsUnknownCommands else { return send([7]) }
    send(TerminalNotice(text, isUTF8: environment.isUTF8).sequence)
  }

  /// Allows or forbids links that the terminal opens; `nil` leaves it to what is known of it.
  package func allow(hyperlinks: Bool?) {
    guard environment.hyperlinks != hyperlinks else { return }
    environment.hyperlinks = hyperlinks
    capabilities = environment.capabilities(of: entry)
    redrawFromScratch()
  }

  // MARK: Writing

  /// Shows a frame: one write of what differs from the last.
  ///
  /// While the terminal accepts nothing, only the newest frame is kept.
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

  /// Writes what is waiting, then the frame that is wanted, as far as the terminal accepts it.
  private func flush() {
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
      switch tty.write(outbox) {
      case .bytes(let count): outbox = outbox.dropFirst(count)
      case .wouldWait: return
      case .gone: return markGone()
      }
    }
  }
}

extension DeviceTerminal {
  /// Waits for keys, the mouse, signals, and other descriptors, in one `poll`.
  ///
  /// - Parameters:
  ///   - descriptors: Other descriptors to wait for until they can be read.
  ///   - full: Other descriptors to wait for until they accept more.
  ///   - timeout: The longest wait; `nil` waits for ever.
  /// - Returns: What came; nothing if the time ran out.
  package func wait(
    for descriptors: [Int32],
    full: [Int32],
    timeout: Duration?
  ) -> TerminalReport {
    let end = timeout.map { ContinuousClock.now + $0 }
    let others =
      descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      + full.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    while true {
      let ready = pollOnce(others, until: pending.isEmpty ? end : .now)
      let isOver = end.map { $0 <= .now } ?? false
      if !pending.isEmpty || !ready.isEmpty || isOver {
        defer { pending = [] }
        return TerminalReport(
          events: pending,
          readable: ready.filter { $0.events == Int16(POLLIN) }.map(\.fd),
          writable: ready.filter { $0.events == Int16(POLLOUT) }.map(\.fd)
        )
      }
    }
  }

  /// Waits once and handles what concerns the terminal; returns the other descriptors that are
  /// ready.
  private func pollOnce(
    _ others: [pollfd],
    until end: ContinuousClock.Instant?
  ) -> [pollfd] {
    var polled = [
      // A negative descriptor is ignored: a terminal that is gone would be ready for ever.
      pollfd(fd: isGone ? -1 : tty.input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: outbox.isEmpty ? -1 : tty.output, events: Int16(POLLOUT), revents: 0),
    ]
    polled += others
    let deadline = [end, decoder.deadline].compactMap(\.self).min()
    poll(&polled, nfds_t(polled.count), DeviceTerminal.milliseconds(until: deadline))
    if polled[1].revents != 0 { report(signals.drain()) }
    if polled[0].revents != 0 { readKeys() } else { receive(decoder.expire(at: .now)) }
    if polled[2].revents != 0 { flush() }
    return polled.dropFirst(3).filter { $0.revents != 0 }
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let (seconds, attoseconds) = (deadline - .now).components
    return clinux_poll_timeout(seconds, attoseconds)
  }

  private func readKeys() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    switch buffer.withUnsafeMutableBytes({ tty.read(into: $0) }) {
    case .bytes(let count): receive(decoder.feed(buffer.prefix(count), at: .now))
    case .wouldWait: receive(decoder.expire(at: .now))
    case .gone: markGone()
    }
  }

  /// Handles signals that came.
  private func report(_ signals: Set<Int32>) {
    if signals.contains(SIGHUP) { markGone() }
    for signal in [SIGINT, SIGTERM] where signals.contains(signal) {
      pending.append(.signal(signal))
    }
    if signals.contains(SIGTSTP) {
      suspend()
    } else if signals.contains(SIGCONT) {
      resume()
    } else if signals.contains(SIGWINCH) {
      updateSize(always: true)
    }
  }
}
