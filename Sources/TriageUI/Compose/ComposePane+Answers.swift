import TriageCore
import UndoKit

// What the engine answers about the message on the page.

extension ComposePane {
  var awaited: [RequestID] {
    [beginTicket?.id, draftTicket?.id, discardTicket?.id].compactMap(\.self) + seals.awaited
  }

  mutating func receive(_ arrival: Arrival, _ shared: inout Shared) {
    if let answered = arrival.redeem(&beginTicket) {
      opened(answered, nil, &shared)
    } else if let request = draftTicket?.question.request,
      let answered = arrival.redeem(&draftTicket)
    {
      page == nil ? opened(answered, request, &shared) : saved(answered, &shared)
    } else if let answered = arrival.redeem(&discardTicket) {
      discard(answered, &shared)
    } else {
      receiveSeals(arrival, &shared)
    }
  }

  private mutating func opened(
    _ answered: Answered<Draft>,
    _ request: DraftRequest?,
    _ shared: inout Shared
  ) {
    guard case .answer(let draft) = answered else {
      if unseal(answered.failure, request, &shared) { return }
      if let failure = answered.failure { shared.report(failure) }
      return shared.close()
    }
    if draft.state == .held, held == nil {
      // Nothing leaves while it is being changed.
      held = draft.id
      sending = shared.ask(for: .cancel(draft.id))
      return
    }
    guard draft.state == .draft else {
      let state = draft.state.rawValue
      shared.report(TriageFailure(.notInState, draft.id.description, state))
      return shared.close()
    }
    let version = ComposePage.Version(
      text: draft.text,
      parts: draft.facts.attachments,
      seal: draft.facts.sealing?.wish ?? SealWish()
    )
    versions = UndoHistory(version, limit: 100)
    page = ComposePage(draft, version, doubt: nil, shared)
    hasJustOpened = true
    shared.mailbox.writing.see(draft.id)
    shared.notify(.draftOpened(draft.id))
    shared.readCorrespondents()
    if startsEditor { startEditor(&shared) }
  }

  /// Takes what the engine has made of the text: the names of files have become attachments.
  private mutating func saved(_ answered: Answered<Draft>, _ shared: inout Shared) {
    guard case .answer(let draft) = answered else {
      if let id = page?.draft.id, unseal(answered.failure, .open(id), &shared) {
        // Another engine must open it before it can go on; what is here is saved then.
        asked = nil
        return
      }
      unsaved = versions.current
      next = nil
      if let failure = answered.failure { shared.report(failure, working) }
      return
    }
    // It may leave already, by a change whose answer was lost.
    guard draft.state == .draft else { return shared.close() }
    if let problem = draft.problem, versions.current == asked,
      versions.current.name == Sentence("name.attach")
    {
      // It was asked for just now: nothing is attached.
      return refuse(problem, draft, &shared)
    }
    let sent = versions.current
    var now = sent
    now.text = draft.text
    now.parts = draft.facts.attachments
    // What was typed meanwhile is saved next.
    if sent == asked { versions.amend(now) }
    asked = nil
    page?.draft = draft
    if draft.problem != nil, case .send? = next { next = nil }
    lay(shared)
  }

  /// Takes back that a file was to be attached, says why it is not, and asks for it again.
  private mutating func refuse(
    _ problem: AttachError,
    _ draft: Draft,
    _ shared: inout Shared
  ) {
    asked = nil
    page?.draft = draft
    page?.draft.problem = nil
    let file = page?.content?.attachments.first
    versions.undo()
    lay(shared)
    if let file { shared.prompt(AttachTopic(), file) }
    shared.report(.problem(problem), isError: true, about: .key)
  }

  /// Throws the message away where it is found again; what nobody has written anything in has gone.
  private mutating func discard(_ answered: Answered<Bool>, _ shared: inout Shared) {
    guard case .answer(let isFiled) = answered else {
      if let failure = answered.failure { shared.report(failure) }
      return
    }
    if isFiled, let message = page?.draft.facts.message {
      shared.ask(for: .discard([message]))
    } else {
      shared.report(Sentence("status.draft.discarded"))
    }
    shared.close()
  }

  /// Closes when the message is open on a newer page.
  ///
  /// Of two, one would show what has long been changed, or left. What could not be saved stays.
  private mutating func shownElsewhere(_ shared: inout Shared) {
    if hasJustOpened {
      hasJustOpened = false
    } else if unsaved == nil {
      if let working { shared.send(.releaseWorkingFile(working)) }
      shared.close()
    }
  }

  mutating func notice(_ notice: Notice, _ shared: inout Shared) {
    switch notice {
    case .edited(let draft): edited(draft, &shared)
    case .resized: lay(shared)
    case .draftOpened(let id) where id == page?.draft.id: shownElsewhere(&shared)
    case .changed(let change, let result, returns: _) where change.id == sending:
      // What was taken back is opened now.
      if page == nil { break }
      sending = nil
      if result.failure == nil { shared.close() } else { sealAnew() }
    case .unmarked(let change) where change.id == sending && page != nil: sending = nil
    case .quitting:
      // What nobody has written anything in goes, as when the page is left; all else is kept where it is.
      if let draft = page?.draft, draft.version == 0, isSaved { shared.file(draft) }
    case .configured: lay(shared)
    default: break
    }
  }
}
