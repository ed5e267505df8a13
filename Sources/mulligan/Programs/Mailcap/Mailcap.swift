import Foundation

/// The mailcap files (RFC 1524): which program shows which type of part.
///
/// They are read when a part is to be shown, for they are short and change seldom. Whatever is in
/// them, nothing in them is given to a shell.
struct Mailcap {
  /// A line that names a program for a type.
  struct Entry: Hashable {
    /// In lower case: `image/png`, or `image/*`.
    var type: String
    var command: String
    /// A condition in which the line holds; `nil` for always.
    var test: String?
    /// Whether the program prints text, and is done.
    var isCopious = false
    var needsTerminal = false
    /// How the file's name must end.
    var ending = ""
  }

  /// The lines of a file that are not understood.
  struct Mistakes: Hashable {
    let path: String
    var count = 0
    /// The number of the first one.
    let line: Int
  }

  private(set) var entries: [Entry] = []
  /// One for each file that has some.
  private(set) var mistakes: [Mistakes] = []

  /// The most bytes of a file that are read.
  static let fileSize = 1 << 20
  /// The longest line, with the lines that go on with it.
  static let lineLength = 4_096
  /// The most files.
  static let files = 32

  /// Makes a mailcap without a line.
  init() {}

  /// Reads the files that hold for a person, the first one first.
  init(_ environment: [String: String], home: String) {
    for path in Self.paths(environment, home: home).prefix(Self.files) {
      if let bytes = Self.read(path) { add(bytes, from: path) }
    }
  }

  private static func paths(_ environment: [String: String], home: String) -> [String] {
    guard let named = environment["MAILCAPS"], !named.isEmpty else {
      return ["\(home)/.mailcap", "/etc/mailcap"]
    }
    return named.split(separator: ":").map {
      $0.hasPrefix("~/") ? home + $0.dropFirst() : String($0)
    }
  }

  /// Returns the beginning of a file; `nil` of what is none, without waiting for it.
  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: fileSize)
    var count = 0
    while count < fileSize {
      let got = bytes.withUnsafeMutableBytes {
        Foundation.read(file, $0.baseAddress?.advanced(by: count), fileSize - count)
      }
      guard got > 0 else { break }
      count += got
    }
    return Array(bytes.prefix(count))
  }
}

// MARK: - Lines

extension Mailcap {
  /// Adds the lines of a file.
  mutating func add(_ bytes: [UInt8], from path: String) {
    var mistakes: Mistakes?
    for (number, line) in Self.lines(of: bytes) {
      if let entry = Entry(line) {
        entries.append(entry)
      } else {
        mistakes = mistakes ?? Mistakes(path: path, line: number)
        mistakes?.count += 1
      }
    }
    if let mistakes { self.mistakes.append(mistakes) }
  }

  /// The lines that are no remarks, with the numbers they begin at; a backslash at the end of one
  /// takes the next one with it.
  private static func lines(of bytes: [UInt8]) -> [(number: Int, line: [UInt8])] {
    var lines: [(number: Int, line: [UInt8])] = []
    var open: (number: Int, line: [UInt8])?
    let rows = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, row) in rows.enumerated() {
      let row = row.last == 0x0D ? row.dropLast() : row
      if open == nil {
        let first = row.first { $0 != 0x20 && $0 != 0x09 }
        if first == nil || first == UInt8(ascii: "#") { continue }
      }
      var line = open ?? (index + 1, [])
      let goesOn = row.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
      line.line += goesOn ? row.dropLast() : row
      open = goesOn ? line : nil
      if !goesOn { lines.append(line) }
    }
    if let open { lines.append(open) }
    return lines
  }
}

extension Mailcap.Entry {
  /// Reads a line; `nil` if it is none of a mailcap.
  init?(_ line: [UInt8]) {
    guard line.count <= Mailcap.lineLength, !line.contains(0) else { return nil }
    let fields = Self.fields(of: String(decoding: line, as: UTF8.self))
    guard fields.count > 1, let type = Self.type(fields[0]), !fields[1].isEmpty else { return nil }
    self.init(type: type, command: fields[1])
    for field in fields.dropFirst(2) {
      let words = field.split(separator: "=", maxSplits: 1).map { Self.trimmed(String($0)) }
      switch (words.first?.lowercased(), words.count) {
      case ("copiousoutput", 1): isCopious = true
      case ("needsterminal", 1): needsTerminal = true
      case ("test", 2): test = words[1]
      case ("nametemplate", 2): ending = Self.ending(of: words[1])
      default: break
      }
    }
  }

