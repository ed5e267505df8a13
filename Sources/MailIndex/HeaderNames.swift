/// Returns the name to show for a `From` header: the display name, else the address.
///
/// Of several authors it is the first.
func authorName(from header: String) -> String {
  let text = header[...].trimmed
  guard let open = text.lastIndexOutsideQuotes(of: "<") else { return bareAuthor(text) }
  let name = text[..<open]
  if name.contains("@"), let comma = name.indexOutsideQuotes(of: ",") {
    return authorName(from: String(name[..<comma]))
  }
  let shown = unquoted(name.trimmed)
  return shown.isEmpty ? address(text[text.index(after: open)...]) : shown
}

/// `ann@example.org (Ann)`, or only the address.
private func bareAuthor(_ text: Substring) -> String {
  if let comma = text.indexOutsideQuotes(of: ","), text[..<comma].contains("@") {
    return bareAuthor(text[..<comma].trimmed)
  }
  guard text.hasSuffix(")"), let open = text.firstIndex(of: "("), open > text.startIndex else {
    return String(text)
  }
  let comment = text[text.index(after: open)...].dropLast().trimmed
  return comment.isEmpty ? String(text[..<open].trimmed) : String(comment)
}

private func address(_ text: Substring) -> String {
  String(text.prefix { $0 != ">" }.trimmed)
}

private func unquoted(_ text: Substring) -> String {
  guard text.contains("\"") else { return String(text) }
  var name = ""
  var isEscape = false
  for character in text {
    if !isEscape, character == "\\" || character == "\"" {
      isEscape = character == "\\"
    } else {
      name.append(character)
      isEscape = false
    }
  }
  return String(name[...].trimmed)
}

/// Returns a subject without the one mark that a reply has put before it.
func withoutReplyMark(_ subject: String) -> String {
  let mark = subject.prefix(4).lowercased()
  return ["re: ", "aw: ", "vs: ", "sv: "].contains(mark) ? String(subject.dropFirst(4)) : subject
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  fileprivate func indexOutsideQuotes(of wanted: Character) -> Index? {
    indicesOutsideQuotes.first { self[$0] == wanted }
  }

  fileprivate func lastIndexOutsideQuotes(of wanted: Character) -> Index? {
    indicesOutsideQuotes.first { self[$0] == wanted }
  }

  private var indicesOutsideQuotes: [Index] {
    var isQuoted = false
    var isEscape = false
    return indices.filter { index in
      defer { isEscape = !isEscape && self[index] == "\\" }
      if !isEscape, self[index] == "\"" { isQuoted.toggle() }
      return !isQuoted
    }
  }
}
