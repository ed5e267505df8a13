import Foundation
import Journal
import MailIndex
import TestSupport
import Testing
import TriageCore
import TriageEngine

/// What cannot be moved into cannot be moved out of: an undo could not put the files back.
@Suite(.bothHistories) struct LeavingFolderTests {
  /// A folder that holds mail and that no file may be moved to.
  enum Lists: String, CaseIterable {
    case linkedFolder
    case linkedParent
    case linkedCur
    case withoutTmp
    case tmpIsAFile

    var folder: MailFolder { self == .linkedParent ? "deep/lists" : "lists" }

    func spoil(in mail: TemporaryMail) throws {
      let files = FileManager.default
      let folder = "\(mail.root)/\(self.folder)"
      let disk = "\(mail.folder)/disk"
      try files.createDirectory(atPath: disk, withIntermediateDirectories: true)
      switch self {
      case .linkedFolder:
        let script = "\(fixtures)/cases/acting/A13-folder-linked.sh"
        try mail.run(["sh", script, mail.root, disk])
      case .linkedParent:
        try files.moveItem(atPath: "\(mail.root)/deep", toPath: "\(disk)/deep")
        try files.createSymbolicLink(
          atPath: "\(mail.root)/deep",
          withDestinationPath: "\(disk)/deep"
        )
      case .linkedCur:
        try files.moveItem(atPath: "\(folder)/cur", toPath: "\(disk)/cur")
        try files.createSymbolicLink(
          atPath: "\(folder)/cur",
          withDestinationPath: "\(disk)/cur"
        )
      case .withoutTmp:
        let script = "\(fixtures)/cases/acting/A13-folder-without-tmp.sh"
        try mail.run(["sh", script, mail.root])
      case .tmpIsAFile:
        try files.removeItem(atPath: "\(folder)/tmp")
        try "text".write(toFile: "\(folder)/tmp", atomically: false, encoding: .utf8)
      }
    }
  }

  private func bench(_ lists: Lists, flags: Bool) throws -> EngineBench {
    let bench = try EngineBench(messages: 1, synchronizesFlags: flags)
    for number in 0..<2 {
      try bench.mail.write(
        SampleMessage("l\(number)@example.org"),
        to: lists.folder.text,
        flags: ""
      )
    }
    try bench.mail.makeMaildir("Archive")
    try bench.mail.notmuch("new")
    try lists.spoil(in: bench.mail)
    try bench.mail.notmuch("new")
    return bench
  }

  @Test(arguments: Lists.allCases, [false, true])
  func `a move that could not be undone is refused before anything is changed`(
    lists: Lists,
    flags: Bool
  ) throws {
    let bench = try bench(lists, flags: flags)
    let query = "folder:\"\(lists.folder)\""
    #expect(try bench.mail.count(query) == 2)
    let (before, folders) = (
      try bench.mail.dump(), try bench.mail.notmuch("search", "--output=files", "*")
    )
    let refusal = TriageFailure(.noWayBack, lists.folder.text)
    #expect(bench.act(.move("Archive"), on: query).failure == refusal)
    #expect(bench.act(.fixed(.markReadAndArchive), .move("Archive"), on: query).failure == refusal)
    #expect(bench.act(.move("Archive"), on: "*").failure == refusal)
    let look = bench.change(
      .perform([Command([.move("Archive")], on: .query(query, limit: nil))], name: nil),
      dryRun: true
    )
    #expect(look.failure == refusal)
    #expect(try bench.mail.dump() == before)
    #expect(try bench.mail.notmuch("search", "--output=files", "*") == folders)
    #expect(try bench.journal.steps(HistoryFilter(all: true)).isEmpty)
    #expect(bench.act(.move("Archive"), on: "folder:inbox").kind == .done, "the others move")
    // Tags of such mail can be changed, and its files follow.
    #expect(bench.act(.fixed(.star), on: query).changed == 2)
    #expect(bench.undo().kind == .done && bench.undo().kind == .done)
    #expect(try bench.mail.dump() == before)
    #expect(try bench.isAtRest())
  }

  @Test func `a folder below the mail root is left and entered by its link`() throws {
    let bench = try EngineBench()
    try bench.mail.makeMaildir("store/lists")
    try FileManager.default.createSymbolicLink(
      atPath: "\(bench.mail.root)/lists",
      withDestinationPath: "store/lists"
    )
    let file = "\(bench.mail.root)/lists/cur/1.a:2,S"
    try SampleMessage("l@example.org").text.write(toFile: file, atomically: false, encoding: .utf8)
    try bench.mail.makeMaildir("Archive")
    try bench.mail.notmuch("new")
    let found = try bench.folders()
    #expect(bench.move("Archive", from: MailFolder(found[0])).kind == .done)
    #expect(try bench.folders().contains("Archive"))
    #expect(bench.undo().kind == .done)
    #expect(try bench.folders() == found)
  }

  @Test(arguments: Lists.allCases)
  func `what was moved is taken back out of a folder that was spoiled later`(
    lists: Lists
  ) throws {
    let bench = try EngineBench(messages: 2)
    try bench.mail.makeMaildir(lists.folder.text)
    let before = try bench.mail.dump()
    #expect(bench.act(.move(lists.folder)).kind == .done)
    try lists.spoil(in: bench.mail)
    #expect(bench.undo().kind == .done)
    #expect(try bench.folders() == ["inbox", "inbox"])
    #expect(try bench.mail.dump() == before)
    #expect(bench.redo().skipped.map(\.reason) == [.folderMissing, .folderMissing])
  }
}

/// The folder of files beside the sources.
private let fixtures = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("fixtures").path
