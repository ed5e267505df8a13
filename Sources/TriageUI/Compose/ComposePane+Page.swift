import Screen
import TriageCore
import UndoKit

// Moving on the page of a message, and what is said of it.

extension ComposePane {
  static let moving: [ScreenCommand: Behavior<ComposePane>] = [
    .next: move { index, steps, _ in index + steps },
    .previous: move { index, steps, _ in index - steps },
    .halfPageDown: move { index, steps, height in index + height / 2 * steps },
    .halfPageUp: move { index, steps, height in index - height / 2 * steps },
    .pageDown: move { index, steps, height in index + height * steps },
    .pageUp: move { index, steps, height in index - height * steps },
    .top: Behavior { pane, _, shared in pane.go(to: 0, shared) },
    .bottom: Behavior { pane, _, shared in pane.go(to: .max, shared) },
  ]

  private static func move(
    _ index: @escaping @Sendable (_ index: Int, _ steps: Int, _ height: Int) -> Int
  ) -> Behavior<ComposePane> {
    Behavior { pane, count, shared in
      pane.go(to: index(pane.cursor, count ?? 1, shared.contentHeight), shared)
    }
  }

  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    guard case .item(let index) = target else { return }
    if cursor == index, button == .left { return shared.perform(.command(.open)) }
    go(to: index, shared)
  }

  mutating func scroll(by lines: Int, _ shared: inout Shared) { go(to: cursor + lines, shared) }

  // MARK: What is said of it

  func title(_ shared: Shared) -> ViewTitle? {
    let subject = page?.content?.subject ?? ""
    return ViewTitle(
      name: subject.isEmpty ? .title(of: .command(.compose)) : Sentence("custom", .text(subject))
    )
  }

  var lastingHints: [ScreenCommand] {
    page?.hasRecipients == false ? [.editTo, .back] : [.send, .sendAndArchive, .back]
  }

  func hints(_ shared: Shared) -> [ActionID] {
    // Who gets it comes first where that is all that keeps it from leaving.
    let isForNobody = page?.hasRecipients == false
    let commands: [ScreenCommand] =
      isForNobody
      ? [.editTo, .editText, .back, .editSubject, .attach, .help]
      : [.send, .sendAndArchive, .editText, .back, .editTo, .editSubject, .attach, .help]
    return commands.map(ActionID.command)
  }

  func position(_ shared: Shared) -> PanePosition? {
    page.map { PanePosition(number: cursor + 1, total: $0.lines.count) }
  }

  /// A message of one's own is looked at, so an undo of mail does not lead elsewhere.
  func showsMail(of result: ChangeResult) -> Bool { false }

  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.content) { painter, area in
      if let page {
        painter.draw(page, versions.current.parts, from: top, cursor: cursor, area)
      } else {
        painter.drawLoading(area)
      }
    }
  }
}

// MARK: - Asking for fields

/// What a field of a message is to say.
struct FieldTopic: PromptTopic {
  let field: DraftText.Field

  var question: Sentence { Sentence("prompt.field", .sentence(field.title)) }
  var kind: TypedKind { field == .subject ? .subject : .address }
  var words: CompletedWords { field == .subject ? .none : .addresses }
  var acceptsBlank: Bool { field != .from }
  var isOneWord: Bool { field == .from }

  func refusal(of text: String, _ shared: Shared) -> Sentence? {
    guard field != .subject else { return nil }
    do throws(AddressError) {
      let addresses = try NamedAddress.list(text.onOneLine)
      return field == .from && addresses.count != 1 ? Sentence("compose.one-sender") : nil
    } catch {
      return Sentence("compose.no-address", .sentence(field.title), .text(error.text))
    }
  }

  /// A comma behind the last address waits for none.
  func accept(_ text: String, _ shared: inout Shared) {
    let end = field == .subject ? "" : ", "
    shared.answer(self, with: String(text.reversed().drop(while: end.contains).reversed()))
  }
}

extension [NamedAddress] {
  /// These people and then others, each once: by their names, if one of the two knows them.
  func joined(_ others: [NamedAddress]) -> [NamedAddress] {
    var indices: [String: Int] = [:]
    return (self + others).reduce(into: []) { people, person in
      let key = person.address.asciiLowercased
      if let index = indices[key] {
        if people[index].name.isEmpty { people[index].name = person.name }
      } else {
        indices[key] = people.count
        people.append(person)
      }
    }
  }
}

/// Which file is to be attached.
struct AttachTopic: PromptTopic {
  var question: Sentence { Sentence("prompt.attach") }
  var kind: TypedKind { .attachment }
  var words: CompletedWords { .files }
}

extension DraftText.Field {
  /// What the field is called.
  var title: Sentence {
    switch self {
    case .from: Sentence("compose.field.from")
    case .to: Sentence("compose.field.to")
    case .cc: Sentence("compose.field.cc")
    case .bcc: Sentence("compose.field.bcc")
    case .subject: Sentence("compose.field.subject")
    }
  }
}

// MARK: - Opening

extension Shared {
  /// Who begins a message now, in the account of the view that is shown.
  var writer: DraftWriter {
    DraftWriter(
      language: settings.lexicon.language,
      account: views.first { $0.query == mailbox.shown.view }?.account,
      zone: ZoneOffsets(settings.lexicon.clock)
    )
  }

  /// The thread under the list's cursor, if a message answers that.
  func threadAnswered(by draft: Draft) -> ThreadID? {
    guard let current = mailbox.current, let row = current.row,
      !Set(row.messages).isDisjoint(with: draft.thread)
    else { return nil }
    return current.thread
  }

  /// Begins a message, and writes it in the editor.
  mutating func write(_ message: NewDraft) {
    // What was done to other mail is not about this page.
    if status.subject == .mail { report(nil) }
    open(ComposePane(beginning: message, &self))
  }

  /// Opens the message that one of the mail is a copy of.
  mutating func openDraft(_ message: MessageID) {
    open(ComposePane(opening: .find(message), inEditor: true, &self))
  }
}
