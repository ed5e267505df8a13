import Foundation
import TestSupport
import Testing
import TriageCore

/// Mail that mbsync exchanges with a real IMAP server.
@Suite(.serialized, .enabled(if: ImapServer.isThere, "needs dovecot-imapd, isync and setpriv"))
struct ImapRoundTripTests {
  private static let act = ["apply", "mark-read", "add-tag:flagged", "move:Archive", "--"]
  private let mail: TemporaryMail
  private let server: ImapServer

  init() throws {
    mail = try TemporaryMail(synchronizesFlags: true)
    server = try ImapServer(mail, folders: ["INBOX", "Archive"])
    for number in 1...4 {
      try server.append(SampleMessage("m\(number)@example.org"), to: "INBOX")
    }
    try server.append(SampleMessage("old@example.org"), to: "Archive", flags: "\\Seen \\Answered")
    _ = try server.synchronize()
    try mail.notmuch("new")
  }

  /// What the server has, without the numbers that it gives.
  private func listing() throws -> [String] { try server.messages().map(\.description) }

  /// The mail's own files, as messages with folder and letters.
  private func files() throws -> [String] {
    try mail.run(["find", mail.root, "-path", "*/.notmuch", "-prune", "-o", "-type", "f", "-print"])
      .lines.filter { !$0.contains("/.") }.sorted()
  }

  /// What mbsync keeps beside the mail: which of its messages is which of the server's.
  private func states() throws -> [String: Data?] {
    let names = [".uidvalidity", ".mbsyncstate"]
    let paths = ["INBOX", "Archive"].flatMap { folder in
      names.map { "\(mail.root)/\(folder)/\($0)" }
    }
    return Dictionary(
      uniqueKeysWithValues: paths.map { ($0, FileManager.default.contents(atPath: $0)) }
    )
  }

  /// Runs the program, then mbsync, and checks that neither has broken the other's part.
  private func run(_ arguments: [String]) throws {
    let before = try states()
    #expect(before.values.allSatisfy { $0 != nil })
    let ids = try server.messages().map(\.id).sorted()
    let run = try mail.mulligan(arguments)
    #expect(run.status == 0, "\(run)")
    #expect(try states() == before, "\(arguments)")
    let moved = try files().filter { $0.contains(",U=") }
    for folder in ["INBOX", "Archive"] {
      let uids = moved.filter { $0.contains("/\(folder)/") }.compactMap {
        $0.firstMatch(of: #/,U=(\d+)/#)?.1
      }
      #expect(Set(uids).count == uids.count, "\(arguments): \(moved)")
    }
    _ = try server.synchronize()
    let after = (try server.messages(), try files(), try states())
    #expect(after.0.map(\.id).sorted() == ids, "\(arguments): no mail twice, none lost")
    #expect(after.1.count == ids.count, "\(arguments): \(after.1)")
    // The next run finds nothing.
    _ = try server.synchronize()
    #expect(try server.messages() == after.0, "\(arguments)")
    #expect(try files() == after.1, "\(arguments)")
    #expect(try states() == after.2, "\(arguments)")
    try mail.notmuch("new")
  }

  @Test func `M22: a group, its undo and redo reach the server, and the mail stays whole`() throws {
    let before = try listing()
    #expect(
      before == ["Archive old@example.org [\"\\\\Answered\", \"\\\\Seen\"]"]
        + (1...4).map { "INBOX m\($0)@example.org []" }
    )
    let done = [
      #"Archive m1@example.org ["\\Flagged", "\\Seen"]"#,
      #"Archive m3@example.org ["\\Flagged", "\\Seen"]"#,
      #"Archive old@example.org ["\\Answered", "\\Seen"]"#,
      "INBOX m2@example.org []", "INBOX m4@example.org []",
    ]
    try run(Self.act + ["id:m1@example.org or id:m3@example.org"])
    #expect(try listing() == done)
    #expect(try mail.count("folder:Archive") == 3)
    try run(["undo"])
    #expect(try listing() == before)
    try run(["redo"])
    #expect(try listing() == done)
    try run(["undo"])
    #expect(try listing() == before)
  }

  @Test func `M22: a moved file has no number of the folder it came from`() throws {
    #expect(try files().allSatisfy { $0.contains(",U=") })
    #expect(try mail.mulligan("move", "Archive", "--", "id:m2@example.org").status == 0)
    let moved = try files().filter { !$0.contains(",U=") }
    #expect(moved.count == 1 && moved.allSatisfy { $0.contains("/Archive/cur/") }, "\(moved)")
    _ = try server.synchronize()
    #expect(try files().allSatisfy { $0.contains(",U=") })
  }

  @Test func `M22: an undo before the index knows the names that mbsync gave loses nothing`() throws
  {
    #expect(try mail.mulligan(Self.act + ["id:m1@example.org or id:m3@example.org"]).status == 0)
    _ = try server.synchronize()
    let ids = try server.messages().map(\.id).sorted()
    _ = try mail.mulligan("undo")
    _ = try mail.mulligan("redo")
    _ = try server.synchronize()
    _ = try mail.mulligan("undo")
    _ = try server.synchronize()
    try mail.notmuch("new")
    #expect(try server.messages().map(\.id).sorted() == ids)
    #expect(try files().count == ids.count)
    #expect(try mail.count("*") == ids.count)
    #expect(try mail.mulligan("history", "verify").status == 0)
  }

  @Test func `M22: what another client did meanwhile is kept by an undo`() throws {
    try run(["tag", "+flagged", "--", "id:m1@example.org"])
    try server.flag("m1@example.org", in: "INBOX", "\\Seen")
    _ = try server.synchronize()
    try mail.notmuch("new")
    #expect(try mail.count("id:m1@example.org and tag:unread") == 0)
    try run(["undo"])
    #expect(try listing().contains(#"INBOX m1@example.org ["\\Seen"]"#))
  }
}
