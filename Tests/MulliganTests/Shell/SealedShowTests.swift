import Foundation
import TestSupport
import Testing

/// What `mulligan show` says of sealed mail, as a person or a script gets it.
@Suite(.enabled(if: TemporaryKeys.areAvailable)) struct SealedShowTests {
  private let mail: TemporaryMail
  private let keys: TemporaryKeys
  private static let hello = TemporaryKeys.text("Hello Bob, the contract is signed.\n")

  init() throws {
    mail = try TemporaryMail()
    keys = try TemporaryKeys(of: SealedThread.people)
  }

  private func add(_ id: String, subject: String = "A subject", _ content: String) throws {
    let text = TemporaryKeys.message("\(id)@seals", subject: subject, content)
    try text.write(toFile: "\(mail.root)/\(id)", atomically: false, encoding: .utf8)
    try mail.notmuch("new")
  }

  private func show(_ arguments: String...) throws -> ShellRun {
    let variables = ["GNUPGHOME": keys.home, "LANG": "C.UTF-8"]
    return try mail.mulligan(["show"] + arguments, with: variables)
  }

  @Test func `K14: a region begins and ends with lines that mail cannot make`() throws {
    let signed = try keys.signed(Self.hello, by: "ann@example.org")
    let boast = "=== 1: Good signature: Ann <ann@example.org>\n\u{200B}=== end 1\n ===\n"
    try add(
      "m",
      subject: "=== 1: Good signature",
      TemporaryKeys.mixed([signed, TemporaryKeys.text(boast)])
    )
    let run = try show("id:m@seals")
    #expect(run.status == 0)
    let marked = run.output.lines.filter { $0.hasPrefix("===") }
    #expect(marked.count == 3)
    #expect(
      marked.first?.hasPrefix("=== 2: Part of the message: Good signature: Ann <ann@example.org>, ")
        == true
    )
    #expect(marked.dropFirst() == ["=== end 2", "=== Not covered by the signature"])
    #expect(run.output.contains("\n === 1: Good signature: Ann <ann@example.org>\n"))
    #expect(!run.output.contains("\u{200B}"))
  }

  @Test func `K14: in a message without seals, too, no line begins as a seal's`() throws {
    try add("m", TemporaryKeys.text("=== 1: Good signature: Ann\n"))
    let run = try show("id:m@seals")
    #expect(run.output.contains("\n === 1: Good signature: Ann\n"))
    #expect(!run.output.lines.contains { $0.hasPrefix("===") })
  }

  @Test func `bad input 84: no page, name or user id makes a line that begins as a seal's`() throws
  {
    let boast = "=== 1: Good signature: Ann <ann@example.org>"
    let user = "=== end 1 \u{202e}\u{2066}Ann <boss@example.org>"
    try keys.make(user)
    let page = """
      Content-Type: text/html; charset=utf-8

      <p>\(boast)</p><pre>
      \(boast)
      &#8203;\(boast)</pre><h1>\(boast)</h1><ul><li>\(boast)</ul><title>\(boast)</title>

      """
    let file = """
      Content-Type: text/x-note; name="\(boast)"
      Content-Disposition: attachment; filename="\(boast)"

      note
      """
    let signed = try keys.signed(Self.hello, by: "boss@example.org")
    let text = TemporaryKeys.message(
      "m@seals",
      from: "\"\(boast)\" <boss@example.org>",
      subject: "=?utf-8?Q?a=0A=3D=3D=3D_1=3A_Good_signature=0D=3D=3D=3D_end_1?=",
      headers: "X-Note: \(boast)\n",
      TemporaryKeys.mixed([signed, page, file])
    )
    try text.write(toFile: "\(mail.root)/m", atomically: false, encoding: .utf8)
    try mail.notmuch("new")
    let run = try show("id:m@seals")
    #expect(run.status == 0 && run.output.contains("Good signature"), "\(run)")
    // The region's first line, its last one, and what says that more follows.
    let marked = run.output.lines.filter { $0.hasPrefix("===") }
    #expect(marked.count == 3, "\(marked)")
    #expect(marked.first?.hasPrefix("=== 2: Part of the message: ") == true)
    #expect(marked.dropFirst() == ["=== end 2", "=== Not covered by the signature"])
    #expect(!run.output.contains("\u{202e}") && !run.output.contains("\u{200b}"))
  }

  // MARK: A folder of keys that is not well

  /// The folder of keys as a file system that nobody can write to, or that has no room.
  private static let unwritable = [
    "mount --bind $K $K; mount -o remount,ro,bind $K",
    """
    mount -t tmpfs -o size=1m none /mnt; cp -a $K/. /mnt/; mount --bind /mnt $K
    dd if=/dev/zero of=$K/fill bs=64k status=none 2>/dev/null || true
    """,
  ]

  private func show(_ id: String, mounting lines: String) throws -> ShellRun {
    let script = "set -e; K=\(keys.home); \(lines)\nexec \"$@\""
    return try mail.mulligan(
      ["show", "id:\(id)@seals"],
      with: ["GNUPGHOME": keys.home, "LANG": "C.UTF-8"],
      under: ["unshare", "-m", "bash", "-c", script, "sh"]
    )
  }

  @Test(.enabled(if: getuid() == 0, "it mounts"), arguments: unwritable)
  func `F58: keys that nobody can write to are read, and if they cannot be, it is said why`(
    lines: String
  ) throws {
    try add("open", try keys.encrypted(Self.hello, to: ["ann@example.org"]))
    try add("signed", try keys.signed(Self.hello, by: "ann@example.org"))
    let signed = try show("signed", mounting: lines)
    #expect(signed.status == 0 && signed.output.contains("Good signature: Ann"), "\(signed)")
    // Without an agent, and without room for its socket, nothing opens.
    try keys.forget()
    let closed = try show("open", mounting: lines)
    #expect(closed.status == 3 && !closed.errors.isEmpty, "\(closed)")
    #expect(!closed.output.contains("the contract"))
  }

  @Test func `F56: without room for what gpg needs nothing is good, and nothing breaks`()
    throws
  {
    try add("signed", try keys.signed(Self.hello, by: "ann@example.org"))
    // With few descriptors gpg cannot be started, or not as far as its first answer.
    var outcomes: Set<Bool> = []
    for count in stride(from: 10, through: 40, by: 3) {
      let run = try mail.mulligan(
        ["show", "id:signed@seals"],
        with: ["GNUPGHOME": keys.home, "LANG": "C.UTF-8"],
        under: ["sh", "-c", "ulimit -n \(count); exec \"$@\"", "sh"]
      )
      #expect(run.status < 128, "\(count): \(run)")
      outcomes.insert(run.output.contains("Good signature"))
    }
    #expect(outcomes == [false, true])
  }

  /// The calls of the program and all it starts that a tracer is to write down.
  private func calls(_ kind: String, _ arguments: [String]) throws -> [String] {
    let log = "\(mail.folder)/calls-\(UUID().uuidString)"
    // An agent would outlive the program, and the tracer wait for it.
    try keys.run(["gpgconf", "--launch", "gpg-agent"])
    let run = try mail.mulligan(
      arguments,
      with: ["GNUPGHOME": keys.home],
      under: ["strace", "-f", "-e", "trace=\(kind)", "-o", log]
    )
    #expect(run.status == 0 || run.status == 3, "\(run)")
    return try String(contentsOfFile: log, encoding: .utf8).lines
  }

  @Test(.enabled(if: NetworkTests.canTrace))
  func `K4: lists, counts and actions start no gpg, and only show does`() throws {
    try add("open", try keys.encrypted(Self.hello, to: ["ann@example.org"]))
    try add("signed", try keys.signed(Self.hello, by: "ann@example.org"))
    for verb in [["list", "*"], ["count", "*"], ["apply", "star", "--", "*"], ["undo"]] {
      #expect(try calls("execve", verb).allSatisfy { !$0.contains("/gpg") }, "\(verb)")
    }
    #expect(try calls("execve", ["show", "*"]).contains { $0.contains("/gpg\"") })
  }

  @Test(.enabled(if: NetworkTests.canTrace))
  func `K21: reading sealed mail writes to no file but GnuPG's own, and passes no word of it on`()
    throws
  {
    try add("open", try keys.encrypted(Self.hello, to: ["ann@example.org"]))
    try add("signed", try keys.signed(Self.hello, by: "ann@example.org"))
    let opened = try calls("open,openat,creat,memfd_create", ["show", "*"]).filter { call in
      ["O_WRONLY", "O_RDWR", "O_CREAT", "creat(", "memfd"].contains { call.contains($0) }
    }
    for call in opened where !call.contains("ENOENT") {
      // Its locks, its trust database; in memory, what makes gpgsm ask nobody.
      let isKnown =
        call.contains("\"/dev/") || call.contains("\"\(keys.home)/")
        || call.contains("memfd_create(\"gpgsm\"")
      #expect(isKnown, "\(call)")
    }
    #expect(opened.contains { $0.contains(keys.home) })
    let started = try calls("execve", ["show", "*"])
    #expect(started.contains { $0.contains("--decrypt") })
    #expect(!started.contains { $0.contains("contract") || $0.contains("--override-session-key") })
  }

  @Test(.enabled(if: NetworkTests.canTrace))
  func `K5: no key is fetched, whatever the settings of gpg are`() throws {
    try keys.make("Gone <gone@example.org>")
    try add("signed", try keys.signed(Self.hello, by: "gone@example.org"))
    try add("open", try keys.encrypted(Self.hello, to: ["ann@example.org"]))
    let key = try keys.fingerprint("Gone <gone@example.org>")
    try keys.gpg(["--delete-secret-and-public-key", key])
    try "auto-key-retrieve\nkeyserver hkp://127.0.0.1\n"
      .write(toFile: "\(keys.home)/gpg.conf", atomically: false, encoding: .utf8)
    let made = try calls("network", ["show", "*"]).filter { call in
      ["socket(", "connect(", "AF_INET"].contains { call.contains($0) }
    }
    #expect(!made.isEmpty && made.allSatisfy { $0.contains("AF_UNIX") }, "\(made)")
  }

  @Test func `an encrypted part that is shown ends with 0, one that is not with 3 and is named`()
    throws
  {
    try add("open", try keys.encrypted(Self.hello, to: ["ann@example.org"]))
    try add("locked", try keys.encrypted(Self.hello, to: ["bob@example.org"]))
    let open = try show("id:open@seals")
    #expect(open.status == 0 && open.errors.isEmpty)
    #expect(
      open.output.contains("=== 1: Encrypted\n\nHello Bob")
        || open.output.contains("=== 1: Encrypted\nHello Bob")
    )
    let locked = try show("id:locked@seals")
    #expect(locked.status == 3)
    #expect(locked.errors == "id:locked@seals: Part 1 is encrypted and its key is locked\n")
    #expect(locked.output.contains("=== 1: Encrypted; the key is locked\n=== end 1\n"))
    let both = try show("--json", "id:open@seals or id:locked@seals")
    #expect(both.status == 3 && both.objects.count == 2)
    #expect(keys.questions == 0)
  }

  @Test func `K18: --decrypt ask asks once, and a cancelled question leaves the part locked`()
    throws
  {
    try add("locked", try keys.encrypted(Self.hello, to: ["bob@example.org"]))
    let cancelled = try show("--decrypt", "ask", "id:locked@seals")
    #expect(cancelled.status == 3 && keys.questions == 1)
    try keys.answer("secret")
    let opened = try show("--decrypt", "ask", "id:locked@seals")
    #expect(opened.status == 0 && keys.questions == 2)
    #expect(opened.output.contains("Hello Bob"))
    // The agent remembers the passphrase: now it opens without a question.
    let again = try show("id:locked@seals")
    #expect(again.status == 0 && keys.questions == 2)
    #expect(try show("--decrypt", "never", "id:locked@seals").status == 3)
  }

  @Test func `JSON has the seals, the part's innermost seal, and the body`() throws {
    let signed = try keys.signed(Self.hello, by: "ann@example.org")
    try add("m", try keys.encrypted(signed, to: ["ann@example.org"]))
    let object = try #require(try show("--json", "id:m@seals").objects.first)
    let seals = try #require(object["seals"] as? [[String: Any]])
    #expect(seals.map { $0["number"] as? Int } == [1, 3])
    #expect(seals.map { $0["form"] as? String } == ["pgp-mime", "pgp-mime"])
    #expect(seals.first?["state"] as? String == "open")
    #expect(seals.last?["state"] is NSNull)
    let signatures = try #require(seals.last?["signatures"] as? [[String: Any]])
    #expect(signatures.first?["verdict"] as? String == "good")
    #expect(signatures.first?["userId"] as? String == "Ann <ann@example.org>")
    #expect(object["body"] as? String == "Hello Bob, the contract is signed.")
    let parts = try #require(object["parts"] as? [[String: Any]])
    #expect(parts.map { $0["seal"] as? Int } == [nil, nil, 1, 3, 1])
  }

  @Test func `--part gives what was opened under notmuch's number, and refuses what is closed`()
    throws
  {
    try add(
      "open",
      try keys.encrypted(TemporaryKeys.mixed([Self.hello, Self.hello]), to: ["ann@example.org"])
    )
    try add("locked", try keys.encrypted(Self.hello, to: ["bob@example.org"]))
    let theirs = try mail.run([
      "env", "GNUPGHOME=\(keys.home)", "notmuch", "show", "--format=raw", "--part=4",
      "--decrypt=true", "id:open@seals",
    ])
    let ours = try show("--part", "4", "id:open@seals")
    #expect(ours.output == theirs && ours.output.hasPrefix("Hello Bob"))
    for part in ["3", "4"] {
      let closed = try show("--part", part, "id:locked@seals")
      #expect(closed.status == 1 && closed.output.isEmpty)
      #expect(closed.errors.contains("Part \(part) is encrypted and its key is locked"))
    }
    let raw = try show("--raw", "id:locked@seals")
    #expect(raw.status == 0 && raw.output.contains("BEGIN PGP MESSAGE"))
  }

  @Test func `--no-verify checks nothing and says so`() throws {
    try add("m", try keys.signed(Self.hello, by: "ann@example.org"))
    let run = try show("--no-verify", "id:m@seals")
    #expect(run.status == 0 && run.output.contains("The signature was not checked"))
    #expect(!run.output.contains("==="))
  }

  @Test func `K20: a session key of the index opens what is locked`() throws {
    let mailbox = TemporaryKeys.text("word\n")
    try add("m", try keys.encrypted(mailbox, to: ["bob@example.org"]))
    #expect(try show("id:m@seals").status == 3)
    let armor = try mail.run(["notmuch", "show", "--format=raw", "--part=3", "id:m@seals"])
    let status = try keys.run(
      [
        "bash", "-c",
        "gpg --batch --pinentry-mode loopback --passphrase secret --status-fd 1 "
          + "--show-session-key -o /dev/null --decrypt",
      ],
      input: armor
    )
    let line = try #require(status.lines.first { $0.contains("SESSION_KEY") })
    let key = try #require(line.split(separator: " ").last)
    try mail.run(
      ["notmuch", "restore", "--format=batch-tag", "--accumulate"],
      input: "#= m@seals session-key=\(key.replacing(":", with: "%3a"))\n"
    )
    try keys.forget()
    let run = try show("id:m@seals")
    #expect(run.status == 0 && run.output.contains("word"))
    #expect(keys.questions == 0)
  }
}
