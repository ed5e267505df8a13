import CLinux
import Foundation

/// A program that was started: an array of arguments, never a shell.
struct StartedProgram {
  /// What became of it.
  enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)

    /// In few words, for a sentence.
    var text: String {
      switch self {
      case .exited(let code): "\(code)"
      case .signalled(let number): "signal \(number)"
      }
    }
  }

  /// Why it was not started: the system's error.
  struct Failure: Error {
    var code: Int32
  }

  let process: Int32

  /// Starts a program with three streams and no other descriptor.
  ///
  /// - Parameters:
  ///   - arguments: The program, looked for in the path, and its arguments.
  ///   - environment: All it gets; `nil` for ours.
  ///   - streams: Its input, output and errors.
  ///   - ownGroup: Stand apart from the terminal.
  /// - Throws: `Failure`.
  init(
    _ arguments: [String],
    environment: [String: String]? = nil,
    streams: (input: Int32, output: Int32, error: Int32),
    ownGroup: Bool
  ) throws(Failure) {
    // A zero byte would end an argument early.
    guard arguments.first?.isEmpty == false, !arguments.contains(where: { $0.contains("\0") })
    else { throw Failure(code: EINVAL) }
    let start = clinux_start(
      input: streams.input,
      output: streams.output,
      error: streams.error,
      own_group: ownGroup
    )
    var words = arguments.map { strdup($0) } + [nil]
    var values = (environment ?? [:]).map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for copy in words + values { free(copy) } }
    var child: Int32 = 0
    let code =
      environment == nil
      ? clinux_spawn(&words, nil, start, &child) : clinux_spawn(&words, &values, start, &child)
    guard code == 0 else { throw Failure(code: code) }
    process = child
  }

  /// Ends it and all of its group.
  func kill() { clinux_kill_group(process) }

  /// Waits for its end, and ends what is left of its group.
  func reap() -> End {
    var end = clinux_end()
    _ = clinux_reap(process, true, &end)
    return Self.end(end)
  }

  /// Its end, if it has come; what it has started goes on.
  func release() -> End? {
    var end = clinux_end()
    return clinux_release(process, &end) == 1 ? Self.end(end) : nil
  }

  private static func end(_ end: clinux_end) -> End {
    end.by_signal ? .signalled(end.number) : .exited(end.number)
  }
}
