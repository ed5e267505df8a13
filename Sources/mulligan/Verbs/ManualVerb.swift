import ArgumentParser
import Foundation
import Screen
import TriageUI

/// `manual`: the man page, made from the parser's own description of the verbs.
struct ManualVerb: ParsableCommand {
  static var configuration: CommandConfiguration { verb("manual") }

  func run() throws {
    try Shell.run(despiteProblems: true) { shell in
      let tool = try JSONDecoder().decode(
        ManualPage.Tool.self,
        from: Data(Mulligan._dumpHelp().utf8)
      )
      for line in ManualPage(tool: tool, words: shell.words).lines {
        try shell.printer.line(line)
      }
    }
  }
}

/// The man page in mdoc(7), from the parser's description of itself and the catalog.
struct ManualPage {
  /// What the parser says of the program, as far as the page needs it.
  struct Tool: Decodable {
    var command: Command
  }

  struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var shouldDisplay: Bool?
    var defaultSubcommand: String?
    var subcommands: [Command]?
    var arguments: [Argument]?

    /// Its options and arguments, and those of the verb that is meant without its name.
    var allArguments: [Argument] {
      let usual = subcommands?.first { $0.commandName == defaultSubcommand }
      return (arguments ?? []) + (usual?.arguments ?? [])
    }
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }

    var kind: String
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var parsingStrategy: String?
    var names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var abstract: String?
  }

  let tool: Tool
  let words: Wording

  /// The lines of the page.
  var lines: [String] {
    let root = tool.command
    return [
      ".Dd $Mdocdate$", ".Dt MULLIGAN 1", ".Os", ".Sh NAME", ".Nm mulligan",
      ".Nd \(escaped(String((root.abstract ?? "").prefix { $0 != "." })))", ".Sh SYNOPSIS", ".Nm",
      ".Op Ar GLOBAL", ".Op Ar VERB",
      ".Op Ar OPTIONS", ".Op Ar ARGUMENTS", ".Sh DESCRIPTION",
      prose(words.string(Sentence("help.manual.description"))),
    ] + section("help.manual.global") + list(options(of: root))
      + section("help.manual.verbs") + verbs(of: root, below: [])
      + [".Sh ENVIRONMENT", ".Bl -tag -width Ds"]
      + variable("MULLIGAN_CLOCK", "help.manual.clock") + [".El"]
      + [".Sh FILES", ".Bl -tag -width Ds"]
      + file("~/.config/mulligan/config.toml", "help.manual.file.config")
      + file("~/.local/state/mulligan/", "help.manual.file.state") + [".El"]
      + section("help.manual.exit") + exits
      + [".Sh SEE ALSO", ".Xr notmuch 1 ,", ".Xr notmuch-search-terms 7"]
  }

  private func section(_ key: String) -> [String] {
    [".Sh \(escaped(words.string(Sentence(key))).uppercased())"]
  }

  private func file(_ path: String, _ key: String) -> [String] {
    [".It Pa \(path)", prose(words.string(Sentence(key)))]
  }

  private func variable(_ name: String, _ key: String) -> [String] {
    [".It Ev \(name)", prose(words.string(Sentence(key)))]
  }

  private var exits: [String] {
    [".Bl -tag -width Ds"]
      + ["0", "1", "3", "4", "64", "75"].flatMap {
        [".It \($0)", prose(words.string(Sentence("help.exit.\($0)")))]
      } + [".El"]
  }

  /// Every verb with its options, those of its own verbs after it.
  private func verbs(of command: Command, below path: [String]) -> [String] {
    (command.subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
      .flatMap { verb -> [String] in
        let path = path + [verb.commandName]
        let synopsis = arguments(of: verb).map { argument in
          let name = ".Ar \(escaped((argument.valueName ?? "").uppercased()))"
          let repeated = argument.isRepeating ? " ..." : ""
          return argument.isOptional ? ".Op \(name.dropFirst())\(repeated)" : name + repeated
        }
        return [".Ss \(path.joined(separator: " "))", prose(verb.abstract ?? "")]
          + (synopsis.isEmpty
            ? [] : [".Pp", ".Nm", ".Cm \(path.joined(separator: " "))"] + synopsis)
          + list(options(of: verb)) + verbs(of: verb, below: path)
      }
  }

  private func arguments(of command: Command) -> [Argument] {
    command.allArguments.filter { $0.kind == "positional" && $0.shouldDisplay }
  }

  /// The options of a verb; those of every verb are told once.
  private func options(of command: Command) -> [Argument] {
    let isRoot = command.commandName == tool.command.commandName
    let global = isRoot ? [] : (tool.command.arguments ?? []).compactMap { $0.names?.first?.name }
    return command.allArguments.filter { argument in
      guard argument.kind != "positional", argument.shouldDisplay, let name = argument.names?.first
      else { return false }
      return !global.contains(name.name) && (isRoot || name.name != "help")
    }
  }

  private func list(_ options: [Argument]) -> [String] {
    guard !options.isEmpty else { return [] }
    return [".Bl -tag -width Ds"]
      + options.flatMap { option -> [String] in
        let names = (option.names ?? []).filter { $0.kind == "long" }
        let flags = names.map { "Fl Fl \($0.name)" }.joined(separator: " , ")
        let value =
          option.kind == "option"
          ? " Ar \(escaped(option.allValues?.joined(separator: "|") ?? option.valueName ?? ""))"
          : ""
        return [".It \(flags)\(value)", prose(option.abstract ?? "")]
      } + [".El"]
  }

  /// Sentences on lines of their own, none longer than a page is wide.
  private func prose(_ text: String) -> String {
    var lines = [""]
    for word in text.split(whereSeparator: \.isWhitespace) {
      let line = lines[lines.count - 1]
      let ends = [".", ";", "?"].contains { line.hasSuffix($0) }
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if ends || line.count + word.count > 76 {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] += " " + word
      }
    }
    return lines.map(escaped).joined(separator: "\n")
  }

  /// Text that means nothing to roff: no backslash, no control character, no point at the beginning.
  private func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    return plain.first == "." || plain.first == "'" ? "\\&" + plain : plain
  }
}
