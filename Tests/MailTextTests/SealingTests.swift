import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// What is signed and encrypted here, as gpg and notmuch read it; without gpg it is skipped.
@Suite(.enabled(if: TemporaryKeys.areAvailable)) struct SealingTests {
  /// Keys of one test, and who calls GnuPG with them.
  private struct Site {
    let keys: TemporaryKeys
    let sealer: MailSealer

    init() throws {
      keys = try TemporaryKeys()
      sealer = MailSealer(GnuPG(home: keys.home, userHome: keys.home, time: hangGuard))
    }

    /// Seals a message with the keys that are found for it.
    func seal(
      _ mail: OutgoingMail,
      _ wish: SealWish,
      _ attempt: SealAttempt = .quiet
    ) throws -> SealedMail {
      try sealer.seal(mail, wish, with: try sealer.keys(for: mail, ownKey: nil), attempt)
    }

    /// What notmuch says of a message in an index of its own, with these keys.
    func notmuch(_ message: [UInt8]) throws -> [String: Any] {
      let mail = try TemporaryMail()
      try Data(message).write(to: URL(fileURLWithPath: "\(mail.root)/sealed"))
      try mail.notmuch("new")
      let command = [
        "env", "NOTMUCH_CONFIG=\(mail.configuration)", "notmuch", "show", "--format=json",
        "--verify", "--decrypt=true", "*",
      ]
      let output = try keys.bytes(of: command, input: Data())
      var json = try JSONSerialization.jsonObject(with: output)
      while let list = json as? [Any], let first = list.first { json = first }
      return try #require(json as? [String: Any])
    }
  }

  private static let (robin, ann, bob) = (
    "Robin <robin@example.org>", "Ann <ann@example.org>", "Bob <bob@example.org>"
  )

  private static func mail(to: [String] = [ann], bcc: [String] = []) throws -> OutgoingMail {
    var mail = OutgoingMail(
      id: "sealed@example.org",
      date: 1_700_000_000,
      offset: 0,
      from: try NamedAddress.one(robin)
    )
    mail.to = try to.map { try NamedAddress.one($0) }
    mail.bcc = try bcc.map { try NamedAddress.one($0) }
    mail.subject = "The zebra contract"
    mail.text = "Dear Ann,\n\nFrom here on it is binding. \nGrüße\n.\n-- \nRobin\n"
    return mail
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The armor in a message.
  private static func armor(_ message: [UInt8]) throws -> String {
    let text = text(message)
    let begin = try #require(text.firstRange(of: "-----BEGIN PGP MESSAGE-----"))
    let end = try #require(text.firstRange(of: "-----END PGP MESSAGE-----"))
    return text[begin.lowerBound..<end.upperBound] + "\n"
  }

  @Test func `K28: what is signed is good to notmuch and to ourselves, its fields too`() throws {
    let site = try Site()
    try site.keys.make(Self.robin)
    var mail = try Self.mail()
    mail.attachments = [
      OutgoingMail.Attachment(name: "plan.bin", type: "application/pdf", .bytes([0, 13, 10, 255])),
      OutgoingMail.Attachment(
        name: nil,
        type: "message/rfc822",
        .bytes(Array("Subject: ä\n\nFrom there\n".utf8))
      ),
    ]
    let sealed = try site.seal(mail, SealWish(signs: true))
    let shown = try site.notmuch(sealed.wire)
    let crypto = try #require(shown["crypto"] as? [String: Any])
    let signed = try #require(crypto["signed"] as? [String: Any])
    let status = try #require(signed["status"] as? [[String: Any]])
    #expect(status.compactMap { $0["status"] as? String } == ["good"], "\(shown)")
    let headers = try #require(signed["headers"] as? [String])
    #expect(headers.contains("Subject"))
    let reader = MessageReader(seals: SealTools(gnupg: site.sealer.gnupg))
    let file = try MailFile(Self.text(sealed.wire))
    let content = reader.content(
      of: "m",
      files: [file.path],
      options: MessageOptions(),
      opening: SealRequest(.quiet)
    )
    #expect(content.seals.flatMap(\.signatures).map(\.verdict) == [.good])
    #expect(content.seals.map(\.isWhole) == [true])
    #expect(content.header("subject")?.value == "The zebra contract")
    #expect(content.header("subject")?.isProtected == true)
    #expect(content.lines.map(\.text).contains("Grüße"))
  }

  @Test func `K28: what is signed goes through relays that change what they may`() throws {
    let site = try Site()
    try site.keys.make(Self.robin)
    // Again and again: what separates the parts is made by chance, its length too.
    for _ in 0..<8 { try Self.expectPlain(try site.seal(try Self.mail(), SealWish(signs: true))) }
  }

  /// No line of what was signed is one that a relay changes.
  private static func expectPlain(_ sealed: SealedMail) throws {
    let wire = text(sealed.wire)
    #expect(wire.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D })
    let lines = wire.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(!lines.contains { $0.hasSuffix(" ") || $0.hasPrefix("From ") || $0 == "." })
    #expect(lines.filter { $0.utf8.count > 78 } == [])
    #expect(wire.contains("micalg=\"pgp-sha") && wire.contains("hp=clear"))
  }

  @Test(arguments: [false, true])
  func `K28: what is encrypted says nothing outside, and opens whole`(isSigned: Bool) throws {
    let site = try Site()
    for name in [Self.robin, Self.ann] { try site.keys.make(name) }
    var mail = try Self.mail()
    mail.attachments = [
      OutgoingMail.Attachment(name: "zebra.txt", type: "text/plain", .bytes(Array("zebra".utf8)))
    ]
    mail.others = [OutgoingMail.OtherField("Keywords", "zebra")]
    let sealed = try site.seal(mail, SealWish(signs: isSigned, encrypts: true))
    let wire = Self.text(sealed.wire)
    #expect(!wire.lowercased().contains("zebra") && wire.contains("\nSubject: ...\n"))
    let plain = try site.keys.gpg(["--decrypt"], input: Self.armor(sealed.wire))
    #expect(plain.contains("Subject: The zebra contract\r\n") && plain.contains("hp=cipher"))
    #expect(plain.contains("HP-Outer: Subject: ...\r\n"))
    let shown = try site.notmuch(sealed.wire)
    let crypto = try #require(shown["crypto"] as? [String: Any])
    let decrypted = try #require(crypto["decrypted"] as? [String: Any])
    #expect(decrypted["status"] as? String == "full")
    let headers = try #require(shown["headers"] as? [String: Any])
    #expect(headers["Subject"] as? String == "The zebra contract")
    let signed = crypto["signed"] as? [String: Any]
    let status = signed?["status"] as? [[String: Any]]
    #expect(status?.compactMap { $0["status"] as? String } == (isSigned ? ["good"] : nil))
  }

  @Test func `K29: it is encrypted to oneself, and for blind copies without their names`() throws {
    let site = try Site()
    for name in [Self.robin, Self.ann, Self.bob] { try site.keys.make(name) }
    let sealed = try site.seal(try Self.mail(bcc: [Self.bob]), SealWish(encrypts: true))
    #expect(!Self.text(sealed.wire).contains("bob@"))
    #expect(Self.text(sealed.own).contains("Bcc: Bob <bob@example.org>\n"))
    let armor = try Self.armor(sealed.wire)
    let packets = try site.keys.gpg(["--list-only", "--list-packets"], input: armor).lines
    let recipients = packets.filter { $0.hasPrefix(":pubkey enc packet") }
    #expect(recipients.count == 3, "\(packets)")
    #expect(recipients.count { $0.contains("keyid 0000000000000000") } == 1)
    // What one has sent can be read by oneself alone.
    let bob = try site.keys.fingerprint(Self.bob)
    let ann = try site.keys.fingerprint(Self.ann)
    for key in [ann, bob] { try site.keys.gpg(["--delete-secret-keys", key]) }
    #expect(try site.keys.gpg(["--decrypt"], input: armor).contains("binding"))
  }

  @Test func `K27: the newest key is taken that is valid, fit for it and surely its owner's`()
    throws
  {
    let site = try Site()
    let keys = site.keys
    try keys.make(Self.robin)
    let past = ["--faked-system-time", "20200101T000000!"]
    try keys.make("Old <old@example.org>", expires: "2d", options: past)
    try keys.make(Self.ann, options: past)
    let newer = try keys.make("Ann Newer <ann@example.org>")
    let signing = try keys.make("Sue <sue@example.org>")
    _ = signing
    let doubtful = try keys.make("Doe <doe@example.org>")
    try keys.gpg(["--import-ownertrust"], input: "\(doubtful):2:\n")
    let gone = try keys.make("Rex <rex@example.org>")
    let certificate = try String(
      contentsOfFile: "\(keys.home)/openpgp-revocs.d/\(gone).rev",
      encoding: .utf8
    )
    try keys.gpg(["--import"], input: certificate.replacing(":-----BEGIN", with: "-----BEGIN"))
    let mail = try Self.mail(
      to: [
        "ANN@Example.org", "old@example.org", "doe@example.org", "rex@example.org",
        "nobody@example.org",
      ]
    )
    let found = try site.sealer.keys(for: mail, ownKey: nil)
    #expect(
      found.recipients.map(\.match) == [.found(newer), .expired, .untrusted, .none, .none]
    )
    #expect(found.own == .found(try keys.fingerprint(Self.robin)) && found.signer == found.own)
    #expect(throws: TriageFailure(.missingKey, "old@example.org", "expired")) {
      try site.seal(mail, SealWish(encrypts: true))
    }
  }

  @Test func `K28: a key that wants its passphrase is not asked for unless somebody may be`() throws
  {
    let site = try Site()
    try site.keys.make(Self.robin, passphrase: "secret")
    try site.keys.make(Self.ann)
    try site.keys.forget()
    try site.keys.answer("secret")
    let wish = SealWish(signs: true, encrypts: true)
    #expect(throws: TriageFailure(.keyLocked)) { try site.seal(try Self.mail(), wish) }
    #expect(site.keys.questions == 0)
    // What is only encrypted needs no secret.
    _ = try site.seal(try Self.mail(), SealWish(encrypts: true))
    #expect(site.keys.questions == 0)
    _ = try site.seal(try Self.mail(), wish, .asking(cancel: nil))
    #expect(site.keys.questions == 1)
    try site.keys.forget()
    try site.keys.answer(nil)
    #expect(throws: TriageFailure(.keyLocked)) {
      try site.seal(try Self.mail(), wish, .asking(cancel: nil))
    }
  }

  @Test func `K30: what is kept is opened by its own key alone`() throws {
    let site = try Site()
    let robin = try site.keys.make(Self.robin)
    let text = Array("Subject: zebra\n\nwords\n".utf8)
    let closed = try site.sealer.closed(text, for: robin)
    #expect(!Self.text(closed).contains("zebra"))
    #expect(try site.sealer.opened(closed, .quiet) == text)
    #expect(throws: TriageFailure(.notIntact)) {
      try site.sealer.opened(Array(closed.dropLast(120)), .quiet)
    }
  }
}
