import Foundation
import TestSupport
import Testing
import TriageCore

/// What people do while a sync carries mail, or after one that did not come to its end.
@Suite(.enabled(if: MuchsyncBox.isThere, "muchsync is not installed"))
struct SyncMeanwhileTests {
  private let laptop: MuchsyncBox
  private let desk: MuchsyncBox

  init() throws {
    let mail = ["m", "n"].map { SampleMessage("\($0)@example.org", tags: ["inbox"]) }
    let boxes = try MuchsyncBox.synced("laptop", "desk", mail: mail)
    (laptop, desk) = (boxes[0], boxes[1])
    try laptop.mail.makeMaildir("Archive")
    // From here on somebody has claimed the tag, and both machines know each other.
    try laptop.mail.mulligan("tag", "+named", "--", Self.message)
    try laptop.mail.mulligan("undo")
    try laptop.sync(desk)
  }

  private static let message = "id:m@example.org"

  /// Has the laptop carry mail with a program that does something before the real one, and after it.
  private func carry(before: String = "", after: String = "") throws {
    let script = """
      if [ "$1" = --self ]; then exec muchsync --self; fi
      \(before)
      muchsync "$@" || exit 1
      \(after)
      """
    try laptop.configure(carrier: try laptop.mail.program("carrier", script))
  }

  /// The command line that runs the program on a machine, from the laptop.
  private func line(_ box: MuchsyncBox, _ words: String) -> String {
    let program = "'\(Program.path)' \(words) >&2"
    return box === laptop ? program : "'\(laptop.ssh)' desk \(program)"
  }

  /// Syncs with whatever is configured, and then as usual.
  private func syncTwice() throws {
    try laptop.sync(desk)
    try laptop.configure()
    try laptop.sync(desk)
  }

  private func expect(_ tag: String, isThere: Bool, _ what: String) throws {
    for box in [laptop, desk] {
      let tags = try box.tags(of: "m@example.org")
      #expect(tags.contains(tag) == isThere, "\(box.name) \(what): \(tags)")
    }
    try expectAgreement([laptop, desk], what)
  }

  /// Something done while mail is carried, in many ways.
  struct Deed: CustomStringConvertible {
    var tag: String
    var isOnDesk = false
    var movesFile = false
    /// Whether muchsync has run already.
    var isLate = false

    var description: String {
      "\(tag)\(isOnDesk ? " on the desk" : "")\(movesFile ? " and a move" : "")\(isLate ? ", late" : "")"
    }

    static let all = ["named", "fresh"].flatMap { tag in
      [
        Deed(tag: tag), Deed(tag: tag, isOnDesk: true), Deed(tag: tag, movesFile: true),
        Deed(tag: tag, isLate: true),
      ]
    }
  }

  @Test(arguments: Deed.all)
  func `M9: what is done while mail is carried can be undone on the other machine`(deed: Deed)
    throws
  {
    let (one, other) = deed.isOnDesk ? (desk, laptop) : (laptop, desk)
    if deed.movesFile { try laptop.mail.mulligan("move", "Archive", "--", "id:n@example.org") }
    let tagging = line(one, "tag +\(deed.tag) -- \(Self.message)")
    try carry(before: deed.isLate ? "" : tagging, after: deed.isLate ? tagging : "")
    try syncTwice()
    try expect(deed.tag, isThere: true, "\(deed)")
    let undo = try other.mail.mulligan("undo")
    #expect(undo.status == 0, "\(deed): \(undo)")
    try laptop.sync(desk)
    try expect(deed.tag, isThere: false, "\(deed)")
    try one.mail.mulligan("redo")
    try laptop.sync(desk)
    try expect(deed.tag, isThere: true, "\(deed)")
  }

  @Test(arguments: Deed.all.filter { !$0.isLate })
  func `M9: what is done and undone before the sync ends stays undone`(deed: Deed) throws {
    let one = deed.isOnDesk ? desk : laptop
    if deed.movesFile { try laptop.mail.mulligan("move", "Archive", "--", "id:n@example.org") }
    try carry(before: line(one, "tag +\(deed.tag) -- \(Self.message)"), after: line(one, "undo"))
    try syncTwice()
    try expect(deed.tag, isThere: false, "\(deed)")
    try desk.mail.mulligan("redo")
    try laptop.sync(desk)
    try expect(deed.tag, isThere: true, "\(deed)")
  }

  @Test func `M9: an undo while mail is carried can be done again on the other machine`() throws {
    try laptop.mail.mulligan("tag", "+named", "--", Self.message)
    try laptop.sync(desk)
    try carry(before: line(laptop, "undo"))
    try syncTwice()
    try expect("named", isThere: false, "undone")
    #expect(try desk.mail.mulligan("redo").status == 0)
    try laptop.sync(desk)
    try expect("named", isThere: true, "redone")
  }

  @Test(arguments: ["named", "fresh"], [false, true])
  func `M12: after a sync that failed to carry, plain muchsync brings nothing back`(
    tag: String,
    isKilled: Bool
  ) throws {
    if isKilled {
      try laptop.mail.mulligan("sync", "desk", with: ["FAILPOINT": "sync-carried:kill"])
    } else {
      try laptop.configure(carrier: "false")
      #expect(try laptop.mail.mulligan("sync", "desk").status == 3)
    }
    try laptop.configure()
    try laptop.mail.mulligan("tag", "+\(tag)", "--", Self.message)
    try laptop.muchsync(desk)
    #expect(try desk.tags(of: "m@example.org").contains(tag))
    try laptop.mail.mulligan("undo")
    try laptop.sync(desk)
    try expect(tag, isThere: false, "\(isKilled)")
    try desk.mail.mulligan("redo")
    try desk.sync(laptop)
    try expect(tag, isThere: true, "\(isKilled)")
  }

  @Test func `M12: muchsync ends with the sync that started it`() throws {
    let note = "\(laptop.mail.folder)/carrier.pid"
    try laptop.configure(
      carrier: try laptop.mail.program(
        "carrier",
        """
        if [ "$1" = --self ]; then exec muchsync --self; fi
        echo $$ > '\(note).new'; mv '\(note).new' '\(note)'
        exec sleep 1000
        """
      )
    )
    let sync = try laptop.mail.start(["sync", "desk", "--quiet"])
    try waitUntil("muchsync runs") { FileManager.default.fileExists(atPath: note) }
    let words = try String(contentsOfFile: note, encoding: .utf8).lines
    let carrier = try #require(words.first.flatMap { Int32($0) })
    defer { kill(carrier, SIGKILL) }
    kill(sync.processIdentifier, SIGKILL)
    sync.waitUntilExit()
    let hasEnded = eventually { processState(carrier).map { $0 == "Z" } ?? true }
    #expect(hasEnded)
    // Whatever it did: the next one agrees.
    try laptop.configure()
    try laptop.mail.mulligan("tag", "+named", "--", Self.message)
    try laptop.sync(desk)
    #expect(try desk.mail.mulligan("undo").status == 0)
    try laptop.sync(desk)
    try expect("named", isThere: false, "after a kill")
  }
}
