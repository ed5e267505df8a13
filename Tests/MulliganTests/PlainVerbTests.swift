import TestSupport
import Testing

@testable import ArgumentParser
@testable import mulligan

/// What is read without the parser is what the parser reads.
@Suite struct PlainVerbTests {
  /// The parser looks itself in a debug build, but for `Sources/CSwiftRuntime/validation.c`.
  @Test func `the parser finds nothing wrong with how the verbs are declared`() {
    let validators: [any ParsableArgumentsValidator.Type] = [
      PositionalArgumentsValidator.self, CodingKeyValidator.self, UniqueNamesValidator.self,
      NonsenseFlagsValidator.self,
    ]
    var rest: [any ParsableCommand.Type] = [Mulligan.self]
    while let verb = rest.popLast() {
      for validator in validators {
        let problem = validator.validate(verb, parent: nil)
        #expect(problem == nil, "\(verb)")
      }
      rest += verb.configuration.subcommands
    }
  }

  private static let names = [
    "count", "list", "show", "apply", "tag", "move", "wake", "reply", "undo", "redo",
  ]

  /// What a person may have typed after a verb: what it knows, what another one knows, and what is wrong.
  private static func arguments(_ names: PlainWords.Names, _ chance: inout SplitMix) -> [String] {
    let values = [
      "5", "0", "-3", "x", "", "messages", "threads", "oldest-first", "never", "auto", "de",
      "debug", "5.5",
      "+7", "a=b", "ann@example.org",
    ]
    let words = [
      "tag:inbox", "and", "*", "1", "2", "archive", "--", "--", "-", "-x", "+a", "-b", "", "INBOX",
      "--help", "-h", "--version", "--nothing", "--json", "--limit",
    ]
    return (0..<Int.random(in: 0...5, using: &chance)).flatMap { _ -> [String] in
      let value = values.randomElement(using: &chance) ?? ""
      switch Int.random(in: 0..<10, using: &chance) {
      case 0...2:
        let name = names.options.randomElement(using: &chance) ?? "--limit"
        return Bool.random(using: &chance) ? [name, value] : ["\(name)=\(value)"]
      case 3, 4: return [names.flags.randomElement(using: &chance) ?? "--json"]
      default: return [words.randomElement(using: &chance) ?? ""]
      }
    }
  }

  @Test(arguments: names)
  func `what is read without the parser is what the parser reads`(name: String) throws {
    let verb = try #require(plainVerb(name))
    var chance = SplitMix(21)
    var plain = 0
    for _ in 0..<200 {
      let arguments = Self.arguments(verb.names + GlobalOptions.names, &chance)
      guard let read = verb.reading(arguments) else { continue }
      plain += 1
      let parsed = try verb.parseAsRoot(arguments)
      #expect("\(read)" == "\(parsed)", "\(arguments)")
    }
    #expect(plain > 15, "only \(plain)")
  }

  @Test(arguments: names)
  func `what scripts write is plain`(name: String) throws {
    let verb = try #require(plainVerb(name))
    let words: [String: [String]] = [
      "count": ["--output=threads", "tag:inbox"],
      "list": ["--limit", "50", "--json", "--", "tag:inbox"],
      "show": ["--raw", "id:a@example.org"],
      "apply": ["--quiet", "archive", "--", "--", "from:ann"],
      "tag": ["--background", "--", "+a", "-b", "--", "from:ann"],
      "move": ["--from", "INBOX", "Archive", "--", "--", "date:..1y"],
      "wake": ["--quiet"], "reply": ["--sender", "id:a@example.org"],
      "undo": ["--any", "3"], "redo": [],
    ]
    #expect(verb.reading(try #require(words[name])) != nil)
    #expect(verb.reading(["--help"]) == nil && verb.reading(["--nothing"]) == nil)
  }

  @Test(arguments: [
    "", "zh_CN.UTF-8", "zh_TW.UTF-8", "fr_FR.UTF-8", "de_DE.UTF-8", "ja_JP.UTF-8", "ru_RU.UTF-8",
    "es_ES.UTF-8",
  ])
  func `the help of the program is as the parser would print it`(locale: String) throws {
    let mail = try TemporaryMail()
    // A narrow parser's own sentences are broken before they can be known for another language's.
    for columns in (locale.isEmpty ? ["41"] : []) + ["60", "80", "81", "100", "140", "300"] {
      let variables = ["COLUMNS": columns, "LC_ALL": locale]
      let quick = try mail.mulligan("--help", with: variables)
      // Asked for so, the parser makes it.
      let parsed = try mail.mulligan("help", with: variables)
      #expect(quick.status == 0, "\(columns)")
      // The parser breaks lines before its own words are put into another language.
      let isEnglish = locale.isEmpty
      func parts(of text: String) -> [Substring] {
        text.split { isEnglish ? $0 == "\n" : $0.isWhitespace }
      }
      #expect(parts(of: quick.output) == parts(of: parsed.output), "\(columns)")
    }
  }
}
