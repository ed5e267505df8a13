import ArgumentParser
import Foundation
import Screen
import TriageCore
import TriageUI

/// What a verb has at hand: words, output, the mailbox; and one way to end.
struct Shell {
  let surroundings: Surroundings
  let words: Wording
  let printer: Printer
  let settings: Settings

  /// What the person has set.
  var config: Config { settings.config }

  /// Runs a verb: whatever it throws becomes a sentence on standard error and an exit code.
  ///
  /// `result` is JSON's `verb` of a writing verb that was asked for JSON: it has a result even if it
  /// could not begin. Nothing runs with mistakes in the settings that it uses, but for what is there
  /// to find them; of mistakes elsewhere in the file it says only that they are there.
  static func run(
    result verb: String? = nil,
    using areas: Set<SettingsArea> = [],
    despiteProblems: Bool = false,
    _ body: (Shell) throws -> Void
  ) throws {
    var words = mulligan.words
    words.clock = .now
    let shell = Shell(
      surroundings: .current,
      words: words,
      printer: Printer(words: words),
      settings: mulligan.settings
    )
    if !despiteProblems {
      try shell.refuseProblems(in: areas, verb)
      for finding in mulligan.settings.brokenCatalogs {
        try shell.printer.note(finding.line(words))
      }
    }
    do {
      try body(shell)
      try shell.printer.flush()
    } catch let failure as TriageFailure {
      try shell.result(of: verb, failure)
      try shell.complain(failure)
      throw Exit.code(for: failure)
    } catch let refusal as Refusal {
      try shell.result(of: verb, TriageFailure(refusal.code))
      try shell.complain(refusal.sentence, hint: refusal.hint)
      throw refusal.exit
    } catch let code as ExitCode {
      throw code
    } catch {
      let failure = TriageFailure(.internalError, "\(error)")
      try shell.result(of: verb, failure)
      try shell.complain(failure)
      throw Exit.failed
    }
  }

  fileprivate func result(of verb: String?, _ failure: TriageFailure) throws {
    guard let verb else { return }
    let kind: ResultKind = Exit.code(for: failure) == Exit.refused ? .refused : .failed
    let result = ChangeResult(kind: kind, failure: failure)
    try printer.line(result.json(verb: verb, dryRun: false, words: words))
  }

  /// Opens the person's mail.
  func mailbox() throws(TriageFailure) -> Mailbox {
    try Mailbox(surroundings: surroundings, settings: settings)
  }

  /// Ends the verb; output that waits is written first.
  func exit(_ code: ExitCode) throws {
    try printer.flush()
    if code != .success { throw code }
  }

  /// Makes text from outside fit to be shown.
  func display(_ text: String) -> DisplayText { words.display(text) }
}

/// A wrong use of a verb that the parser cannot see, or what stands in its way.
struct Refusal: Error {
  var sentence: Sentence
  var hint: Sentence?
  var code = FailureCode.usage
  var exit = Exit.usage
}

extension Shell {
  /// Ends the program if the settings that it uses have mistakes: all are named then.
  fileprivate func refuseProblems(in areas: Set<SettingsArea>, _ verb: String?) throws {
    guard !settings.problems.isEmpty else { return }
    guard settings.hasProblems(in: areas) else {
      return try printer.note(
        words.text(Sentence("status.config.mistakes", .text(settings.file)))
      )
    }
    try result(of: verb, TriageFailure(.config))
    for problem in settings.problems { try printer.note(words.text(problem.line)) }
    throw Exit.failed
  }

  /// Reads an action, or refuses what is none.
  func action(_ read: () throws(ActionError) -> MailAction) throws -> MailAction {
    do throws(ActionError) { return try read() } catch { throw refusal(of: error) }
  }

  /// The refusal of what is no action.
  func refusal(of error: ActionError) -> Refusal {
    let sentence = Sentence.failure(error)
    return switch error {
    case .unknown:
      Refusal(sentence: sentence, hint: Sentence("hint.no-such-action"), code: .noSuchAction)
    case .badTag: Refusal(sentence: sentence, hint: Sentence("hint.bad-tag"), code: .badTag)
    case .argumentMissing, .argumentUnexpected: Refusal(sentence: sentence)
    }
  }

  /// The refusal of options that do not go together.
  func usage(_ sentence: Sentence) -> Refusal { Refusal(sentence: sentence) }

  /// Says what failed, and what to do next.
  func complain(_ failure: TriageFailure) throws {
    try complain(.failure(failure), hint: .hint(for: failure))
  }

  func complain(_ sentence: Sentence, hint: Sentence?) throws {
    try printer.note(words.text(Sentence("status.error", .sentence(sentence))))
    guard let hint else { return }
    try printer.note(words.text(Sentence("status.hint", .sentence(hint))))
  }

  /// Whether there is a person to ask.
  var canAsk: Bool { surroundings.isInputTerminal && surroundings.isErrorTerminal }

  /// Asks a question that `y` answers with yes; anything else is no.
  func ask(_ question: Sentence) throws -> Bool {
    try printer.flush()
    FileHandle.standardError.write(Data((words.text(question).text + " [y/N] ").utf8))
    let answer = readLine()?.lowercased() ?? ""
    return answer == "y" || answer == "yes"
  }
}
