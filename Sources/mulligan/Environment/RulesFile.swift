import Foundation
import TriageConfig
import TriageCore
import TriageUI

/// The plan that rules are added to; a link is refused, since nobody knows what runs it.
struct RulesFile {
  let path: String

  /// Adds rules; all other lines stay as they are.
  ///
  /// Without a file it is made.
  func append(_ rules: [Command], _ actions: ActionTable) throws(UserFacingError) {
    let file = OwnFile(path: path, followsLinks: false)
    try file.write(
      file.draft { (old) throws(UserFacingError) in try text(of: old ?? "", with: rules, actions) }
    )
  }

  private func text(
    of text: String,
    with rules: [Command],
    _ actions: ActionTable
  ) throws(UserFacingError) -> String {
    do throws(RuleAppendingError) {
      return try Plan.appending(rules, to: text, actions)
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
      try RulesFile(path: path).append(rules, config.actions)
    } catch {
      return error.event
    }
    let added = Sentence("status.rules-added", .number(rules.count), .text(path))
    return .notify(added.with(Sentence("hint.rules-file", .text(path))), isError: false)
  }
}
