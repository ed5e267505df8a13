/// What the benchmark was asked for.
struct Options {
  var words: [String] = []
  var mulligan = ".build/release/mulligan"
  var runs = 2
  var rounds = 5
  var idle = 60
  var only: Set<String> = []
  /// Corpora of other sizes.
  var beside: [String] = []
  /// Whether the pages and the picture in this checkout are renewed.
  var records = false

  static let usage = """
    MailBenchmark corpus DIR COUNT     makes COUNT messages in DIR, with an index
    MailBenchmark sets DIR             makes DIR/mail, DIR/notmuch-config of another maker a corpus
    MailBenchmark run DIR [options]    measures the goals on a corpus
    MailBenchmark gross                makes 10,000 messages, fails at twice of what the build of the tests takes
    MailBenchmark seals [options]      makes threads of sealed mail and measures K-S1 to K-S5
    MailBenchmark writing [options]    makes mail to answer and measures W-S1 to W-S5
    MailBenchmark later DIR [options]  measures L-S1 to L-S5 on a corpus
    MailBenchmark machines [options]   makes four mailboxes and measures M-S1 to M-S4 beside muchsync, in some
                                       twenty minutes

      --mulligan PATH   the program to be measured (.build/release/mulligan)
      --beside A,B      corpora of other sizes, for growth, T2 and T3b
      --runs N          how often all is measured; a goal is missed if it is each time (2)
      --rounds N        how often a program is run in each; medians are compared (5)
      --idle N          seconds of doing nothing for T8, and of waiting for W-S3c (60)
      --only A,B        only some of: reading tagging flags plan screen counts sorting rest batch growth history;
                        of the others, goals: K-S1a, W-S1a, L-S1a, M-S1 ...
      --record          renews README.md, Tests/Benchmarks/README.md and their picture, or the table of
                        `seals`, `writing`, `later` or `machines`; not with --only, for what is not measured would be gone from them

    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        words.append(word)
        continue
      }
      if word == "--record" {
        records = true
        continue
      }
      guard let value = rest.popFirst() else { throw Failure("\(word) needs a value") }
      switch word {
      case "--mulligan": mulligan = value
      case "--runs": runs = try Self.number(value)
      case "--rounds": rounds = try Self.number(value)
      case "--idle": idle = try Self.number(value)
      case "--only": only = Set(value.split(separator: ",").map { String($0) })
      case "--beside": beside = value.split(separator: ",").map { String($0) }
      default: throw Failure("\(word) is no option\n\(Self.usage)")
      }
    }
    if words.first == "gross", !arguments.contains("--mulligan") {
      mulligan = ".build/debug/mulligan"
    }
    if records && !only.isEmpty { throw Failure("--record needs a whole run, without --only") }
  }

  static func number(_ text: String) throws -> Int {
    guard let number = Int(text), number > 0 else { throw Failure("\(text) is no number") }
    return number
  }

  func wants(_ part: String) -> Bool { only.isEmpty || only.contains(part) }
}
