import Screen
import TriageCore

// What is said of how a message will be sealed.

/// The keys of those who get a message, as far as they have been looked up.
enum KeysOfMessage: Hashable, Sendable {
  case unknown
  case known(SealKeys)
  /// They could not be looked up.
  case failed(TriageFailure)

  var known: SealKeys? { if case .known(let keys) = self { keys } else { nil } }

  /// What keeps a message from leaving sealed so.
  func obstacle(to wish: SealWish, from address: String) -> Sentence? {
    guard wish.isAny else { return nil }
    switch self {
    case .unknown: return Sentence("compose.seal.looking")
    case .failed(let failure): return .failure(failure)
    case .known(let keys):
      if wish.encrypts {
        if keys.own.fingerprint == nil { return .failure(keys.failureOfOwnKey(for: address)) }
        if let failure = keys.failureOfRecipients { return .failure(failure) }
      }
      let canSign = !wish.signs || keys.signer.fingerprint != nil
      return canSign ? nil : .failure(keys.failureOfSigner(for: address))
    }
  }

  /// The keys that are listed: first who has none; of many found ones not all.
  var listed: [SealKeys.Recipient] {
    let all = known?.recipients ?? []
    let missing = all.filter { $0.match.fingerprint == nil }
    return missing + all.filter { $0.match.fingerprint != nil }.prefix(8)
  }
}

extension SealWish {
  /// How it is said; empty for neither.
  var sentence: Sentence? {
    switch (signs, encrypts) {
    case (true, true): Sentence("compose.seal.both")
    case (true, false): Sentence("compose.seal.signed")
    case (false, true): Sentence("compose.seal.encrypted")
    case (false, false): nil
    }
  }
}

extension SealKeys.Recipient {
  /// Whose key it is, and which, or why there is none.
  var sentence: Sentence {
    let name = Sentence.Argument.text(address)
    switch match {
    case .found(let key):
      let form = isHidden ? "compose.seal.key.hidden" : "compose.seal.key"
      return Sentence(form, name, .text(key.shortened))
    case .none: return Sentence("compose.seal.no-key", name)
    case .untrusted: return Sentence("compose.seal.untrusted", name)
    case .expired: return Sentence("compose.seal.expired", name)
    }
  }
}

extension ComposePage {
  /// What a person may want to know of how it is sealed.
  static func warnings(
    of content: DraftText,
    _ wish: SealWish,
    _ facts: OutgoingFacts
  ) -> [ComposeWarning] {
    if wish.encrypts { return content.bcc.isEmpty ? [] : [.hidden(content.bcc.count)] }
    guard facts.sealing?.answersEncrypted == true else { return [] }
    return [.unsealed(isForwarded: facts.kind == .forward)]
  }
}

extension Painter {
  /// Draws how a message is sealed, or one of the keys.
  mutating func draw(seal sentence: Sentence, isMissing: Bool, _ start: Int, _ area: Rect) {
    canvas.draw(
      words.text(sentence),
      row: area.row,
      column: start,
      columns: max(0, area.columns - start - 1),
      style: isMissing ? look[.error] : .plain
    )
  }
}
