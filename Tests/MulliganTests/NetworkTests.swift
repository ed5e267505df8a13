import Foundation
import TestSupport
import Testing

/// Reading opens no way to another machine, whatever a mail asks for.
@Suite struct NetworkTests {
  static let canTrace = Self.runs(["strace", "-o", "/dev/null", "true"])
  private static let canLeave = Self.runs(["unshare", "-n", "true"])

  private static func runs(_ command: [String]) -> Bool {
    let output = NSTemporaryDirectory() + "mulligan-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: output) }
    return (try? SpawnedProgram.run(command, output: output)) != nil
  }

  @Test(.enabled(if: canTrace, "strace may watch a process here"))
  func `R9 K5: reading opens no socket but those that lead to gpg-agent`() throws {
    let mail = try TemporaryMail.ofFixtures()
    let log = "\(mail.folder)/calls"
    let tracer = ["strace", "-f", "-e", "trace=network", "-o", log]
    let run = try mail.mulligan(["show", "*"], under: tracer)
    #expect(run.status == 3)
    let calls = try String(contentsOfFile: log, encoding: .utf8).lines.filter { call in
      // Sockets that leave no machine are named so where they are made and where they lead.
      ["socket(", "connect(", "bind(", "AF_INET", "AF_NETLINK"].contains { call.contains($0) }
        && !call.contains("AF_UNIX")
    }
    #expect(calls.isEmpty, "\(calls.prefix(5))")
  }

  @Test(.enabled(if: canLeave, "unshare -n needs to be root"))
  func `R9 every mail reads the same where there is no network`() throws {
    let mail = try TemporaryMail.ofFixtures()
    let with = try mail.mulligan("show", "*")
    let without = try mail.mulligan(["show", "*"], under: ["unshare", "-n"])
    #expect(without.status == 3 && without.output.utf8.count > 50_000)
    #expect(without == with)
  }
}
