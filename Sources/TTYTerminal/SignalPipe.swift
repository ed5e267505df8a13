import CLinux
import Glibc

/// Signals as bytes in a pipe, so that one `poll` waits for them as well.
struct SignalPipe: ~Copyable {
  /// Those that are reported, except what the program was started to ignore.
  private static let all = [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP]

  let readEnd: Int32
  private let writeEnd: Int32
  private let reported: [Int32]

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    let reason = clinux_pipe(&ends)
    guard reason == 0 else { throw .system(call: "pipe", reason: reason) }
    (readEnd, writeEnd) = (ends[0], ends[1])
    reported = SignalPipe.all.filter { !clinux_signal_is_ignored($0) }
    for end in ends { _ = clinux_set_nonblocking(end, true) }
    for signal in reported { _ = clinux_signal_report(signal, writeEnd) }
  }

  deinit {
    for signal in reported { _ = clinux_signal_default(signal) }
    Glibc.close(readEnd)
    Glibc.close(writeEnd)
  }

  /// Returns the signals that came, each once.
  borrowing func drain() -> Set<Int32> {
    var signals: Set<Int32> = []
    var bytes = [UInt8](repeating: 0, count: 256)
    while true {
      let count = clinux_read(readEnd, &bytes, bytes.count)
      guard count > 0 else { return signals }
      signals.formUnion(bytes.prefix(count).map(Int32.init))
    }
  }

  /// Stops the program; returns when it goes on, which is not reported.
  borrowing func stop() {
    guard reported.contains(SIGTSTP) else { return }
    clinux_terminal_stop()
    for signal in [SIGTSTP, SIGCONT] { _ = clinux_signal_report(signal, writeEnd) }
  }

  /// Is stopped by the terminal like any program, and not ended by what is typed to quit another.
  borrowing func leaveStopsAlone(during body: () -> Void) {
    let quits = !clinux_signal_is_ignored(SIGQUIT)
    if quits { _ = clinux_signal_ignore(SIGQUIT) }
    for signal in [SIGTSTP, SIGCONT] where reported.contains(signal) {
      _ = clinux_signal_default(signal)
    }
    body()
    if quits { _ = clinux_signal_default(SIGQUIT) }
    for signal in [SIGTSTP, SIGCONT] where reported.contains(signal) {
      _ = clinux_signal_report(signal, writeEnd)
    }
  }

  /// Ignores what is typed to interrupt another program that has the terminal, and is stopped
  /// together with it.
  borrowing func ignoreTyped(during body: () -> Void) {
    let typed = [SIGINT, SIGQUIT].filter { !clinux_signal_is_ignored($0) }
    for signal in typed { _ = clinux_signal_ignore(signal) }
    for signal in [SIGTSTP, SIGCONT] where reported.contains(signal) {
      _ = clinux_signal_default(signal)
    }
    body()
    if typed.contains(SIGQUIT) { _ = clinux_signal_default(SIGQUIT) }
    for signal in [SIGINT, SIGTSTP, SIGCONT] where reported.contains(signal) {
      _ = clinux_signal_report(signal, writeEnd)
    }
  }
}
