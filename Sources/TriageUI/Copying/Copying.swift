import Screen
import TriageCore

extension Shared {
  /// Gives one line, such as an address or a name, to the clipboard.
  mutating func copy(line: String) {
    let (start, end) = (line.prefix(Self.shownCharacters), line.suffix(Self.shownCharacters))
    let isShort = line.count <= 2 * Self.shownCharacters
    let shown = isShort ? line : "\(start)…\(end)"
    copy(ClipboardText(line: line), saying: Sentence("status.copied-line", .text(shown)))
  }

  /// The most that is shown of the beginning and of the end of what was copied.
  private static let shownCharacters = 40

  /// Gives a text to the clipboard: to the configured program, else to the terminal.
  mutating func copy(_ text: ClipboardText, saying sent: Sentence = Sentence("status.copied")) {
    let program = config.terminal.copy
    send(.copy(text, with: program))
    // What became of a program is reported when it has ended.
    guard program.isEmpty else { return }
    let cut = Sentence(
      "status.copied-cut",
      .number(text.text.utf8.count),
      .number(text.terminalText.count)
    )
    report(text.isCutForTerminal ? cut : sent, about: .key)
  }
}

extension MessageContent {
  /// The text of the message as a person would copy it: without what the catalog says of its parts.
  var copiedText: String {
    lines.compactMap(\.copiedText).joined(separator: "\n") + "\n"
  }

  /// The address of the first sender, without the name.
  var senderAddress: String? {
    guard let from = header("From") else { return nil }
    return (from.addresses.first ?? from.value).bareAddress
  }
}

extension ContentLine {
  fileprivate var copiedText: String? {
    switch kind {
    case .quote(let level): String(repeating: "> ", count: max(1, min(level, 12))) + lead + text
    case .header(let name): "\(name): \(text)"
    case .footnote(let number): "[\(number)] \(text)"
    case .rule: "---"
    case .label, .hidden, .colored, .sealBegin, .sealEnd, .uncovered: nil
    case .text, .heading, .signature, .patchHeader, .preformatted, .patchHunk, .patchAdded,
      .patchRemoved, .detail:
      lead + text
    }
  }
}

extension String {
  /// What stands between the last angle brackets; without any, all of it.
  ///
  /// A name may have brackets, too: the address comes last.
  var bareAddress: String {
    guard let open = lastIndex(of: "<"), let close = self[open...].firstIndex(of: ">") else {
      return self
    }
    return String(self[index(after: open)..<close])
  }
}
