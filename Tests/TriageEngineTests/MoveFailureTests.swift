import Foundation
import Glibc
import Journal
import MailIndex
import TestSupport
import Testing
import TriageCore
import TriageEngine

@Suite(.bothHistories) struct MoveFailureTests {
  /// A folder that no file may be moved to.
  enum BadFolder: String, CaseIterable {
    case missing
    case file
    case withoutCur
    case linkOut
    case linkedCur
    case parent
    case absolute
    case place
    case mark

    func make(in mail: TemporaryMail) throws -> MailFolder {
      let files = FileManager.default
      let outside = "\(mail.folder)/outside"
      for place in ["cur", "new", "tmp"] {
        try files.createDirectory(atPath: "\(outside)/\(place)", withIntermediateDirectories: true)
      }
      switch self {
      case .missing: return "nowhere"
      case .file:
        try "text".write(toFile: "\(mail.root)/file", atomically: false, encoding: .utf8)
        return "file"
      case .withoutCur:
        try files.createDirectory(
          atPath: "\(mail.root)/bare/new",
          withIntermediateDirectories: true
        )
        return "bare"
      case .linkOut:
        try files.createSymbolicLink(atPath: "\(mail.root)/out", withDestinationPath: outside)
        return "out"
      case .linkedCur:
        try mail.makeMaildir("linked")
        try files.removeItem(atPath: "\(mail.root)/linked/cur")
        try files.createSymbolicLink(
          atPath: "\(mail.root)/linked/cur",
          withDestinationPath: "\(outside)/cur"
        )
        return "linked"
      case .parent: return "../outside"
      case .absolute: return MailFolder(outside)
      case .place: return "inbox/cur"
      case .mark:
        try mail.makeMaildir("odd:2,S")
        return "odd:2,S"
      }
    }
  }

  @Test(arguments: BadFolder.allCases)
  func `F27 a folder that is none below the mail root is refused and nothing is changed`(
    bad: BadFolder
  ) throws {
    let bench = try EngineBench(messages: 2)
    let folder = try bad.make(in: bench.mail)
    let (before, mail) = (try bench.mail.dump(), try bench.mail.contents())
    let result = bench.act(.fixed(.archive), .move(folder))
    #expect(result.failure == TriageFailure(.noSuchFolder, folder.text))
    #expect(bench.move("inbox", from: folder).failure?.code == .noSuchFolder)
    #expect(try bench.mail.dump() == before)
    #expect(try bench.mail.contents() == mail)
    #expect(try bench.journal.steps(HistoryFilter(all: true)).isEmpty)
  }

