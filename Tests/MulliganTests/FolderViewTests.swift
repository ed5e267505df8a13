import Foundation
import Screen
import StringsCatalog
import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// Views of a folder over the real engine: which copies of a message `M` moves there.
@Suite struct FolderViewTests {
  /// A thread of two messages in `inbox`, the second one in `Sent`, too.
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    let first = SampleMessage("m1@example.org", subject: "Picnic", tags: ["inbox"])
    var second = first
    (second.id, second.replyTo) = ("m2@example.org", "m1@example.org")
    try mail.write(second, to: "Sent")
    try mail.deliver(first, second)
    try mail.makeMaildir("Archive")
    return mail
  }

  private func screen(_ mail: TemporaryMail, query: String) throws -> ScreenInProcess {
    try ScreenInProcess(
      mail.location,
      stateFolder: mail.state,
      words: mulligan.words,
      size: ScreenSize(columns: 98, rows: 20),
      query: query,
      now: Int64(Date().timeIntervalSince1970)
    )
  }

  private func folders(_ mail: TemporaryMail) throws -> [Int] {
    try ["inbox", "Sent", "Archive"].map { try mail.count("folder:\($0)") }
  }

  @Test func `the copies of the folder are moved, the history tells so, and u moves them back`()
    throws
  {
    let mail = try mailbox()
    let screen = try screen(mail, query: "(folder:inbox) and (tag:inbox)")
    try screen.press("M")
    screen.type("Archive")
    try screen.press("Enter")
    #expect(try folders(mail) == [0, 1, 2])
    try screen.press("g", "u", "Enter")
    #expect(screen.rows[4].hasPrefix(" inbox -> Archive  Ann"), "\(screen.rows)")
    #expect(screen.rows[4].hasSuffix(": Picnic"))
    try screen.press("q", "q", "u")
    #expect(try folders(mail) == [2, 1, 0])
  }

  @Test func `without a folder a message of two copies stays where it is`() throws {
    let mail = try mailbox()
    let screen = try screen(mail, query: "tag:inbox")
    try screen.press("M")
    screen.type("Archive")
    try screen.press("Enter")
    #expect(try folders(mail) == [1, 1, 1])
    #expect(screen.rows[18].contains("1 of 2 messages"), "\(screen.rows[18])")
  }

  @Test func `no match of a query is outside the folder that is found in it`() throws {
    let mail = try mailbox()
    try mail.write(SampleMessage("m3@example.org"), to: "Two words")
    try mail.notmuch("new")
    let terms = ["folder:inbox", "folder:\"Two words\"", "tag:inbox", "(folder:Sent or tag:a)"]
    let signs = ["", "not ", "-", "+"]
    let joints = [" ", " and ", " or ", " and not ", " not ", " xor "]
    var found = 0
    for (first, second) in terms.flatMap({ one in terms.map { (one, $0) } }) {
      for (sign, joint) in signs.flatMap({ sign in joints.map { (sign, $0) } }) {
        let query = "\(sign)\(first)\(joint)\(second)"
        guard let folder = MailQuery(query).folder else { continue }
        found += 1
        let outside = "(\(query)) and not folder:\"\(folder)\""
        #expect(try mail.count(outside) == 0, "\(query)")
      }
    }
    #expect(found > 50)
  }

  @Test func `two messages selected in a thread are two when they are brought back`() throws {
    let mail = try mailbox()
    let screen = try screen(mail, query: "tag:inbox")
    try screen.press("Enter", "x", "K", "x", "s")
    #expect(screen.rows[18].hasPrefix(" Starred 2 messages"), "\(screen.rows[18])")
    try screen.press("u")
    #expect(screen.rows[18].hasPrefix(" Undid Star: 2 messages"), "\(screen.rows[18])")
    try screen.press("Ctrl-R")
    #expect(screen.rows[18].hasPrefix(" Redid Star: 2 messages"), "\(screen.rows[18])")
  }

  @Test func `a message that was so already is not counted, nor when others are brought back`()
    throws
  {
    let mail = try mailbox()
    try mail.tag("+flagged", "--", "id:m1@example.org")
    let screen = try screen(mail, query: "tag:inbox")
    try screen.press("Enter", "x", "K", "x", "s")
    #expect(screen.rows[18].hasPrefix(" Starred 1 message "), "\(screen.rows[18])")
    try screen.press("u")
    #expect(screen.rows[18].hasPrefix(" Undid Star: "), "\(screen.rows[18])")
    #expect(try mail.count("tag:flagged") == 1)
  }
}
