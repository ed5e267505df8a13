import TriageCore
import UndoKit

// How the message on the page is sealed: a person turns it on and off, the engine finds the keys.

/// What the pane knows and awaits of seals.
struct ComposeSealing: Sendable {
  /// Whose keys were looked up.
  struct People: Hashable, Sendable {
    var from: NamedAddress?
    var to, cc, bcc: [NamedAddress]

    init(_ content: DraftText) {
      from = content.from
      (to, cc, bcc) = (content.to, content.cc, content.bcc)
    }
  }

  var keys = KeysOfMessage.unknown
  fileprivate var keysOf: People?
  fileprivate var keysTicket: Ticket<KeysQuestion>?
  fileprivate var sealTicket: Ticket<SealDraftQuestion>?
  fileprivate var unsealTicket: Ticket<SealDraftQuestion>?
  /// Encryption is turned on as soon as the keys are known.
  fileprivate var wantsEncryption = false
  /// Whether a person wants it and it cannot be had: nothing leaves before they have given it up.
  fileprivate(set) var isRefused = false
  /// Whether a person has turned encryption on or off.
  fileprivate var isChosen = false
  /// Whether it was said what keeping it encrypted costs.
  fileprivate var isExplained = false
  /// The version that is ready to leave.
  fileprivate var sealed: Int64?

  var awaited: [RequestID] {
    [keysTicket?.id, sealTicket?.id, unsealTicket?.id].compactMap(\.self)
  }

  /// Whether the engine is at work, so that the page waits for it.
  var isBusy: Bool { sealTicket != nil || unsealTicket != nil }
}

/// The keys of those who get a message.
struct KeysQuestion: Question {
  var id: OutgoingID

  var body: EngineRequest.Body { .draft(.keys(id)) }

  func answer(in reply: EngineReply) -> SealKeys? {
    if case .draft(.keys(let keys)) = reply { keys } else { nil }
  }
}

/// Seal a message, or open its text.
struct SealDraftQuestion: Question {
  static var isAskedAgain: Bool { false }

  var request: DraftRequest

  var body: EngineRequest.Body { .draft(request) }

  func answer(in reply: EngineReply) -> Bool? {
    if case .draft(.sealed) = reply { true } else { nil }
  }

  /// Whether a person is asked.
  fileprivate var asks: Bool {
    switch request {
    case .seal(_, version: _, asks: let asks), .unseal(_, asks: let asks): asks
    default: false
    }
  }
}

extension ComposePane {
  static let sealing: [ScreenCommand: Behavior<ComposePane>] = [
    .toggleSign: Behavior(unless: Self.reasonNotToEditFields) { pane, _, shared in
      var version = pane.versions.current
      version.seal.signs.toggle()
      version.name =
        version.seal.signs ? .title(of: .command(.toggleSign)) : Sentence("name.unsigned")
      pane.push(version, shared)
    },
    .toggleEncrypt: Behavior(unless: Self.reasonNotToEditFields) { pane, _, shared in
      pane.toggleEncryption(&shared)
    },
  ]

  private func reasonNotToEncrypt(_ shared: Shared) -> Sentence? {
    guard !versions.current.seal.encrypts else { return nil }
    guard shared.settings.hasFolderInMemory else { return Sentence("status.no-memory-folder") }
    guard let keys = seals.keys.known, keys.own.fingerprint == nil else { return nil }
    return .failure(keys.failureOfOwnKey(for: page?.content?.from?.address ?? ""))
  }

  /// Why the editor cannot have the text, and the two ways on.
  func reasonNotToEditEncrypted(_ shared: Shared) -> Sentence? {
    guard versions.current.seal.encrypts, !shared.settings.hasFolderInMemory else { return nil }
    let key = shared.keymap.key(for: .command(.toggleEncrypt), in: .compose) ?? ""
    return Sentence("compose.no-memory-folder", .keys(key))
  }

  private mutating func toggleEncryption(_ shared: inout Shared) {
    seals.isChosen = true
    if versions.current.seal.encrypts { return turnEncryptionOff(shared) }
    if let reason = reasonNotToEncrypt(shared) { return refuseEncryption(reason, &shared) }
    guard seals.keys.known != nil else {
      // What has failed may not fail again.
      if case .failed = seals.keys { seals.keysOf = nil }
      seals.wantsEncryption.toggle()
      return
    }
    turnEncryptionOn(&shared)
  }

  /// Says why the message cannot be encrypted; a second time gives up the wish.
  private mutating func refuseEncryption(_ reason: Sentence, _ shared: inout Shared) {
    seals.isRefused.toggle()
    if !seals.isRefused {
      return shared.report(Sentence("status.encryption-given-up"), about: .key)
    }
    shared.report(reason, isError: true)
  }

  /// Why a message that is to be encrypted and cannot be does not leave.
  func reasonNotToSendClear(_ shared: Shared) -> Sentence? {
    guard seals.isRefused, !versions.current.seal.encrypts else { return nil }
    let key = shared.keymap.key(for: .command(.toggleEncrypt), in: .compose) ?? ""
    return Sentence("compose.not-encrypted", .keys(key))
  }

  private mutating func turnEncryptionOn(_ shared: inout Shared) {
    seals.isRefused = false
    var version = versions.current
    version.seal.encrypts = true
    version.name = .title(of: .command(.toggleEncrypt))
    push(version, shared)
    explainEncryption(&shared)
  }

  /// Says, once a page, what is lost by keeping the text encrypted.
  mutating func explainEncryption(_ shared: inout Shared) {
    guard versions.current.seal.encrypts, !seals.isExplained else { return }
    seals.isExplained = true
    shared.report(Sentence("status.encrypts"), about: .key)
  }

