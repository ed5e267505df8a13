import Foundation
import TestSupport
import Testing

extension TemporaryMail {
  /// Lets this history be a shared one if the test is about those: it has met another machine, which
  /// has no mail, and is shared from then on.
  func shareHistoryIfAsked() throws {
    guard SharedHistory.isOn else { return }
    let other = try TemporaryMail()
    let variables = other.environment.merging(["XDG_STATE_HOME": other.state]) { $1 }
      .sorted { $0.key < $1.key }.map { "\($0)='\($1)'" }
    let script = "shift\nexec env -i \(variables.joined(separator: " ")) \"$@\""
    let reaching = try program("reaching", script)
    let config = try file(
      "sync.toml",
      """
      [sync]
      command = ["\(reaching)"]
      remote = ["\(Program.path)", "sync", "--stdio"]
      muchsync = []

      """
    )
    let sync = try mulligan("--config", config, "sync", "other", "--quiet")
    try #require(sync.status == 0, "\(sync)")
  }
}
