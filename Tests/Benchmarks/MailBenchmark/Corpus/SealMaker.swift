import Glibc

/// Makes a small mailbox of sealed mail, with keys that are thrown away: Ann's has no passphrase, Bob's
/// has one, and what asks for it answers by itself.
///
/// Each kind is a thread of fifty messages and a tag.
struct SealMaker {
  /// Its path is short: an agent's socket lies below it.
  let folder: String

  static let count = 50
  /// The line that a text begins with.
  static let firstLine = "Line 1 of the text."

  var keys: String { "\(folder)/keys" }
  var notmuch: Notmuch { Notmuch(configuration: "\(folder)/notmuch-config") }

  var environment: [String: String] {
    notmuch.environment.merging(["GNUPGHOME": keys]) { $1 }
  }

  func make() throws {
    for name in ["keys", "mail/cur", "mail/new", "mail/tmp"] {
      try Files.makeFolder("\(folder)/\(name)")
    }
    try makeKeys()
    try Files.write(
      "[database]\npath=\(folder)/mail\n[user]\nname=Bob\nprimary_email=bob@example.org\n",
      to: notmuch.configuration
    )
    let text = Self.text(lines: 20)
    try deliver("clear", content: text)
    try deliver("signed", content: signed(text))
    for number in 1...2 { try deliver("one\(number)", count: 1, content: signed(text)) }
    // Shown, it has as many rows as one that is locked: a screen of either has as many texts.
    try deliver("brief", content: Self.text(lines: 2))
    try deliver("locked", content: encrypted(text, to: "bob"))
    try deliver("large", content: encrypted(Self.text(lines: 41_600), to: "ann"))
    try run("notmuch", "new", "--quiet")
    try deliver("keyed", content: encrypted(text, to: "ann"))
    // The keys of the sessions are kept in the index.
    try run("notmuch", "new", "--quiet", "--decrypt=true")
    for name in ["clear", "signed", "one1", "one2", "brief", "locked", "large", "keyed"] {
      try run("notmuch", "tag", "+\(name)", "+unread", "--", "subject:\(name)")
    }
    try run("notmuch", "tag", "+one", "--", "tag:one1 or tag:one2")
    try endAgent()
  }

  /// Ends the agent, and with it what it remembers.
  func endAgent() throws { try run("gpgconf", "--kill", "all") }

  /// The process of an agent, started if there is none.
  func agent() throws -> pid_t {
    let answer = try program("gpg-connect-agent", "GETINFO pid", "/bye").lines().first
    guard let process = answer?.split(separator: " ").last.flatMap({ pid_t($0) }) else {
      throw Failure("gpg-agent does not tell its number")
    }
    return process
  }

  // MARK: Keys

  private func makeKeys() throws {
    let pinentry = """
      #!/bin/bash
      echo OK
      while read -r line; do
        case "$line" in GETPIN*) echo "D secret"; echo OK;; BYE*) echo OK; exit;; *) echo OK;; esac
      done

      """
    try Files.write(pinentry, to: "\(keys)/pinentry")
    chmod("\(keys)/pinentry", 0o700)
    let configuration = "pinentry-program \(keys)/pinentry\nallow-loopback-pinentry\n"
    try Files.write(configuration, to: "\(keys)/gpg-agent.conf")
    for (name, passphrase) in [("ann", ""), ("bob", "secret")] {
      let user = "\(name) <\(name)@example.org>"
      try run(
        "gpg",
        "--batch",
        "--quiet",
        "--pinentry-mode",
        "loopback",
        "--passphrase",
        passphrase,
        "--quick-gen-key",
        user,
        "future-default",
        "default",
        "never"
      )
    }
  }

  private func gpg(_ input: String, _ words: String...) throws -> String {
    let file = "\(folder)/input"
    try Files.write(input, to: file)
    var program = program("gpg", "--batch", "--quiet", "--trust-model", "always", "--armor")
    program.arguments += words
    program.input = file
    return String(decoding: try program.run(keepsOutput: true).output, as: UTF8.self)
  }

  // MARK: Mail

  private static func text(lines: Int) -> String {
    let lines = (1...lines).map { "Line \($0) of the text.\n" }.joined()
    return "Content-Type: text/plain; charset=utf-8\n\n\(lines)"
  }

  /// What is signed, and its signature, stand in files of their own for who checks them outside.
  private func signed(_ text: String) throws -> String {
    let part = text.replacing("\n", with: "\r\n")
    try Files.write(part, to: "\(folder)/part")
    let signature = try gpg(part, "--local-user", "ann", "--detach-sign")
    try Files.write(signature, to: "\(folder)/part.asc")
    return """
      Content-Type: multipart/signed; micalg=pgp-sha512; protocol="application/pgp-signature";
       boundary="sig"

      --sig
      \(text)
      --sig
      Content-Type: application/pgp-signature

      \(signature)
      --sig--

      """
  }

  private func encrypted(_ text: String, to name: String) throws -> String {
    let armor = try gpg(text, "--recipient", name, "--encrypt", "--compress-algo", "none")
    try Files.write(armor, to: "\(folder)/\(name).asc")
    return """
      Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary="enc"

      --enc
      Content-Type: application/pgp-encrypted

      Version: 1

      --enc
      Content-Type: application/octet-stream

      \(armor)
      --enc--

      """
  }

  private func deliver(_ name: String, count: Int = Self.count, content: String) throws {
    for number in 1...count {
      let answers = number == 1 ? "" : "References: <\(name)1@seals>\n"
      let head = """
        From: Ann <ann@example.org>
        To: Bob <bob@example.org>
        Subject: \(name)
        Message-ID: <\(name)\(number)@seals>
        Date: Sat, 01 Jan 2022 12:00:\(number < 10 ? "0" : "")\(number) +0000
        MIME-Version: 1.0

        """
      try Files.write(head + answers + content, to: "\(folder)/mail/cur/\(name)\(number):2,")
    }
  }

  func program(_ words: String...) -> Program {
    Program(arguments: words, environment: environment)
  }

  private func run(_ words: String...) throws {
    _ = try Program(arguments: words, environment: environment).run()
  }
}
