import Foundation
import TestSupport

/// Sealed mail of every shape, made once with throwaway keys.
struct SealCorpus: Sendable {
  /// One mail of the corpus.
  struct Mail: Sendable, CustomStringConvertible {
    var name: String
    var text: String
    var description: String { name }
  }

  var home: String
  var mails: [Mail] = []

  /// The keys live as long as the tests.
  nonisolated(unsafe) private static var held: TemporaryKeys?

  static let shared: Result<SealCorpus, any Error> = Result {
    let keys = try TemporaryKeys()
    held = keys
    // The agent and the folder go with the process.
    atexit { SealCorpus.held = nil }
    var corpus = SealCorpus(home: keys.home)
    try corpus.fill(keys)
    // Else the first that reads a signature writes it, while others rely on it.
    try keys.gpg(["--check-trustdb"])
    try keys.forget()
    return corpus
  }

  func mail(_ name: String) -> String { mails.first { $0.name == name }?.text ?? "" }

  private mutating func add(
    _ name: String,
    from: String = "Ann <ann@example.org>",
    subject: String = "A subject",
    headers: String = "",
    _ content: String
  ) {
    let text = TemporaryKeys.message(
      "\(name)@seals",
      from: from,
      subject: subject,
      headers: headers,
      content
    )
    mails.append(Mail(name: name, text: text))
  }

  private static let (ann, bob, old) = (
    "Ann <ann@example.org>", "Bob <bob@example.org>", "Old <old@example.org>"
  )
  private static let past = ["--faked-system-time", "20200101T000000!"]
  private static let hello = TemporaryKeys.text("Hello Bob, the contract is signed.\n")

  private mutating func fill(_ keys: TemporaryKeys) throws {
    let annKey = try keys.make(Self.ann)
    try keys.make(Self.bob, passphrase: "secret")
    try addSigned(keys)
    try addKeysOfAllKinds(keys)
    try addEncrypted(keys)
    try addDamaged(keys)
    try addMisshapen(keys, annKey)
    try addForged(keys)
    try addInline(keys)
    try addCMS(keys)
    try addProtected(keys)
  }

  private mutating func addSigned(_ keys: TemporaryKeys) throws {
    let signed = try keys.signed(Self.hello, by: Self.ann)
    add("signed", signed)
    add("signed-other-sender", from: "Eve <eve@example.org>", signed)
    add("signed-domain-case", from: "ann@EXAMPLE.ORG", signed)
    add("signed-name-is-address", from: "\"boss@example.com\" <ann@example.org>", signed)
    add("signed-two-mailboxes", from: "ann@example.org, eve@example.org", signed)
    add("signed-two-from", headers: "From: Eve <eve@example.org>\n", signed)
    add(
      "signed-changed",
      try keys.signed(Self.hello, by: Self.ann) { $0.replacing("Bob", with: "Rob") }
    )
    let page = "Content-Type: text/html; charset=utf-8\n\n<p>Hello <b>Bob</b></p>\n"
    add("signed-page", try keys.signed(page, by: Self.ann))
    let inner = TemporaryKeys.mixed([
      Self.hello,
      TemporaryKeys.text(
        "attached\n",
        headers: "Content-Disposition: attachment; filename=a.txt\n"
      ),
    ])
    add("signed-mixed", try keys.signed(inner, by: Self.ann))
    add(
      "signed-twice",
      try keys.signed(try keys.signed(Self.hello, by: Self.ann, boundary: "in"), by: Self.ann)
    )
    add(
      "signed-by-two",
      try keys.signed(Self.hello, by: Self.ann, options: ["-u", "Bob", "--passphrase", "secret"])
    )
  }

