import TriageCore

/// Puts the arguments into the order that the parser understands.
///
/// - Global options may stand before the verb: they are moved behind it.
/// - Without a verb the screen is meant: `read` is put in.
/// - `tag` takes words that begin with `-`: a `--` is put before the first change.
/// - `apply` and `move` must see the `--` between actions and query, which the parser would swallow: a second
///   one is put beside it.
enum ArgumentRewriting {
  /// The options that take a value and may stand before the verb.
  static let globalOptions: Set<String> = ["--config", "--language", "--color", "--log-level"]

  static func rewritten(_ arguments: [String]) -> [String] {
    let (moved, others) = parted(arguments)
    let rest = others[...]
    if let word = rest.first, ["-h", "--help", "--version"].contains(word) {
      return Array(rest)
    }
    // What the shells' own scripts ask is not a verb's.
    for option in ["--generate-completion-script", "---completion"]
    where rest.first?.hasPrefix(option) == true {
      return Array(rest)
    }
    guard let verb = rest.first, !verb.hasPrefix("-") else { return ["read"] + moved + rest }
    let words = Array(rest.dropFirst())
    switch verb {
    // Help of a verb takes no options; what is said before it is for this run's words.
    case "help": return [verb] + words
    case "tag": return [verb] + moved + separatingChanges(words)
    case "apply", "move":
      return [verb] + moved + words.flatMap { $0 == "--" ? ["--", "--"] : [$0] }
    default: return [verb] + moved + words
    }
  }

  /// The global options that words begin with, and the rest.
  static func parted(_ arguments: [String]) -> (options: [String], rest: [String]) {
    var rest = arguments[...]
    var options: [String] = []
    while let word = rest.first, word.hasPrefix("--"), let name = globalName(word) {
      let length = word == name ? 2 : 1
      options += rest.prefix(length)
      rest = rest.dropFirst(length)
    }
    return (options, Array(rest))
  }

  /// The value of a global option, wherever it stands before a `--`.
  static func value(of option: String, in arguments: [String]) -> String? {
    for (index, word) in arguments.enumerated() {
      if word == "--" { return nil }
      if word == option { return index + 1 < arguments.count ? arguments[index + 1] : nil }
      if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
    }
    return nil
  }

  private static func globalName(_ word: String) -> String? {
    let name = String(word.prefix { $0 != "=" })
    return globalOptions.contains(name) ? name : nil
  }

  private static func separatingChanges(_ words: [String]) -> [String] {
    let isChange = { (word: String) in
      word.hasPrefix("+")
        || (word.hasPrefix("-") && !word.hasPrefix("--") && word != "-")
    }
    guard let first = words.firstIndex(where: { isChange($0) || $0 == "--" }),
      isChange(words[first])
    else { return words }
    return words[..<first] + ["--"] + words[first...]
  }
}
