import Screen
import TriageCore

/// What of a message can be given to the clipboard.
enum CopyChoice: CaseIterable, Sendable {
  case messageID
  case sender
  case subject
  case text
  /// The last one: each link of the message is an entry of its own.
  case link

  /// The letter that chooses it; links have the numbers that they have in the text.
  var letter: String? {
    switch self {
    case .messageID: "m"
    case .sender: "a"
    case .subject: "s"
    case .text: "t"
    case .link: nil
    }
  }

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
struct CopyPane: NumberedChoicePane {
  private let thread: ThreadID
  /// `nil` until the thread has been read.
  private var message: MessageMetadata?
  /// `nil` until the text has been read.
  private var content: MessageContent?
  var cursor = 0 { didSet { typed = 0 } }
  var typed = 0
  /// The entry that was chosen before it was there.
  private var chosen: Int?
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

  /// Without any link, and until they are known, there is one entry that stands for them.
  var choiceCount: Int { CopyChoice.allCases.count - 1 + max(1, content?.links.count ?? 1) }

  var numbered: Range<Int> { CopyChoice.allCases.count - 1..<choiceCount }
  func letter(of index: Int) -> String? { choice(index).letter }

  static let behaviors = choosing

  /// What the entry with an index copies.
  fileprivate func choice(_ index: Int) -> CopyChoice {
    CopyChoice.allCases[min(index, CopyChoice.allCases.count - 1)]
  }

  /// The link of the entry with an index, if there is one.
  private func link(_ index: Int) -> ContentLink? {
    guard let links = content?.links, choice(index) == .link else { return nil }
    let nth = index - (CopyChoice.allCases.count - 1)
    return links.indices.contains(nth) ? links[nth] : nil
  }

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
    guard (0..<choiceCount).contains(index) else { return }
    cursor = index
    copy(index, &shared)
  }

  /// Copies what was chosen, or waits until it is there.
  private mutating func copy(_ index: Int, _ shared: inout Shared) {
    chosen = index
    guard let message else { return }
    switch choice(index) {
    case .messageID: shared.copy(line: message.id.text)
    case .subject: shared.copy(line: message.subject)
    case .sender: shared.copy(line: senderAddress ?? "")
    case .text:
      guard let content else { return }
      shared.copy(ClipboardText(lines: content.copiedText))
    case .link:
      guard content != nil else { return }
      guard let link = link(index) else {
        shared.report(Sentence("status.no-links"), isError: true, about: .key)
        break
      }
      shared.copy(line: link.target)
    }
    shared.close()
  }

  private var senderAddress: String? { content?.senderAddress ?? message?.from.bareAddress }

  // MARK: Drawing

  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.content) { $0.draw(self, $1) }
  }

  /// Why an entry has nothing to copy, as far as that is known.
  fileprivate func reasonAgainst(_ index: Int) -> Sentence? {
    choice(index) == .link && content?.links.isEmpty == true ? Sentence("status.no-links") : nil
  }

  /// What an entry would copy, as far as it is a line; `nil` if it is not known yet.
  fileprivate func shown(_ index: Int) -> DisplayText? {
    switch choice(index) {
    case .messageID: message.map { DisplayText($0.id.text, as: .address) }
    case .sender: senderAddress.map { DisplayText($0, as: .address) }
    case .subject: message.map { DisplayText($0.subject, as: .header) }
    case .link: link(index).map { DisplayText($0.target, as: .address) }
    case .text: content?.lines.first { !$0.text.isEmpty }.map { DisplayText($0.text) }
    }
  }

  fileprivate var omitted: Int { content?.omittedLinks ?? 0 }
}

extension Painter {
  /// Draws the entries over the lower part of the text, each with what it would copy.
  fileprivate mutating func draw(_ pane: CopyPane, _ area: Rect) {
    let width = CopyChoice.allCases.map { words.text($0.title).width }.max() ?? 0
    let title = Sentence("reading.copy.title")
    drawChoices(pane, title: title, omitted: pane.omitted, area) { painter, index, line in
      let reason = pane.reasonAgainst(index)
      var rest = line
      let begin = rest.removeLeading(columns: width + 2)
      painter.canvas.draw(
        painter.words.text(pane.choice(index).title),
        row: begin.row,
        column: begin.column,
        columns: begin.columns,
        style: reason == nil ? .plain : painter.look[.faint]
      )
      let shown = reason.map(painter.words.text) ?? pane.shown(index).map(painter.words.shown)
      painter.canvas.draw(
        shown ?? .empty,
        row: rest.row,
        column: rest.column,
        columns: rest.columns,
        style: painter.look[.faint]
      )
    }
  }
}
