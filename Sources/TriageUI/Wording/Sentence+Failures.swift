package import TriageCore

extension Sentence {
  /// What failed and what was not done, in one sentence.
  package static func failure(_ failure: TriageFailure) -> Sentence {
    if failure.code == .locked, failure.arguments.allSatisfy(\.isEmpty) {
      return Sentence("error.locked.unknown")
    }
    if failure.code == .locked, let path = failure.arguments.first, path.hasPrefix("/") {
      return Sentence("error.locked.journal", .text(path))
    }
    if failure.code == .internalError, failure.arguments.isEmpty {
      return Sentence("error.internal.engine")
    }
    if failure.code == .noAccount, failure.arguments.isEmpty {
      return Sentence("error.no-account.none")
    }
    if failure.code == .noRecipient, failure.arguments.isEmpty {
      return Sentence("error.no-recipient.nobody")
    }
    if failure.code == .confirmationNeeded, let count = failure.arguments.first.flatMap({ Int($0) })
    {
      return Sentence("error.confirmation-needed", .number(count))
    }
    if failure.code == .alreadySent, let time = failure.arguments.first.flatMap({ Timestamp($0) }) {
      return Sentence("error.already-sent", .moment(time))
    }
    if failure.code == .notInState, let message = failure.arguments.first {
      let states = failure.arguments.dropFirst().map { state in
        Sentence.Argument.sentence(Sentence("outgoing.state.\(state)"))
      }
      let key = "error.not-in-state" + (states.count > 1 ? ".wanted" : "")
      return Sentence(key, arguments: [.text(message)] + states)
    }
    if failure.code == .noSuchStep, failure.arguments.count > 1 {
      let group = failure.arguments[1]
      return group.isEmpty
        ? Sentence("status.groups-only") : Sentence("status.groups-only.of", .text(group))
    }
    if failure.arguments.isEmpty, [.keyLocked, .noGPG, .noAnswer].contains(failure.code) {
      return Sentence("error.\(failure.key).own")
    }
    if failure.code == .missingKey { return missingKey(failure.arguments) }
    if let sentence = peerFailure(failure) { return sentence }
    return Sentence(
      "error.\(failure.key)",
      arguments: failure.arguments.map { .text($0) }
    )
  }

  /// What failed on another machine, as it says itself, or why it could not be reached.
  private static func peerFailure(_ failure: TriageFailure) -> Sentence? {
    var rest = failure.arguments[...]
    guard [.noPeer, .peerLocked, .peerFailed].contains(failure.code), let machine = rest.popFirst(),
      let way = failure.code == .noPeer ? rest.popFirst() : "failed"
    else { return nil }
    if ["line", "words"].contains(way) {
      return Sentence("error.no-peer.\(way)", .text(machine), .text(rest.first ?? ""))
    }
    guard way == "failed", let code = rest.popFirst().flatMap(FailureCode.init) else { return nil }
    var theirs = TriageFailure(code)
    theirs.arguments = Array(rest)
    let key = "error.\(failure.code.rawValue).failed"
    return Sentence(key, .text(machine), .sentence(.failure(theirs)))
  }

  /// Whose key is missing, and why.
  private static func missingKey(_ arguments: [String]) -> Sentence {
    let address = arguments.first ?? ""
    let reason = arguments.dropFirst().first ?? ""
    let own = arguments.dropFirst(2).first ?? ""
    var key = "error.missing-key" + (address.isEmpty ? ".own" : "")
    if ["untrusted", "expired"].contains(reason) { key += ".\(reason)" }
    if !address.isEmpty { return Sentence(key, .text(address)) }
    return own.isEmpty ? Sentence(key) : Sentence(key + ".of", .text(own))
  }

  /// What to do next, for the failures that have an answer.
  package static func hint(for failure: TriageFailure) -> Sentence? {
    switch failure.code {
    case .noIndex, .config, .indexDamaged, .indexNewer, .journalDamaged, .journalNewer,
      .journalUnwritable, .locked, .indexBusy, .diskFull, .confirmationNeeded, .noSuchAction,
      .noSuchStep, .badTag, .badTime, .badQuery, .readOnly, .notWritable, .tooFewFiles,
      .tooLittleMemory, .noAccount, .noSuchOutgoing, .noSendmail, .noSuchSuggestion, .peerNewer,
      .peerOlder, .sameMuchsync, .clockSkew, .peerLocked, .notSettled, .carryFailed, .peerFailed,
      .noSuchMachine:
      Sentence("hint.\(failure.key)")
    case .usage, .declined, .cancelled, .noSuchFolder, .folderTooLong, .noWayBack, .nothingToUndo,
      .nothingToRedo, .nothingFound, .fileExists, .plan, .internalError, .headChanged, .fileMissing,
      .noSuchPart,
      .partTooLong, .notCounted, .tooManyThreads, .keyLocked, .noKey, .notIntact, .tooLarge,
      .noAnswer, .noGPG, .badAddress, .badHeader, .noRecipient, .badMessage, .alreadySent,
      .notInState, .draftChanged, .beingEdited, .notADraft, .missingKey, .notSealed, .noPeer,
      .sameMachine, .badFrame:
      nil
    }
  }

  /// The failure that a wrong action text means.
  package static func failure(_ error: ActionError) -> Sentence {
    switch error {
    case .unknown(let id, nearest: nil): Sentence("error.no-such-action", .text(id))
    case .unknown(let id, let nearest?):
      Sentence("error.no-such-action.nearest", .text(id), .text(nearest))
    case .argumentMissing(let id): Sentence("error.argument-missing", .text(id))
    case .argumentUnexpected(let id): Sentence("error.argument-unexpected", .text(id))
    case .badTime(let text): Sentence("error.bad-time.unread", .text(text))
    case .timeOver(let text, let time):
      Sentence("error.bad-time.over", .text(text), .moment(time))
    case .timeOutOfReach(let text): Sentence("error.bad-time", .text(text))
    case .badTag(let tag): Sentence("error.bad-tag", .text(tag))
    }
  }
}

extension TriageFailure {
  /// The end of the catalog's keys: a folder that cannot be written is named with its path.
  fileprivate var key: String {
    code == .notWritable && arguments.count > 1 ? "\(code.rawValue).folder" : code.rawValue
  }
}