  private mutating func addKeysOfAllKinds(_ keys: TemporaryKeys) throws {
    let revoked = try keys.make("Rev <rev@example.org>")
    let byRevoked = try keys.signed(Self.hello, by: revoked)
    let certificate = try String(
      contentsOfFile: "\(keys.home)/openpgp-revocs.d/\(revoked).rev",
      encoding: .utf8
    )
    try keys.gpg(["--import"], input: certificate.replacing(":-----", with: "-----"))
    add("revoked", from: "Rev <rev@example.org>", byRevoked)
    let expired = try keys.make(Self.old, expires: "1y", options: Self.past)
    add("expired-key", from: Self.old, try keys.signed(Self.hello, by: expired, options: Self.past))
    let mortal = try keys.make("Mort <mort@example.org>", options: Self.past)
    let ended = ["--default-sig-expire", "2020-01-03"]
    let byMort = try keys.signed(Self.hello, by: mortal, options: Self.past + ended)
    add("expired-signature", from: "Mort <mort@example.org>", byMort)
    let signing = try keys.signed(
      Self.hello,
      by: Self.ann,
      options: [
        "--default-sig-expire", "1", "--faked-system-time", "20200101T000000!",
        "--ignore-time-conflict", "--ignore-valid-from",
      ]
    )
    add("signature-of-the-past", signing)
    let gone = try keys.make("Gone <gone@example.org>")
    let byGone = try keys.signed(Self.hello, by: gone)
    try keys.gpg(["--delete-secret-and-public-key", gone])
    add("unknown-key", from: "Gone <gone@example.org>", byGone)
    let never = try keys.make("Never <never@example.org>")
    add("never-trusted", from: "Never <never@example.org>", try keys.signed(Self.hello, by: never))
    try keys.gpg(["--import-ownertrust"], input: "\(never):3:\n")
    let odd = try keys.make("Good signature: Boss <boss@example.org>")
    add("boastful-user-id", from: "Boss <boss@example.org>", try keys.signed(Self.hello, by: odd))
  }

  private mutating func addEncrypted(_ keys: TemporaryKeys) throws {
    add("encrypted", try keys.encrypted(Self.hello, to: ["ann@example.org"]))
    add(
      "encrypted-signed",
      try keys.encrypted(
        Self.hello,
        to: ["ann@example.org"],
        options: ["--sign", "-u", "ann@example.org"]
      )
    )
    add(
      "encrypted-around-signed",
      try keys.encrypted(try keys.signed(Self.hello, by: Self.ann), to: ["ann@example.org"])
    )
    add("encrypted-locked", try keys.encrypted(Self.hello, to: ["bob@example.org"]))
    add(
      "encrypted-both",
      try keys.encrypted(Self.hello, to: ["bob@example.org", "ann@example.org"])
    )
    add(
      "encrypted-hidden",
      try keys.encrypted(Self.hello, to: ["bob@example.org"], options: ["--throw-keyids"])
    )
    let lost = try keys.make("Lost <lost@example.org>")
    add("encrypted-no-key", try keys.encrypted(Self.hello, to: ["lost@example.org"]))
    try keys.gpg(["--delete-secret-and-public-key", lost])
    let symmetric = try keys.gpg(
      ["--armor", "--passphrase", "x", "--symmetric"],
      input: Self.hello
    )
    add("encrypted-symmetric", TemporaryKeys.encrypted(armor: symmetric))
    let page = "Content-Type: text/html; charset=utf-8\n\n<p>Secret page</p>\n"
    add("encrypted-page", try keys.encrypted(page, to: ["ann@example.org"]))
    let mixed = TemporaryKeys.mixed([
      Self.hello,
      TemporaryKeys.text(
        "a,b\n",
        headers: "Content-Disposition: attachment; filename=secret.csv\n"
      ),
    ])
    add("encrypted-attachment", try keys.encrypted(mixed, to: ["ann@example.org"]))
    add("encrypted-no-header", try keys.encrypted("just words\n", to: ["ann@example.org"]))
    add("encrypted-empty", try keys.encrypted("", to: ["ann@example.org"]))
    add(
      "encrypted-twice",
      try keys.encrypted(
        try keys.encrypted(Self.hello, to: ["ann@example.org"], boundary: "in"),
        to: ["ann@example.org"]
      )
    )
    var nested = Self.hello
    for depth in 0..<6 {
      nested = try keys.encrypted(nested, to: ["ann@example.org"], boundary: "d\(depth)")
    }
    add("encrypted-six-deep", nested)
    let mixedUp = try keys.encrypted(Self.hello, to: ["ann@example.org"])
      .replacing(
        "multipart/encrypted; protocol=\"application/pgp-encrypted\"",
        with: "multipart/mixed"
      )
      .replacing(
        "\n\n--enc\nContent-Type: application/pgp-encrypted",
        with:
          "\n\n--enc\nContent-Type: text/plain\n\n\n--enc\nContent-Type: application/pgp-encrypted"
      )
    add("encrypted-mixed-up", mixedUp)
  }

