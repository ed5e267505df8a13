import CGMime
import CGpgme
import CSeals
package import TriageCore

// Which keys a message can be sealed with. GnuPG says whose a key is, and whether that is sure.

extension MailSealer {
  /// Finds the keys of those who get a message, and of who writes it.
  ///
  /// - Parameters:
  ///   - mail: The message, as far as people are named in it.
  ///   - ownKey: The fingerprint or id of the writer's key; `nil` to find it by the address.
  /// - Returns: The keys, or why there are none.
  /// - Throws: That there is no GnuPG, or that it has not answered in time.
  package func keys(
    for mail: OutgoingMail,
    ownKey: String?
  ) throws(TriageFailure) -> SealKeys {
    guard gnupg.hasProgram(isCMS: false) else { throw TriageFailure(.noGPG) }
    let named = Set((mail.to + mail.cc).map(\.address.asciiLowercased))
    var seen: Set<String> = []
    let people = (mail.to + mail.cc + mail.bcc).filter {
      seen.insert($0.address.asciiLowercased).inserted
    }
    let names = people.map { Self.name($0.address) }
    let known = names.isEmpty ? [] : try candidates(names, isSecret: false)
    let own = try candidates([ownKey ?? Self.name(mail.from.address)], isSecret: true)
    let address = ownKey == nil ? mail.from.address : nil
    return SealKeys(
      people.map { person in
        SealKeys.Recipient(
          person.address,
          isHidden: !named.contains(person.address.asciiLowercased),
          Candidate.best(of: known, for: person.address, \.canEncrypt)
        )
      },
      signer: Candidate.best(of: own, for: address, needsTrust: false, \.canSign),
      own: Candidate.best(of: own, for: address, \.canEncrypt)
    )
  }

  /// An address as GnuPG looks it up whole; what could be read as something else finds nobody.
  private static func name(_ address: String) -> String {
    "<\(address.filter { !"<>".contains($0) })>"
  }

  private func candidates(
    _ names: [String],
    isSecret: Bool
  ) throws(TriageFailure) -> [Candidate] {
    let found = gnupg.find(names, isSecret: isSecret, request(.quiet)) { call in
      var candidates: [Candidate] = []
      while let key = cseals_key(&call, UInt32(candidates.count)) {
        candidates.append(Candidate(key.pointee))
      }
      return candidates
    }
    guard let found else { throw TriageFailure(.noAnswer) }
    return found
  }
}

/// A key that may be used.
private struct Candidate {
  var fingerprint: String
  var made: Int
  var isExpired: Bool
  /// Whether it is neither expired nor revoked, nor turned off.
  var isUsable: Bool
  var canEncrypt: Bool
  var canSign: Bool
  /// Its valid user ids: their addresses, and how sure it is that they are its owner's.
  var users: [(address: String, validity: KeyValidity)]

  init(_ key: _gpgme_key) {
    fingerprint = key.fpr.map { String(cString: $0) } ?? ""
    made = key.subkeys?.pointee.timestamp ?? 0
    isExpired = key.expired != 0
    isUsable = key.expired == 0 && key.revoked == 0 && key.disabled == 0 && key.invalid == 0
    canEncrypt = key.can_encrypt != 0
    canSign = key.can_sign != 0
    users = []
    var next = key.uids
    while let id = next {
      let address = (id.pointee.address ?? id.pointee.email).map { String(cString: $0) } ?? ""
      if id.pointee.revoked == 0, id.pointee.invalid == 0 {
        users.append((address, KeyValidity(id.pointee.validity)))
      }
      next = id.pointee.next
    }
  }

  /// The newest of the keys that is an address's, surely its owner's and fit for something.
  static func best(
    of keys: [Candidate],
    for address: String?,
    needsTrust: Bool = true,
    _ isFit: (Candidate) -> Bool
  ) -> SealKeys.Match {
    let matching = keys.filter { key in
      address.map { !key.validities(of: $0).isEmpty } ?? true
    }
    let usable = matching.filter { $0.isUsable && isFit($0) }
    let trusted = usable.filter { key in
      !needsTrust || key.validities(of: address).contains(where: \.isFull)
    }
    if let newest = trusted.max(by: { $0.made < $1.made }) { return .found(newest.fingerprint) }
    if !usable.isEmpty { return .untrusted }
    return matching.contains(where: \.isExpired) ? .expired : .none
  }

  /// How sure its user ids with an address are; without an address, all of them.
  private func validities(of address: String?) -> [KeyValidity] {
    let wanted = address?.asciiLowercased
    return users.filter { wanted == nil || $0.address.asciiLowercased == wanted }.map(\.validity)
  }
}
