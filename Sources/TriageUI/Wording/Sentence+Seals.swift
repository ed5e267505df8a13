package import TriageCore

extension Sentence {
  /// What is said where a seal begins: what it is, and a sentence for each further signature.
  static func begin(of seal: Seal, withWholeKeys isWhole: Bool) -> [Sentence] {
    var others = seal.signatures
    if let worst = seal.worst, let index = others.firstIndex(of: worst) {
      others.remove(at: index)
    }
    let all =
      [heading(of: seal, withWholeKeys: isWhole)]
      + others.map { verdict(of: $0, withWholeKeys: isWhole) }
    let isDoubtful = seal.state == .open && seal.integrity == false
    return isDoubtful ? all + [Sentence("seal.no-integrity")] : all
  }

  /// All that is known of a seal, beside its verdicts: for those who want to be sure.
  static func details(of seal: Seal) -> [Sentence] {
    var details = seal.signatures.flatMap(details)
    if seal.form == .smime, !seal.signatures.isEmpty {
      details.append(Sentence("seal.detail.offline"))
    }
    details += seal.recipients.map { Sentence("seal.detail.recipient", .text($0.inGroups)) }
    if let reason = seal.reason { details.append(Sentence("seal.detail.reason", .text(reason))) }
    return details
  }

  private static func details(of signature: SealSignature) -> [Sentence] {
    let key = signature.fingerprint ?? signature.keyID
    let isShort = (key?.count ?? 0) <= 16
    var details: [Sentence] = []
    // Half a fingerprint fits into the narrowest window.
    for (index, half) in (key?.halves ?? []).enumerated() {
      let name = isShort ? "key" : index == 0 ? "fingerprint" : "fingerprint.rest"
      details.append(Sentence("seal.detail.\(name)", .text(half)))
    }
    details += signature.userIDs.map { Sentence("seal.detail.user-id", .text($0)) }
    if let validity = signature.validity {
      let known = Sentence("validity.\(validity.rawValue)")
      details.append(Sentence("seal.detail.validity", .sentence(known)))
    }
    if let at = signature.at { details.append(Sentence("seal.detail.made", .exactMoment(at))) }
    if let end = signature.expires {
      details.append(Sentence("seal.detail.expires", .exactMoment(end)))
    }
    if let algorithm = signature.algorithm, !algorithm.isEmpty {
      details.append(Sentence("seal.detail.algorithm", .text(algorithm)))
    }
    if let reason = signature.reason {
      details.append(Sentence("seal.detail.reason", .text(reason)))
    }
    return details
  }

  /// What a seal is, with its worst verdict: "Encrypted · Good signature: …".
  package static func heading(of seal: Seal, withWholeKeys isWhole: Bool = true) -> Sentence {
    guard let signed = signed(seal, isWhole) else {
      return Sentence("seal.\((seal.state ?? .off).rawValue)")
    }
    let all = seal.state == nil ? signed : Sentence("seal.encrypted", .sentence(signed))
    return seal.isWhole ? all : Sentence("verdict.part", .sentence(all))
  }

  /// What is known of the signatures; `nil` if there is none to speak of.
  private static func signed(_ seal: Seal, _ withWholeKeys: Bool) -> Sentence? {
    guard seal.isOpen else { return nil }
    if let worst = seal.worst { return verdict(of: worst, withWholeKeys: withWholeKeys) }
    return seal.unchecked.map { Sentence("seal.unchecked.\($0.rawValue)") }
  }

  /// What a signature is worth, and whose it is.
  package static func verdict(
    of signature: SealSignature,
    withWholeKeys isWhole: Bool = true
  ) -> Sentence {
    let whole = signature.fingerprint ?? signature.keyID ?? "?"
    let key = isWhole ? whole.inGroups : whole.shortened
    let name = "verdict.\(signature.verdict.rawValue)"
    switch signature.verdict {
    case .bad, .unknownKey: return Sentence(name, .text(key))
    case .error: return Sentence(name, .text(signature.reason ?? "?"), .text(key))
    case .revokedKey, .expiredKey, .expiredSignature, .untrusted, .otherSender, .good:
      return Sentence(name, .text(signature.userID ?? "?"), .text(key))
    }
  }
}

extension String {
  /// The first groups of a fingerprint and its last ones; a shorter id whole.
  var shortened: String {
    count > 16 ? String(prefix(8)).inGroups + " … " + String(suffix(8)).inGroups : inGroups
  }

  /// A fingerprint in two lines, a shorter id in one.
  fileprivate var halves: [String] {
    guard count > 16 else { return [inGroups] }
    return [String(prefix(20)).inGroups, String(dropFirst(20)).inGroups]
  }

  /// A key's fingerprint or id in groups of four digits.
  fileprivate var inGroups: String {
    var groups = ""
    for (index, digit) in enumerated() {
      if index > 0, index % 4 == 0 { groups += " " }
      groups.append(digit)
    }
    return groups
  }
}
