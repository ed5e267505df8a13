import TriageCore

// What the engine is asked about messages that are being written.

/// Begin a message.
///
/// It is never asked for again: the engine that died may have begun one.
struct BeginQuestion: Question {
  static var isAskedAgain: Bool { false }

  var message: NewDraft
  var writer: DraftWriter

  var body: EngineRequest.Body { .draft(.begin(message, writer)) }

  func answer(in reply: EngineReply) -> Draft? {
    if case .draft(.draft(let draft)) = reply { draft } else { nil }
  }
}

/// A message that is being written, as it is, or as it is after it has been saved: what was saved
/// already is found so.
struct DraftQuestion: Question {
  var request: DraftRequest

  var body: EngineRequest.Body { .draft(request) }

  func answer(in reply: EngineReply) -> Draft? {
    if case .draft(.draft(let draft)) = reply { draft } else { nil }
  }
}

/// Put a message among the drafts of the mail.
struct FileDraftQuestion: Question {
  var id: OutgoingID
  var message: MessageID
  var context: StepContext

  init(_ draft: Draft, _ context: StepContext) {
    (id, message, self.context) = (draft.id, draft.facts.message, context)
  }

  var body: EngineRequest.Body { .draft(.file(id, message, context)) }

  func answer(in reply: EngineReply) -> Bool? {
    if case .draft(.filed(let isFiled)) = reply { isFiled } else { nil }
  }
}

/// To whom one's own mail went.
struct CorrespondentsQuestion: Question {
  static var isAside: Bool { true }

  var body: EngineRequest.Body { .draft(.people) }

  func answer(in reply: EngineReply) -> [NamedAddress]? {
    if case .draft(.people(let people)) = reply { people } else { nil }
  }
}

/// What waits to leave, may have left, or was refused.
struct LeavingQuestion: Question {
  static var isAside: Bool { true }

  var body: EngineRequest.Body { .draft(.leaving) }

  func answer(in reply: EngineReply) -> [OutboxRow]? {
    if case .draft(.leaving(let drafts)) = reply { drafts } else { nil }
  }
}

/// What is being written or sent, after something was decided about it.
struct OutboxQuestion: Question {
  /// `outbox`, or one of the requests that are answered as it is.
  var request: DraftRequest

  var body: EngineRequest.Body { .draft(request) }

  func answer(in reply: EngineReply) -> [OutboxRow]? {
    if case .draft(.outbox(let rows)) = reply { rows } else { nil }
  }
}