  @Test func `a folder that has gone keeps its copies, and the rest is taken back`() throws {
    let bench = try EngineBench(messages: 2)
    try bench.mail.write(SampleMessage("d@example.org"), to: "other")
    try bench.mail.notmuch("new")
    try bench.mail.makeMaildir("Archive")
    let step = bench.act(.fixed(.star), .move("Archive")).step
    try FileManager.default.removeItem(atPath: "\(bench.mail.root)/other")
    try bench.mail.notmuch("new")
    let result = bench.undo()
    #expect(result.kind == .partial && result.changed == 3, "its tags come back")
    #expect(result.skipped.map(\.reason) == [.folderMissing])
    #expect(try bench.folders() == ["Archive", "inbox", "inbox"])
    // Where machines share it, another one may have done what this one could not (M7).
    let state = try bench.journal.step(#require(step))?.state
    #expect(state == (SharedHistory.isOn ? .undone : .partial))
    try bench.mail.makeMaildir("other")
    if SharedHistory.isOn { #expect(bench.redo().changed == 3) }
    let again = bench.turn(.revert, step).changed
    #expect(again == (SharedHistory.isOn ? 3 : 1), "reverting again moves the rest")
    #expect(try bench.folders() == ["inbox", "inbox", "other"])
    #expect(try bench.isAtRest())
  }

  @Test func `F25 a name that is taken is not overwritten`() throws {
    #if DEBUG
      let bench = try EngineBench(messages: 2)
      try bench.mail.makeMaildir("Archive")
      let mail = try bench.mail.contents()
      var control = bench.control
      control.reached = { [journal = bench.journal, root = bench.mail.root] point in
        guard point == .tagged, let page = try? journal.writes(of: StepID(1), from: nil, limit: 1)
        else { return }
        let name = page.writes[0].moves[0].wanted.name
        try? "someone else's".write(
          toFile: "\(root)/Archive/cur/\(name):2,S",
          atomically: false,
          encoding: .utf8
        )
      }
      #expect(bench.act(.move("Archive"), control: control).kind == .done)
      #expect(try bench.mail.contents() == (mail + ["someone else's"]).sorted())
      #expect(bench.undo().changed == 2)
      #expect(try bench.folders() == ["inbox", "inbox"])
    #endif
  }

  @Test func `a file that is gone is told, and the others are moved`() throws {
    let bench = try EngineBench(messages: 3)
    try bench.mail.makeMaildir("Archive")
    try FileManager.default.removeItem(atPath: try bench.file(of: "c0@example.org"))
    let result = bench.act(.move("Archive"))
    #expect(result.kind == .partial && result.skipped.map(\.reason) == [.gone])
    #expect(try bench.mail.count("folder:Archive") == 2)
    #expect(try bench.journal.openSteps().isEmpty)
  }

  @Test func `an index that another program moved mail in has the last word`() throws {
    let bench = try EngineBench(messages: 2)
    try bench.mail.makeMaildir("Archive")
    bench.act(.move("Archive"))
    try bench.mail.notmuch("compact")
    #expect(bench.undo().changed == 2)
    #expect(try bench.folders() == ["inbox", "inbox"])
  }

  @Test func `F22 folders that cannot be written are refused before anything is changed`() throws {
    guard geteuid() != 0 else {
      print("F22 needs a person without root's rights; root may write everywhere")
      return
    }
    let bench = try EngineBench(messages: 2)
    try bench.mail.makeMaildir("Archive")
    let before = try bench.mail.dump()
    for folder in ["Archive/cur", "inbox/cur"] {
      chmod("\(bench.mail.root)/\(folder)", 0o555)
      #expect(bench.act(.fixed(.archive), .move("Archive")).failure?.code == .notWritable)
      #expect(try bench.mail.dump() == before)
      chmod("\(bench.mail.root)/\(folder)", 0o755)
    }
    bench.act(.move("Archive"))
    chmod("\(bench.mail.root)/inbox/cur", 0o555)
    #expect(bench.undo().skipped.map(\.reason) == [.folderMissing, .folderMissing])
    chmod("\(bench.mail.root)/inbox/cur", 0o755)
    // Where machines share it, the history has it undone all the same (M7).
    if SharedHistory.isOn { bench.redo() }
    #expect(bench.turn(.revert, StepID(1)).changed == 2)
    #expect(try bench.folders() == ["inbox", "inbox"])
  }

  @Test func `F26 files are copied to another file system and back, and nothing is left over`()
    throws
  {
    let bench = try EngineBench(messages: 3, synchronizesFlags: true)
    try bench.mail.makeMaildir("Other")
    let other = "\(bench.mail.root)/Other"
    guard mount("none", other, "tmpfs", 0, "size=1m") == 0 else {
      print("F26 needs the right to mount: \(String(cString: strerror(errno)))")
      return
    }
    defer { umount2(other, Int32(MNT_DETACH)) }
    try bench.mail.makeMaildir("Other")
    let (before, mail) = (try bench.mail.dump(), try bench.mail.contents())
    #expect(bench.act(.move("Other"), .fixed(.star)).kind == .done)
    #expect(try bench.folders() == ["Other", "Other", "Other"])
    #expect(try bench.mail.contents() == mail)
    try bench.isUnchangedByNotmuchNew()
    #expect(bench.undo().kind == .done)
    #expect(try bench.mail.dump() == before)
    #expect(try bench.mail.contents() == mail)
    #expect(try bench.folders() == ["inbox", "inbox", "inbox"])
    #expect(try bench.isAtRest())
  }

  @Test func `F26 a file system that is full leaves all mail, and goes on when there is room`()
    throws
  {
    let bench = try EngineBench(messages: 1)
    let large = String(repeating: "x", count: 200_000)
    try bench.mail.deliver(SampleMessage("large@example.org", body: large))
    try bench.mail.makeMaildir("Other")
    let other = "\(bench.mail.root)/Other"
    guard mount("none", other, "tmpfs", 0, "size=100k") == 0 else {
      print("F26 needs the right to mount: \(String(cString: strerror(errno)))")
      return
    }
    defer { umount2(other, Int32(MNT_DETACH)) }
    try bench.mail.makeMaildir("Other")
    let mail = try bench.mail.contents()
    let result = bench.act(.move("Other"), .fixed(.star))
    #expect(result.kind == .partial && result.isUnfinished)
    #expect(try bench.mail.count("folder:Other") < 2)
    #expect(mount("none", other, "tmpfs", UInt(MS_REMOUNT), "size=2m") == 0)
    #expect(bench.look().settled.map(\.complete) == [true])
    #expect(try bench.folders() == ["Other", "Other"])
    #expect(try bench.mail.contents() == mail)
    #expect(try bench.isAtRest())
  }
}
