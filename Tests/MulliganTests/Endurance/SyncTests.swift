import Foundation
import TestSupport
import Testing

/// How often a group waits for the disk.
@Suite struct SyncTests {
  /// Returns the files that a verb makes durable, in order.
  private func synced(_ arguments: [String], in mail: TemporaryMail) throws -> [String] {
    let trace = "\(mail.folder)/syncs"
    let run = try mail.mulligan(
      arguments,
      under: ["strace", "-f", "-qq", "-y", "-o", trace, "-e", "trace=fdatasync,fsync"]
    )
    #expect(run.status == 0, "\(run)")
    return try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains("fdatasync(") }
      .compactMap { $0.split(separator: ">").first?.split(separator: "/").last.map(String.init) }
  }

  @Test func `a group waits for the disk once, and notmuch's own commit five times`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.mulligan("tag", "+made", "--", "*")
    for verb in [["tag", "+more", "--", "*"], ["undo"], ["redo"]] {
      let files = try synced(verb, in: mail)
      #expect(files.filter { $0 == "journal.sqlite-wal" }.count == 1, "\(verb): \(files)")
      #expect(files.count <= 7, "\(verb): \(files)")
    }
  }

  @Test func `files that follow are made durable before the index learns of them`() throws {
    let mail = try TemporaryMail(synchronizesFlags: true)
    try mail.deliverMixedThread()
    try mail.notmuch("new")
    try mail.mulligan("tag", "+made", "--", "*")
    let files = try synced(["tag", "+flagged", "--", "*"], in: mail)
    #expect(files.filter { $0 == "journal.sqlite-wal" }.count == 1, "\(files)")
    #expect(files.count <= 12, "\(files)")
  }

  @Test(.enabled(if: NetworkTests.canTrace))
  func `W24: a copy that comes into the mail is durable before it has its name`() throws {
    let mail = try SendSite().mail
    let trace = "\(mail.folder)/syncs"
    let run = try mail.mulligan(
      ["reply", "--send", "--wait", "id:m3@example.org"],
      input: "my words\n",
      under: ["strace", "-f", "-qq", "-y", "-o", trace, "-e", "trace=fsync,renameat2"]
    )
    #expect(run.status == 0, "\(run)")
    var calls: [String] = []
    try waitUntil("it is filed") {
      calls = try String(contentsOfFile: trace, encoding: .utf8).lines
      return calls.contains { $0.contains("/tmp/") && $0.contains(":2,S\"") }
    }
    let named = try #require(calls.firstIndex { $0.contains("/tmp/") && $0.contains(":2,S\"") })
    let name = try #require(calls[named].firstMatch(of: #/\/([^\/"]+)", /#)?.output.1)
    #expect(calls[..<named].contains { $0.contains("fsync(") && $0.contains("/tmp/\(name)>") })
  }
}
