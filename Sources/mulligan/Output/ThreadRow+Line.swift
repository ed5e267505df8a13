import TriageCore

extension ThreadRow {
  /// The line of `list`: `thread:ID  YYYY-MM-DD HH:MM  [M/T]  AUTHORS; SUBJECT  (TAGS)`.
  var line: String {
    let counts = "[\(matched.count)/\(messages.count)]"
    let people = authors.joined(separator: ", ")
    let tags = tags.sorted().map(\.text).joined(separator: " ")
    return
      "thread:\(thread)  \(TimeText.minutes(date))  \(counts)  \(people); \(subject)  (\(tags))"
  }
}

extension MailQuery {
  /// A message as lists name it and `--stdin` takes it: `id:…`.
  static func listed(_ message: MessageID) -> String { "id:\(message)" }

  /// An id without the `id:` that may stand before it.
  static func bareID(_ word: String) -> String {
    word.hasPrefix("id:") ? String(word.dropFirst(3)) : word
  }
}
