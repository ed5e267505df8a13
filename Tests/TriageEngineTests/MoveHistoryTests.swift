import Foundation
import Journal
import MailIndex
import TestSupport
import Testing
import TriageCore
import TriageEngine

/// Random histories of tags and moves over a real index, beside the rule as plainly as it can be said.
@Suite(.bothHistories) struct MoveHistoryTests {
  private static let folders: [MailFolder] = ["inbox", "Archive", "Lists"]

  /// What one message is by the rule: what it began with, and what each group wanted of it.
  private struct Rule {
    var folder: MailFolder = "inbox"
    var tags: Set<MailTag> = ["inbox", "unread"]
    var edits: [(step: StepID, edit: MessageEdit)] = []

    func now(_ stands: [StepID: Bool]) -> Rule {
      var now = Rule(folder: folder, tags: tags)
      for (step, edit) in edits where stands[step] == true {
        now.tags = edit.tags(of: now.tags).applied(to: now.tags)
        now.folder = edit.move?.folder ?? now.folder
      }
      return now
    }
  }

  @Test(arguments: 0..<(sweepsAreWhole ? 200 : 4))
  func `J6 J7 the index is what the standing groups say, and undoing all gives the start`(
    seed: Int
  ) throws {
    var random = SplitMix(UInt64(seed))
    let bench = try EngineBench(messages: 4, synchronizesFlags: seed % 2 == 0)
    for folder in Self.folders { try bench.mail.makeMaildir(folder.text) }
    let (start, letters) = (try bench.mail.dump(), try bench.letters())
    let mail = try bench.mail.contents()
    let messages = (0..<4).map { MessageID("c\($0)@example.org") }
    var rules = Dictionary(uniqueKeysWithValues: messages.map { ($0, Rule()) })
    var stands: [StepID: Bool] = [:]
    for _ in 0..<12 {
      if random.flip() || stands.isEmpty {
        let chosen = messages.filter { _ in random.flip() }
        let actions = actions(&random)
        let result = bench.change(.perform([Command(actions, on: .messages(chosen))], name: nil))
        guard let step = result.step else { continue }
        stands[step] = true
        let edit = Command(actions, on: .messages([])).edit(under: ActionEffects())
        for message in chosen { rules[message]?.edits.append((step, edit)) }
      } else if let step = stands.keys.sorted().randomElement(using: &random) {
        let on = stands[step] == false
        bench.turn(on ? .reapply : .revert, step)
        stands[step] = on
      }
      try check(bench, rules.mapValues { $0.now(stands) }, "seed \(seed)")
    }
    for step in stands.keys.sorted(by: >) where stands[step] == true { bench.turn(.revert, step) }
    #expect(try bench.mail.dump() == start, "seed \(seed)")
    #expect(try bench.folders() == ["inbox", "inbox", "inbox", "inbox"])
    #expect(try bench.letters() == letters)
    #expect(try bench.mail.contents() == mail)
    try bench.isUnchangedByNotmuchNew()
    #expect(try bench.isAtRest())
  }

  private func actions(_ random: inout SplitMix) -> [MailAction] {
    var actions: [MailAction] = []
    if random.flip() {
      actions.append(.fixed([.markRead, .star, .archive, .markUnread][Int(random.next() % 4)]))
    }
    if random.flip() || actions.isEmpty {
      actions.append(.move(Self.folders[Int(random.next() % 3)]))
    }
    return actions
  }

  private func check(
    _ bench: EngineBench,
    _ rules: [MessageID: Rule],
    _ comment: Comment
  ) throws {
    let states = try bench.index.states(of: Array(rules.keys))
    for (message, rule) in rules {
      let state = try #require(states[message])
      #expect(state.tags == rule.tags, comment)
      #expect(state.files.allSatisfy { $0.contains("/\(rule.folder)/") }, comment)
    }
  }
}
