#if DEBUG
  import Foundation
  import Journal
  import MailIndex
  import TestSupport
  import Testing
  import TriageCore
  import TriageEngine

  /// Another program renames a file after we have, and before the index learns our name.
  @Suite(.bothHistories) struct RenameWindowTests {
    /// What the other program does to the name.
    enum Renaming: String, CaseIterable {
      case number
      case numberAndLetter
      case letter
      case letterTaken

      /// The new name of a file, as mbsync and mutt give them.
      func name(of file: String) -> String {
        let parts = file.components(separatedBy: ":2,")
        let letters = parts[1]
        return switch self {
        case .number: "\(parts[0]),U=7:2,\(letters)"
        case .numberAndLetter: "\(parts[0]),U=7:2,\(String((letters + "R").sorted()))"
        case .letter: "\(parts[0]):2,\(String((letters + "R").sorted()))"
        case .letterTaken: "\(parts[0]):2,\(letters.filter { $0 != "S" })"
        }
      }

      var addsLetter: Bool { self == .letter || self == .numberAndLetter }
    }

    @Test(arguments: Renaming.allCases, [false, true])
    func `a renamed file is found again, and the others' names are in the index`(
      renaming: Renaming,
      moves: Bool
    ) throws {
      let bench = try EngineBench(messages: 6, synchronizesFlags: true)
      try bench.mail.makeMaildir("Archive")
      let (before, folders) = (try bench.mail.dump(), try bench.folders())
      let folder = "\(bench.mail.root)/\(moves ? "Archive" : "inbox")/cur"
      let control = bench.renaming(2, in: folder, to: renaming.name)
      let actions: [MailAction] =
        [.fixed(.markReadAndArchive)] + (moves ? [.move("Archive")] : [])
      let result = bench.change(
        .perform([Command(actions, on: .query("*", limit: nil))], name: nil),
        control: control
      )
      #expect(result.kind == .done && result.changed == 6 && !result.isUnfinished)
      #expect(try bench.isAtRest())
      let tags = try bench.mail.dump()
      try bench.mail.notmuch("new")
      #expect(try bench.mail.dump() == tags, "notmuch finds nothing to do")
      let others = renaming.addsLetter ? 2 : 0
      #expect(try bench.mail.count("tag:replied") == others, "their letter stays")
      #expect(bench.undo().kind == .done)
      try bench.mail.notmuch("new")
      try bench.mail.tag("-replied", "*")
      #expect(try bench.mail.dump() == before)
      #expect(try bench.folders() == folders)
      #expect(try bench.isAtRest())
    }

    @Test func `a file that is nowhere is named, and the others' names are in the index`()
      throws
    {
      let bench = try EngineBench(messages: 4, synchronizesFlags: true)
      let (before, mail) = (try bench.mail.dump(), try bench.mail.contents())
      let folder = "\(bench.mail.root)/inbox/cur"
      let control = bench.renaming(1, in: folder) { _ in "\(folder)/another.name:2,S" }
      let result = bench.act(.fixed(.markReadAndArchive), control: control)
      #expect(result.kind == .partial && result.changed == 4 && !result.isUnfinished)
      #expect(result.skipped.map(\.reason) == [.flagsNotWritten])
      let files = try bench.mail.notmuch("search", "--output=files", "*").lines
      let missing = files.filter { !FileManager.default.fileExists(atPath: $0) }
      #expect(files.count == 4 && missing.count == 1)
      try bench.mail.notmuch("new")
      #expect(bench.undo().kind == .done)
      try bench.mail.notmuch("new")
      #expect(try bench.mail.dump() == before)
      #expect(try bench.mail.contents() == mail)
      #expect(try bench.isAtRest())
    }

    @Test func `a moved file that is nowhere is named, and the others are moved`() throws {
      let bench = try EngineBench(messages: 4)
      try bench.mail.makeMaildir("Archive")
      let (before, mail) = (try bench.mail.dump(), try bench.mail.contents())
      let folder = "\(bench.mail.root)/Archive/cur"
      let control = bench.renaming(1, in: folder) { _ in "\(folder)/another.name:2,S" }
      let result = bench.act(.move("Archive"), control: control)
      #expect(result.kind == .partial && result.skipped.map(\.reason) == [.gone])
      #expect(try bench.journal.openSteps().isEmpty)
      try bench.mail.notmuch("new")
      #expect(try bench.folders() == ["Archive", "Archive", "Archive", "Archive"])
      #expect(bench.undo().kind == .done)
      #expect(try bench.folders() == ["inbox", "inbox", "inbox", "inbox"])
      #expect(try bench.mail.dump() == before)
      #expect(try bench.mail.contents() == mail)
    }

    @Test func `files that get their numbers after the step are found by an undo`() throws {
      let bench = try EngineBench(messages: 3, synchronizesFlags: true)
      try bench.mail.makeMaildir("Archive")
      let (before, folders) = (try bench.mail.dump(), try bench.folders())
      let folder = "\(bench.mail.root)/Archive/cur"
      bench.act(.fixed(.markReadAndArchive), .move("Archive"))
      bench.number(3, in: folder)
      #expect(bench.undo().kind == .done)
      try bench.mail.notmuch("new")
      #expect(try bench.mail.dump() == before)
      #expect(try bench.folders() == folders)
      #expect(try bench.isAtRest())
    }

    @Test func `of two files in one folder each is known by its name up to its number`() throws {
      let bench = try EngineBench(messages: 1)
      try bench.mail.makeMaildir("Archive")
      try bench.mail.write(SampleMessage("c0@example.org"), to: "Archive", name: "1.other")
      try bench.mail.notmuch("new")
      let folders = try bench.folders()
      #expect(bench.move("Archive", from: "inbox").kind == .done)
      bench.number(2, in: "\(bench.mail.root)/Archive/cur")
      try bench.mail.notmuch("new")
      #expect(bench.undo().kind == .done)
      #expect(try bench.folders() == folders)
      let other = "\(bench.mail.root)/Archive/cur/1.other,U=2:2,S"
      let others = "\(bench.mail.root)/Archive/cur/1.other,U=1:2,S"
      let files = FileManager.default
      #expect(files.fileExists(atPath: other) || files.fileExists(atPath: others))
      #expect(try bench.isAtRest())
    }
  }

  extension EngineBench {
    /// A control under which another program renames some of a folder's files once we have.
    fileprivate func renaming(
      _ count: Int,
      in folder: String,
      to name: @escaping (String) -> String
    ) -> ChangeControl {
      var control = control
      var isDone = false
      control.reached = { point in
        guard point == .renamed, !isDone else { return }
        isDone = true
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: folder))?.sorted() ?? []
        for file in names.prefix(count) {
          try? files.moveItem(atPath: "\(folder)/\(file)", toPath: name("\(folder)/\(file)"))
        }
      }
      return control
    }

    /// Gives some files of a folder numbers, as mbsync does.
    fileprivate func number(_ count: Int, in folder: String) {
      let files = FileManager.default
      let names = (try? files.contentsOfDirectory(atPath: folder))?.sorted() ?? []
      for (index, file) in names.prefix(count).enumerated() {
        let parts = file.components(separatedBy: ":2,")
        try? files.moveItem(
          atPath: "\(folder)/\(file)",
          toPath: "\(folder)/\(parts[0]),U=\(index + 1):2,\(parts[1])"
        )
      }
    }
  }
#endif
