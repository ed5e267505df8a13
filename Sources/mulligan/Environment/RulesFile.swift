import Foundation
import TriageConfig
import TriageCore
import TriageUI

/// The plan that rules are added to; a link is refused, since nobody knows what runs it.
struct RulesFile {
  let path: String

  /// Adds rules that it does not have yet; all other lines stay as they are.
  ///
  /// Without a file it is made.
  ///
  /// - Returns: What is to be said then, and what was changed, if anything was.
  func append(
    _ rules: [Command],
    _ actions: ActionTable
  ) throws(UserFacingError) -> (said: Sentence, edit: RulesEdit?) {
    let file = OwnFile(path: path, followsLinks: false)
    var (added, before, after) = (0, String?.none, "")
    try file.write(
      file.draft { (old) throws(UserFacingError) in
        before = old
        after = try text(of: old ?? "", with: rules, actions, &added)
        return after
      }
    )
    guard added > 0 else {
      return (Sentence("status.rules-known", .number(rules.count), .text(path)), nil)
    }
    return (
      Sentence("status.rules-added", .number(added), .text(path)),
      RulesEdit(path: path, before: before, after: after)
    )
  }

  /// Makes the file what it was before rules were added, unless it has been changed since.
  func takeBack(_ edit: RulesEdit) throws(UserFacingError) {
    let file = OwnFile(path: path, followsLinks: false)
    let draft = try file.draft { (old) throws(UserFacingError) in
      guard old == edit.after else {
        throw UserFacingError(Sentence("error.rules-changed", .text(path)))
      }
      return edit.before ?? ""
    }
    try file.write(draft)
    if edit.before == nil { unlink(path) }
  }

  private func text(
    of text: String,
    with rules: [Command],
    _ actions: ActionTable,
    _ added: inout Int
  ) throws(UserFacingError) -> String {
    do throws(RuleAppendingError) {
      let (text, count) = try Plan.appending(rules, to: text, actions)
      added = count
      return text
    } catch {
      switch error {
      case .otherForm: throw UserFacingError(Sentence("error.rules-form", .text(path)))
      case .mistakes(let problem):
        let line = PlacedProblem(file: path, problem: problem).line
        throw UserFacingError(Sentence("error.config-mistakes", .text(path), .sentence(line)))
      }
    }
  }
}

extension Settings {
  /// Adds rules to the plan of rules, and returns what is to be said then.
  func add(_ rules: [Command]) -> Event {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    let path = URL(fileURLWithPath: config.rulesFile, relativeTo: folder).path
    do throws(UserFacingError) {
      let (said, edit) = try RulesFile(path: path).append(rules, config.actions)
      let sentence = said.with(Sentence("hint.rules-file", .text(path)))
      return edit.map { .rulesAdded($0, sentence) } ?? .notify(sentence, isError: false)
    } catch {
      return error.event
    }
  }
}

extension RulesEdit {
  /// What came of taking it back; after a failure it can be tried again.
  var takenBack: Event {
    do throws(UserFacingError) {
      try RulesFile(path: path).takeBack(self)
    } catch {
      return .rulesAdded(self, error.sentence, isError: true)
    }
    return .notify(Sentence("status.rules-taken-back", .text(path)), isError: false)
  }
}
