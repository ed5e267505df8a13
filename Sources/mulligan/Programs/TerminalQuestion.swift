import ChildProcesses
import Foundation
import TriageCore

/// The program that asks for a passphrase on this process's terminal: a child of gpg-agent, which is
/// nobody's child.
enum TerminalQuestion {
  /// Lets the agent of this host ask here for an engine on another one, to which it is forwarded: what
  /// comes that way does not say where its person sits.
  static func comeHere(in environment: [String: String]?) {
    let words = ["gpg-connect-agent", "--no-autostart", "updatestartuptty", "/bye"]
    let limits = ChildLimits(time: .seconds(1), output: 4096)
    _ = try? ChildRun(of: ChildLaunch(words, environment: environment), input: [], limits: limits)
  }

  /// Ends it for an engine that has died over it: it would go on reading what is typed.
  static func end() {
    guard let name = ttyname(STDIN_FILENO) else { return }
    let terminal = String(cString: name)
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for process in processes.compactMap({ Int32($0) }) where asks(process, on: terminal) {
      kill(process, SIGTERM)
      // It puts the terminal's settings back before it goes.
      for _ in 0..<100 where asks(process, on: terminal) { usleep(2_000) }
    }
  }

  private static func asks(_ process: Int32, on terminal: String) -> Bool {
    let files = FileManager.default
    guard let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8),
      name.hasPrefix("pinentry"),
      let open = try? files.contentsOfDirectory(atPath: "/proc/\(process)/fd")
    else { return false }
    return open.contains { number in
      let path = "/proc/\(process)/fd/\(number)"
      return (try? files.destinationOfSymbolicLink(atPath: path)) == terminal
    }
  }
}

extension EngineProcess.Event {
  /// Whether the engine has ended.
  var isEnd: Bool { if case .ended = self { true } else { false } }

  /// Whether it is the answer to a request, or there will be none.
  func ends(_ request: RequestID) -> Bool {
    switch self {
    case .ended, .message(.reply(request, _)): true
    case .ready, .message: false
    }
  }
}
