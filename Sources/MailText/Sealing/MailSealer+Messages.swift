import CGMime
package import TriageCore

/// A message as it leaves, sealed.
package struct SealedMail: Hashable, Sendable {
  /// The exact bytes that leave.
  package let wire: [UInt8]
  /// The same with its blind copies named.
  package let own: [UInt8]
}

// A message's text, attachments and header fields are sealed together (RFC 9788).

extension MailSealer {
  /// Seals a message as it leaves.
  ///
  /// Blind copies are encrypted for without their keys being named.
  ///
  /// - Parameters:
  ///   - mail: The message.
  ///   - wish: What is done.
  ///   - keys: The keys of those who get it; of those who get nothing from here none are needed.
  ///   - attempt: Whether a person may be asked for the passphrase of the key that signs.
  /// - Returns: The message as it leaves, and one's own copy.
  /// - Throws: `.missingKey` for somebody who could not read it, and nothing is made; what keeps GnuPG from
  ///   sealing it, or the message from leaving at all.
  package func seal(
    _ mail: OutgoingMail,
    _ wish: SealWish,
    with keys: SealKeys,
    _ attempt: SealAttempt
  ) throws(TriageFailure) -> SealedMail {
    let body: [UInt8]
    if wish.encrypts {
      let recipients = try Self.recipients(keys, mail)
      let signer = wish.signs ? try Self.signer(keys, mail) : nil
      let payload = try payload(of: mail, wish)
      body = Self.encrypted(try made(Self.canonical(payload), signer, to: recipients, attempt))
    } else {
      let payload = try payload(of: mail, wish)
      let signer = try Self.signer(keys, mail)
      body = Self.signed(payload, try made(Self.canonical(payload), signer, to: nil, attempt))
    }
    do throws(WritingError) {
      let outside = wish.encrypts ? mail.outside : mail
      return SealedMail(
        wire: try MessageComposer.header(of: outside, includesBcc: false) + body,
        own: try MessageComposer.header(of: outside, includesBcc: true) + body
      )
    } catch {
      throw TriageFailure(error)
    }
  }

  private static func signer(
    _ keys: SealKeys,
    _ mail: OutgoingMail
  ) throws(TriageFailure) -> String {
    guard let signer = keys.signer.fingerprint else {
      throw keys.failureOfSigner(for: mail.from.address)
    }
    return signer
  }

  /// The fingerprints of all who can read it, the writer too, one a line.
  private static func recipients(
    _ keys: SealKeys,
    _ mail: OutgoingMail
  ) throws(TriageFailure) -> String {
    guard let own = keys.own.fingerprint else {
      throw keys.failureOfOwnKey(for: mail.from.address)
    }
    if let failure = keys.failureOfRecipients { throw failure }
    var (named, hidden) = ([own], [String]())
    for recipient in keys.recipients {
      guard let key = recipient.match.fingerprint, key != own else { continue }
      if recipient.isHidden { hidden.append(key) } else { named.append(key) }
    }
    hidden.removeAll(where: named.contains)
    let lines = named + (hidden.isEmpty ? [] : ["--hidden"] + hidden)
    return lines.joined(separator: "\n") + "\n"
  }

  /// What is sealed: the header fields, then the text with what is attached.
  private func payload(
    of mail: OutgoingMail,
    _ wish: SealWish
  ) throws(TriageFailure) -> [UInt8] {
    do throws(WritingError) {
      var fields = try MessageComposer.fields(of: mail, includesBcc: false)
      if wish.encrypts {
        // So that an answer knows what must not be seen outside.
        let outside = try MessageComposer.fields(of: mail.outside, includesBcc: false)
        for line in outside.split(separator: 0x0A) {
          let isFolded = line.first == 0x20
          fields += (isFolded ? [] : Array("HP-Outer: ".utf8)) + line + [0x0A]
        }
      }
      let (body, errno) = MessageComposer.protectedBody(of: mail, wish)
      guard errno == 0 else { throw WritingError.badMessage(line: 1) }
      return fields + body
    } catch {
      throw TriageFailure(error)
    }
  }

  /// Bytes whose lines end as the standard has them.
  private static func canonical(_ bytes: [UInt8]) -> [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count + bytes.count / 40)
    for byte in bytes {
      if byte == 0x0A, lines.last != 0x0D { lines.append(0x0D) }
      lines.append(byte)
    }
    return lines
  }

  private static func boundary() -> String {
    let words = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
    return "=_\(words.joined(separator: "."))"
  }

  private static func signed(_ payload: [UInt8], _ signature: Made) -> [UInt8] {
    let boundary = boundary()
    let begin = """
      Content-Type: multipart/signed; micalg="pgp-\(signature.hash)";
       protocol="application/pgp-signature";
       boundary="\(boundary)"

      --\(boundary)

      """
    let middle = """

      --\(boundary)
      Content-Type: application/pgp-signature; name="signature.asc"


      """
    return Array(begin.utf8) + payload + Array(middle.utf8) + signature.bytes
      + Array("\n--\(boundary)--\n".utf8)
  }

  private static func encrypted(_ made: Made) -> [UInt8] {
    let boundary = boundary()
    let begin = """
      Content-Type: multipart/encrypted; protocol="application/pgp-encrypted";
       boundary="\(boundary)"

      --\(boundary)
      Content-Type: application/pgp-encrypted

      Version: 1

      --\(boundary)
      Content-Type: application/octet-stream; name="encrypted.asc"
      Content-Disposition: inline; filename="encrypted.asc"


      """
    return Array(begin.utf8) + made.bytes + Array("\n--\(boundary)--\n".utf8)
  }
}

extension OutgoingMail {
  /// The message as everybody sees it of one that is encrypted: what is it about stands inside only.
  fileprivate var outside: OutgoingMail {
    var outside = self
    outside.subject = "..."
    outside.others.removeAll { ["comments", "keywords"].contains($0.name.asciiLowercased) }
    return outside
  }
}
