/// The exchange of a catalog's own placeholders for those that translators' tools know, and back.
///
/// `%#@files@` travels as `%2$#@files@`, and `%arg` in that part as `%2$lld`.
struct PlaceholderExchange {
  private let pairs: [(own: String, carried: String)]

  /// Makes the exchange for one text among those of a sentence.
  init(parts: [String: Substitution], form: TextForm) {
    if case .substitution(let name)? = form.steps.first {
      pairs = parts[name].map(Self.numbers) ?? []
    } else {
      pairs = parts.sorted { $0.key < $1.key }.compactMap { name, part in
        part.argument.map { (own: "%#@\(name)@", carried: "%\($0)$#@\(name)@") }
      }
    }
  }

  private static func numbers(of part: Substitution) -> [(own: String, carried: String)] {
    let short = (own: "%arg", carried: "%" + part.formatSpecifier)
    guard let argument = part.argument else { return [short] }
    return [(own: "%arg", carried: "%\(argument)$" + part.formatSpecifier), short]
  }

  /// Returns a catalog's text as it travels.
  func carried(_ text: String) -> String {
    exchanged(text, pairs.map { ($0.own, $0.carried) })
  }

  /// Returns a text that has travelled as a catalog has it.
  func own(_ text: String) -> String {
    exchanged(text, pairs.map { ($0.carried, $0.own) })
  }

  private func exchanged(_ text: String, _ pairs: [(String, String)]) -> String {
    var exchanged = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "%") {
      exchanged += rest[..<sign]
      rest = rest[sign...]
      let pair = pairs.first { rest.hasPrefix($0.0) }
      let taken = pair?.0 ?? String(rest.prefix(rest.hasPrefix("%%") ? 2 : 1))
      exchanged += pair?.1 ?? taken
      rest = rest.dropFirst(taken.count)
    }
    return exchanged + rest
  }
}
