import ChildProcesses
import Foundation
import TriageCore

/// The program that reaches another machine, and its streams.
///
/// It stands in our group: it may ask for a passphrase on the terminal.
final class ReachingProgram {
  /// How long its last words, and then its end, are waited for.
  private static let grace = Duration.seconds(2)

  private let child: ChildProcess

  /// Starts it.
  init(_ command: [String]) throws(ChildStartError) {
    child = try ChildProcess(
      ChildLaunch(command, group: .ours, input: .pipe, output: .pipe, errors: .memory)
    )
  }

  /// Hands over the ends of its pipes.
  func releaseStreams() -> (input: Int32, output: Int32) {
    // Both are there: they were asked for, and nothing has been read or written yet.
    (child.releaseOutput() ?? -1, child.releaseInput() ?? -1)
  }

  /// Lets it end, now that its pipes are closed; returns the last line that it complained of.
  func end() -> String {
    _ = child.wait(atMost: Self.grace)
    let complaint = child.readErrors().lastLine
    _ = child.end(within: Self.grace)
    return complaint
  }
}

/// The program that carries mail between machines.
struct CarryingProgram {
  /// The program and its arguments, as the configuration has them.
  let command: [String]

  /// How long it may take to say its own id, and how much it may say.
  private static let limits = ChildLimits(time: .seconds(10), output: 4_096)

  /// Asks it for the id by which it knows this machine's mail; what is returned waits for the answer.
  ///
  /// The answer is empty if it does not say.
  func askID() -> () -> String {
    let child = command.first.flatMap { program in
      try? ChildProcess(ChildLaunch([program, "--self"], input: .pipe, output: .pipe))
    }
    return {
      guard let child else { return "" }
      let run = ChildRun(of: child, input: [], limits: Self.limits)
      return run.end == .exited(0) ? run.output.lastLine : ""
    }
  }

  /// Carries mail between this machine and another one.
  ///
  /// It stands in our group: it may ask for a passphrase on the terminal. It ends with us: what it carried after
  /// this sync, no other would know of.
  func carry(with host: String) throws(TriageFailure) {
    let name = command.first ?? ""
    var launch = ChildLaunch(command + [host, "--nonew"], group: .ours, errors: .memory)
    launch.endsWithUs = true
    let child: ChildProcess
    do throws(ChildStartError) {
      child = try ChildProcess(launch)
    } catch {
      throw TriageFailure(.carryFailed, host, name, String(cString: strerror(error.errno)))
    }
    let end = child.wait() ?? .unknown
    guard end != .exited(0) else { return }
    let complaint = child.readErrors().lastLine
    throw TriageFailure(.carryFailed, host, name, complaint.isEmpty ? end.status : complaint)
  }
}

extension [UInt8] {
  /// The last line that is not blank.
  var lastLine: String {
    let lines = String(decoding: self, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.last { $0.contains { !$0.isWhitespace } }.map(String.init) ?? ""
  }
}

extension ChildEnd {
  /// In few words, for whoever knows programs.
  var status: String {
    switch self {
    case .exited(let code): "exit \(code)"
    case .signalled(let number): "signal \(number)"
    case .unknown: "?"
    }
  }
}
