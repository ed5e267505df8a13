import Screen
package import TriageCore

extension Wording {
  /// The text of an answer: who wrote when, and the message with the marks of quotes.
  package func quoting(_ original: OriginalMessage, _ content: MessageContent) -> String {
    let lines = QuotedText.answering(content.linesWithPlainNames)
    guard !lines.isEmpty else { return "" }
    return ([attribution(of: original)] + lines).joined(separator: "\n") + "\n"
  }

  /// The text of a message that forwards another one: its fields, all of them whole, and its text.
  package func forwarding(_ original: OriginalMessage, _ content: MessageContent) -> String {
    let title = string(Sentence("compose.forwarded"))
    let fields = content.headers.filter { $0.isShort && !$0.namesBlindCopies }
      .map { "\($0.name): \(original.whole($0).onOneLine)" }
    let heading = ["", "---------- \(title) ----------"] + fields + [""]
    let lines = heading + QuotedText.forwarding(content.linesWithPlainNames)
    return lines.joined(separator: "\n") + "\n"
  }

  private func attribution(of original: OriginalMessage) -> String {
    let writer = original.from.first.map { $0.name.isEmpty ? $0.address : $0.name } ?? ""
    guard let date = original.date else {
      return string(Sentence("compose.attribution.undated", .text(writer)))
    }
    return string(Sentence("compose.attribution", .text(fullDate(date)), .text(writer)))
  }
}

extension OriginalMessage {
  /// What a field says, also where not all of it was to be shown.
  fileprivate func whole(_ field: HeaderField) -> String {
    let name = field.name.asciiLowercased
    if name == "subject", let subject, subject.hasPrefix(field.value) { return subject }
    let people: [NamedAddress] =
      switch name {
      case "from": from
      case "reply-to": replyTo.addresses
      case "to": to
      case "cc": cc
      default: []
      }
    guard field.omitted > 0, people.count > field.addresses.count else { return field.value }
    return people.map(\.text).joined(separator: ", ")
  }
}

extension MessageContent {
  /// The lines, with the names of parts as the screen shows them: nothing in a name turns what is
  /// written round it, or hides in it.
  fileprivate var linesWithPlainNames: [ContentLine] {
    lines.map { line in
      guard case .label = line.kind else { return line }
      return ContentLine(line.kind, DisplayText(line.text, as: .header).text, lead: line.lead)
    }
  }
}
