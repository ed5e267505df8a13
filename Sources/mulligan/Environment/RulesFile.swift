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
  /// - Returns: What is to be said then.
  func append(_ rules: [Command], _ actions: ActionTable) throws(UserFacingError) -> Sentence {
    let file = OwnFile(path: path, followsLinks: false)
    var added = 0
    try file.write(
      file.draft { (old) throws(UserFacingError) in
        try text(of: old ?? "", with: rules, actions, &added)
      }
    )
    return added == 0
      ? Sentence("status.rules-known", .number(rules.count), .text(path))
      : Sentence("status.rules-added", .number(added), .text(path))
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
    let added: Sentence
    do throws(UserFacingError) {
      added = try RulesFile(path: path).append(rules, config.actions)
    } catch {
      return error.event
    }
    return .notify(added.with(Sentence("hint.rules-file", .text(path))), isError: false)
  }
}
