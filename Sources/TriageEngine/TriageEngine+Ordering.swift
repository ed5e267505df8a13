import TriageCore

// Commands in order: a later query sees what earlier commands have done, as in `notmuch tag --batch`.

extension TriageEngine {
  /// Finds the messages of a dry run; it takes the lock only where tags have to be tried out.
  func orderDryRun(_ change: inout EngineChange) throws(TriageFailure) {
    guard change.request.lastOnTags > 0 else { return try order(&change, in: store) }
    let writer = try openWriter(change.control)
    defer { writer.abandon() }
    try order(&change, in: writer, trying: writer)
  }

  /// 1, 2: opens the index for writing with nothing left open and the commands in order.
  ///
  /// What was tried out goes with the lock. The revision says whether another program has written before
  /// the lock is ours again.
  func openOrdered(_ change: inout EngineChange) throws(TriageFailure) -> any MailWriter {
    var tried: IndexRevision?
    while true {
      let writer = try openSettled(change.control, &change.settled)
      do {
        let revision = try writer.revision()
        guard change.request.inOrder, revision != tried else { return writer }
        guard change.request.lastOnTags > 0 else {
          try order(&change, in: writer)
          return writer
        }
        try order(&change, in: writer, trying: writer)
        tried = revision
      } catch {
        writer.abandon()
        throw error
      }
      writer.abandon()
    }
  }

  /// Finds the messages of commands one after another.
  ///
  /// Only the library can judge its queries: the tags of commands before one whose query may look at tags
  /// are written into a section of `writer`, which must be abandoned.
  private func order(
    _ change: inout EngineChange,
    in mail: any MailLookup,
    trying writer: (any MailWriter)? = nil
  ) throws(TriageFailure) {
    guard case .perform(var commands, _) = change.request.change else { return }
    try writer?.begin()
    for index in commands.indices {
      guard case .query(let text, let limit) = commands[index].target else { continue }
      let messages = try mail.ids(MailQuery(everywhere: text), limit: limit)
      commands[index].target = .messages(messages)
      guard let writer, index < change.request.lastOnTags else { continue }
      let edit = commands[index].edit(under: change.request.effects)
      try tryOut(edit, on: messages, with: writer, change.control)
    }
    change.ordered = commands
  }

  private func tryOut(
    _ edit: MessageEdit,
    on messages: [MessageID],
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) {
    var slice = Slice(control, length: settings.slice)
    for start in stride(from: 0, to: messages.count, by: messagesPerPlan) {
      let page = Array(messages[start..<min(start + messagesPerPlan, messages.count)])
      for (message, state) in try writer.states(of: page) {
        let tags = edit.tags(of: state.tags)
        guard tags.changes(state.tags) else { continue }
        let write = TagWrite(message: message, add: Array(tags.add), remove: Array(tags.remove))
        _ = try writer.write(write)
        try slice.yieldIfNeeded(.writing(done: 0, total: messages.count))
      }
    }
  }
}

extension ChangeRequest {
  /// The position of the last command whose messages may depend on tags that those before it change.
  ///
  /// These are all of notmuch's fields that look at tags, wherever they stand in a query.
  fileprivate var lastOnTags: Int {
    guard case .perform(let commands, _) = change else { return 0 }
    return commands.lastIndex { command in
      guard case .query(let text, _) = command.target else { return false }
      return ["tag:", "is:", "query:", "lastmod:"].contains { text.contains($0) }
    } ?? 0
  }
}
