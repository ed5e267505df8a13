/// Splits a typed command into words, without a shell: nothing is expanded or run.
package enum ShellWords {
  /// Returns the words of a line: blanks part them; single quotes keep everything, double quotes all
  /// but a backslash before `"` or `\`, and a backslash outside of quotes the next character.
  ///
  /// `nil` if a quotation mark is not closed.
  package static func split(_ line: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = line[...]
    while let character = rest.popFirst() {
      switch (quote, character) {
      case (nil, " "), (nil, "\t"):
        if let word { words.append(word) }
        word = nil
      case (nil, "'"), (nil, "\""):
        quote = character
        word = word ?? ""
      case (let open?, _) where open == character: quote = nil
      case (nil, "\\"): word = (word ?? "") + (rest.popFirst().map { String($0) } ?? "\\")
      case ("\"", "\\") where rest.first == "\"" || rest.first == "\\":
        word = (word ?? "") + String(rest.removeFirst())
      default: word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return quote == nil ? words : nil
  }

  /// Returns a line that a shell splits into these words again; what needs no quotes has none.
  package static func joined(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { unquoted.contains($0) }
    if plain && !word.isEmpty { return word }
    return "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  /// What stands for itself in every shell.
  private static let unquoted = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=@%+,".utf8
  )
}
