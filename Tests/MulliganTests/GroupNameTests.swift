import Foundation
import Journal
import StringsCatalog
import TestSupport
import Testing
import TriageCore
import TriageUI

@testable import mulligan

/// What groups are called, in journals of every age: as JSON and in words of every language.
@Suite struct GroupNameTests {
  private static let fixtures = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "fixtures/journal")

  /// Beside each journal lies what its groups were called when it was made; `RECORD=1` writes that
  /// for a new journal, with the program that has made it.
  @Test(arguments: ["1", "2", "11-names"])
  func `groups of older journals are called what they were called then`(name: String) throws {
    let state = "\(temporaryFolder)/\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: state) }
    let location = JournalLocation(state: state, lockFolder: "/mail/.notmuch/xapian")
    try FileManager.default.createDirectory(
      atPath: location.folder,
      withIntermediateDirectories: true
    )
    try FileManager.default.copyItem(
      atPath: Self.fixtures.appending(path: "\(name).sqlite").path,
      toPath: location.file
    )
    let journal = try StepJournal.open(location)
    let steps = try journal.steps(HistoryFilter(limit: nil, all: true))
    let seen = steps.reversed().map(Self.described).joined(separator: "\n") + "\n"
    let kept = Self.fixtures.appending(path: "\(name).txt")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try seen.write(to: kept, atomically: true, encoding: .utf8)
    }
    #expect(seen == (try String(contentsOf: kept, encoding: .utf8)))
  }

  /// What a step is called: for programs, and in each language.
  private static func described(_ step: StepSummary) -> String {
    let json = step.json(head: HistoryHead(), title: "")
    let sentences = [Sentence.title(of: step), .menu("undo", .title(of: step))]
    let spoken = Language.embedded.languages.map { language in
      var words = Wording(Language.embedded.localizer(for: language), isUTF8: true)
      words.clock = .utc(now: step.at)
      return "\(language): " + sentences.map(words.string).joined(separator: " | ")
    }
    return ([json.text] + spoken).joined(separator: "\n")
  }
}
