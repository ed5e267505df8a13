import TriageCore

/// What a prompt asks for: whoever opens it declares it, and gets the text.
protocol PromptTopic: Hashable, Sendable {
  /// What stands before the field.
  var question: Sentence { get }
  /// Answers of one kind are recalled together.
  var kind: TypedKind { get }
  /// Whether the text is a query that is tried while it is being typed.
  var triedQuery: TriedQuery? { get }
  /// What the word before the cursor can become.
  var words: CompletedWords { get }
  /// Whether an empty field is an answer, too.
  var acceptsBlank: Bool { get }
  /// Whether a single word is meant, unless it has a sign before it: then no blank follows it.
  var isOneWord: Bool { get }
  /// Why a text is no answer: it is said, and the prompt stays open.
  func refusal(of text: String, _ shared: Shared) -> Sentence?
  /// What a text would mean at this moment, said beside it while it is being typed.
  func meaning(of text: String, _ shared: Shared, at clock: LocalClock) -> Sentence?
  /// Does what the text says; unless it is declared otherwise, the pane that asked gets it.
  func accept(_ text: String, _ shared: inout Shared)
}

extension PromptTopic {
  var triedQuery: TriedQuery? { nil }
  var words: CompletedWords { .none }
  var acceptsBlank: Bool { false }
  var isOneWord: Bool { false }

  func refusal(of text: String, _ shared: Shared) -> Sentence? { nil }
  func meaning(of text: String, _ shared: Shared, at clock: LocalClock) -> Sentence? { nil }

  func accept(_ text: String, _ shared: inout Shared) { shared.answer(self, with: text) }
}

/// How a query is tried while it is being typed.
enum TriedQuery: Hashable, Sendable {
  case alone
  /// As narrowing the view that is shown.
  case withinView
}

/// What the words in a prompt are.
enum CompletedWords: Hashable, Sendable {
  case none
  case query
  case tags
  /// Tags that some mail has; of all mail, if it is not known which that has.
  case tagsToRemove(Set<MailTag>?)
  case folders
  case actions
  /// Paths of this host's files.
  case files
  /// Paths of this host's folders.
  case places
  /// When mail is to come back.
  case times
  /// Mailboxes, with commas between them.
  case addresses

  /// Whether there may be blanks in a word: nothing is put behind it.
  var isWholeText: Bool {
    switch self {
    case .folders, .files, .places, .times, .addresses: true
    case .none, .query, .tags, .tagsToRemove, .actions: false
    }
  }

  /// Whether the words are names in the file system.
  var arePaths: Bool { self == .files || self == .places }
}

/// Kinds of text that a person types and may want again, in this screen or the next.
package enum TypedKind: String, CaseIterable, Sendable, Codable {
  case search
  case tags
  case folder
  case find
  /// A folder of the file system.
  case place
  /// Such a folder that something was saved in: it is proposed the next time.
  case savedFolder
  case program
  case filter
  case command
  case actions
  /// When mail is to come back.
  case time
  /// A file of commands.
  case plan
  /// The name of a view.
  case view
  /// Whom a message goes to.
  case address
  case subject
  /// A file to attach.
  case attachment
}

/// What a person has typed, by kind, newest last.
package struct TypedTexts: Hashable, Sendable, Codable {
  private var texts: [String: [String]] = [:]
  private static let limit = 100

  /// Makes a memory without a text.
  package init() {}

  /// The texts of a kind, newest last.
  package subscript(kind: TypedKind) -> [String] { texts[kind.rawValue] ?? [] }

  /// Adds a text; an equal one of before moves to the end.
  package mutating func add(_ text: String, as kind: TypedKind) {
    // What was pasted by the page is not typed again.
    guard text.utf8.count <= 2000 else { return }
    let others = self[kind].filter { $0 != text }
    texts[kind.rawValue] = Array((others + [text]).suffix(Self.limit))
  }
}

// MARK: Topics of no one pane

/// A query whose mail is to be shown.
struct SearchTopic: PromptTopic {
  var question: Sentence { Sentence("prompt.search") }
  var kind: TypedKind { .search }
  var triedQuery: TriedQuery? { .alone }
  var words: CompletedWords { .query }

  func accept(_ text: String, _ shared: inout Shared) { shared.notify(.show(query: text)) }
}

/// The argument of a mail action.
struct ArgumentTopic: PromptTopic {
  let action: ArgumentAction
  /// The number typed before the key.
  var count: Int?
  /// How much it is about.
  var extent: CountedRows?
  /// The tags that some of it has, if that is known.
  var tags: Set<MailTag>?

  var question: Sentence { .question(action, about: extent) }
  var kind: TypedKind {
    switch action.kind {
    case .tag, .tags: .tags
    case .folder: .folder
    case .time: .time
    }
  }
  var words: CompletedWords {
    switch action.kind {
    case .tag, .tags: action == .removeTag ? .tagsToRemove(tags) : .tags
    case .folder: .folders
    case .time: .times
    }
  }
  var isOneWord: Bool { action.kind == .tag }

  func refusal(of text: String, _ shared: Shared) -> Sentence? {
    switch action.kind {
    case .tag: isSeveral(text) ? Sentence("error.one-tag") : nil
    case .tags: nil
    case .time:
      shared.settings.lexicon.time(text) == nil
        ? shared.settings.lexicon.ambiguity(of: text)
          ?? Sentence("error.bad-time.unread", .text(text))
        : nil
    case .folder: refusal(ofFolder: argument(text, shared), shared)
    }
  }

