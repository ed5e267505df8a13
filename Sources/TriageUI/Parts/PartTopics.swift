import TriageCore

/// The folder to save several parts in.
struct SavePartsTopic: PromptTopic {
  let parts: [PartInfo]
  let message: MessageID

  var question: Sentence { Sentence("prompt.save-all", .number(parts.count)) }
  var kind: TypedKind { .place }
  var words: CompletedWords { .places }

  func accept(_ text: String, _ shared: inout Shared) {
    shared.report(
      Sentence("status.saving-all", .number(parts.count)),
      about: shared.subjectOfParts
    )
    let tasks = parts.map { part in
      PartTask(
        .save(path: text),
        part,
        of: message,
        seals: shared.config.sealed.options,
        for: shared.requests.newID()
      )
    }
    shared.send(.saveAll(tasks, folder: text))
  }
}

/// The program to give a part to.
struct PipePartTopic: PromptTopic {
  let part: PartInfo
  let message: MessageID

  var question: Sentence {
    let name = Sentence.Argument.text(part.shortName)
    return part.wasEncrypted
      ? Sentence("prompt.pipe-unencrypted", name) : Sentence("prompt.pipe-part", name)
  }
  var kind: TypedKind { .program }

  func accept(_ text: String, _ shared: inout Shared) {
    guard let words = ShellWords.split(text) else {
      return shared.report(Sentence("error.open-quote"), isError: true, about: .key)
    }
    shared.start(part, of: message, .pipe(words))
  }
}

extension Shared {
  /// Asks for the folder to save several parts in; one is asked for by its name.
  mutating func save(_ parts: [PartInfo], of message: MessageID) {
    if parts.count == 1 { return use(parts[0], of: message, .save) }
    prompt(SavePartsTopic(parts: parts, message: message), proposedFolder)
  }

  /// The folder that something was last saved in.
  var proposedFolder: String { typed[.savedFolder].last ?? "~/" }

  /// Gives the name of a part, as its sender wrote it, to the clipboard.
  mutating func copyName(of part: PartInfo) {
    guard let name = part.filename else {
      return report(Sentence("status.part-unnamed"), isError: true, about: .key)
    }
    copy(line: name)
  }

  /// What is done with a part is about the thread that is read.
  var subjectOfParts: StatusState.Subject {
    mailbox.current.map { .thread($0.thread) } ?? .mail
  }

  /// Has something done with the bytes of a part.
  ///
  /// - Returns: The request that the bytes come for.
  @discardableResult
  mutating func start(
    _ part: PartInfo,
    of message: MessageID,
    _ goal: PartTask.Goal
  ) -> RequestID {
    if part.number > 0 {
      report(
        Sentence("status.fetching", .text(part.name), .text(part.sizeText)),
        about: .message(message)
      )
    }
    let request = requests.newID()
    let seals = config.sealed.options
    send(.use(PartTask(goal, part, of: message, seals: seals, for: request)))
    return request
  }
}