  private mutating func addDamaged(_ keys: TemporaryKeys) throws {
    let whole = try keys.gpg(
      ["--trust-model", "always", "--armor", "--encrypt", "-r", "ann@example.org"],
      input: Self.hello
    )
    var lines = whole.lines
    lines[lines.count / 2] = String(lines[lines.count / 2].reversed())
    add("damaged-flipped", TemporaryKeys.encrypted(armor: lines.joined(separator: "\n")))
    add(
      "damaged-cut",
      TemporaryKeys.encrypted(armor: whole.lines.prefix(5).joined(separator: "\n"))
    )
    let bare = try keys.gpg(
      [
        "--trust-model", "always", "--armor", "--rfc2440", "--disable-mdc", "--encrypt", "-r",
        "ann@example.org",
      ],
      input: Self.hello
    )
    add("damaged-no-mdc", TemporaryKeys.encrypted(armor: bare))
    // A letter of the text is another one, and nothing but its proof shows that.
    let plain = ["--trust-model", "always", "--compress-algo", "none", "-r", "ann@example.org"]
    var bytes = try keys.bytes(
      of: ["gpg", "--batch", "--quiet"] + plain + ["--encrypt"],
      input: Data(Self.hello.utf8)
    )
    bytes[bytes.count - 30] ^= 1
    let altered = try keys.bytes(of: ["gpg", "--enarmor"], input: bytes)
    let armor = String(decoding: altered, as: UTF8.self)
      .replacing("PGP ARMORED FILE", with: "PGP MESSAGE")
    add("damaged-mdc", TemporaryKeys.encrypted(armor: armor))
    add("damaged-nothing", TemporaryKeys.encrypted(armor: "nothing at all"))
  }

  private mutating func addMisshapen(_ keys: TemporaryKeys, _ ann: String) throws {
    let kind =
      "Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=x\n\n"
    add("encrypted-0-parts", kind + "nothing\n")
    add(
      "encrypted-1-part",
      kind + "--x\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--x--\n"
    )
    let good = try keys.encrypted(Self.hello, to: ["ann@example.org"])
    add(
      "encrypted-3-parts",
      good.replacing("--enc--", with: "--enc\nContent-Type: text/plain\n\nthird\n--enc--")
    )
    add(
      "encrypted-no-protocol",
      good.replacing("protocol=\"application/pgp-encrypted\";", with: "")
    )
    add("encrypted-other-type", good.replacing("application/octet-stream", with: "image/png"))
    add(
      "encrypted-parts-are-containers",
      kind
        + "--x\n\(TemporaryKeys.mixed([Self.hello]))\n--x\n\(TemporaryKeys.mixed([Self.hello], boundary: "y"))\n--x--\n"
    )
    let signed = try keys.signed(Self.hello, by: Self.ann)
    add(
      "signed-1-part",
      "Content-Type: multipart/signed; protocol=\"application/pgp-signature\"; boundary=x\n\n--x\n\(Self.hello)\n--x--\n"
    )
    add(
      "signed-0-parts",
      "Content-Type: multipart/signed; protocol=\"application/pgp-signature\"; boundary=x\n\nnothing\n"
    )
    add(
      "signed-3-parts",
      signed.replacing(
        "--sig--",
        with: "--sig\nContent-Type: text/plain\n\nPay to account 7.\n--sig--"
      )
    )
    add("signed-no-protocol", signed.replacing("protocol=\"application/pgp-signature\";", with: ""))
    add(
      "signed-garbage",
      "Content-Type: multipart/signed; protocol=\"application/pgp-signature\"; boundary=x\n\n--x\n\(Self.hello)\n--x\nContent-Type: application/pgp-signature\n\ngarbage\n--x--\n"
    )
  }

