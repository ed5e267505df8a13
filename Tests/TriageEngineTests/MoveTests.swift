import Foundation
import Journal
import MailIndex
import TestSupport
import Testing
import TriageCore
import TriageEngine

@Suite(.bothHistories) struct MoveTests {
  @Test(arguments: [false, true])
  func `J17 files are moved and moved back with their letters, and notmuch finds nothing new`(
    synchronizesFlags: Bool
  ) throws {
    let bench = try EngineBench(messages: 5, synchronizesFlags: synchronizesFlags)
    try bench.mail.makeMaildir("Archive")
    let (before, letters) = (try bench.mail.dump(), try bench.letters())
    let (mail, folders) = (try bench.mail.contents(), try bench.folders())
    let result = bench.act(.fixed(.markReadAndArchive), .move("Archive"))
    #expect(result.kind == .done && result.changed == 5)
    #expect(result.changes.allSatisfy { $0.moves == [FolderChange(from: "inbox", to: "Archive")] })
    #expect(try bench.mail.count("folder:Archive") == 5)
    try bench.isUnchangedByNotmuchNew()
    #expect(
      try bench.letters() == (synchronizesFlags ? .init(repeating: "2,S", count: 5) : letters)
    )
    #expect(bench.undo().changed == 5)
    #expect(try bench.mail.dump() == before)
    #expect(try bench.folders() == folders)
    #expect(try bench.letters() == letters)
    try bench.isUnchangedByNotmuchNew()
    #expect(bench.redo().changed == 5)
    #expect(try bench.mail.count("folder:Archive") == 5)
    #expect(try bench.mail.contents() == mail)
    #expect(try bench.isAtRest())
  }

  @Test func `moving alone leaves tags, and each move takes a fresh name without a mark of others`()
    throws
  {
    let bench = try EngineBench()
    try bench.mail.write(SampleMessage("c0@example.org"), flags: "FS", name: "17.h,U=42")
    try bench.mail.notmuch("new")
    try bench.mail.tag("-attachment", "+todo", "*")
    try bench.mail.makeMaildir("Archive")
    let before = try bench.mail.dump()
    var names: Set<String> = ["17.h,U=42"]
    for change in 0..<4 {
      let result =
        change == 0 ? bench.act(.move("Archive")) : change % 2 == 1 ? bench.undo() : bench.redo()
      #expect(result.kind == .done)
      let file = try bench.file(of: "c0@example.org")
      #expect(file.hasSuffix(":2,FS") && !file.contains(",U="))
      #expect(names.insert(file).inserted)
      #expect(try bench.mail.dump() == before)
    }
  }

  @Test func `a file in new goes to cur`() throws {
    let bench = try EngineBench()
    try bench.mail.write(SampleMessage("c0@example.org"), place: "new", flags: nil)
    try bench.mail.notmuch("new")
    try bench.mail.makeMaildir("Archive")
    bench.act(.move("Archive"))
    #expect(try bench.file(of: "c0@example.org").contains("/Archive/cur/"))
    #expect(bench.undo().kind == .done)
    #expect(try bench.file(of: "c0@example.org").contains("/inbox/cur/"))
    try bench.isUnchangedByNotmuchNew()
  }

  @Test func `a message in several files is moved only out of the folder that is given`() throws {
    let bench = try EngineBench(messages: 2)
    try bench.mail.write(SampleMessage("c0@example.org"), to: "Sent")
    try bench.mail.notmuch("new")
    try bench.mail.makeMaildir("Archive")
    let mail = try bench.mail.contents()
    let result = bench.act(.move("Archive"))
    #expect(result.kind == .partial && result.changed == 1)
    #expect(result.skipped.map(\.reason) == [.severalFiles])
    bench.undo()
    let folders = try bench.folders()
    #expect(bench.move("Archive", from: "inbox").changed == 2)
    #expect(try bench.folders() == ["Archive", "Archive", "Sent"])
    bench.undo()
    #expect(try bench.folders() == folders)
    #expect(try bench.mail.contents() == mail)
  }

  @Test func `all files of a message in the given folder are moved, and all come back`() throws {
    let bench = try EngineBench(messages: 1)
    try bench.mail.write(SampleMessage("c0@example.org"), flags: "F")
    try bench.mail.notmuch("new")
    try bench.mail.makeMaildir("Archive")
    #expect(bench.move("Archive", from: "inbox").changes.map(\.moves.count) == [2])
    #expect(try bench.folders() == ["Archive", "Archive"])
    #expect(bench.undo().kind == .done)
    #expect(try bench.folders() == ["inbox", "inbox"])
    #expect(try bench.isAtRest())
  }

  @Test func `what another program moved stays, and is told`() throws {
    let bench = try EngineBench(messages: 3)
    for folder in ["Archive", "Lists"] { try bench.mail.makeMaildir(folder) }
    bench.act(.move("Archive"))
    let file = try bench.file(of: "c1@example.org")
    let name = file.split(separator: "/").last ?? ""
    try FileManager.default.moveItem(atPath: file, toPath: "\(bench.mail.root)/Lists/cur/\(name)")
    try bench.mail.notmuch("new")
    let result = bench.undo()
    #expect(result.changed == 2)
    #expect(result.skipped.map(\.reason) == [.changedSince])
    #expect(try bench.folders() == ["Lists", "inbox", "inbox"])
    #expect(bench.redo().changed == 2)
    #expect(try bench.folders() == ["Archive", "Archive", "Lists"])
  }

  @Test func `F24 a file renamed by another program before its move is found`() throws {
    #if DEBUG
      let bench = try EngineBench(messages: 2, synchronizesFlags: true)
      try bench.mail.makeMaildir("Archive")
      let file = try bench.file(of: "c0@example.org")
      var control = bench.control
      control.reached = { point in
        guard point == .tagged else { return }
        try? FileManager.default.moveItem(atPath: file, toPath: file + "S")
      }
      let result = bench.act(.move("Archive"), .fixed(.star), control: control)
      #expect(result.kind == .done)
      #expect(try bench.file(of: "c0@example.org").hasSuffix(":2,FS"))
      try bench.mail.notmuch("new")
      #expect(try bench.mail.count("tag:unread") == 1, "their S counts")
      #expect(try bench.isAtRest())
    #endif
  }

  @Test func `reverting groups in any order comes to what the others say`() throws {
    let bench = try EngineBench(messages: 2)
    for folder in ["A", "B"] { try bench.mail.makeMaildir(folder) }
    let first = bench.act(.move("A"))
    let second = bench.act(.move("B"))
    let reverted = bench.turn(.revert, first.step)
    #expect(
      reverted.changed == 0 && reverted.skipped.map(\.reason) == [.kept, .kept]
        && reverted.skipped.allSatisfy { $0.by == second.step }
    )
    #expect(try bench.folders() == ["B", "B"])
    #expect(bench.turn(.revert, second.step).changed == 2)
    #expect(try bench.folders() == ["inbox", "inbox"], "nothing stands: where they were at first")
    #expect(bench.turn(.reapply, first.step).changed == 2)
    #expect(try bench.folders() == ["A", "A"])
    bench.turn(.restore, second.step)
    #expect(try bench.folders() == ["B", "B"])
    #expect(try bench.isAtRest())
  }

  @Test(arguments: ["with blank", "new\nline", "Ключ/папка", ".Maildir.plus", "a,U=1", "100%"])
  func `a folder may have any name`(name: String) throws {
    let bench = try EngineBench(messages: 2)
    try bench.mail.makeMaildir(name)
    #expect(bench.act(.move(MailFolder(name))).changed == 2)
    #expect(try bench.folders() == [name, name])
    try bench.isUnchangedByNotmuchNew()
    #expect(bench.undo().changed == 2)
    #expect(try bench.folders() == ["inbox", "inbox"])
  }

  @Test func `strict leaves alone what anyone changed since, and only that`() throws {
    for synchronizesFlags in [false, true] {
      let bench = try EngineBench(messages: 4, synchronizesFlags: synchronizesFlags)
      try bench.mail.makeMaildir("Archive")
      bench.act(.fixed(.markReadAndArchive), .move("Archive"))
      bench.act(.addTag("todo"))
      bench.undo()
      // Removed and added again by others: nothing shows but the revision.
      try bench.mail.tag("+inbox", "id:c1@example.org")
      try bench.mail.tag("-inbox", "id:c1@example.org")
      let result = bench.undo(strict: true)
      #expect(result.changed == 3)
      #expect(result.skipped.map(\.message) == ["c1@example.org"])
      #expect(result.skipped.map(\.reason) == [.changedSince])
      #expect(try bench.folders() == ["Archive", "inbox", "inbox", "inbox"])
    }
  }
}

extension EngineBench {
  /// The folders of all files below the mail root, sorted.
  func folders() throws -> [String] {
    let text = try mail.run([
      "notmuch", "search", "--format=text0", "--output=files", "--exclude=false", "*",
    ])
    return text.split(separator: "\0").map { file in
      let words = file.dropFirst(mail.root.count + 1).split(separator: "/")
      return words.dropLast(2).joined(separator: "/")
    }.sorted()
  }

  @discardableResult
  func move(_ folder: MailFolder, from source: MailFolder) -> ChangeResult {
    let command = Command([.move(folder)], on: .query("*", limit: nil), from: source)
    return change(.perform([command], name: nil))
  }

  /// Lets `notmuch new` look at all files: nothing may come of it.
  func isUnchangedByNotmuchNew() throws {
    let (dump, files) = (try mail.dump(), try folders())
    try mail.notmuch("new", "--full-scan")
    #expect(try mail.dump() == dump)
    #expect(try folders() == files)
  }
}
