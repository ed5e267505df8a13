import Screen
import ScreenTestSupport
import StringsCatalog
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// A person at the real `update` and `view`, with the real engine over a mailbox in memory.
struct Screenplay {
  /// A Friday afternoon.
  static let now: Timestamp = 1_787_320_000
  /// The words of screens; `nil` for the program's.
  @TaskLocal static var words: TestWords?

  var state: State
  let mailbox: Mailbox
  private var words: Wording
  /// Effects other than requests, as they came.
  private(set) var effects: [String] = []
  /// The rules that were to be kept.
  private(set) var rules: [Command] = []
  /// What was to be done with parts.
  private(set) var tasks: [PartTask] = []
  private var unanswered: [EngineRequest] = []
  /// The keys that are known, as they were kept last.
  private(set) var kept = HintMemory()
  /// What is in every folder of this host.
  var files: [FolderListing.Entry] = []
  /// What views set, beside the state.
  private let scope: ViewScope
  /// The alarms that are set.
  private(set) var alarms: [ScreenTimer: Duration] = [:]
  /// Whether replies are kept back until `answer()`.
  var holdsReplies = false

  /// Opens the inbox of a mailbox.
  init(
    _ mailbox: Mailbox,
    size: ScreenSize = ScreenSize(columns: 80, rows: 24),
    language: LanguageTag = "en",
    isUTF8: Bool = true,
    query: String = "tag:inbox",
    config: Config = .standard
  ) throws {
    words = Wording(
      try (Self.words ?? TestWords.program.get()).localizer(for: language),
      isUTF8: isUTF8
    )
    var typed = words
    typed.clock = .utc(now: Self.now)
    self.mailbox = mailbox
    scope = ViewScope(ViewSettings(config))
    state = State(
      size: size,
      query: query,
      title: query == "tag:inbox" ? .inbox : .query,
      context: StepContext(origin: .screen, session: "screen", host: "h", pid: 1),
      config: config,
      lexicon: Lexicon(typed)
    )
    take(.started)
  }

  /// Lets something happen, and has answered what is asked for unless replies are held.
  mutating func take(_ event: Event) {
    handle(event)
    if !holdsReplies { answer() }
  }

  private mutating func handle(_ event: Event) {
    for effect in update(&state, event) {
      switch effect {
      case .send(let request): unanswered.append(request)
      case .lendTerminal(let request):
        effects.append("lend the terminal")
        unanswered.append(request)
      case .wake(let timer, let time): alarms[timer] = time
      case .remember(let text, let kind): effects.append("remember \(kind): \(text)")
      case .use(let task):
        tasks.append(task)
        effects.append("\(task.goal) \(task.part.number) \(task.filename ?? "-")")
      case .saveAll(let tasks, let folder):
        effects.append("save all \(tasks.map { $0.filename ?? "-" }) in \(folder)")
      case .save(let plan, let file):
        let commands = plan.commands.map { command in
          "\(command.actions.map(\.notation)) on \(command.target)"
        }
        effects.append("save \(commands.joined(separator: "; ")) in \(file)")
      case .saveView(let view):
        let sort = view.onEnter.sort.map { " by \($0)" } ?? ""
        effects.append("save view \(view.name): \(view.query)\(sort)")
      case .addRules(let added):
        rules += added
        let edit = RulesEdit(path: "rules.toml", before: nil, after: "\(added)")
        handle(.rulesAdded(edit, Sentence("status.rules-added", .number(1), .text(edit.path))))
      case .takeBackRules:
        rules.removeLast()
        handle(.notify(Sentence("status.rules-taken-back", .text("rules.toml")), isError: false))
      case .edit(let draft): effects.append("edit \(draft.id)")
      case .dropWorkingFile(let draft): effects.append("drop \(draft.id)")
      case .releaseWorkingFile(let draft): effects.append("release \(draft.id)")
      case .editConfiguration: effects.append("edit configuration")
      case .openLink(let link): effects.append("open \(link.target)")
      case .chooseLetters(var letters, for: let owners, except: let reserved):
        letters.choose(for: owners, except: reserved)
        handle(.lettered(letters))
      case .keepHints(let known): kept = known
      case .listFolder(let folder):
        handle(.folderListed(FolderListing(folder: folder, entries: files)))
      case .enter(let effects): handle(.entered(scope.enter(effects)))
      case .keep(let settings): scope.keep(settings)
      case .copy(let text, with: let program):
        effects.append((["copy"] + program + [text.text]).joined(separator: " "))
      case .poll(let command): effects.append("poll \(command.joined(separator: " "))")
      case .announce(let sentence, let way):
        effects.append("announce \(words.text(sentence).withoutIsolates) by \(way)")
      case .quit, .suspend, .redraw, .restartEngine, .ring: effects.append("\(effect)")
      }
    }
  }

