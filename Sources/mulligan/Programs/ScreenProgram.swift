import CLinux
import Foundation
import Screen
import TTYTerminal
import TriageCore
import TriageUI

/// The screen on a terminal, with an engine as its child.
struct ScreenProgram {
  let shell: Shell
  /// What to show; `nil` for the start view.
  let query: String?
  /// Whether to go through it one by one.
  var beginsRound = false
  /// The message that is written at once.
  var draft: OutgoingID?

  /// Runs until the person quits; returns the exit code.
  func run() throws -> Int32 {
    let environment = shell.environment
    try Self.checkTerminal(environment)
    try DescriptorRoom.ensure()
    // What was encrypted and is shown here comes into no file when this program dies.
    _ = clinux_leave_no_core()
    let (log, file) = LogFile.logger(
      stateFolder: environment.stateFolder,
      level: shell.settings.logLevel
    )
    let launch = EngineProcess.launch(
      engineCommand,
      environment: environment.variablesOfEngine,
      log: file
    )
    // The engine reads the index while the terminal is being set up.
    let engine = try? EngineProcess(starting: launch, as: greeting)
    let terminal = try open()
    defer { terminal.close() }
    let size = terminal.size
    let start = shell.config.startView
    let typed = TypedFile(stateFolder: environment.stateFolder)
    let hints = HintFile(stateFolder: environment.stateFolder)
    var state = State(
      size: size,
      query: query ?? start.query,
      title: query == nil ? .view(start, in: shell.config) : .query,
      beginsRound: beginsRound,
      context: environment.context(.screen),
      config: shell.config.fitting(terminal.capabilities, isUTF8: environment.isUTF8),
      typed: typed.read(),
      hints: hints.read(),
      lexicon: Lexicon(shell.words),
      version: version
    )
    state.note(folderInMemory: environment.folderInMemory != nil)
    let attachments = AttachmentSaver(
      programs: ExternalPrograms(
        opener: shell.config.reading.opener,
        browser: shell.config.reading.browser,
        words: shell.words,
        environment: environment
      ),
      environment: environment
    )
    defer { attachments.close() }
    let loop = ScreenLoop(
      terminal: terminal,
      launch: launch,
      state: state,
      words: shell.words,
      clock: { LocalClock.now },
      log: log,
      typed: typed,
      letters: LetterFile(stateFolder: environment.stateFolder),
      hints: hints,
      settings: CurrentSettings(shell.settings, environment),
      environment: environment.variables,
      attachments: attachments,
      workingFiles: WorkingFiles(attachments.programs, environment)
    )
    let code = loop.run(with: engine, writing: draft)
    terminal.close()
    if let farewell = loop.farewell { try shell.printer.note(farewell) }
    return code
  }

  /// Refuses to begin where there is no terminal.
  static func checkTerminal(_ environment: ProcessEnvironment) throws(Refusal) {
    guard environment.isInputTerminal, environment.isOutputTerminal else {
      throw Refusal(
        sentence: Sentence("error.usage.no-terminal"),
        hint: Sentence("hint.no-terminal")
      )
    }
  }

  /// The engine of the configuration, else this program with the same settings.
  private var engineCommand: [String] {
    guard shell.config.engine.isEmpty else { return shell.config.engine }
    return [EngineProgram.file] + EngineProgram.arguments(configuration: shell.settings.namedFile)
  }

  private func open() throws -> any Terminal {
    let (environment, color) = (shell.environment, shell.settings.color)
    do throws(TerminalError) {
      return try DeviceTerminal(
        input: STDIN_FILENO,
        output: STDOUT_FILENO,
        environment: TerminalEnvironment(
          name: environment.value("TERM"),
          colorTerm: environment.value("COLORTERM"),
          noColor: color == .always ? nil : environment.value("NO_COLOR"),
          colors: color == .never ? ColorDepth.none : nil,
          isUTF8: environment.isUTF8,
          hyperlinks: shell.config.terminal.hyperlinks
        )
      )
    } catch {
      throw refusal(of: error)
    }
  }

  private func refusal(of error: TerminalError) -> Refusal {
    let sentence =
      switch error {
      case .notATerminal: Sentence("error.usage.no-terminal")
      case .noName: Sentence("error.usage.dumb-terminal", .text(""))
      case .unsuitable(let name): Sentence("error.usage.dumb-terminal", .text(name))
      case .system(let call, let reason):
        Sentence(
          "error.internal",
          .text("\(call): \(String(cString: strerror(reason)))")
        )
      }
    return Refusal(sentence: sentence, hint: Sentence("hint.no-terminal"))
  }
}

extension Config {
  /// The settings without what a terminal cannot show: pictures are made of blocks in two colours.
  func fitting(_ capabilities: TerminalCapabilities, isUTF8: Bool) -> Config {
    var config = self
    if capabilities.colors == .none || !isUTF8 { config.reading.images = .off }
    return config
  }
}

extension MouseConfig {
  /// How much of the mouse the terminal is to report.
  var reporting: MouseReporting { !isEnabled ? .off : shake ? .motion : .buttons }
}