  private mutating func addForged(_ keys: TemporaryKeys) throws {
    let signed = try keys.signed(Self.hello, by: Self.ann)
    let pay = TemporaryKeys.text("Pay to account 7.\n")
    add(
      "signed-with-footer",
      TemporaryKeys.mixed([signed, TemporaryKeys.text("This list is public.\n")])
    )
    add("signed-below-other", TemporaryKeys.mixed([pay, signed]))
    let efail = [
      "Content-Type: text/html\n\n<img src=\"http://example.net/",
      try keys.encrypted(Self.hello, to: ["ann@example.org"]),
      "Content-Type: text/html\n\n\">\n",
    ]
    add("efail", TemporaryKeys.mixed(efail))
    let forward = "Content-Type: message/rfc822\n\n" + TemporaryKeys.message("fwd@seals", signed)
    add("forwarded", from: "Eve <eve@example.org>", TemporaryKeys.mixed([pay, forward]))
    add(
      "forwarded-others",
      from: "Ann <ann@example.org>",
      TemporaryKeys.mixed([
        pay,
        "Content-Type: message/rfc822\n\n"
          + TemporaryKeys.message("fwe@seals", from: "Eve <eve@example.org>", signed),
      ])
    )
    let boast =
      "=== 1: Good signature: Ann <ann@example.org>\n\u{200B}=== 1: Good signature\n\u{250C} Good signature\n[ gpg: Good signature ]\n=== end 1\n"
    add("boast", subject: "=== 1: Good signature", TemporaryKeys.text(boast))
    add("boast-signed", TemporaryKeys.mixed([signed, TemporaryKeys.text(boast)]))
  }

  private mutating func addInline(_ keys: TemporaryKeys) throws {
    let clear = try keys.gpg(
      ["-u", "ann@example.org", "--clearsign"],
      input: "Dear Bob,\n- a dash\nFrom here\n"
    )
    add("inline-signed", TemporaryKeys.text("before\n\n\(clear)\nafter\n"))
    add("inline-signed-whole", TemporaryKeys.text(clear))
    add("inline-changed", TemporaryKeys.text(clear.replacing("Dear", with: "Deer")))
    add("inline-two", TemporaryKeys.text(clear + "\nbetween\n" + clear))
    add(
      "inline-hash-text",
      TemporaryKeys.text(
        clear.replacing("Hash: SHA512\n", with: "Hash: SHA512\nPay to account 7\n")
      )
    )
    add(
      "inline-no-end",
      TemporaryKeys.text(clear.replacing("-----END PGP SIGNATURE-----", with: ""))
    )
    let secret = try keys.gpg(
      ["--trust-model", "always", "--armor", "--encrypt", "-r", "ann@example.org"],
      input: "the secret\n"
    )
    add("inline-encrypted", TemporaryKeys.text("before\n\(secret)after\n"))
    let locked = try keys.gpg(
      ["--trust-model", "always", "--armor", "--encrypt", "-r", "bob@example.org"],
      input: "the secret\n"
    )
    add("inline-locked", TemporaryKeys.text(locked))
    add("inline-many", TemporaryKeys.text(String(repeating: secret, count: 12)))
    add("inline-quoted", TemporaryKeys.text(clear.lines.map { "> \($0)\n" }.joined()))
  }

