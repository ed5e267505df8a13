/// What the benchmark was asked for.
struct Options {
  var words: [String] = []
  var mulligan = ".build/release/mulligan"
  var rounds = 5
  var idle = 60
  var only: Set<String> = []
  var larger: String?
  var picture: String?
  var page: String?

  static let usage = """
    MailBenchmark corpus DIR COUNT     makes COUNT messages in DIR, with an index
    MailBenchmark run DIR [options]    measures the goals on a corpus
    MailBenchmark gross                makes 10,000 messages, fails at twice a goal

      --mulligan PATH   the program to be measured (.build/release/mulligan)
      --rounds N        how often each is run; medians are compared (5)
      --idle N          seconds of doing nothing for T8 (60)
      --only A,B        only some of: reading tagging flags plan screen rest batch
      --larger DIR      a corpus five times as large, for T2 and T3b
      --picture FILE    draws the ratios
      --page FILE       renews the table between the marks of a page

    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        words.append(word)
        continue
      }
      guard let value = rest.popFirst() else { throw Failure("\(word) needs a value") }
      switch word {
      case "--mulligan": mulligan = value
      case "--rounds": rounds = try Self.number(value)
      case "--idle": idle = try Self.number(value)
      case "--only": only = Set(value.split(separator: ",").map { String($0) })
      case "--larger": larger = value
      case "--picture": picture = value
      case "--page": page = value
      default: throw Failure("\(word) is no option\n\(Self.usage)")
      }
    }
  }

  static func number(_ text: String) throws -> Int {
    guard let number = Int(text), number > 0 else { throw Failure("\(text) is no number") }
    return number
  }

  func wants(_ part: String) -> Bool { only.isEmpty || only.contains(part) }
}
