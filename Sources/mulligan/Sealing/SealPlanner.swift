import ArgumentParser
import MailText
import TriageCore
import TriageUI

/// The options that say how messages are sealed, whatever their account says.
struct SealFlags: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: help("option.sign"))
  var sign: Bool?
  @Flag(inversion: .prefixedNo, help: help("option.encrypt"))
  var encrypt: Bool?
  @Flag(help: help("option.reveal"))
  var reveal = false

  /// The first of them that is there.
  var used: String? {
    if let sign { return sign ? "--sign" : "--no-sign" }
    if reveal { return "--reveal" }
    return encrypt.map { $0 ? "--encrypt" : "--no-encrypt" }
  }
}

extension Refusal {
  /// That text would leave in clear which was decrypted from these messages.
  static func reveals(_ messages: [MessageID]) -> Refusal {
    Refusal(
      sentence: Sentence("error.reveal", .text(messages.map(\.text).joined(separator: ", "))),
      hint: Sentence("hint.reveal"),
      code: .confirmationNeeded,
      exit: Exit.refused
    )
  }
}

/// Decides how a message of the shell is sealed, and finds the keys for that.
struct SealPlanner {
  let sealer: MailSealer
  let flags: SealFlags
  /// Whether it is only kept: nobody but its writer must be able to read it then.
  var isDraft = false

  /// Returns a message with what becomes of it.
  ///
  /// An answer to something encrypted is encrypted, unless the person says otherwise; then nothing of it
  /// is quoted.
  ///
  /// - Throws: `.missingKey` for the first key that is not there.
  func planned(_ message: ReadyMessage, _ origin: NewMessage) throws(TriageFailure) -> ReadyMessage
  {
    let account = message.account
    var ready = message
    let answers = origin.answersEncrypted
    var wish = SealWish(
      signs: flags.sign ?? (answers || account.signs),
      encrypts: flags.encrypt ?? answers
    )
    let mayEncrypt = flags.encrypt == nil && account.encrypts == .whenPossible
    guard wish.isAny || mayEncrypt else { return ready }
    let keys: SealKeys
    do throws(TriageFailure) {
      keys = try sealer.keys(for: message.mail, ownKey: account.key)
    } catch {
      if wish.isAny { throw error }
      return ready
    }
    if mayEncrypt, !wish.encrypts { wish.encrypts = keys.areComplete }
    if wish.encrypts {
      if keys.own.fingerprint == nil { throw keys.failureOfOwnKey(for: message.mail.from.address) }
      if !isDraft, let failure = keys.failureOfRecipients { throw failure }
    }
    if wish.signs, !isDraft, keys.signer.fingerprint == nil {
      throw keys.failureOfSigner(for: message.mail.from.address)
    }
    guard wish.isAny else { return ready }
    ready.facts.sealing = OutgoingFacts.Sealing(
      wish,
      key: keys.own.fingerprint,
      answersEncrypted: answers
    )
    ready.keys = keys
    if wish.encrypts { ready.takeSealedSubject(of: origin) }
    return ready
  }
}
