import CLinux
import Glibc
import Screen

/// The descriptors of a terminal, opened anew so that they can be non-blocking for us alone: the
/// shell's own descriptors share their flags with those we were given.
struct TTYDescriptors: ~Copyable {
  let input: Int32
  let output: Int32

  private init(owning input: Int32, _ output: Int32) {
    self.input = input
    self.output = output
  }

  static func open(input: Int32, output: Int32) throws(TerminalError) -> TTYDescriptors {
    guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
    let ownInput = try reopen(input, O_RDONLY)
    do throws(TerminalError) {
      return TTYDescriptors(owning: ownInput, try reopen(output, O_WRONLY))
    } catch {
      Glibc.close(ownInput)
      throw error
    }
  }

  deinit {
    Glibc.close(input)
    Glibc.close(output)
  }

  private static func reopen(_ descriptor: Int32, _ mode: Int32) throws(TerminalError) -> Int32 {
    let flags = mode | O_NOCTTY | O_CLOEXEC | O_NONBLOCK
    let own = Glibc.open("/proc/self/fd/\(descriptor)", flags)
    if own >= 0 { return own }
    // Not ours to open, after `su` for instance: then the flags are shared, and writing may block.
    let shared = clinux_duplicate(descriptor)
    guard shared >= 0 else { throw .system(call: "fcntl", reason: -shared) }
    return shared
  }

  /// The outcome of reading or writing.
  enum Transfer: Equatable {
    case bytes(Int)
    case wouldWait
    case gone
  }

  borrowing func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    let count = clinux_read(input, buffer.baseAddress, buffer.count)
    // A terminal has no end but its own.
    return count == 0 ? .gone : TTYDescriptors.transfer(count)
  }

  borrowing func write(_ bytes: ArraySlice<UInt8>) -> Transfer {
    let count = bytes.withUnsafeBytes { clinux_write(output, $0.baseAddress, $0.count) }
    return TTYDescriptors.transfer(count)
  }

  private static func transfer(_ result: Int) -> Transfer {
    if result >= 0 { return .bytes(result) }
    return -result == Int(EAGAIN) ? .wouldWait : .gone
  }

  /// The size in cells; a terminal that does not know it has the size that was once usual.
  borrowing func size() -> ScreenSize {
    var (columns, rows): (Int32, Int32) = (0, 0)
    guard clinux_terminal_size(output, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(columns), rows: Int(rows))
  }
}
