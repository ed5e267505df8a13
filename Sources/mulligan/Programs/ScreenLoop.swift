import ChildProcesses
import EngineLink
import Foundation
import Logging
import Screen
import TriageCore
import TriageUI

/// The screen's loop: events in, effects out, one frame after each round, or more if it is long.
///
/// It waits in one place, for keys and the engine at once, and never for the engine alone.
final class ScreenLoop {
  private let terminal: any Terminal
  private let launch: ChildLaunch
  private var words: Wording
  private let clock: () -> LocalClock
  private let log: Logger
  private let typed: TypedFile
  private let letters: LetterFile
  private var hints: HintFile
  private let attachments: AttachmentSaver
  private let workingFiles: WorkingFiles
  private var engine: EngineProcess?
  private var policy = RestartPolicy()
  private var state: State
  private var exitCode: Int32?
  private var picture: Picture
  private var timers = TimerDeadlines()
  private var watch = EngineWatch()
  private let scope: ViewScope
  private let settings: CurrentSettings
  private var shake = ShakeDetector()
  private var rehearsal = Rehearsal()
  private var fetch: FetchProgram?
  private let environment: [String: String]
  private let started = ContinuousClock.now
  /// When the terminal was asked for its background.
  private var backgroundAsked: ContinuousClock.Instant?
  /// How many messages the engine has sent.
  private var messageCount = 0

  init(
    terminal: any Terminal,
    launch: ChildLaunch,
    state: State,
    words: Wording,
    clock: @escaping () -> LocalClock,
    log: Logger,
    typed: TypedFile,
    letters: LetterFile,
    hints: HintFile,
    settings: CurrentSettings,
    environment: [String: String],
    attachments: AttachmentSaver,
    workingFiles: WorkingFiles
  ) {
    self.settings = settings
    self.environment = environment
    scope = ViewScope(ViewSettings(settings.inForce.config))
    self.terminal = terminal
    self.launch = launch
    self.state = state
    self.words = words
    self.clock = clock
    self.log = log
    self.typed = typed
    self.letters = letters
    self.hints = hints
    self.attachments = attachments
    self.workingFiles = workingFiles
    attachments.programs.lend = { [terminal] in terminal.lend($0) }
    picture = view(state, words, clock: clock())
  }

  /// Runs until the person quits, or a signal or the terminal ends it; returns the exit code.
  ///
  /// `first` is the engine, started beside the terminal; `draft` is written at once.
  func run(with first: EngineProcess?, writing draft: OutgoingID? = nil) -> Int32 {
    engine = first
    if first == nil { handle(.engineStopped(nil)) }
    prepareTerminal()
    handle(.started)
    handle(.leftovers(workingFiles.leftovers()))
    if let draft { handle(.compose(draft)) }
    reportBrokenCatalogs()
    while exitCode == nil {
      paint()
      if let loss = workingFiles.synchronize() {
        handle(.notify(loss, isError: true))
      } else {
        wait()
      }
    }
    finish()
    return exitCode ?? 0
  }

  /// What is in force now.
  private var config: Config { settings.inForce.config }

  private func prepareTerminal() {
    terminal.report(mouse: config.mouse.reporting)
    terminal.allow(hyperlinks: config.terminal.hyperlinks)
    guard config.theme == "auto", terminal.capabilities.colors != .none, backgroundAsked == nil
    else { return }
    backgroundAsked = .now
    terminal.askBackground()
  }

  /// What was written to standard error lies behind the screen.
  private func reportBrokenCatalogs() {
    let broken = settings.inForce.brokenCatalogs
    guard let text = broken.first?.text(words) else { return }
    let count = broken.count
    handle(.notify(Sentence("status.catalogs.broken", .number(count), .text(text)), isError: true))
  }

  /// What is to be shown when the terminal is given back; `nil` for nothing.
  var farewell: DisplayText? { state.farewell.map(words.text) }

  private func paint() {
    picture = view(state, words, clock: clock())
    terminal.present(picture.frame)
    terminal.show(title: picture.title)
    hints.keep()
    rehearsal.go(through: state, words, clock())
  }

