import Testing

/// Names that the code had and that told nobody what the thing is; each with the one it has now.
///
/// Whoever reads mail, terminals and databases for a living knows the words on the right.
@Suite struct NameTests {
  /// Types, and files and folders of these names.
  private static let types: [String: String] = [
    "ActionSource": "ActionPlanner",
    "Alarms": "TimerQueue",
    "Care": "maintenance",
    "CursesTerminal": "TTYTerminal",
    "DateWindow": "WindowSizes",
    "Errand": "ChildProcess",
    "Following": "FileSyncResult",
    "Hold": "WriteSession",
    "ListPaces": "WindowSizes",
    "ListPlace": "PageCursor",
    "MailFacts": "MessageMetadata",
    "MessageFacts": "MessageMetadata",
    "Misuse": "preconditionViolation",
    "MoveWish": "FolderMove",
    "Occasion": "TimerKey",
    "Outlook": "UndoPreview",
    "PageMemory": "PageCache",
    "PairTurning": "ClaimReplay",
    "PartDesk": "AttachmentSaver",
    "PlanSource": "StepPlanner",
    "ProgramDesk": "ExternalPrograms",
    "Seams": "Interfaces",
    "StartedProgram": "ChildProcess",
    "Surroundings": "ProcessEnvironment",
    "Tally": "ChangeSummary",
    "ThreadFace": "ThreadSummary",
    "Told": "UserFacingError",
    "Turn": "UndoRedo",
    "TurnSource": "UndoPlanner",
    "Turning": "UndoRedo",
    "Wish": "MessageEdit",
  ]

  /// Functions, properties and cases.
  private static let members: [String: String] = [
    "believeIndex": "isCommitted",
    "breathe": "yieldIfNeeded",
    "fate": "outcome",
    "lookUp": "advance",
    "misuse": "preconditionViolation",
    "told": "notify",
    "whereabouts": "location",
  ]

  private static let files =
    SourceTree.swiftFiles(below: "Sources") + SourceTree.swiftFiles(below: "Tests")

  @Test func `nothing is declared by a name that was given up`() {
    for file in Self.files {
      for name in Self.givenUp(in: file.text) {
        let better = Self.types[name] ?? Self.members[name] ?? ""
        Issue.record("\(file.path) declares \(name): call it \(better), or what it is")
      }
    }
  }

  @Test func `no file or folder has a name that was given up`() {
    for file in Self.files {
      for part in file.path.split(separator: "/") {
        let name = part.prefix { $0 != "." && $0 != "+" }
        #expect(Self.types[String(name)] == nil, "\(file.path)")
      }
    }
  }

  @Test func `a declaration is told from a use and from a longer name`() {
    // Written apart, or this file would declare them.
    let declared = ["struct", "private enum", "package final class", "typealias", "func"]
    for word in declared { #expect(Self.givenUp(in: "\(word) Wish: Hashable {") == ["Wish"]) }
    #expect(Self.givenUp(in: "let \("fate") = 1; case \("told")(String)") == ["fate", "told"])
    #expect(Self.givenUp(in: "struct Wishes {}; let edit: Wish; case turning").isEmpty)
  }

  /// The names that a text declares and should not.
  private static func givenUp(in text: String) -> [String] {
    let declaration =
      #/\b(struct|enum|class|actor|protocol|typealias|func|var|let|case)\s+([A-Za-z]+)\b/#
    return text.matches(of: declaration).compactMap { match in
      let name = String(match.2)
      return (types[name] ?? members[name]) == nil ? nil : name
    }
  }
}