  /// Lets the engine serve what has been asked for, in order.
  mutating func answer() {
    while !unanswered.isEmpty { answerOne() }
  }

  /// Lets the engine serve the first thing that has been asked for.
  mutating func answerOne() {
    for message in mailbox.serve(unanswered.removeFirst()) { handle(.engine(message)) }
  }

  /// Answers the first thing that has been asked for with something else than the engine would.
  mutating func answerOne(with reply: EngineReply) {
    take(.engine(.reply(unanswered.removeFirst().id, reply)))
  }

  /// Lets the engine serve what has been asked for and die before the screen hears of it.
  mutating func loseReplies() {
    for request in unanswered { _ = mailbox.serve(request) }
    unanswered = []
  }

  /// Lets so much time pass that an alarm goes off, if it is set.
  mutating func wait(for timer: ScreenTimer) {
    guard alarms.removeValue(forKey: timer) != nil else { return }
    take(.due(timer))
  }

  /// Lets so much time pass that nothing is left to be done at leisure.
  mutating func rest() {
    for _ in 0..<100 {
      for timer in [ScreenTimer.counting, .outlook] { wait(for: timer) }
    }
  }

  /// Loses what was asked for, as a dead engine does.
  mutating func loseRequests() { unanswered = [] }

  /// The requests that wait for an answer.
  var asked: [EngineRequest.Body] { unanswered.map(\.body) }

  /// Presses keys as keymaps write them, blanks between them.
  mutating func press(_ keys: String) {
    for key in keys.split(separator: " ") {
      guard let chord = KeyChord(String(key)) else {
        Issue.record("no key: \(key)")
        continue
      }
      take(.terminal(.key(chord)))
    }
  }

  /// Does what a menu item stands for.
  mutating func choose(_ action: ActionID) {
    take(.pointer(.click(.action(action), .left)))
  }

  /// Pastes text.
  mutating func paste(_ text: String) { take(.terminal(.paste(PastedText(text)))) }

  /// Types text, a character a key.
  mutating func type(_ text: String) {
    for character in text { take(.terminal(.key(KeyChord(character)))) }
  }

  /// Clicks on a cell.
  mutating func click(row: Int, column: Int) {
    let place = Position(row: row, column: column)
    take(picture.event(.mouse(MouseEvent(.press(.left), at: place))))
  }

  /// Presses the right button on a cell.
  mutating func rightClick(row: Int, column: Int) {
    let place = Position(row: row, column: column)
    take(picture.event(.mouse(MouseEvent(.press(.right), at: place))))
  }

  /// Tells the screen that the index or the history is another one now.
  mutating func notice() {
    take(.engine(mailbox.news))
  }

  mutating func resize(to size: ScreenSize) { take(.terminal(.resize(size))) }

  var picture: Picture { view(state, words, clock: .utc(now: Self.now)) }
  /// What archiving the thread under the cursor would ask.
  var rehearsal: [EngineRequest]? { state.rehearsal(words, clock: .utc(now: Self.now)) }

  /// The rows of the screen.
  var rows: [String] {
    picture.frame.textScreen.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }

  /// What the status line says, with what of it lies over the lines above.
  var said: String {
    let above = picture.targets.last { $0.target == .status }?.area
    let lines = above.map { rows[$0.row..<$0.endRow] } ?? []
    return (lines.map(\.trimmed) + [status]).joined(separator: " ").trimmed
  }

  var status: String { rows[state.size.rows - 2].trimmed }
  var prompt: String { rows[state.size.rows - 1].trimmed }
}

extension String {
  /// The text without blanks at its ends.
  var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
