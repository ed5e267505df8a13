/// The command of a mailcap line as a program and its arguments.
///
/// It is split as a shell would, but what needs one to be understood is no command of ours. What comes
/// from the mail is put in after that: whatever it is, it is part of one argument.
struct MailcapCommand: Hashable {
  fileprivate enum Piece: Hashable {
    case text(String)
    /// `%s`: the name of the file.
    case file
    /// `%t`: the type.
    case type
    /// `%{NAME}`: a parameter of the type.
    case parameter(String)
  }

  private let words: [[Piece]]

  /// Splits a command; `nil` if only a shell could run it.
  init?(_ line: String) {
    var splitter = Splitter(rest: Array(line)[...])
    guard let words = splitter.split(), case .text(let program)? = words.first?.first,
      words[0].count == 1, !Self.shellWords.contains(program), !program.contains("=")
    else { return nil }
    self.words = words
  }

  /// What only a shell understands as the first word.
  private static let shellWords: Set = [
    "!", ".", ":", "case", "cd", "eval", "exec", "export", "for", "if", "set", "source", "trap",
    "until", "while", "{",
  ]

  /// The program's name, without its folder.
  var name: String {
    guard case .text(let program)? = words.first?.first else { return "" }
    return program.split(separator: "/").last.map(String.init) ?? program
  }

  /// Whether it is given the file by name; otherwise the file is its input.
  var readsFile: Bool { words.joined().contains(.file) }

  /// The program and its arguments.
  ///
  /// - Parameters:
  ///   - file: The whole name of the file, which begins with a slash.
  ///   - type: The part's type, as the mail has it.
  ///   - parameters: The type's parameters, as the mail has them.
  ///   - home: What `~` means.
  /// - Returns: The arguments, the program's name first.
  func arguments(
    file: String,
    type: String,
    parameters: [String: String],
    home: String
  ) -> [String] {
    words.map { word in
      let text = word.map { piece in
        switch piece {
        case .text(let text): text
        case .file: file
        case .type: type.isHarmless ? type : "application/octet-stream"
        case .parameter(let name): parameters[name].flatMap { $0.isHarmless ? $0 : nil } ?? ""
        }
      }.joined()
      return text.hasPrefix("~/") && word.first?.beginsAtHome == true
        ? home + text.dropFirst() : text
    }
  }
}

extension MailcapCommand.Piece {
  /// Whether the line itself says so, and not the mail.
  fileprivate var beginsAtHome: Bool {
    if case .text(let text) = self { text.hasPrefix("~/") } else { false }
  }
}

extension String {
  /// Whether a program can take it for nothing else than a type, a charset, a number or a name.
  fileprivate var isHarmless: Bool {
    guard utf8.count <= 127, let first = utf8.first, first.isLetterOrDigit else { return false }
    return utf8.allSatisfy { $0.isLetterOrDigit || "/._:+-".utf8.contains($0) }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
  }
}

// MARK: - Splitting

extension MailcapCommand {
  /// Goes through a line once.
  private struct Splitter {
    var rest: ArraySlice<Character>
    private var words: [[Piece]] = []
    private var word: [Piece]?

    init(rest: ArraySlice<Character>) { self.rest = rest }

    /// What acts in a shell outside of quotes.
    private static let active: Set<Character> = [
      "|", "&", ";", "<", ">", "(", ")", "`", "$", "*", "?", "[", "]", "\n",
    ]

    /// Returns the words; `nil` if they need a shell, or a quote is open.
    mutating func split() -> [[Piece]]? {
      while let character = rest.popFirst() {
        switch character {
        case " ", "\t": endWord()
        case "'", "\"": guard quoted(by: character) else { return nil }
        case "\\": append(rest.popFirst() ?? "\\")
        case "%": guard appendField() else { return nil }
        case "#" where word == nil: return nil
        case "~" where word == nil && rest.first != "/": return nil
        case _ where Self.active.contains(character): return nil
        default: append(character)
        }
      }
      endWord()
      return words.isEmpty ? nil : words
    }

    private mutating func endWord() {
      if let word { words.append(word) }
      word = nil
    }

    private mutating func append(_ character: Character) {
      var pieces = word ?? []
      if case .text(let text)? = pieces.last {
        pieces[pieces.count - 1] = .text(text + String(character))
      } else {
        pieces.append(.text(String(character)))
      }
      word = pieces
    }

    /// Reads up to the other quotation mark.
    private mutating func quoted(by mark: Character) -> Bool {
      if word == nil { word = [.text("")] }
      while let character = rest.popFirst() {
        switch character {
        case mark: return true
        case "%": guard appendField() else { return false }
        case "\\" where mark == "\"":
          let next = rest.popFirst() ?? "\\"
          if !["\"", "\\", "$", "`"].contains(next) { append("\\") }
          append(next)
        case "$" where mark == "\"", "`" where mark == "\"": return false
        default: append(character)
        }
      }
      return false
    }

    /// Reads what a percent sign stands for; of a part of several parts we give no list.
    private mutating func appendField() -> Bool {
      switch rest.first {
      case "s": word = (word ?? []) + [.file]
      case "t": word = (word ?? []) + [.type]
      case "{":
        guard let end = rest.firstIndex(of: "}") else { return false }
        let name = String(rest[(rest.startIndex + 1)..<end]).lowercased()
        word = (word ?? []) + [.parameter(name)]
        rest = rest[end...]
      case "n", "F": return false
      case "%": append("%")
      default:
        append("%")
        return true
      }
      rest = rest.dropFirst()
      return true
    }
  }
}
