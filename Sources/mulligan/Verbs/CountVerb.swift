import ArgumentParser
import TriageCore
import TriageUI

/// `count QUERY`.
struct Count: ParsableCommand {
  static var configuration: CommandConfiguration { verb("count") }

  @OptionGroup var global: GlobalOptions
  @Option(help: help("option.output"))
  var output: Output = .messages
  @Flag(help: help("option.json"))
  var json = false
  @Argument(help: help("argument.query"), completion: .custom(LiveValues.query))
  var query: [String]

  enum Output: String, ExpressibleByArgument, CaseIterable {
    case messages
    case threads
  }

  func run() throws {
    try Shell.run { shell in
      try shell.check(query: query, of: Count.self)
      let mailbox = try shell.mailbox()
      let what: CountedThing = output == .messages ? .messages : .threads
      let count = try mailbox.read { store throws(IndexError) in
        try store.count(MailQuery(query.joined(separator: " ")), what)
      }
      guard json else { return try shell.printer.line(String(count)) }
      var line = JSONLine(type: "count")
      line.add("output", .string(output.rawValue))
      line.add("count", .int(count))
      try shell.printer.line(line)
    }
  }
}
