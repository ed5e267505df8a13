import ArgumentParser
import Foundation
import Maildir
import TriageConfig
import TriageCore
import TriageUI

/// `config`.
struct ConfigVerb: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "config",
      abstract: helpText("verb.config"),
      subcommands: [ConfigCheck.self, ConfigInit.self, ConfigPath.self, ConfigShow.self]
    )
  }

  @OptionGroup var global: GlobalOptions
}

/// `config check`.
struct ConfigCheck: ParsableCommand {
  static var configuration: CommandConfiguration { configVerb("check") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.json"))
  var json = false

  func run() throws {
    try Shell.run(despiteProblems: true) { shell in
      let problems = shell.settings.problems + shell.badViewQueries()
      try shell.list(problems, json: json)
      guard problems.isEmpty else { return try shell.exit(Exit.failed) }
      if !json {
        try shell.printer.text(
          shell.words.text(shell.settings.checked)
        )
      }
    }
  }
}

/// `config init`.
struct ConfigInit: ParsableCommand {
  static var configuration: CommandConfiguration { configVerb("init") }

  @OptionGroup var global: GlobalOptions

  func run() throws {
    try Shell.run(despiteProblems: true) { shell in
      let file = shell.settings.file
      do {
        try FileManager.default.createDirectory(
          at: URL(fileURLWithPath: file).deletingLastPathComponent(),
          withIntermediateDirectories: true
        )
        let new = try NewFile(at: file)
        try new.write(Array(Config.defaultText.utf8))
        try new.finish()
      } catch FileError.exists {
        throw TriageFailure(.fileExists, file)
      } catch {
        let reason = (error as? FileError)?.reason ?? error.reason
        throw Refusal(
          sentence: Sentence("error.file-unwritable", .text(file), .text(reason)),
          code: .notWritable,
          exit: Exit.failed
        )
      }
      try shell.printer.text(shell.words.text(Sentence("status.config.written", .text(file))))
    }
  }
}

/// `config path`.
struct ConfigPath: ParsableCommand {
  static var configuration: CommandConfiguration { configVerb("path") }

  @OptionGroup var global: GlobalOptions

  func run() throws {
    try Shell.run(despiteProblems: true) { shell in
      try shell.printer.text(shell.display(shell.settings.file))
    }
  }
}

/// `config show`.
struct ConfigShow: ParsableCommand {
  static var configuration: CommandConfiguration { configVerb("show") }

  @OptionGroup var global: GlobalOptions

  func run() throws {
    try Shell.run(using: Set(SettingsArea.allCases)) { shell in
      for line in shell.settings.text.split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast()
      {
        try shell.printer.line(String(line))
      }
    }
  }
}

private func configVerb(_ name: String) -> CommandConfiguration {
  CommandConfiguration(
    commandName: name,
    abstract: helpText("verb.config.\(name)")
  )
}

extension Shell {
  /// The queries of views that the index does not understand; none where it is elsewhere, or cannot be asked.
  fileprivate func badViewQueries() -> [PlacedProblem] {
    let queries = settings.viewQueries
    var problems: [PlacedProblem] = []
    guard !queries.isEmpty, config.engine.isEmpty else { return [] }
    do throws(TriageFailure) {
      let store = try mailbox().store
      for query in queries {
        do throws(TriageFailure) {
          _ = try store.ids(MailQuery(query.text), limit: 0)
        } catch {
          guard error.code == .badQuery else { throw error }
          let complaint = error.arguments.last ?? ""
          let problem = FileProblem(.badQuery, query.view, complaint, at: query.position)
          problems.append(PlacedProblem(file: settings.file, problem: problem))
        }
      }
    } catch {
      // What keeps the index from being asked is no mistake of this file.
    }
    return problems
  }

  /// Writes what a check has found to standard output, a line each.
  func list(_ problems: [PlacedProblem], json: Bool) throws {
    for problem in problems {
      if json {
        try printer.line(problem.json(words))
      } else {
        try printer.text(words.text(problem.line))
      }
    }
    if !json, let rest = problems.restUnread { try printer.note(words.text(rest)) }
  }
}

extension [PlacedProblem] {
  /// That the rest of the file was not read, if the parser has stopped at a mistake.
  var restUnread: Sentence? {
    contains { $0.problem.code == .syntax } ? Sentence("status.rest-unread") : nil
  }
}

extension PlacedProblem {
  func json(_ words: Wording) -> JSONLine {
    var line = JSONLine(type: "problem")
    line.add("file", .string(file))
    line.add("line", problem.position.map { .int($0.line) } ?? .null)
    line.add("column", problem.position.map { .int($0.column) } ?? .null)
    line.add("code", .string(problem.code.name))
    line.add("title", .string(words.string(sentence)))
    return line
  }
}

extension FileProblem.Code {
  /// The code without what only makes another sentence of it.
  fileprivate var name: String { String(rawValue.prefix { $0 != "." }) }
}
