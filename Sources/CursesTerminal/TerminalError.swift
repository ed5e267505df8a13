/// Why a terminal cannot be used.
package enum TerminalError: Error, Equatable, Sendable {
  /// Input or output is no terminal.
  case notATerminal
  /// `TERM` is unset or empty.
  case noName
  /// The terminal of this name cannot place a cursor, as `dumb` cannot.
  case unsuitable(String)
  /// A system call failed.
  case system(call: String, reason: Int32)
}