  /// Semicolons part the fields, but for those with a backslash before them.
  private static func fields(of line: String) -> [String] {
    var fields: [String] = []
    var field = ""
    var isEscaped = false
    for character in line {
      switch (isEscaped, character) {
      case (true, ";"): field.append(";")
      case (true, _): field += "\\" + String(character)
      case (false, "\\"): break
      case (false, ";"):
        fields.append(trimmed(field))
        field = ""
      case (false, _): field.append(character)
      }
      isEscaped = !isEscaped && character == "\\"
    }
    return fields + [trimmed(isEscaped ? field + "\\" : field)]
  }

  private static func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespaces)
  }

  /// A type; one without its second half means all of its kind.
  private static func type(_ text: String) -> String? {
    let words = text.lowercased().split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(words.count), words.allSatisfy(\.isToken) else { return nil }
    return words.count == 1 ? "\(words[0])/*" : words.joined(separator: "/")
  }

  /// What a template asks of the end of a name; nothing of one that asks for more.
  private static func ending(of template: String) -> String {
    guard template.hasPrefix("%s") else { return "" }
    let ending = template.dropFirst(2)
    let isSafe = ending.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".")
    }
    return isSafe && ending.utf8.count <= 16 ? String(ending) : ""
  }

  /// Whether the line is about parts of a type.
  func matches(_ type: String) -> Bool {
    self.type == type || self.type.hasSuffix("/*") && type.hasPrefix(self.type.dropLast())
  }
}

extension Substring {
  /// Whether this can be half of a type.
  fileprivate var isToken: Bool {
    !isEmpty
      && unicodeScalars.allSatisfy { scalar in
        scalar.isASCII && scalar.value > 0x20 && scalar.value != 0x7F
          && !"()<>@,;:\\\"/[]?=".unicodeScalars.contains(scalar)
      }
  }
}

// MARK: - Choosing

/// What a mailcap has for a part.
struct MailcapChoice {
  /// The line that is used, and its program; `nil` if there is none.
  var program: MailcapProgram?
  /// The command of the first line before it that only a shell could run.
  var refused: String?
}

/// A program that shows parts of a type.
struct MailcapProgram {
  let command: MailcapCommand
  let needsTerminal: Bool
  /// How the file's name must end.
  let ending: String
}

extension Mailcap {
  /// Chooses what shows parts of a type: the first line that holds.
  ///
  /// - Parameters:
  ///   - type: The type in lower case.
  ///   - asText: Whether the program must print text, rather than show the part itself.
  ///   - environment: What conditions are about.
  /// - Returns: The choice.
  func choice(
    for type: String,
    asText: Bool,
    _ environment: [String: String]
  ) -> MailcapChoice {
    var choice = MailcapChoice()
    for entry in entries where entry.isCopious == asText && entry.matches(type) {
      let condition = entry.test.map { MailcapTest($0) }
      if case .known(let test)? = condition, !test.holds(environment) { continue }
      guard condition?.isKnown != false, let command = MailcapCommand(entry.command) else {
        choice.refused = choice.refused ?? entry.command
        continue
      }
      choice.program = MailcapProgram(
        command: command,
        needsTerminal: entry.needsTerminal,
        ending: entry.ending
      )
      return choice
    }
    return choice
  }
}

/// The condition of a line: whether a variable of the environment is empty or not.
enum MailcapTest: Hashable {
  struct Variable: Hashable {
    let name: String
    let isSet: Bool

    func holds(_ environment: [String: String]) -> Bool {
      (environment[name]?.isEmpty == false) == isSet
    }
  }

  case known(Variable)
  /// Only a shell could say whether it holds.
  case unknown

  var isKnown: Bool { self != .unknown }

  /// Reads `test -n "$NAME"`, `test -z "$NAME"`, and the same in brackets.
  init(_ text: String) {
    var words = text.split(separator: " ").map(String.init)
    if words.first == "[", words.last == "]" { words = ["test"] + words.dropFirst().dropLast() }
    guard words.count == 3, words[0] == "test", ["-n", "-z"].contains(words[1]),
      let name = Self.variable(words[2])
    else {
      self = .unknown
      return
    }
    self = .known(Variable(name: name, isSet: words[1] == "-n"))
  }

  private static func variable(_ word: String) -> String? {
    var word = word[...]
    if word.count > 1, word.first == "\"", word.last == "\"" { word = word.dropFirst().dropLast() }
    guard word.first == "$" else { return nil }
    word = word.dropFirst()
    if word.first == "{", word.last == "}" { word = word.dropFirst().dropLast() }
    let isName = word.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "_")
    }
    return isName && !word.isEmpty ? String(word) : nil
  }
}
