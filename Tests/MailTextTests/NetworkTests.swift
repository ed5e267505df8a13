import Foundation
import Testing

/// Reading opens no socket, whatever a mail asks for.
@Suite struct NetworkTests {
  /// Whether another process may be watched here.
  private static let canTrace =
    Program.path("strace") != nil
    && ((try? Program.run("strace", ["-o", "/dev/stdout", "/bin/true"]))?.isEmpty == false)

  /// Lets strace watch this very program read all mails.
  @Test(.enabled(if: canTrace)) func `reading the corpus makes no call for the network`() throws {
    let folder = try TemporaryFolder()
    let log = folder.path + "/log"
    let tests = [CommandLine.arguments[0], "--testing-library", "swift-testing"]
    _ = try Program.run(
      "strace",
      ["-f", "-e", "trace=network,openat", "-o", log] + tests + ["--filter", "CorpusTests"]
    )
    let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(calls.contains { $0.contains("html-58-remote.eml") })
    let network = calls.filter { call in
      // A socket to this machine's own log is no network.
      !["openat", "+++", "---", "AF_UNIX"].contains { call.contains($0) }
    }
    #expect(network.isEmpty, "\(network)")
    for file in ["/etc/passwd", "evil", "/etc/shadow"] {
      #expect(!calls.contains { $0.contains("\"\(file)") })
    }
  }
}
