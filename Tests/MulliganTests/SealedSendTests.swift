import Foundation
import TestSupport
import Testing

@testable import mulligan

/// Messages that leave signed and encrypted from the shell, with real keys, sender and mail.
@Suite(.enabled(if: TemporaryKeys.areAvailable)) struct SealedSendTests {
  private static let (robin, ann) = ("Robin Tester <robin@example.org>", "Ann <ann@example.org>")
  private static let word = "xylophone"

  /// A mailbox with an account, and keys of its own.
  private struct Site {
    let site: SendSite
    let keys: TemporaryKeys
    var mail: TemporaryMail { site.mail }

    init(hold: Int = 0, account: String = "", of names: [String], passphrase: String = "") throws {
      site = try SendSite(hold: hold, account: account)
      keys = try TemporaryKeys(
        of: names.map { ($0, $0 == SealedSendTests.robin ? passphrase : "") }
      )
    }

    func mulligan(_ arguments: String..., input: String = "") throws -> ShellRun {
      try mail.mulligan(arguments, input: input, with: ["GNUPGHOME": keys.home])
    }

    /// Composes a message to Ann with a word in its text, subject and attachment.
    func send(_ more: String..., verb: [String] = ["--send"]) throws -> ShellRun {
      let plan = try mail.file("\(word)-plan.txt", "the \(word)\n")
      let arguments =
        ["compose", "--to", "ann@example.org", "--subject", "On the \(word)", "--attach", plan]
        + verb + more
      let run = try mail.mulligan(
        arguments,
        input: "The \(word) it is.\n",
        with: ["GNUPGHOME": keys.home]
      )
      try FileManager.default.removeItem(atPath: plan)
      return run
    }

    /// What lies about in the mail, the state and the home.
    func files(with word: String) throws -> [String] {
      let run = try? keys.run(["grep", "-rla", word, mail.folder])
      // What this test has itself given to the program.
      return (run ?? "").lines.filter { !$0.contains("/run-") }
    }

    func decrypted(_ message: String) throws -> String {
      let begin = try #require(message.firstRange(of: "-----BEGIN PGP MESSAGE-----"))
      let end = try #require(message.firstRange(of: "-----END PGP MESSAGE-----"))
      return try keys.gpg(
        ["--decrypt"],
        input: message[begin.lowerBound..<end.upperBound] + "\n"
      )
    }
  }

  @Test func `K28: what leaves encrypted says nothing anywhere, and is read by both its ends`()
    throws
  {
    let site = try Site(of: [Self.robin, Self.ann])
    let run = try site.send("--encrypt", "--sign", "--bcc", "robin@example.org", "--wait")
    #expect(run.status == 0, "\(run)")
    try site.site.waitForSender()
    let wire = try #require(site.site.delivered.first)
    #expect(wire.contains("multipart/encrypted") && wire.contains("Subject: ...\n"))
    #expect(try site.files(with: Self.word) == [])
    let plain = try site.decrypted(wire)
    #expect(plain.contains("The \(Self.word) it is.") && plain.contains("-plan.txt"))
    // One's own copy is read as any other mail.
    let shown = try site.mulligan("show", "--json", "tag:sent")
    #expect(shown.output.contains("The \(Self.word) it is."), "\(shown)")
    #expect(shown.output.contains("\"verdict\":\"good\""), "\(shown)")
    let files = try site.mail.notmuch("search", "--output=files", "tag:sent").lines
    let own = try String(contentsOfFile: try #require(files.first), encoding: .utf8)
    #expect(own.contains("Bcc: robin@example.org\n") && !wire.contains("Bcc"))
  }

  @Test func `K30: what is held encrypted lies nowhere in clear, and can be written on`() throws {
    let site = try Site(hold: 300, of: [Self.robin, Self.ann])
    #expect(try site.send("--encrypt").status == 0)
    #expect(try site.files(with: Self.word) == [])
    #expect(try site.mulligan("undo").status == 0)
    #expect(try site.files(with: Self.word) == [])
    let shown = try site.mulligan("outbox", "show", "1")
    #expect(shown.output.contains("The \(Self.word) it is."), "\(shown)")
    let listed = try site.mulligan("outbox", "list", "--json").objects
    #expect(listed.first?["subject"] as? String == "...")
    #expect(try site.mulligan("redo", "--yes").status == 0)
    #expect(try site.mulligan("undo").status == 0)
    #expect(site.site.delivered == [])
  }

  @Test func `K30: a draft that will be encrypted is so among the drafts of the mail, too`() throws
  {
    let site = try Site(of: [Self.robin])
    // Nobody else must be able to read it yet.
    let run = try site.send("--encrypt", verb: ["--draft"])
    #expect(run.status == 0, "\(run)")
    #expect(try site.files(with: Self.word) == [])
    let files = try site.mail.notmuch("search", "--output=files", "tag:draft").lines
    let copy = try String(contentsOfFile: try #require(files.first), encoding: .utf8)
    #expect(try site.decrypted(copy).contains("The \(Self.word) it is."))
  }

  @Test(arguments: ["reply", "forward"])
  func `K12: an answer takes the subject that was encrypted only if it is encrypted, too`(
    verb: String
  ) throws {
    let site = try Site(of: [Self.robin, Self.ann])
    let payload = """
      Content-Type: text/plain; hp="cipher"
      Subject: On the \(Self.word)
      From: Ann <ann@example.org>

      Hello.

      """
    let sealed = try site.keys.encrypted(payload, to: ["robin@example.org"])
    let text = TemporaryKeys.message("asked@seals", subject: "...", sealed)
    try text.write(toFile: "\(site.mail.root)/asked", atomically: false, encoding: .utf8)
    try site.mail.notmuch("new")
    let query = ["--to", "ann@example.org", "id:asked@seals"]
    let mark = verb == "reply" ? "Re:" : "Fwd:"
    let printed = try site.mulligan(verb, "id:asked@seals")
    #expect(printed.output.contains("\nSubject: \(mark) ...\n"), "\(printed)")
    let kept = try site.mail.mulligan(
      [verb, "--draft"] + query,
      with: ["GNUPGHOME": site.keys.home]
    )
    #expect(kept.status == 0, "\(kept)")
    let draft = try site.mulligan("show", "--json", "tag:draft").objects.first
    #expect(draft?["subject"] as? String == "\(mark) On the \(Self.word)")
    #expect(try site.files(with: Self.word) == [])
    guard verb == "reply" else { return }
    let clear = try site.mail.mulligan(
      [verb, "--draft", "--no-encrypt"] + query,
      input: "Yes.\n",
      with: ["GNUPGHOME": site.keys.home]
    )
    #expect(clear.status == 0, "\(clear)")
    let drafts = try site.mulligan("show", "--json", "tag:draft").objects
    #expect(drafts.contains { $0["subject"] as? String == "\(mark) ..." }, "\(drafts)")
    #expect(try site.files(with: Self.word) == [])
    // What a person asks for counts.
    let given = try site.mail.mulligan(
      [verb, "--draft", "--subject", "Given"] + query,
      with: ["GNUPGHOME": site.keys.home]
    )
    #expect(given.status == 0, "\(given)")
    let shown = try site.mulligan("show", "--json", "tag:draft").objects
    #expect(shown.contains { $0["subject"] as? String == "Given" }, "\(shown)")
  }

  @Test func `K27: without all keys nothing is held, and who lacks one is named`() throws {
    let site = try Site(hold: 300, of: [Self.robin])
    let run = try site.send("--encrypt", "--json")
    #expect(run.status == 1, "\(run)")
    #expect(run.objects.first?["error"] as? String == "missing-key", "\(run)")
    #expect(run.errors.contains("ann@example.org"), "\(run)")
    #expect(try site.mulligan("outbox").output == "")
    #expect(site.site.delivered == [])
    let other = try Site(hold: 300, of: [Self.ann])
    for flag in ["--encrypt", "--sign"] {
      let run = try other.send(flag, "--json")
      #expect(run.objects.first?["error"] as? String == "missing-key", "\(run)")
    }
    #expect(try other.mulligan("outbox").output == "")
  }

  @Test func `K28: a verb without a terminal asks nobody for a passphrase, and holds nothing`()
    throws
  {
    let site = try Site(hold: 300, of: [Self.robin, Self.ann], passphrase: "secret")
    try site.keys.forget()
    try site.keys.answer("secret")
    let run = try site.send("--encrypt", "--sign", "--json")
    #expect(run.status == 1 && run.objects.first?["error"] as? String == "key-locked", "\(run)")
    #expect(site.keys.questions == 0)
    #expect(try site.mulligan("outbox").output == "")
    #expect(try site.send("--encrypt").status == 0)
    #expect(site.keys.questions == 0)
  }

  @Test func `K26: accounts sign and encrypt as they are set up to, unless a flag says otherwise`()
    throws
  {
    let site = try Site(
      account: "sign = true\nencrypt = \"when-possible\"",
      of: [Self.robin, Self.ann]
    )
    #expect(try site.send("--wait").status == 0)
    #expect(site.site.delivered.count { $0.contains("multipart/encrypted") } == 1)
    #expect(try site.send("--no-encrypt", "--wait").status == 0)
    #expect(site.site.delivered.count { $0.contains("multipart/signed") } == 1)
    #expect(try site.send("--no-encrypt", "--no-sign", "--wait").status == 0)
    let plain = site.site.delivered.filter { $0.contains("The \(Self.word) it is.") }
    #expect(plain.count == 2)
    // Not everybody has a key: it is signed only.
    #expect(try site.send("--cc", "eve@example.org", "--wait").status == 0)
    #expect(site.site.delivered.count { $0.contains("multipart/signed") } == 2)
    try site.site.waitForSender()
  }

  @Test func `K26: an answer to something encrypted is sealed, and else quotes nothing of it`()
    throws
  {
    let (site, query) = try answering(account: "encrypt = \"never\"")
    let run = try site.mulligan("reply", "--sender", "--send", "--yes", "--wait", query)
    #expect(run.status == 0, "\(run)")
    let wire = try #require(site.site.delivered.first)
    #expect(wire.contains("multipart/encrypted"))
    #expect(try site.decrypted(wire).contains("> The word is \(Self.word)."))
    let clear = try site.mulligan(
      "reply",
      "--sender",
      "--send",
      "--yes",
      "--wait",
      "--no-encrypt",
      query
    )
    #expect(clear.status == 0, "\(clear)")
    try site.site.waitForSender()
    #expect(try site.files(with: Self.word) == [])
  }

  /// A mailbox with an encrypted message that has the word, and the query for it.
  private func answering(account: String = "") throws -> (Site, query: String) {
    let site = try Site(account: account, of: [Self.robin, Self.ann])
    let content = try site.keys.encrypted(
      TemporaryKeys.text("The word is \(Self.word).\n"),
      to: [Self.robin, Self.ann]
    )
    let original = TemporaryKeys.message("sealed@seals", subject: "Sealed", content)
    try original.write(toFile: "\(site.mail.root)/sealed", atomically: true, encoding: .utf8)
    try site.mail.notmuch("new", "--quiet")
    return (site, "id:sealed@seals")
  }

  @Test(arguments: ["--send", "--draft"])
  func `K27: a forward in clear of what was encrypted is refused, and names it`(way: String) throws
  {
    let (site, query) = try answering()
    let words = ["forward", way, "--no-encrypt", "--to", "eve@example.org"]
    let home = ["GNUPGHOME": site.keys.home]
    let refused = try site.mail.mulligan(words + [query], with: home)
    #expect(refused.status == 4 && refused.errors.contains("sealed@seals"), "\(refused)")
    #expect(refused.errors.contains("--reveal"), "\(refused)")
    let json = try site.mail.mulligan(words + ["--json", query], with: home).objects
    #expect(json.last?["error"] as? String == "confirmation-needed", "\(json)")
    #expect(try site.mulligan("outbox", "list", "--all").output == "")
    #expect(try site.files(with: Self.word) == [] && site.site.delivered == [])
    // As it came it stays encrypted.
    let whole = try site.mail.mulligan(words + ["--attached", query], with: home)
    #expect(whole.status == 0, "\(whole)")
    try site.site.waitForSender()
    #expect(try site.files(with: Self.word) == [])
    let revealed = try site.mail.mulligan(words + ["--reveal", query], with: home)
    #expect(revealed.status == 0, "\(revealed)")
    try site.site.waitForSender()
    #expect(try site.files(with: Self.word) != [])
  }

  @Test(arguments: [["reply", "--sender"], ["forward", "--to", "ann@example.org"]])
  func `K27: what is printed with decrypted text is sent only if that is said`(verb: [String])
    throws
  {
    let (site, query) = try answering()
    let home = ["GNUPGHOME": site.keys.home]
    let printed = try site.mail.mulligan(verb + [query], with: home)
    #expect(printed.output.contains("Mulligan-Decrypted: <sealed@seals>\n"), "\(printed)")
    #expect(printed.output.contains(Self.word))
    let json = try site.mail.mulligan(verb + ["--json", query], with: home).objects
    #expect(json.first?["decrypted"] as? [String] == ["sealed@seals"], "\(json)")
    let text = printed.output.replacing("To:\n", with: "To: ann@example.org\n")
    for words in [["send"], ["send", "--dry-run"], ["send", "--yes"]] {
      let refused = try site.mail.mulligan(words, input: text, with: home)
      #expect(refused.status == 4 && refused.errors.contains("sealed@seals"), "\(refused)")
      #expect(!refused.output.contains(Self.word), "\(refused)")
    }
    #expect(try site.mulligan("outbox", "list", "--all").output == "")
    let sent = try site.mail.mulligan(["send", "--reveal", "--wait"], input: text, with: home)
    #expect(sent.status == 0, "\(sent)")
    try site.site.waitForSender()
    let wire = try #require(site.site.delivered.first)
    #expect(wire.contains(Self.word) && !wire.contains("Mulligan-Decrypted"), "\(wire)")
    let own = try site.mulligan("show", "--raw", "tag:sent")
    #expect(!own.output.contains("Mulligan-Decrypted"), "\(own)")
  }
}
