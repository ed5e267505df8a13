import CSeals
import TriageCore

/// What opening sealed mail needs beside the mail.
package struct SealTools: Sendable {
  /// How GnuPG is called.
  package var gnupg: GnuPG
  /// What it has said.
  package var memory: SealMemory

  /// Makes the tools of one engine.
  ///
  /// - Parameters:
  ///   - gnupg: How GnuPG is called.
  ///   - keepsOnlyShown: Whether nothing is kept of a message that was not entered.
  package init(gnupg: GnuPG, keepsOnlyShown: Bool = false) {
    self.gnupg = gnupg
    memory = SealMemory(gnupg: gnupg, keepsOnlyShown: keepsOnlyShown)
  }
}

/// Decides for each seal of one message whether GnuPG is called, and remembers what it said.
final class SealOpener {
  private let tools: SealTools
  private let options: SealOptions
  private let attempt: SealAttempt
  private let file: FileIdentity?
  private let indexed: () -> [String]
  private lazy var indexedKeys = indexed()
  private var count = 0
  /// When the time of the message is over: it begins with the first call.
  private lazy var deadline = ContinuousClock.now + tools.gnupg.timeOfMessage
  /// The most seals of a message that are looked at, and how deep they may lie in each other.
  private static let most = 20
  /// The most bytes of a seal, sealed and opened, if a person has asked for it.
  static let mostAsked = 256 << 20
  static let deepest = 4
  static let mostBlocks = 8

  /// Makes the opener of one message.
  init(
    _ tools: SealTools,
    options: SealOptions,
    _ request: SealRequest,
    file: FileIdentity?
  ) {
    self.tools = tools
    self.options = options
    self.file = file
    attempt = request.attempt
    indexed = request.sessionKeys
  }

  typealias Handover = (UnsafeMutablePointer<cseals_call>) -> Void

  /// What is known of a seal, after trying it if that is wanted.
  func result(
    path: String,
    form: Seal.Form,
    isEncrypted: Bool,
    _ hand: Handover
  ) -> SealResult {
    count += 1
    let limited = count > Self.most || path.count { $0 == "/" } > Self.deepest
    if limited { return SealResult(.tooLarge, isEncrypted: isEncrypted) }
    if let refusal = refusal(isEncrypted: isEncrypted) {
      return SealResult(refusal, isEncrypted: isEncrypted)
    }
    let key = file.map { SealMemory.Key(file: $0, path: path) }
    var result =
      known(key)
      ?? tried(key, request(form, isEncrypted), hand)
    if !options.verify, isEncrypted {
      result.unchecked = result.signatures.isEmpty ? nil : .off
      result.signatures = []
    }
    return result
  }

  /// What the person does not want.
  private func refusal(isEncrypted: Bool) -> SealState? {
    guard isEncrypted else { return options.verify ? nil : .off }
    switch options.decrypt {
    case .never: return .off
    case .ask, .auto: return nil
    }
  }

  /// What was said before, unless a person asks now for what was not opened then.
  private func known(_ key: SealMemory.Key?) -> SealResult? {
    guard let key, let result = tools.memory.result(for: key) else { return nil }
    return attempt.asks && (result.isPassing || result.state == .large) ? nil : result
  }

  /// What is said of a container of which not all was read: it may have been opened when it was.
  func result(ofCut path: String, isEncrypted: Bool, isLarge: Bool) -> SealResult {
    let key = file.map { SealMemory.Key(file: $0, path: path) }
    if let known = known(key) { return known }
    let mayOpen = isEncrypted && isLarge && !attempt.asks
    return SealResult(mayOpen ? .large : .tooLarge, isEncrypted: isEncrypted)
  }

  private func request(_ form: Seal.Form, _ isEncrypted: Bool) -> GnuPG.Request {
    GnuPG.Request(
      form: form,
      isEncrypted: isEncrypted,
      attempt: attempt,
      most: attempt.asks ? Self.mostAsked : 32 << 20,
      deadline: deadline
    )
  }

  private func tried(
    _ key: SealMemory.Key?,
    _ request: GnuPG.Request,
    _ hand: Handover
  ) -> SealResult {
    if case .known = attempt { return SealResult(.pending, isEncrypted: request.isEncrypted) }
    if request.isEncrypted, options.decrypt == .ask, !attempt.asks {
      return SealResult(.locked, isEncrypted: true)
    }
    let moment = key.map { tools.memory.moment(for: $0) }
    let result = opened(key, request, hand)
    if let key, let moment { tools.memory.keep(result, for: key, since: moment) }
    return result
  }

  /// Calls GnuPG: with session keys first, which need no agent, then with the agent.
  private func opened(
    _ key: SealMemory.Key?,
    _ request: GnuPG.Request,
    _ hand: Handover
  ) -> SealResult {
    if request.isEncrypted, request.form != .smime {
      let earlier = key.flatMap { tools.memory.sessionKey(for: $0) }
      for sessionKey in (earlier.map { [$0] } ?? []) + indexedKeys.prefix(4) {
        var keyed = request
        keyed.sessionKey = sessionKey
        let result = tools.gnupg.call(keyed, keys: tools.memory.keys, hand)
        if result.state == .open { return result }
      }
    }
    let needsAgent = request.isEncrypted || request.form == .smime
    guard needsAgent else { return tools.gnupg.call(request, keys: tools.memory.keys, hand) }
    if !attempt.asks, tools.memory.isResting {
      return SealResult(.noAnswer, isEncrypted: request.isEncrypted)
    }
    if request.isEncrypted { tools.gnupg.launchAgent() }
    let result = tools.gnupg.call(request, keys: tools.memory.keys, hand)
    if !attempt.asks {
      tools.memory.note(answered: result.state != .noAnswer && result.unchecked != .noAnswer)
    }
    return result
  }
}
