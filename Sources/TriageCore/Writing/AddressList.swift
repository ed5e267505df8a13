extension NamedAddress {
  /// Reads the mailboxes of an address field as a person writes it, in Unicode.
  ///
  /// They are parted by commas or semicolons; groups are taken for their members, comments dropped.
  /// The time it takes grows with the text and with nothing else.
  ///
  /// - Throws: What is no mailbox: nobody is left out, and nothing is guessed.
  package static func list(_ text: String) throws(AddressError) -> [NamedAddress] {
    var reader = AddressReader(text)
    return try reader.list()
  }

  /// Reads the first mailbox of a field; `nil` if that is none.
  ///
  /// What follows may be anything.
  package static func first(in text: String) -> NamedAddress? {
    var reader = AddressReader(text)
    return try? reader.first()
  }

  /// Reads a text that is one mailbox.
  package static func one(_ text: String) throws(AddressError) -> NamedAddress {
    let list = try list(text)
    guard let first = list.first, list.count == 1 else { throw AddressError(text) }
    return first
  }
}

/// Reads an address field, a character after the other.
private struct AddressReader {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var isInGroup = false
  private var result: [NamedAddress] = []

  /// What stands before an address in angle brackets, or is an address itself.
  private struct Words {
    /// As it came, without comments.
    private(set) var raw = ""
    /// Without quotes.
    private(set) var plain = ""
    var comment = ""
    /// Whether there is nothing but blanks.
    private(set) var isEmpty = true
    /// Whether what stands here is an address: no name of a group has this sign without quotes.
    private(set) var hasAt = false

    mutating func append(_ scalar: Unicode.Scalar) {
      raw.unicodeScalars.append(scalar)
      plain.unicodeScalars.append(scalar)
      isEmpty = isEmpty && (scalar == " " || scalar == "\t")
      hasAt = hasAt || scalar == "@"
    }

    /// Adds a character that stands in quotes.
    mutating func append(quoted scalar: Unicode.Scalar) {
      raw.unicodeScalars.append(scalar)
      plain.unicodeScalars.append(scalar)
    }

    /// Adds a mark that is no part of the text in quotes.
    mutating func append(mark: Unicode.Scalar) {
      raw.unicodeScalars.append(mark)
      isEmpty = false
    }
  }

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  mutating func list() throws(AddressError) -> [NamedAddress] {
    while index < scalars.count { try element() }
    return result
  }

  mutating func first() throws(AddressError) -> NamedAddress? {
    while index < scalars.count, result.isEmpty { try element() }
    return result.first
  }

  /// Reads up to the next mark that ends a mailbox, and beyond it.
  private mutating func element() throws(AddressError) {
    var words = Words()
    let start = index
    while index < scalars.count {
      let scalar = scalars[index]
      switch scalar {
      case ",", ";":
        index += 1
        if scalar == ";" { isInGroup = false }
        return try add(words, from: start)
      case ":" where !isInGroup && !words.isEmpty && !words.hasAt:
        index += 1
        isInGroup = true
        return
      case "<": return try angle(words, from: start)
      case "\"": try quoted(&words, from: start)
      case "(": words.comment = try comment(from: start)
      default:
        guard !scalar.isControl || scalar == "\t" else { throw wrong(from: start) }
        words.append(scalar)
        index += 1
      }
    }
    try add(words, from: start)
  }

  /// Adds an address that stands alone; between two commas there may be nothing.
  private mutating func add(_ words: Words, from start: Int) throws(AddressError) {
    if words.isEmpty {
      guard words.comment.isEmpty else { throw wrong(from: start) }
      return
    }
    let address = NamedAddress(name: words.comment, words.raw.replacing("\t", with: " "))
    guard address.isValid else { throw wrong(from: start) }
    result.append(address)
  }

  /// Reads an address in angle brackets and what ends the mailbox.
  private mutating func angle(_ words: Words, from start: Int) throws(AddressError) {
    index += 1
    var text = ""
    while index < scalars.count, scalars[index] != ">" {
      text.unicodeScalars.append(scalars[index])
      index += 1
    }
    // A line that is folded within the brackets is none of ours.
    let address = NamedAddress(name: words.plain, text)
    guard index < scalars.count, !text.unicodeScalars.contains(where: \.isControl),
      address.isValid
    else { throw wrong(from: start) }
    index += 1
    try end(from: start)
    result.append(address)
  }

  /// Passes over blanks and comments to what ends a mailbox, and over that.
  private mutating func end(from start: Int) throws(AddressError) {
    while index < scalars.count {
      switch scalars[index] {
      case " ", "\t": index += 1
      case "(": _ = try comment(from: start)
      case ",", ";":
        if scalars[index] == ";" { isInGroup = false }
        index += 1
        return
      default: throw wrong(from: start)
      }
    }
  }

  private mutating func quoted(_ words: inout Words, from start: Int) throws(AddressError) {
    words.append(mark: "\"")
    index += 1
    while index < scalars.count, scalars[index] != "\"" {
      if scalars[index] == "\\", index + 1 < scalars.count {
        words.append(mark: "\\")
        index += 1
      }
      guard !scalars[index].isControl else { throw wrong(from: start) }
      words.append(quoted: scalars[index])
      index += 1
    }
    guard index < scalars.count else { throw wrong(from: start) }
    words.append(mark: "\"")
    index += 1
  }

  /// Reads a comment, which may have others in it, and returns its text.
  private mutating func comment(from start: Int) throws(AddressError) -> String {
    var depth = 0
    var text = ""
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "(": depth += 1
      case ")":
        depth -= 1
        if depth == 0 { return String(text.dropFirst()) }
      case "\\" where index < scalars.count:
        text.unicodeScalars.append(scalars[index])
        index += 1
        continue
      default: break
      }
      text.unicodeScalars.append(scalar)
    }
    throw wrong(from: start)
  }

  /// Names the text from where the mailbox begins, up to the next comma.
  private func wrong(from start: Int) -> AddressError {
    let rest = scalars[start...]
    var end = rest.dropFirst().firstIndex(of: ",") ?? scalars.count
    if index > end + 1 { end = min(index, scalars.count) }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: rest[start..<end].prefix(200))
    return AddressError(String(text).onOneLine)
  }
}