  /// When a time would be, or why it is none.
  func meaning(of text: String, _ shared: Shared, at clock: LocalClock) -> Sentence? {
    guard action.kind == .time, text.contains(where: { $0 != " " }) else { return nil }
    let calendar = SnoozeCalendar(clock: clock, hours: shared.config.snooze)
    let lexicon = shared.settings.lexicon
    guard let phrase = lexicon.time(text) else {
      return lexicon.ambiguity(of: text)
        ?? Sentence("snooze.no-time", .text("\(lexicon.monday) 9:00"))
    }
    if let time = calendar.wakeTime(phrase) { return Sentence("custom", .moment(time.time)) }
    return calendar.moment(phrase).map { Sentence("snooze.over", .moment($0)) }
      ?? Sentence("snooze.too-far")
  }

  /// Whether tags with signs are listed in a way that is neither one tag nor a change of several.
  private func isSeveral(_ text: String) -> Bool {
    let isSigned = { (word: Substring) in word.hasPrefix("+") || word.hasPrefix("-") }
    let pieces = text.split { $0 == " " || $0 == "," }
    let isChange = !text.contains(",") && pieces.allSatisfy(isSigned)
    return text.trimmed.contains { $0 == " " || $0 == "," } && !isChange
      && pieces.contains(where: isSigned)
  }

  private func refusal(ofFolder text: String, _ shared: Shared) -> Sentence? {
    let (folder, known) = (MailFolder(notation: text).text, shared.mailbox.names.folders)
    return known.isEmpty || known.contains(folder)
      ? nil : .failure(TriageFailure(.noSuchFolder, folder))
  }

  /// What is meant: blanks at the ends belong to it only if what it names has them.
  private func argument(_ text: String, _ shared: Shared) -> String {
    let names = shared.mailbox.names
    let isName =
      switch action {
      case .addTag, .changeTags, .snooze: false
      case .removeTag: names.tags.contains { $0.text == text }
      case .move: names.folders.contains(MailFolder(notation: text).text)
      }
    return isName ? text : text.trimmed
  }

  /// `+todo -work` changes several tags; a word without a sign is the argument itself.
  func accept(_ text: String, _ shared: inout Shared) {
    if action.kind == .time { return shared.answer(self, with: text) }
    let text = argument(text, shared)
    let words = text.split(separator: " ").map(String.init)
    let isSigned =
      action.kind.isAboutTags && words.allSatisfy { $0.hasPrefix("+") || $0.hasPrefix("-") }
    do throws(ActionError) {
      let chosen =
        isSigned
        ? try MailAction.changing(words)
        : try MailAction.parse("\(action.rawValue):\(text)")
      shared.perform(.mail(chosen), count: count)
    } catch {
      shared.report(.failure(error), isError: true, about: .key)
    }
  }
}

/// A plan for another time: what is to be done with what is selected, and the file it is written to.
enum PlanTopic: PromptTopic {
  case actions
  case file([MailAction])

  var question: Sentence {
    switch self {
    case .actions: Sentence("prompt.plan.actions")
    case .file: Sentence("prompt.plan.file")
    }
  }
  var kind: TypedKind {
    switch self {
    case .actions: .actions
    case .file: .plan
    }
  }
  var words: CompletedWords { self == .actions ? .actions : .files }

  /// Asks where the plan goes, if the actions are actions; the pane whose mail it is writes it.
  func accept(_ text: String, _ shared: inout Shared) {
    guard self == .actions else { return shared.answer(self, with: text) }
    guard let words = ShellWords.split(text) else {
      return shared.report(Sentence("error.open-quote"), isError: true, about: .key)
    }
    do throws(ActionError) {
      var actions: [MailAction] = []
      for word in words {
        let (table, lexicon) = (shared.config.actions, shared.settings.lexicon)
        actions.append(try Lexicon.action(word, in: table, words: lexicon))
      }
      shared.prompt(PlanTopic.file(actions), shared.typed[.plan].last ?? "~/plan.toml")
    } catch {
      shared.report(.failure(error), isError: true, about: .key)
    }
  }
}

extension Shared {
  /// Asks what a plan is to do with the messages an action would be about now.
  mutating func askForPlan() {
    prompt(PlanTopic.actions, changes.last?.notation ?? "")
  }

  /// Has a plan written.
  mutating func save(_ actions: [MailAction], _ messages: [MessageID], in file: String) {
    guard !messages.isEmpty else { return report(TriageFailure(.nothingFound)) }
    send(.save(Plan([Command(actions, on: .messages(messages))]), file: file))
  }
}

extension Sentence {
  /// What is asked of a person who wants an action with an argument, with how much it is about.
  static func question(_ action: ArgumentAction, about extent: CountedRows? = nil) -> Sentence {
    let count = Argument.number(extent?.count ?? 0)
    return switch (action, extent) {
    case (.addTag, nil): Sentence("prompt.add-tag")
    case (.addTag, .threads): Sentence("prompt.add-tag.threads", count)
    case (.addTag, .messages): Sentence("prompt.add-tag.messages", count)
    case (.removeTag, nil): Sentence("prompt.remove-tag")
    case (.removeTag, .threads): Sentence("prompt.remove-tag.threads", count)
    case (.removeTag, .messages): Sentence("prompt.remove-tag.messages", count)
    case (.changeTags, nil): Sentence("prompt.change-tags")
    case (.changeTags, .threads): Sentence("prompt.change-tags.threads", count)
    case (.changeTags, .messages): Sentence("prompt.change-tags.messages", count)
    case (.move, nil): Sentence("prompt.move")
    case (.move, .threads): Sentence("prompt.move.threads", count)
    case (.move, .messages): Sentence("prompt.move.messages", count)
    case (.snooze, _): Sentence("prompt.snooze")
    }
  }
}

extension String {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    let blanks = start.reversed().prefix { $0.isWhitespace }.count
    return String(start.dropLast(blanks))
  }
}
