import Screen
import TriageCore

/// What of a message can be given to the clipboard.
package enum CopyChoice: CaseIterable, Sendable {
  case messageID
  case sender
  case subject
  case link
  case text

  /// The key that chooses it in the list, from 1.
  package var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

  var title: Sentence {
    switch self {
    case .messageID: Sentence("reading.copy.message-id")
    case .sender: Sentence("reading.copy.sender")
    case .subject: Sentence("reading.copy.subject")
    case .link: Sentence("reading.copy.link")
    case .text: Sentence("reading.copy.text")
    }
  }
}

/// A list of what of a message can be given to the clipboard; what has to be read for it is asked for
/// meanwhile.
struct CopyPane: ChoicePane {
  private let thread: ThreadID
  /// `nil` until the thread has been read.
  private var message: MessageMetadata?
  /// `nil` until the text has been read.
  private var content: MessageContent?
  var cursor = 0
  /// What was chosen before it was there.
  private var chosen: CopyChoice?
  private var threadTicket: Ticket<ThreadQuestion>?
  private var textTicket: Ticket<MessageQuestion>?

  var context: KeyContext { .picker }
  var closesOnClickOutside: Bool { true }

  /// Lists what there is of a message; without one, of the thread's at which reading would begin.
  init(_ thread: ThreadID, _ message: MessageMetadata? = nil, _ content: MessageContent? = nil) {
    self.thread = thread
    self.message = message
    self.content = content
  }

  var choiceCount: Int { CopyChoice.allCases.count }

  static let behaviors = choosing

  /// A digit chooses the entry of that number.
  mutating func type(_ chord: KeyChord, _ shared: inout Shared) -> Bool {
    guard let number = Int(chord.description), CopyChoice.allCases.indices.contains(number - 1)
    else { return false }
    choose(number - 1, &shared)
    return true
  }

  func hintSentences(_ shared: Shared) -> [Sentence] { [.numbers(upTo: CopyChoice.allCases.count)] }

  // MARK: Reading

  var awaited: [RequestID] { [threadTicket?.id, textTicket?.id].compactMap(\.self) }

  /// Asks for what is lacking: the thread, then the text of its message.
  mutating func settle(_ shared: inout Shared) {
    guard shared.requests.isAlive, threadTicket == nil, textTicket == nil else { return }
    if let message {
      guard content == nil else { return }
      let options = MessageOptions(
        filter: shared.config.reading.html.arguments,
        seals: shared.config.sealed.options
      )
      textTicket = shared.ask(MessageQuestion(message: message.id, options: options))
    } else {
      threadTicket = shared.ask(ThreadQuestion(thread: thread))
    }
  }

  mutating func receive(_ arrival: Arrival, _ shared: inout Shared) {
    if let answered = arrival.redeem(&threadTicket) {
      let matched = shared.mailbox.current?.row?.matched ?? []
      guard case .answer(let messages) = answered,
        let start = messages.start(at: shared.readingStart, matched: matched.contains)
      else { return fail(answered.failure ?? TriageFailure(.nothingFound), &shared) }
      message = messages[start]
    } else if let answered = arrival.redeem(&textTicket) {
      guard case .answer(let content) = answered else {
        return fail(answered.failure ?? TriageFailure(.internalError), &shared)
      }
      self.content = content
    }
    if let chosen { copy(chosen, &shared) }
  }

  private func fail(_ failure: TriageFailure, _ shared: inout Shared) {
    shared.close()
    shared.report(failure, about: .key)
  }

  // MARK: Copying

  mutating func choose(_ index: Int, _ shared: inout Shared) {
    guard CopyChoice.allCases.indices.contains(index) else { return }
    cursor = index
    copy(CopyChoice.allCases[index], &shared)
  }

  /// Copies what was chosen, or waits until it is there.
  private mutating func copy(_ choice: CopyChoice, _ shared: inout Shared) {
    chosen = choice
    guard let message else { return }
    switch choice {
    case .messageID: shared.copy(line: message.id.text)
    case .subject: shared.copy(line: message.subject)
    case .sender: shared.copy(line: senderAddress ?? "")
    case .link:
      guard let content else { return }
      copyLink(of: content, &shared)
    case .text:
      guard let content else { return }
      shared.copy(ClipboardText(lines: content.copiedText))
    }
    shared.close()
  }

  /// Copies the only link there is, or lets one be chosen.
  private func copyLink(of content: MessageContent, _ shared: inout Shared) {
    switch content.links.count {
    case 0: shared.report(Sentence("status.no-links"), isError: true, about: .key)
    case 1: shared.copy(line: content.links[0].target)
    default:
      shared.choose(from: .links(content.links, omitted: content.omittedLinks, .copy))
    }
  }

  private var senderAddress: String? { content?.senderAddress ?? message?.from.bareAddress }

  // MARK: Drawing

  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.content) { $0.draw(self, $1) }
  }

  /// Why an entry has nothing to copy, as far as that is known.
  fileprivate func reasonAgainst(_ choice: CopyChoice) -> Sentence? {
    choice == .link && content?.links.isEmpty == true ? Sentence("status.no-links") : nil
  }

  /// What an entry would copy, as far as it is a line; `nil` if it is not known yet.
  fileprivate func shown(_ choice: CopyChoice) -> DisplayText? {
    switch choice {
    case .messageID: message.map { DisplayText($0.id.text, as: .address) }
    case .sender: senderAddress.map { DisplayText($0, as: .address) }
    case .subject: message.map { DisplayText($0.subject, as: .header) }
    case .link:
      content?.links.first.map {
        DisplayText($0.target, as: .address) + (content?.links.count == 1 ? "" : " …")
      }
    case .text: content?.lines.first { !$0.text.isEmpty }.map { DisplayText($0.text) }
    }
  }
}

extension Painter {
  /// Draws the entries over the lower part of the text, each with what it would copy.
  fileprivate mutating func draw(_ pane: CopyPane, _ area: Rect) {
    let choices = CopyChoice.allCases
    let count = Swift.min(choices.count, max(1, area.rows - 2))
    let top = max(0, Swift.min(pane.cursor - count / 2, choices.count - count))
    var box = area
    box = box.removeBottom(rows: count + 2)
    canvas.within(box) { $0.drawBox(title: words.text(.title(of: .command(.copy)))) }
    let width = choices.map { words.text($0.title).width }.max() ?? 0
    for row in 0..<count {
      let index = top + row
      let line = box.row(at: row + 1).inset(columns: 1)
      let title = words.display("\(index + 1)  ") + words.text(choices[index].title)
      let reason = pane.reasonAgainst(choices[index])
      let style = reason == nil ? CellStyle.plain : look[.faint]
      canvas.draw(
        title,
        row: line.row,
        column: line.column + 1,
        columns: line.columns - 2,
        style: style
      )
      let start = line.column + 1 + width + 5
      canvas.draw(
        reason.map(words.text) ?? pane.shown(choices[index]).map(words.shown) ?? .empty,
        row: line.row,
        column: start,
        columns: max(0, line.endColumn - 1 - start),
        style: look[.faint]
      )
      addTarget(.item(index), line)
      if index == pane.cursor {
        canvas.overlay(line, style: look[.cursor])
        canvas.placeCursor(row: line.row, column: line.column)
      }
    }
  }
}
