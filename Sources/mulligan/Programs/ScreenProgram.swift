import CursesTerminal
import EngineLink
import Foundation
import Screen
import TriageCore
import TriageUI

/// The screen on a terminal, with an engine as its child.
struct ScreenProgram {
  let shell: Shell
  /// What to show; `nil` for the start view.
  let query: String?

  /// Runs until the person quits; returns the exit code.
  func run() throws -> Int32 {
    let surroundings = shell.surroundings
    guard surroundings.isInputTerminal, surroundings.isOutputTerminal else {
      throw Refusal(
        sentence: Sentence("error.usage.no-terminal"),
        hint: Sentence("hint.no-terminal")
      )
    }
    guard let name = surroundings.value("TERM"), name != "dumb" else {
      throw Refusal(
        sentence: Sentence("error.usage.dumb-terminal", .text(surroundings.value("TERM") ?? "")),
        hint: Sentence("hint.no-terminal")
      )
    }
    let (log, file) = LogFile.logger(
      stateFolder: surroundings.stateFolder,
      level: shell.configuration.logLevel
    )
    let launch = EngineLaunch(
      arguments: engineCommand,
      environment: surroundings.environment,
      errorOutput: file
    )
    // The engine reads the index while the terminal is being set up.
    let line = try? EngineLine(starting: launch, as: greeting)
    let terminal = try open(terminal: name)
    defer { terminal.close() }
    let size = terminal.size
    let state = State(
      size: size,
      query: query ?? StartView.query,
      title: query == nil ? .named(key: StartView.titleKey) : .query,
      context: surroundings.context(.screen)
    )
    let loop = ScreenLoop(
      terminal: terminal,
      launch: launch,
      state: state,
      words: shell.words,
      clock: { LocalClock.now },
      log: log
    )
    return loop.run(with: line)
  }

  private var engineCommand: [String] {
    ["/proc/self/exe".resolvingLink, "engine"]
  }

  private func open(terminal name: String) throws -> any Terminal {
    setlocale(LC_ALL, "")
    do {
      return try CursesTerminal(
        input: STDIN_FILENO,
        output: STDOUT_FILENO,
        name: name
      )
    } catch {
      throw Refusal(
        sentence: Sentence("error.usage.dumb-terminal", .text(name)),
        hint: Sentence("hint.no-terminal")
      )
    }
  }
}

extension String {
  /// The path that a symbolic link leads to; itself if it is none.
  fileprivate var resolvingLink: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: self)) ?? self
  }
}
