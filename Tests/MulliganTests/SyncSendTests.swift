import Foundation
import TestSupport
import Testing
import TriageCore

/// Messages that leave on one of two machines with one history.
@Suite(.enabled(if: MuchsyncBox.isThere, "muchsync is not installed"))
struct SyncSendTests {
  /// Two machines with the same mail, the first of which can send.
  private struct Site {
    let laptop: MuchsyncBox
    let desk: MuchsyncBox

    init() throws {
      let boxes = try MuchsyncBox.synced(
        "laptop",
        "desk",
        mail: [SampleMessage("m@example.org", tags: ["inbox"])]
      )
      (laptop, desk) = (boxes[0], boxes[1])
      let program = try laptop.mail.program("sendmail", "cat >> '\(Self.sink(laptop))'")
      let config = "\(laptop.mail.folder)/home/.config/mulligan/config.toml"
      let text = try String(contentsOfFile: config, encoding: .utf8)
      try """
      \(text)
      [compose]
      sendmail = ["\(program)"]
      [[account]]
      name = "home"
      address = "Robin Tester <robin@example.org>"

      """.write(toFile: config, atomically: true, encoding: .utf8)
    }

    private static func sink(_ box: MuchsyncBox) -> String { "\(box.mail.folder)/sink" }

    /// What has left.
    var sent: String {
      (try? String(contentsOfFile: Self.sink(laptop), encoding: .utf8)) ?? ""
    }

    /// Answers the message on the laptop, and archives it.
    func answer(hold: Int) throws {
      let command = ["reply", "--sender", "--send", "--archive", "--hold", "\(hold)"]
      let wait = hold == 0 ? ["--wait"] : []
      let run = try laptop.mail.mulligan(command + wait + ["id:m@example.org"], input: "Yes.\n")
      try #require(run.status == 0, "\(run)")
    }

    /// How far the messages have come that the laptop holds.
    func states() throws -> [String] {
      try laptop.mail.mulligan("outbox", "list", "--all", "--json").objects
        .compactMap { $0["state"] as? String }
    }

    func sync() throws {
      try laptop.sync(desk)
      for box in [laptop, desk] {
        #expect(try box.mail.mulligan("history", "verify").status == 0, "\(box.name)")
      }
    }
  }

  @Test
  func `M23 elsewhere a group with a message has its other name, and its undo makes a draft of it`()
    throws
  {
    let site = try Site()
    try site.answer(hold: 3_000)
    try site.sync()
    #expect(try site.desk.tags(of: "m@example.org") == [])
    #expect(try site.desk.mail.mulligan("outbox", "list", "--all").output == "")
    let undo = try site.desk.mail.mulligan("undo")
    #expect(undo.status == 0 && undo.output.contains("Archive (message on laptop, "), "\(undo)")
    #expect(!undo.output.contains("Send"), "\(undo)")
    #expect(try site.states() == ["held"], "until it is heard of")
    try site.sync()
    #expect(try site.states() == ["draft"])
    #expect(try site.laptop.tags(of: "m@example.org") == ["inbox"])
    // What comes back elsewhere sends nothing here.
    #expect(try site.desk.mail.mulligan("redo").status == 0)
    try site.sync()
    #expect(try site.laptop.tags(of: "m@example.org") == [])
    #expect(try site.laptop.mail.mulligan("outbox", "run", "--wait").status == 0)
    #expect(try site.states() == ["draft"] && site.sent == "")
  }

  @Test func `M23 a message that has left is not called back, and the rest of its group is`() throws
  {
    let site = try Site()
    try site.answer(hold: 0)
    #expect(try site.states() == ["sent"])
    try site.sync()
    let undo = try site.desk.mail.mulligan("undo")
    #expect(undo.status == 0, "\(undo)")
    try site.sync()
    #expect(try site.states() == ["sent"])
    #expect(try site.laptop.tags(of: "m@example.org").contains("inbox"))
    #expect(site.sent.lines.filter { $0 == "Yes." } == ["Yes."])
  }

  @Test func `M23 a group of a message alone is on neither list elsewhere`() throws {
    let site = try Site()
    try site.laptop.mail.mulligan("apply", "star", "--", "id:m@example.org")
    let command = ["compose", "--send", "--hold", "3000", "--to", "ann@example.org"]
    let run = try site.laptop.mail.mulligan(command + ["--subject", "Zebra"], input: "Words.\n")
    try #require(run.status == 0, "\(run)")
    try site.sync()
    let undo = try site.desk.mail.mulligan("undo")
    #expect(undo.output.hasPrefix("Undid Star (laptop, "), "\(undo)")
    #expect(try site.desk.mail.mulligan("undo").status != 0)
    #expect(try site.states() == ["held"])
    try site.sync()
    #expect(try site.states() == ["held"] && site.sent == "")
    #expect(try site.laptop.tags(of: "m@example.org") == ["inbox"])
    #expect(try site.laptop.mail.mulligan("outbox", "cancel", "1").status == 0)
  }
}