  /// What was encrypted is not quoted in clear: an encrypted part that is hidden in a mail would come back
  /// opened to whoever has sent it.
  private mutating func turnEncryptionOff(_ shared: Shared) {
    var version = versions.current
    version.seal.encrypts = false
    version.name = Sentence("name.unencrypted")
    if let sealing = page?.draft.facts.sealing, sealing.answersEncrypted {
      version.text = DraftText.withoutQuotes(inBodyOf: version.text)
      if let subject = sealing.clearSubject {
        version.text = DraftText.text(version.text, setting: .subject, to: subject)
      }
    }
    push(version, shared)
  }

  /// How the message is to be kept and to leave.
  var wantedSealing: OutgoingFacts.Sealing? {
    let known = page?.draft.facts.sealing
    let wish = versions.current.seal
    guard wish.isAny || known != nil else { return nil }
    var sealing = OutgoingFacts.Sealing(
      wish,
      key: seals.keys.known?.own.fingerprint ?? known?.key,
      answersEncrypted: known?.answersEncrypted ?? false
    )
    sealing.clearSubject = known?.clearSubject
    return sealing
  }

  // MARK: Asking

  /// Asks for the keys when they are needed and the engine has the people they are of.
  mutating func wantKeys(_ shared: inout Shared) {
    guard let page, let content = page.content, seals.keysTicket == nil else { return }
    let isTold = versions.current.seal.isAny || seals.wantsEncryption
    let may = page.draft.encryptsWhenPossible && !seals.isChosen && !page.recipients.isEmpty
    let people = ComposeSealing.People(content)
    guard isTold || may, seals.keysOf != people else { return }
    // What is known is of others.
    if seals.keysOf != nil, seals.keys != .unknown {
      seals.keys = .unknown
      lay(shared)
    }
    seals.keysOf = people
    seals.keysTicket = shared.ask(KeysQuestion(id: page.draft.id))
  }

  /// Whether the version that is saved is ready to leave; has it made so, if it is not.
  mutating func isReadyToLeave(_ draft: Draft, _ shared: inout Shared) -> Bool {
    guard versions.current.seal.isAny, seals.sealed != draft.version else { return true }
    guard seals.sealTicket == nil else { return false }
    let request = DraftRequest.seal(draft.id, version: draft.version, asks: false)
    seals.sealTicket = shared.ask(SealDraftQuestion(request: request))
    return false
  }

  /// Nothing is ready to leave any more, whatever the engine said before.
  mutating func sealAnew() { seals.sealed = nil }

  /// Has the text opened that an answer said to be locked; returns whether it is.
  mutating func unseal(
    _ failure: TriageFailure?,
    _ request: DraftRequest?,
    _ shared: inout Shared
  ) -> Bool {
    guard failure?.code == .keyLocked, let request else { return false }
    let question = SealDraftQuestion(request: .unseal(request, asks: false))
    seals.unsealTicket = shared.ask(question)
    return true
  }

  // MARK: Answers

  mutating func receiveSeals(_ arrival: Arrival, _ shared: inout Shared) {
    if let answered = arrival.redeem(&seals.keysTicket) {
      found(answered, &shared)
    } else if let question = seals.sealTicket?.question,
      let answered = arrival.redeem(&seals.sealTicket)
    {
      sealed(answered, question, &shared)
    } else if let question = seals.unsealTicket?.question,
      let answered = arrival.redeem(&seals.unsealTicket)
    {
      unsealed(answered, question, &shared)
    }
  }

  private mutating func found(_ answered: Answered<SealKeys>, _ shared: inout Shared) {
    switch answered {
    case .answer(let keys): seals.keys = .known(keys)
    case .failure(let failure): seals.keys = .failed(failure)
    case .lost: seals.keysOf = nil
    }
    if seals.wantsEncryption {
      seals.wantsEncryption = false
      if let failure = answered.failure {
        seals.isRefused = true
        shared.report(failure)
      } else if let reason = reasonNotToEncrypt(shared) {
        seals.isRefused = false
        refuseEncryption(reason, &shared)
      } else {
        turnEncryptionOn(&shared)
      }
    }
    let may = page?.draft.encryptsWhenPossible == true && !seals.isChosen
    if may, seals.keys.known?.areComplete == true, !versions.current.seal.encrypts,
      shared.settings.hasFolderInMemory
    {
      var version = versions.current
      version.seal.encrypts = true
      versions.amend(version)
    }
    lay(shared)
  }

  private mutating func sealed(
    _ answered: Answered<Bool>,
    _ question: SealDraftQuestion,
    _ shared: inout Shared
  ) {
    guard case .seal(let id, let version, _) = question.request else { return }
    if case .answer = answered {
      seals.sealed = version
    } else if answered.failure?.code == .keyLocked, !question.asks {
      let request = DraftRequest.seal(id, version: version, asks: true)
      seals.sealTicket = shared.askWithTerminal(SealDraftQuestion(request: request))
    } else {
      next = nil
      if let failure = answered.failure { shared.report(failure) }
    }
  }

  private mutating func unsealed(
    _ answered: Answered<Bool>,
    _ question: SealDraftQuestion,
    _ shared: inout Shared
  ) {
    guard case .unseal(let request, _) = question.request else { return }
    if case .answer = answered {
      draftTicket = shared.ask(DraftQuestion(request: request))
    } else if answered.failure?.code == .keyLocked, !question.asks {
      let again = SealDraftQuestion(request: .unseal(request, asks: true))
      seals.unsealTicket = shared.askWithTerminal(again)
    } else {
      if let failure = answered.failure { shared.report(failure) }
      shared.close()
    }
  }
}

extension ComposePage {
  /// Who gets the message.
  var recipients: [NamedAddress] { content.map { $0.to + $0.cc + $0.bcc } ?? [] }
}
