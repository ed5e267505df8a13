import ChildProcesses
import CLinux
import Foundation

extension DemoMailbox {
  /// Ends the agent that GnuPG has started for the demo's keys, and waits for its end: until then
  /// it may write into its folder.
  func endAgent(in environment: ProcessEnvironment) {
    guard let agent = agent(environment) else { return }
    let process = clinux_process_descriptor(agent)
    guard process >= 0 else { return }
    defer { close(process) }
    var end = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
    for (signal, milliseconds) in [(SIGTERM, 2_000), (SIGKILL, 1_000)] {
      kill(agent, signal)
      if poll(&end, 1, Int32(milliseconds)) > 0 { return }
    }
  }

  /// The process of the agent; `nil` if none runs, or GnuPG is not installed.
  private func agent(_ environment: ProcessEnvironment) -> Int32? {
    let question = ChildLaunch(
      ["gpg-connect-agent", "--no-autostart", "GETINFO pid", "/bye"],
      environment: environment.variables.merging(variables) { $1 }
    )
    let limits = ChildLimits(time: .seconds(2), output: 1 << 10)
    guard let run = try? ChildRun(of: question, input: [], limits: limits) else { return nil }
    // It answers "D 4711".
    let words = String(decoding: run.output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.first == "D" ? words.dropFirst().first.flatMap { Int32($0) } : nil
  }
}
