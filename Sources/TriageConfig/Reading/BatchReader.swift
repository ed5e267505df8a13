import TriageCore

/// Reads the lines of `notmuch tag --batch`: `+TAG|-TAG … [--] QUERY`.
///
/// A tag may have any of its bytes written as `%NN`; the query is notmuch's, quotes and all. Empty
/// lines and those that begin with `#` say nothing.
struct BatchReader {
  let problems: ProblemList
  var queryPlaces: [String: FilePosition] = [:]

  mutating func plan(_ text: String) -> Plan {
    var commands: [Command] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let line = line.last == "\r" ? line.dropLast() : line
      guard line.contains(where: { $0 != " " }), line.first(where: { $0 != " " }) != "#" else {
        continue
      }
      if let command = command(line, number + 1) { commands.append(command) }
    }
    return Plan(commands)
  }

  private mutating func command(_ line: Substring, _ number: Int) -> Command? {
    var rest = line.drop { $0 == " " }
    let start = position(of: rest, in: line, number)
    var edit = TagEdit()
    while let sign = rest.first, sign == "+" || sign == "-" {
      let word = rest.prefix { $0 != " " }
      let place = position(of: rest, in: line, number)
      rest = rest.dropFirst(word.count).drop { $0 == " " }
      if word == "--" { break }
      guard let tag = Self.decoded(word.dropFirst()).map({ MailTag($0) }),
        sign == "+" ? tag.isValidToAdd : !tag.text.isEmpty
      else {
        problems.add(FileProblem(.badTag, String(word), at: place))
        return nil
      }
      edit = edit.then(sign == "+" ? TagEdit(add: [tag]) : TagEdit(remove: [tag]))
    }
    let place = position(of: rest, in: line, number)
    let query = String(rest.reversed().drop { $0 == " " }.reversed())
    guard !edit.isEmpty else {
      problems.add(FileProblem(.missingKey, "+TAG", at: start))
      return nil
    }
    guard !query.isEmpty else {
      problems.add(FileProblem(.missingKey, "QUERY", at: place))
      return nil
    }
    queryPlaces[query] = queryPlaces[query] ?? place
    return Command([MailAction(edit)], on: .query(query, limit: nil))
  }

  private func position(of rest: Substring, in line: Substring, _ number: Int) -> FilePosition {
    let before = line[line.startIndex..<rest.startIndex]
    return FilePosition(line: number, column: before.unicodeScalars.count + 1)
  }

  /// The tag with its escapes read; `nil` if they are not two digits each, or not UTF-8 together.
  private static func decoded(_ word: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(word.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.count == 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
