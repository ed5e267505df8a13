import ArgumentParser
import Foundation
import Screen
import TriageCore
import TriageEngine
import TriageUI

/// What a verb has at hand: words, output, the mailbox; and one way to end.
struct Shell {
  let environment: ProcessEnvironment
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
      environment: .current,
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
    try Mailbox(environment: environment, settings: settings)
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
        words.text(
          Sentence("status.config.mistakes", .text(settings.file), .text(settings.checkCommand))
        )
      )
    }
    try result(of: verb, TriageFailure(.config))
    for problem in settings.problems { try printer.note(words.text(problem.line)) }
    if let rest = settings.problems.restUnread { try printer.note(words.text(rest)) }
    try printer.note(words.text(Sentence("hint.config.mend")))
    throw Exit.failed
  }

  /// Reads an action, or refuses what is none.
  func action(_ read: () throws(ActionError) -> MailAction) throws -> MailAction {
    do throws(ActionError) { return try read() } catch { throw refusal(of: error) }
  }

  /// Actions with the times that their words mean now, or refuses one that means none.
  func resolved(_ actions: [MailAction]) throws -> [MailAction] {
    let calendar = SnoozeCalendar(clock: .now, hours: config.snooze)
    return try actions.map { action in
      try self.action { () throws(ActionError) in try action.resolved(by: calendar) }
    }
  }

  /// The refusal of what is no action.
  func refusal(of error: ActionError) -> Refusal {
    let sentence = Sentence.failure(namedByTitle(error) ?? error)
    return switch error {
    case .unknown:
      Refusal(sentence: sentence, hint: Sentence("hint.no-such-action"), code: .noSuchAction)
    case .badTime, .timeOver, .timeOutOfReach:
      Refusal(sentence: sentence, hint: Sentence("hint.bad-time"), code: .badTime)
    case .badTag: Refusal(sentence: sentence, hint: Sentence("hint.bad-tag"), code: .badTag)
    case .argumentMissing, .argumentUnexpected: Refusal(sentence: sentence)
    }
  }

  /// The same error with the action that has a word for its title in the person's language, if one has.
  private func namedByTitle(_ error: ActionError) -> ActionError? {
    guard case .unknown(let id, nearest: nil) = error else { return nil }
    let actions = ActionListing.all(config)
    let titles = actions.map { words.string($0.title) }
    guard let title = nearestName(to: id, in: titles), let index = titles.firstIndex(of: title)
    else { return nil }
    return .unknown(id, nearest: actions[index].usage)
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
  var canAsk: Bool { environment.isInputTerminal && environment.isErrorTerminal }

  /// Asks a question that `y` answers with yes; anything else is no.
  func ask(_ question: Sentence) throws -> Bool {
    try printer.flush()
    FileHandle.standardError.write(Data((words.text(question).text + " [y/N] ").utf8))
    let answer = readLine()?.lowercased() ?? ""
    return answer == "y" || answer == "yes"
  }
}

extension Shell {
  /// Watches a change from the shell: a signal cancels it, standard error shows how far it is.
  func control(
    lockTimeout: Double,
    isQuiet: Bool,
    _ interruption: Interruption
  ) -> ChangeControl {
    let progress = ProgressLine(shell: self, isShown: !isQuiet)
    var control = ChangeControl(
      isCancelled: { interruption.signal != nil },
      progress: progress.show,
      pause: { usleep(useconds_t($0.components.attoseconds / 1_000_000_000_000)) },
      lockTimeout: .milliseconds(Int64(lockTimeout * 1000))
    )
    // Nothing is written before the lock is there: whoever loses patience may end the process.
    control.willOpen = interruption.suspend
    control.didOpen = interruption.resume
    #if DEBUG
      control.reached = FailPoint.reached
    #endif
    return control
  }
}

/// Says on standard error what a long change is doing, if a person looks on.
final class ProgressLine {
  private let shell: Shell
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var last: String?

  /// What is done sooner needs no word.
  private static let patience = Duration.milliseconds(300)

  init(shell: Shell, isShown: Bool) {
    self.shell = shell
    self.isShown = isShown && shell.environment.isErrorTerminal
  }

  deinit { clear() }

  func show(_ progress: ChangeProgress) {
    guard isShown, ContinuousClock.now - start >= Self.patience else { return }
    let text = shell.words.text(.progress(progress)).text + bar(progress)
    guard text != last else { return }
    last = text
    FileHandle.standardError.write(Data("\r\(text)\u{1B}[K".utf8))
    if case .writing(let done, let total) = progress, done == total { clear() }
  }

  /// Takes the line away again, so that the result has a line of its own.
  private func clear() {
    guard last != nil else { return }
    last = nil
    FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
  }

  private func bar(_ progress: ChangeProgress) -> String {
    guard case .writing(let done, let total) = progress, total > 0 else { return "" }
    let filled = min(done, total) * 20 / total
    return " [" + String(repeating: "#", count: filled)
      + String(repeating: " ", count: 20 - filled) + "]"
  }
}
