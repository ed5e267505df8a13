import TriageCore

// What a person does with sealed mail in the thread that is read.

extension ReaderPane {
  /// The message under the cursor, if a passphrase would open something that is shown of it.
  var lockedMessage: MessageID? {
    guard let id = thread.current?.id, thread.unfolded.contains(id), thread.isLocked(id) else {
      return nil
    }
    return id
  }

  /// How a message is asked for.
  func options(for message: MessageID, _ shared: Shared) -> MessageOptions {
    var options = thread.options(for: message)
    options.drawsPictures = shared.config.reading.images == .symbols
    options.seals = shared.config.sealed.options
    return options
  }

  /// A click where a seal begins unlocks it, or shows all that is known of it, or no longer.
  mutating func clickSeal(_ position: (message: Int, line: Int), _ shared: inout Shared) {
    let id = thread.messages[position.message].id
    guard let row = thread.texts[id]?.rows.dropFirst(position.line - 1).first,
      case .seal(.begin) = row.content
    else { return }
    if thread.isLocked(id) { return unlock(id, &shared) }
    lay(&shared) { $0.showsSealDetails.toggle() }
  }

  /// Takes a text that the engine sends by itself, if it is still the one that would be asked for; what
  /// was dropped or is on its way anew is not filled with what was known before.
  mutating func fill(
    _ content: MessageContent,
    _ options: MessageOptions,
    _ shared: inout Shared
  ) {
    guard thread.texts[content.id] != nil, textTicket?.question.message != content.id,
      self.options(for: content.id, shared).isSame(as: options)
    else {
      thread.outdated.insert(content.id)
      return
    }
    receive(.answer(content), of: content.id, &shared)
  }
}

extension OpenThread {
  /// Whether a passphrase would open something of a message.
  func isLocked(_ message: MessageID) -> Bool {
    let seals = texts[message]?.content?.seals ?? []
    return seals.contains { $0.state?.opensWithQuestion == true }
  }

  /// The messages with something signed or encrypted, as far as they have been read.
  var sealedMessages: [MessageID] {
    texts.compactMap { id, text in text.content?.seals.isEmpty == false ? id : nil }
  }

  /// Lets what was locked, or had no answer, be read again.
  mutating func retrySeals() {
    outdated.formUnion(texts.keys.filter { texts[$0]?.content?.mayOpenNow ?? false })
  }

  /// Drops the texts of sealed messages: they are read again as they are shown.
  mutating func forgetSealed() {
    let sealed = Set(sealedMessages)
    change { thread in thread.texts = thread.texts.filter { !sealed.contains($0.key) } }
  }
}

extension MessageContent {
  /// Whether something in it that was not opened may be by now, if it is only tried again.
  var mayOpenNow: Bool {
    seals.contains { [$0.state, $0.unchecked].contains { $0 == .locked || $0 == .noAnswer } }
  }
}

extension Shared {
  /// Says so if a passphrase was wanted where nobody could be asked for it.
  mutating func reportUnasked(_ content: MessageContent) {
    guard let host = content.seals.lazy.compactMap(\.unaskedHost).first else { return }
    report(Sentence("status.cannot-ask", .text(host)), isError: true, about: .key)
  }
}

extension State {
  /// Reads anew what is shown, and lets GnuPG be asked again for what it did not open.
  mutating func refreshByHand() {
    if layers.contains(where: { !$0.pane.sealedMessages.isEmpty }) {
      shared.send(.send(EngineRequest(id: shared.requests.newID(), .retrySeals)))
    }
    notify(.refreshByHand)
    shared.wakeDue()
  }

  /// Lets the engine forget what it has opened, and the panes what they show of it.
  mutating func forgetUnlocked() {
    shared.send(.send(EngineRequest(id: shared.requests.newID(), .forgetUnlocked)))
    notify(.sealsForgotten)
    shared.report(Sentence("status.forgotten"), about: .key)
  }

  /// Tells the engine which messages are shown no more, and awaited neither: what it has opened of
  /// them goes after a time.
  mutating func leaveSealed() {
    let left = shared.requests.visit(shown: Set(layers.flatMap(\.pane.sealedMessages)))
    guard !left.isEmpty, shared.requests.isAlive else { return }
    let seconds = Int(shared.config.sealed.keeps.components.seconds)
    let body = EngineRequest.Body.left(left.sorted { $0.text < $1.text }, keptFor: seconds)
    shared.send(.send(EngineRequest(id: shared.requests.newID(), body)))
  }
}
