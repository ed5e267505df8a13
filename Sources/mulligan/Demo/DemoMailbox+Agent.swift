import ChildProcesses
import CLinux
import Foundation
import Outbox

extension DemoMailbox {
  /// Ends the agent that GnuPG has started for the demo's keys, and waits for its end: until then
  /// it may write into its folder.
  func endAgent(in environment: ProcessEnvironment) {
    if let agent = agent(environment) { end(agent) }
  }

  /// Ends the process that sends from the demo's mail, and waits for its end: it writes beside the history.
  func endSender() {
    let folder = state + "/mulligan/journal"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names {
      if let sender = OutboxLock.holder(of: "\(folder)/\(name)/sender.lock") { end(sender) }
    }
  }

  private func end(_ process: Int32) {
    let descriptor = clinux_process_descriptor(process)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    for (signal, milliseconds) in [(SIGTERM, 2_000), (SIGKILL, 1_000)] {
      kill(process, signal)
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
