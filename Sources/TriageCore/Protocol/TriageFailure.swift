/// Why something was not done: the raw value is JSON's `error`, and the end of the catalog's keys
/// `error.<code>` and `hint.<code>`.
package enum FailureCode: String, Sendable, Codable, CaseIterable {
  case usage
  case confirmationNeeded = "confirmation-needed"
  case declined
  case cancelled
  case locked
  case noIndex = "no-index"
  case indexBusy = "index-busy"
  case indexDamaged = "index-damaged"
  case indexNewer = "index-newer"
  case readOnly = "read-only"
  case notWritable = "not-writable"
  case diskFull = "disk-full"
  case journalDamaged = "journal-damaged"
  case journalNewer = "journal-newer"
  case journalUnwritable = "journal-unwritable"
  case badQuery = "bad-query"
  case badTag = "bad-tag"
  case badTime = "bad-time"
  case noSuchAction = "no-such-action"
  case noSuchStep = "no-such-step"
  case noSuchFolder = "no-such-folder"
  /// The folder, and how many bytes its path may have.
  case folderTooLong = "folder-too-long"
  /// The folder that files could not be moved back into.
  case noWayBack = "no-way-back"
  /// The id of no rule that could be suggested.
  case noSuchSuggestion = "no-such-suggestion"
  case nothingToUndo = "nothing-to-undo"
  case nothingToRedo = "nothing-to-redo"
  case nothingFound = "nothing-found"
  case fileExists = "file-exists"
  case config
  case plan
  case internalError = "internal"
  /// The head of the history is another group than the one whose title was shown.
  case headChanged = "head-changed"
  case fileMissing = "file-missing"
  case noSuchPart = "no-such-part"
  case partTooLong = "part-too-long"
  case tooFewFiles = "too-few-files"
  case tooLittleMemory = "too-little-memory"
  /// The process that counts threads has died over it, hangs, or cannot be started.
  case notCounted = "not-counted"
  /// The most threads that are sorted by what must be read of each.
  case tooManyThreads = "too-many-threads"
  /// An encrypted part wants a passphrase.
  case keyLocked = "key-locked"
  /// There is no key for an encrypted part.
  case noKey = "no-key"
  /// Nothing proves that an encrypted part is as it was.
  case notIntact = "not-intact"
  case tooLarge = "too-large"
  case noAnswer = "no-answer"
  case noGPG = "no-gpg"
  /// Whose key is missing, an address or nothing for one's own, and why: `none`, `untrusted`, `expired`.
  case missingKey = "missing-key"
  /// Why GnuPG has not signed or encrypted.
  case notSealed = "not-sealed"
  /// In nobody's name can be written: no address of the person's own is known.
  case noAccount = "no-account"
  /// The text that is no address.
  case badAddress = "bad-address"
  /// The field whose value has control characters.
  case badHeader = "bad-header"
  /// The message that does not say where mail to its list is sent; without it, one that goes to nobody.
  case noRecipient = "no-recipient"
  /// The line that makes a message none that could be sent.
  case badMessage = "bad-message"
  /// The program that delivers mail and is not there.
  case noSendmail = "no-sendmail"
  /// The number of no message that is being written or sent.
  case noSuchOutgoing = "no-such-outgoing"
  /// When it was that something left which was to be taken back.
  case alreadySent = "already-sent"
  /// The number of a message that is not as far as was expected, and how far it is.
  case notInState = "not-in-state"
  /// The number of a message whose text somebody else has changed.
  case draftChanged = "draft-changed"
  /// The process whose editor has a message open.
  case beingEdited = "being-edited"
  /// A message of the mail that was not written here, or has left.
  case notADraft = "not-a-draft"
  /// The machine that is no part of a sync: nothing else, or `line` and what came first instead, or
  /// `words` and what the program that was to reach it said, or `failed` and the failure there.
  case noPeer = "no-peer"
  /// The machine, and the releases there and here.
  case peerNewer = "peer-newer"
  /// The machine, and the releases there and here.
  case peerOlder = "peer-older"
  /// The machine is this one.
  case sameMachine = "same-machine"
  /// The machine has the same muchsync id.
  case sameMuchsync = "same-muchsync"
  /// The machine whose clock is a day wrong, or ours is.
  case clockSkew = "clock-skew"
  /// The machine that sent what none of ours would, and what that is.
  case badFrame = "bad-frame"
  /// The machine where somebody else writes, and the failure there.
  case peerLocked = "peer-locked"
  /// The machine on which, or here, other programs go on changing mail.
  case notSettled = "not-settled"
  /// The machine, the program that was to carry mail to it, and why it has not.
  case carryFailed = "carry-failed"
  /// The machine that was lost after something was written here, and the failure there if it told one.
  case peerFailed = "peer-failed"
  /// The name of no machine that was ever synced with.
  case noSuchMachine = "no-such-machine"
}

/// A failure with the values that explain it: paths, ids, the library's words.
package struct TriageFailure: Error, Hashable, Sendable, Codable {
  /// What kind of failure it is.
  package var code: FailureCode
  /// The arguments of the catalog's sentence, in its order.
  package var arguments: [String]

  /// Makes a failure.
  package init(_ code: FailureCode, _ arguments: String...) {
    self.code = code
    self.arguments = arguments
  }
}

extension TriageFailure {
  /// The failure that an error of a file means.
  package init(_ error: FileError) {
    switch error {
    case .missing(let path): self.init(.nothingFound, path)
    case .exists(let path): self.init(.fileExists, path)
    case .notWritable(let path): self.init(.notWritable, path)
    case .diskFull(let path): self.init(.diskFull, path)
    case .failed(let path, let errno): self.init(.internalError, "\(path) (\(errno))")
    }
  }

  /// The failure that what is wrong in a message to be written means.
  package init(_ error: WritingError) {
    switch error {
    case .badAddress(let text): self.init(.badAddress, text)
    case .badHeader(let name): self.init(.badHeader, name)
    case .notMailto(let text): self.init(.badAddress, text.onOneLine)
    case .badMessage(let line): self.init(.badMessage, String(line))
    }
  }

  /// The failure that what is wrong in a message as its writer has left it means.
  package init(_ error: DraftError) {
    switch error.reason {
    case .noField, .doubled: self.init(.badMessage, String(error.line))
    case .control(let name): self.init(.badHeader, name)
    case .address(let text): self.init(.badAddress, text)
    }
  }

  /// The failure that a message of one's own is in another state than what was asked for needs.
  package static func state(of record: OutgoingRecord, wanted: OutgoingState) -> TriageFailure {
    TriageFailure(.notInState, record.id.description, record.state.rawValue, wanted.rawValue)
  }

  /// The failure that an error of a message's file means.
  package init(_ error: MessageFileError) {
    switch error {
    case .missing: self.init(.fileMissing)
    case .notAFile(let path): self.init(.nothingFound, path)
    case .unreadable(let path, let errno): self.init(.internalError, "\(path) (\(errno))")
    case .noSuchPart(let number): self.init(.noSuchPart, "\(number)")
    case .tooLong(let number): self.init(.partTooLong, "\(number)")
    case .sealed(let number, let state):
      self.init(state.failure ?? .internalError, "\(number)")
    }
  }
}
