import TriageCore

// Selecting all that a list has of a sender, or of a mailing list: messages, not threads.

/// A sender or a mailing list whose mail was selected.
struct SelectedSource: Hashable, Sendable {
  let kind: MailSourceKind
  /// The address, or the identifier.
  let value: String
  /// What the sender is called, if that is known.
  let name: String?
  /// How much of it there was.
  let messages: Int
  let threads: Int

  /// What a title has of it.
  var shortName: String { name ?? value }

  /// The sender as they are written beside mail.
  fileprivate var fullName: String {
    name.map { NamedAddress(name: $0, value).text } ?? value
  }
}

/// What a selection was before a sender's or list's mail was added to it, and what it is since.
struct SourceSelection: Sendable {
  let source: SelectedSource
  let before: (threads: Set<ThreadID>, messages: [ThreadID: Set<MessageID>])
  let after: (threads: Set<ThreadID>, messages: [ThreadID: Set<MessageID>])

  /// Whether something else was selected before.
  var isAdded: Bool { !before.threads.isEmpty || !before.messages.isEmpty }
}

extension ListPane {
  /// Selects what the view has of the sender or list of the row under the cursor.
  mutating func select(_ kind: MailSourceKind, _ shared: inout Shared) {
    guard let message = list.sourceMessage else { return }
    select(kind, of: message, &shared)
  }

  /// Selects what the view has of the sender or list of a message.
  mutating func select(
    _ kind: MailSourceKind,
    of message: MessageID,
    _ shared: inout Shared
  ) {
    list.range = nil
    tickets.sourceProgress = nil
    let query = MailQuery(list.query)
    tickets.sources = shared.ask(SourcesQuestion(query: query, kind: kind, message: message))
  }

  mutating func receiveSources(
    _ answered: Answered<SourcesQuestion.Answer>,
    by kind: MailSourceKind,
    _ shared: inout Shared
  ) {
    tickets.sourceProgress = nil
    guard case .answer(let answer) = answered else {
      if let failure = answered.failure { shared.report(failure, about: .key) }
      return
    }
    guard let matches = answer.matches else {
      let key = shared.keymap.key(for: .command(.selectSender), in: .list) ?? ""
      let sentence =
        kind == .list ? Sentence("status.no-list", .keys(key)) : Sentence("status.no-sender")
      return shared.report(sentence, isError: true, about: .key)
    }
    list.select(matches)
    guard shared.isListCovered, let source = list.sources.last?.source else { return }
    shared.report(.selected(source))
  }

  /// How far it is, once that has been worth a word.
  var sourceProgress: Sentence? {
    guard tickets.sources != nil, let (done, total) = tickets.sourceProgress else { return nil }
    return Sentence("status.sources.reading", .number(done), .number(total))
  }
}

extension ThreadList {
  /// The message of the row under the cursor whose sender or list is meant: the one whose author the row
  /// names first.
  var sourceMessage: MessageID? {
    let row = current.flatMap { rows[$0] }
    return currentMessage?.id ?? row?.matched.last ?? row?.messages.last
  }

  /// Adds the messages of a sender or list to the selection.
  fileprivate mutating func select(_ matches: SourceMatches) {
    let before = (threads: selected, messages: trees.selected)
    for thread in matches.threads where !selected.contains(thread.id) {
      trees.selected[thread.id, default: []].formUnion(thread.messages)
    }
    let source = SelectedSource(
      kind: matches.kind,
      value: matches.value,
      name: matches.name.flatMap { $0.isEmpty ? nil : $0 },
      messages: matches.threads.reduce(0) { $0 + $1.messages.count },
      threads: matches.threads.count
    )
    let after = (threads: selected, messages: trees.selected)
    sources.append(SourceSelection(source: source, before: before, after: after))
  }

  /// Takes back what was added last of a sender or list; returns whether there was anything.
  mutating func takeBackSource() -> Bool {
    guard let last = sources.popLast() else { return false }
    selected = last.before.threads
    trees.selected = last.before.messages
    return true
  }

  /// The sender or list whose mail is all that is selected.
  var onlySource: SelectedSource? {
    guard let only = sources.first, sources.count == 1, only.before.threads.isEmpty,
      only.before.messages.isEmpty, selected == only.after.threads,
      trees.selected == only.after.messages, !selectsRest, range == nil
    else { return nil }
    return only.source
  }

  /// Threads that the list has not come to yet, of which something was selected so.
  var threadsOfSources: [ThreadID] {
    guard let last = sources.last else { return [] }
    let known = Set(order)
    return last.after.messages.keys.filter { !known.contains($0) }.sorted { $0.text < $1.text }
  }

  /// Whether each message of a thread is selected.
  func isWhollySelected(_ thread: ThreadID) -> Bool {
    guard let chosen = trees.selected[thread], let row = rows[thread] else { return false }
    return chosen.isSuperset(of: row.messages)
  }
}

extension Sentence {
  /// How much of a sender or list is selected.
  static func selected(_ source: SelectedSource) -> Sentence {
    Sentence(
      "status.sources",
      .number(source.messages),
      .number(source.threads),
      .text(source.kind == .sender ? source.fullName : source.value)
    )
  }
}