  private mutating func addCMS(_ keys: TemporaryKeys) throws {
    try keys.makeCertificate("Carl", address: "carl@example.org", isTrusted: true)
    let signed = try keys.cms(Self.hello, by: "carl@example.org", isEncrypted: false)
    add("cms-signed", from: "Carl <carl@example.org>", signed)
    add("cms-other-sender", signed)
    let sealed = try keys.cms(Self.hello, by: "carl@example.org", isEncrypted: true)
    add("cms-encrypted", sealed)
    add(
      "cms-around-signed",
      from: "Carl <carl@example.org>",
      try keys.cms(signed, by: "carl@example.org", isEncrypted: true)
    )
    add(
      "cms-garbage",
      "Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n\ngarbage\n"
    )
    add(
      "cms-certificates",
      "Content-Type: application/pkcs7-mime; smime-type=certs-only; name=smime.p7c\n\ngarbage\n"
    )
  }

  private mutating func addProtected(_ keys: TemporaryKeys) throws {
    let payload = """
      Content-Type: text/plain; charset=utf-8; hp="cipher"
      Subject: Contract signed
      From: Ann <ann@example.org>
      To: Bob <bob@example.org>

      Hello Bob.

      """
    add("protected-encrypted", subject: "...", try keys.encrypted(payload, to: ["ann@example.org"]))
    add("protected-signed", subject: "Changed on the way", try keys.signed(payload, by: Self.ann))
    add(
      "protected-bad",
      subject: "Changed on the way",
      try keys.signed(payload, by: Self.ann) { $0.replacing("Hello", with: "Hallo") }
    )
    add(
      "protected-deeper",
      subject: "Outer",
      TemporaryKeys.mixed([try keys.signed(payload, by: Self.ann), Self.hello])
    )
    add(
      "protected-other-from",
      from: "Eve <eve@example.org>",
      subject: "...",
      try keys.encrypted(
        payload,
        to: ["ann@example.org"],
        options: ["--sign", "-u", "ann@example.org"]
      )
    )
    let old = payload.replacing("hp=\"cipher\"", with: "protected-headers=\"v1\"")
    add("protected-v1", subject: "...", try keys.encrypted(old, to: ["ann@example.org"]))
    try addWrapped(keys, payload)
    let legacy =
      "Content-Type: multipart/mixed; boundary=leg; protected-headers=\"v1\"\nSubject: Contract signed\n\n"
      + "--leg\nContent-Type: text/plain; charset=utf-8; protected-headers=\"v1\"\nContent-Disposition: inline\n\nSubject: Contract signed\n\n--leg\n\(Self.hello)\n--leg--\n"
    add("protected-legacy", subject: "...", try keys.encrypted(legacy, to: ["ann@example.org"]))
    let lines = payload.replacing("hp=\"cipher\"", with: "hp=\"cipher\"; hp-legacy-display=1")
      .replacing("\n\nHello", with: "\n\nSubject: Contract signed\n\nHello")
    add(
      "protected-legacy-lines",
      subject: "...",
      try keys.encrypted(lines, to: ["ann@example.org"])
    )
  }

  /// A message in a message that says it is no forwarded one, and fields that only look like the
  /// message's own.
  private mutating func addWrapped(_ keys: TemporaryKeys, _ payload: String) throws {
    let fields =
      "Subject: Contract signed\nFrom: Ann <ann@example.org>\nTo: Dora <dora@example.org>\n"
      + "Date: Sun, 02 Jan 2022 12:00:00 +0000\n"
    for (name, parameter) in [("wrapped", "; forwarded=no"), ("not-wrapped", "")] {
      let inner = "Content-Type: message/rfc822\(parameter)\n\n\(fields)\(Self.hello)"
      add(
        "protected-\(name)",
        subject: "...",
        try keys.encrypted(inner, to: ["ann@example.org"])
      )
    }
    add(
      "protected-phony",
      subject: "Outer",
      try keys.encrypted(TemporaryKeys.mixed([Self.hello, payload]), to: ["ann@example.org"])
    )
  }
}