  private func wait() {
    let timeout = [
      timers.untilNext(from: .now), watch.untilOverdue(from: .now),
      attachments.programs.untilOverdue(from: .now),
    ].compactMap(\.self).min()
    var shown = ContinuousClock.now
    for event in waitForEvents(timeout) {
      // Of thousands of keys that have come at once, some are seen at work.
      if .now - shown > .milliseconds(100) {
        paint()
        shown = .now
      }
      handle(event)
      switch event {
      case .hangup: exitCode = 129
      case .signal(let number): exitCode = 128 + number
      default: break
      }
    }
    engine?.connection.writable()
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    // An answer that comes late would change the colours under a reader's eyes.
    case .background where .now - (backgroundAsked ?? started) > .milliseconds(100): break
    case .mouse(let mouse) where mouse.action == .move:
      if shake.move(to: mouse.position.column, at: .now - started) { handle(.shaken) }
    case .mouse:
      shake.reset()
      handle(picture.event(event))
    default: handle(picture.event(event))
    }
  }

  /// Waits for the terminal, and handles the engine, the other programs and the timers.
  private func waitForEvents(_ timeout: Duration?) -> [TerminalEvent] {
    let report = terminal.wait(
      for: [engine?.connection.readFD, settings.readFD].compactMap(\.self)
        + (fetch?.descriptors ?? []) + attachments.programs.descriptors,
      full: [engine?.connection.writeFD].compactMap(\.self),
      timeout: timeout
    )
    for event in attachments.programs.readable(report.readable) { handle(event) }
    if let output = engine?.connection.readFD, report.readable.contains(output) {
      receive(engine?.readable() ?? [])
    } else if let limit = watch.overdue(at: .now), let end = engine?.kill() {
      // Safe at any point of a write: the next engine settles it.
      engineEnded(end, silentFor: limit)
    }
    if let end = fetch?.readable() {
      fetch = nil
      handle(.polled(end))
    }
    if settings.isChanged() { readConfiguration() }
    for timer in timers.removeDue(at: .now) { handle(.due(timer)) }
    return report.events
  }

  /// Waits until what is being written is finished, and shows its progress; nobody waits for what is
  /// only read.
  ///
  /// The mailbox of a demo goes only then.
  private func finish() {
    engine?.connection.finish()
    // Half a minute without a word is longer than any slice of a write, and settling does the rest.
    var silence = 0
    while silence < (state.isWriting ? 600 : 4), engine?.connection.readFD != nil {
      let before = messageCount
      _ = waitForEvents(.milliseconds(50))
      paint()
      silence = messageCount == before ? silence + 1 : 0
    }
    if !state.isWriting { _ = engine?.kill() }
  }

  private func receive(_ events: [EngineProcess.Event]) {
    for event in events {
      switch event {
      case .ready(let greeting): log.info("engine \(greeting.version) is ready")
      case .message(let message):
        messageCount += 1
        watch.received(message, at: .now)
        // Pieces of parts go where they are wanted; all else is the state's.
        if case .reply(let id, let reply) = message, let news = attachments.handle(reply, to: id) {
          handle(news)
        } else {
          handle(.engine(message))
        }
      case .ended(let end): engineEnded(end)
      }
    }
  }

  private func engineEnded(_ end: EngineEnd, silentFor limit: Duration? = nil) {
    engine = nil
    watch = EngineWatch()
    attachments.engineEnded().forEach(handle)
    guard exitCode == nil else { return }
    log.error("engine ended: \(end)")
    let reason = Sentence.reason(of: end, silentFor: limit)
    guard end.mayRestart, policy.mayRestart(afterDeathAt: .now) else {
      return handle(.engineStopped(reason))
    }
    startEngine(after: reason)
  }

  /// Starts another engine; `reason` is why the last one died.
  private func startEngine(after reason: Sentence?) {
    var launch = launch
    launch.environment = launch.environment.map(settings.inForce.environment)
    do throws(EngineStartError) {
      engine = try EngineProcess(starting: launch, as: greeting)
      handle(.engineRestarted(reason))
    } catch {
      log.error("engine: \(error)")
      handle(.engineStopped(.reason(of: error)))
    }
  }

  /// Sends a request over which somebody is asked for a passphrase, on this terminal or in a window,
  /// and lends the terminal until the engine has answered.
  private func lendTerminal(for request: EngineRequest) {
    if !config.engine.isEmpty { TerminalQuestion.comeHere(in: launch.environment) }
    perform(.send(request))
    guard let output = engine?.connection.readFD else { return }
    // What else the engine says is handled when the screen is there again.
    var events: [EngineProcess.Event] = []
    terminal.lend(untilReadable: [output]) { report in
      switch report {
      case .begun: writeOnTerminal(Sentence("status.asking"))
      case .interrupted: perform(.send(EngineRequest(id: request.id, .cancel(request.id))))
      case .readable: events += engine?.readable() ?? []
      }
      engine?.connection.writable()
      if events.contains(where: \.isEnd) { TerminalQuestion.end() }
      return events.contains { $0.ends(request.id) }
    }
    receive(events)
  }

  private func writeOnTerminal(_ sentence: Sentence) {
    let line = Array((words.text(sentence).text + "\r\n").utf8)
    _ = line.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }

  private func readConfiguration() {
    let old = settings.inForce
    let (words, anew) = settings.readAgain()
    if let line = anew.problems.first?.shortLine {
      let (count, check) = (anew.problems.count, anew.checkCommand)
      return handle(.configured(.refused(line, problems: count, check: check)))
    }
    self.words = words
    attachments.programs.adopt(config.reading, words)
    prepareTerminal()
    let fitting = config.fitting(terminal.capabilities, isUTF8: words.isUTF8)
    let waits = anew.nextEngine != nil && anew.nextEngine != old.nextEngine
    handle(.configured(.read(fitting, words: Lexicon(words), waits: waits)))
    let broken = anew.brokenCatalogs.map(\.file)
    if broken != old.brokenCatalogs.map(\.file) { reportBrokenCatalogs() }
  }

  /// Adds a view to the configuration, which holds from then on.
  private func save(_ view: SavedView) throws(UserFacingError) {
    let path = settings.inForce.file
    try ConfigFile(path: path).append(view)
    readConfiguration()
    handle(.notify(Sentence("status.view-saved", .text(view.name), .text(path)), isError: false))
  }

  /// Lets the person edit the configuration; where there is none they begin with the defaults.
  ///
  /// That they have left it as it was is said too.
  private func editConfiguration() throws(UserFacingError) {
    let file = ConfigFile(path: settings.inForce.file)
    try file.makeIfMissing()
    let before = try file.bytes()
    defer { readConfiguration() }
    if let event = try attachments.programs.edit(file.path, environment) { return handle(event) }
    guard try file.bytes() == before else { return }
    handle(.notify(Sentence("status.config.unchanged"), isError: false))
  }

  private func startFetch(_ command: [String]) {
    do throws(ChildStartError) {
      fetch = try FetchProgram(command, environment: environment)
    } catch {
      handle(.polled(PollEnd(error)))
    }
  }

  private func handle(_ event: Event) {
    state.note(clock())
    for effect in update(&state, event) { perform(effect) }
  }

  private func handle(_ progress: AttachmentSaver.Progress) {
    for request in progress.requests { perform(.send(request)) }
    progress.events.forEach(handle)
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .send(let request):
      if let refusal = workingFiles.refusal(of: request) { return handle(.engine(refusal)) }
      do throws(LinkError) {
        try engine?.connection.send(request)
        watch.sent(request, at: .now)
        if case .left = request.body { attachments.forgetOpened() }
      } catch { log.error("\(error)") }
    case .lendTerminal(let request): lendTerminal(for: request)
    case .quit: exitCode = exitCode ?? 0
    case .suspend: terminal.suspend()
    case .redraw: terminal.redrawFromScratch()
    case .remember(let text, let kind): typed.add(text, as: kind)
    case .chooseLetters(let known, for: let owners, except: let reserved):
      handle(.lettered(letters.choose(known, for: owners, except: reserved)))
    case .listFolder(let typed): handle(.folderListed(attachments.names(in: typed)))
    case .keepHints(let known): hints.note(known)
    case .wake(let timer, let time): timers.set(timer, for: time.map { .now + $0 })
    case .use(let task):
      attempt { () throws(UserFacingError) in handle(try attachments.begin(task)) }
    case .saveAll(let tasks, folder: let folder):
      attempt { () throws(UserFacingError) in handle(try attachments.begin(tasks, in: folder)) }
    case .save(let plan, let file):
      attempt { () throws(UserFacingError) in handle(try attachments.save(plan, to: file)) }
    case .addRules(let rules): handle(settings.inForce.add(rules))
    case .takeBackRules(let edit): handle(edit.takenBack)
    case .saveView(let view): attempt { () throws(UserFacingError) in try save(view) }
    case .editConfiguration: attempt { () throws(UserFacingError) in try editConfiguration() }
    case .edit(let draft): handle(.edited(workingFiles.edit(draft, with: state.editor)))
    case .dropWorkingFile(let draft): workingFiles.drop(draft)
    case .releaseWorkingFile(let draft): workingFiles.release(draft)
    case .openLink(let link):
      attempt { () throws(UserFacingError) in
        handle(try attachments.programs.open(link, config.keymap))
      }
    case .enter(let effects): handle(.entered(scope.enter(effects)))
    case .keep(let settings): scope.keep(settings)
    case .poll(let command): startFetch(command)
    case .ring: terminal.ring()
    case .announce(let sentence, let way): announce(words.text(sentence), way)
    case .copy(let text, with: []): terminal.copy(text)
    case .copy(let text, with: let program):
      attempt { () throws(UserFacingError) in try attachments.programs.copy(text, with: program) }
    case .restartEngine:
      policy.reset()
      startEngine(after: nil)
    }
  }
}

extension ScreenLoop {
  /// Tells of new mail beside the screen.
  private func announce(_ text: DisplayText, _ way: NewMailNotice) {
    switch way {
    case .nothing: break
    case .bell: terminal.ring()
    case .terminal: terminal.notify(text)
    case .program(let command):
      attempt { () throws(UserFacingError) in try attachments.programs.run(command, telling: text) }
    }
  }

  /// Does something, or reports why it cannot be done.
  private func attempt(_ body: () throws(UserFacingError) -> Void) {
    do throws(UserFacingError) { try body() } catch { handle(error.event) }
  }
}
