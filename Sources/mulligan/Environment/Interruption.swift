import CLinux
import Foundation

/// The signals that ask a verb to end: noted, so that a group in hand is finished or voided first.
final class Interruption: Sendable {
  /// Readable once a signal has come.
  var readFD: Int32 { reading }
  /// Where the handlers write the number of the signal; read without waiting.
  private let reading: Int32
  private let writing: Int32

  /// Takes INT, TERM and HUP over from here on; without a pipe they keep their default.
  init() {
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe(&ends) == 0 else {
      (reading, writing) = (-1, -1)
      return
    }
    (reading, writing) = (ends[0], ends[1])
    _ = clinux_set_nonblocking(reading, true)
    _ = clinux_set_nonblocking(writing, true)
    resume()
  }

  deinit {
    suspend()
    close(reading)
    close(writing)
  }

  /// Lets signals end the process from here on.
  func suspend() {
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = clinux_signal_default(number) }
  }

  /// Notes signals again.
  func resume() {
    guard writing >= 0 else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = clinux_signal_report(number, writing) }
  }

  /// The first signal that came, if one has; it is still there the next time.
  var signal: Int32? {
    var byte: UInt8 = 0
    guard read(reading, &byte, 1) == 1 else { return nil }
    write(writing, &byte, 1)
    return Int32(byte)
  }
}
