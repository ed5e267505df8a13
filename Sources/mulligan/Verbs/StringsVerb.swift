import ArgumentParser
import TriageUI

/// `strings`: what translators need.
struct StringsVerb: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "strings",
      abstract: helpText("verb.strings"),
      subcommands: [StringsCheck.self, StringsExport.self, StringsImport.self]
    )
  }

  @OptionGroup var global: GlobalOptions
}

private func stringsVerb(_ name: String) -> CommandConfiguration {
  CommandConfiguration(
    commandName: name,
    abstract: helpText("verb.strings.\(name)")
  )
}

/// `strings check`.
struct StringsCheck: ParsableCommand {
  static var configuration: CommandConfiguration { stringsVerb("check") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.json"))
  var json = false
  @Argument(help: help("argument.catalog"))
  var file: String?

  func run() throws {
    try Shell.run(despiteProblems: true) { shell in
      let files = file.map { [CatalogFile(path: $0)] } ?? CatalogFile.inForce(shell.settings)
      let areWhole = try files.map { try shell.check($0, json: json) }
      if areWhole.contains(false) { try shell.exit(Exit.failed) }
    }
  }
}

/// `strings export`.
struct StringsExport: ParsableCommand {
  static var configuration: CommandConfiguration { stringsVerb("export") }

  @OptionGroup var global: GlobalOptions
  @Argument(help: help("argument.language"))
  var language: String
  @Argument(help: help("argument.catalog"))
  var file: String?

  func run() throws {
    try Shell.run { shell in try shell.exportStrings(to: language, from: file) }
  }
}

/// `strings import`.
struct StringsImport: ParsableCommand {
  static var configuration: CommandConfiguration { stringsVerb("import") }

  @OptionGroup var global: GlobalOptions
  @Argument(help: help("argument.xliff"))
  var translation: String
  @Argument(help: help("argument.catalog.own"))
  var file: String?

  func run() throws {
    try Shell.run { shell in try shell.importStrings(from: translation, into: file) }
  }
}
