import Foundation
import TestSupport
import Testing
import TriageCore

/// Another program renames one of forty files while the names of all follow their tags.
@Suite(.serialized) struct RenameScriptTests {
  @Test(
    .enabled(if: NetworkTests.canTrace, "strace may watch a process here"),
    arguments: [false, true]
  )
  func `the others' names are in the index, and an undo leaves all as it was`(moves: Bool)
    throws
  {
    let mail = try TemporaryMail(synchronizesFlags: true)
    try mail.deliver(
      (0..<40).map { SampleMessage("c\($0)@example.org", tags: ["inbox", "unread"]) }
    )
    try mail.makeMaildir("Archive")
    try mail.notmuch("new")
    let (before, folders) = (try mail.dump(), try self.folders(mail))
    let folder = moves ? "Archive" : "inbox"
    let script = "\(TemporaryMail.fixtures)/cases/acting/A17-rename-in-the-window.sh"
    let actions = ["mark-read-and-archive"] + (moves ? ["move:Archive"] : [])
    let run = try mail.mulligan(
      ["apply", "--yes"] + actions + ["--", "*"],
      under: ["sh", script, "\(mail.root)/\(folder)", ":2,S$"]
    )
    #expect(run.status == 0, "\(run)")
    let files = try mail.notmuch("search", "--output=files", "--exclude=false", "*").lines
    #expect(files.count == 40 && files.count { $0.contains(",U=7:2,S") } == 1, "\(files)")
    #expect(files.allSatisfy { FileManager.default.fileExists(atPath: $0) })
    #expect(try mail.mulligan("history", "recover").status == 0)
    let undo = try mail.mulligan("undo")
    #expect(undo.status == 0, "\(undo)")
    try mail.notmuch("new")
    #expect(try mail.dump() == before)
    #expect(try self.folders(mail) == folders)
    #expect(try mail.mulligan("history", "verify").status == 0)
  }

  /// The folders of all files with their letters.
  private func folders(_ mail: TemporaryMail) throws -> [String] {
    let files = try mail.run(["find", mail.root, "-path", "*/cur/*", "-type", "f"]).lines
    return files.map { file in
      let words = file.split(separator: "/")
      return "\(words.dropLast(2).last ?? "") \(words.last?.split(separator: ":").last ?? "")"
    }.sorted()
  }
}
