import Foundation
import StringsCatalog
import TestSupport
import Testing
import TriageCore
import TriageUI

@testable import mulligan

/// The files in which a person writes, with real editors, and screens that share their folder.
@Suite struct WorkingFilesTests {
  private let box: TemporaryFolder
  private let draft = WorkingDraft(
    OutgoingID(7),
    MessageID("d7@example.org"),
    version: 2,
    text: "To: ann@example.org\n\nHello.\n"
  )

  init() throws { box = try TemporaryFolder(in: temporaryFolder) }

  /// What one screen has: its files, and the programs that it lends its terminal to.
  private final class Desk {
    let programs: ExternalPrograms
    let files: WorkingFiles

    init(_ folder: String) {
      var environment = ProcessEnvironment.current
      environment.variables = ["XDG_STATE_HOME": folder, "PATH": "/usr/bin:/bin"]
      programs = ExternalPrograms(
        opener: [],
        words: Wording(Language.embedded.localizer(for: "en"), isUTF8: true),
        environment: environment
      )
      files = WorkingFiles(programs, environment)
    }

    /// Edits with a script; `meanwhile` is done after it has written and before it ends.
    func edit(
      _ draft: WorkingDraft,
      _ script: String,
      meanwhile: () -> Void = {}
    ) -> EditedDraft {
      withoutActuallyEscaping(meanwhile) { meanwhile in
        programs.lend = { run in
          run()
          meanwhile()
        }
        defer { programs.lend = { $0() } }
        return files.edit(draft, with: ["sh", "-c", script + "\n", "sh"])
      }
    }
  }

  private func desk() -> Desk { Desk(box.path) }

  private var path: String { "\(box.path)/mulligan/writing/7-2-d7@example.org.eml" }
  private var content: String? { try? String(contentsOfFile: path, encoding: .utf8) }
  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(box.path)/mulligan/writing")) ?? []
  }

  private static let writes = "printf 'My words.\\n' >> \"$1\""

  private func isRefusal(_ edited: EditedDraft) -> Bool {
    edited.problem == Sentence("error.being-edited", .text(getpid().description))
  }

  /// The leftovers, once nobody has them: programs that other tests start have locks, too, for a moment.
  private func leftovers(of desk: Desk) throws -> [WorkingDraft] {
    var left: [WorkingDraft] = []
    try waitUntil("something is left") {
      left = desk.files.leftovers()
      return !left.isEmpty
    }
    return left
  }

  @Test func `a screen that is refused leaves the file of the one that edits`() throws {
    let (first, second) = (desk(), desk())
    let edited = first.edit(draft, Self.writes) {
      for version in [2, 1, 3] {
        var mine = draft
        mine.version = Int64(version)
        let refused = second.edit(mine, "echo no >> \"$1\"")
        #expect(isRefusal(refused) && refused.draft.file == nil, "\(refused)")
        second.files.drop(refused.draft)
        #expect(content?.hasSuffix("My words.\n") == true, "\(version)")
        #expect(second.files.leftovers().isEmpty)
      }
    }
    #expect(edited.draft.text.hasSuffix("My words.\n") && edited.problem == nil)
    #expect(names.filter { $0.hasSuffix(".eml") }.count == 1, "\(names)")
  }

  @Test func `the file is its screen's until the engine has the text`() throws {
    let (first, second) = (desk(), desk())
    let edited = first.edit(draft, Self.writes)
    #expect(isRefusal(second.edit(draft, "echo no > \"$1\"")))
    #expect(second.files.leftovers().isEmpty)
    #expect(content == edited.draft.text)
    first.files.drop(edited.draft)
    #expect(names == [])
    #expect(second.edit(draft, Self.writes).problem == nil)
  }

  @Test(arguments: ["", "; (sleep 1000 & echo $! > '%')"])
  func `what another screen has left is gone on with, not overwritten`(tail: String) throws {
    let file = "\(box.path)/pid"
    var first: Desk? = desk()
    _ = first?.edit(draft, Self.writes + tail.replacing("%", with: file))
    first = nil
    let second = desk()
    if !tail.isEmpty {
      // The editor lives on.
      #expect(isRefusal(second.edit(draft, "true")))
      let pid = try String(contentsOfFile: file, encoding: .utf8).lines.first.flatMap(Int32.init)
      kill(try #require(pid), SIGKILL)
    }
    _ = try leftovers(of: second)
    let edited = second.edit(draft, "printf 'More.\\n' >> \"$1\"")
    #expect(edited.draft.text.hasSuffix("Hello.\nMy words.\nMore.\n"), "\(edited)")
    second.files.drop(edited.draft)
    #expect(content == nil)
  }

  @Test func `what an editor saves after it was read is neither removed nor overwritten`() throws {
    let first = desk()
    let edited = first.edit(draft, Self.writes)
    try Data("Late.\n".utf8).write(to: URL(fileURLWithPath: path))
    first.files.drop(edited.draft)
    #expect(content == "Late.\n")
    #expect(first.edit(draft, "true").draft.text == "Late.\n")
    let left = first.files.leftovers()
    #expect(left.map(\.text) == ["Late.\n"])
    try Data("Later.\n".utf8).write(to: URL(fileURLWithPath: path))
    left.forEach(first.files.drop)
    #expect(content == "Later.\n")
    #expect(desk().files.leftovers().map(\.text) == ["Later.\n"])
  }

  @Test func `a leftover is one screen's`() throws {
    var first: Desk? = desk()
    _ = first?.edit(draft, Self.writes)
    first = nil
    let (second, third) = (desk(), desk())
    let left = try leftovers(of: second)
    #expect(third.files.leftovers() == [] && isRefusal(third.edit(draft, "true")))
    left.forEach(third.files.drop)
    #expect(content?.isEmpty == false)
    left.forEach(second.files.drop)
    #expect(names == [])
  }

  @Test func `an editor that empties the file leaves what was saved before`() throws {
    let first = desk()
    var edited = first.edit(draft, Self.writes)
    for script in [": > \"$1\"", "rm \"$1\""] {
      edited = first.edit(edited.draft, script)
      #expect(edited.problem == Sentence("status.editor.nothing"))
      #expect(content?.hasSuffix("My words.\n") == true)
    }
    first.files.drop(edited.draft)
    #expect(names == [])
  }

  @Test func `the same draft of another program is edited once, whatever its number`() throws {
    let (first, second) = (desk(), desk())
    let other = WorkingDraft(OutgoingID(8), draft.message, version: 0, text: "Other.\n")
    let id = MessageID("1-d7@example.org")
    let stranger = WorkingDraft(OutgoingID(9), id, version: 0, text: "x\n")
    _ = first.edit(draft, Self.writes) {
      #expect(isRefusal(second.edit(other, "true")))
      #expect(second.edit(stranger, "true").problem == nil)
    }
    #expect(!names.contains { $0.hasPrefix("8-") }, "\(names)")
  }
}
