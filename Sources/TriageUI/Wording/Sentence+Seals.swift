package import TriageCore

extension Sentence {
  /// The lines with which a seal begins in a text: what it is, and one for each further signature.
  static func begin(of seal: Seal) -> [Sentence] {
    let first = Sentence("seal.line", .text(String(seal.number)), .sentence(heading(of: seal)))
    let worst = seal.worst
    var others = seal.signatures
    if let worst, let index = others.firstIndex(of: worst) { others.remove(at: index) }
    let lines = others.map { signature in
      Sentence("seal.line", .text(String(seal.number)), .sentence(verdict(of: signature)))
    }
    guard seal.state == .open, seal.integrity == false else { return [first] + lines }
    let doubt = Sentence(
      "seal.line",
      .text(String(seal.number)),
      .sentence(Sentence("seal.no-integrity"))
    )
    return [first] + lines + [doubt]
  }

  /// The line with which it ends.
  static func end(of seal: Seal) -> Sentence { Sentence("seal.end", .text(String(seal.number))) }

  /// The line before text that no seal covers, in a message that has one.
  static let uncovered = Sentence("seal.outside-line", .sentence(Sentence("seal.outside")))

  /// What a seal is, with its worst verdict: "Encrypted · Good signature: …".
  package static func heading(of seal: Seal) -> Sentence {
    guard let signed = signed(seal) else {
      return Sentence("seal.\((seal.state ?? .off).rawValue)")
    }
    let all = seal.state == nil ? signed : Sentence("seal.encrypted", .sentence(signed))
    return seal.isWhole ? all : Sentence("verdict.part", .sentence(all))
  }

  /// What is known of the signatures; `nil` if there is none to speak of.
  private static func signed(_ seal: Seal) -> Sentence? {
    guard seal.isOpen else { return nil }
    if let worst = seal.worst { return verdict(of: worst) }
    return seal.unchecked.map { Sentence("seal.unchecked.\($0.rawValue)") }
  }

  /// What a signature is worth, and whose it is.
  package static func verdict(of signature: SealSignature) -> Sentence {
    let key = (signature.fingerprint ?? signature.keyID ?? "?").inGroups
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
