import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// Sealed mail that is made to do harm, and a GnuPG that is not well.
@Suite(.serialized, .enabled(if: TemporaryKeys.areAvailable)) struct SealInputTests {
  private let keys: TemporaryKeys
  private static let hello = TemporaryKeys.text("Hello Bob, the contract is signed.\n")

  init() throws {
    keys = try TemporaryKeys(of: [("Ann <ann@example.org>", "")])
  }

  private static func zeros(megabytes: Int) -> String {
    String(repeating: String(repeating: "0", count: 1 << 20), count: megabytes)
  }

  private static var host: String {
    var names = utsname()
    uname(&names)
    return withUnsafeBytes(of: &names.nodename) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// GnuPG with these keys, with all the time that a loaded machine may take.
  private func gnupg(_ home: String? = nil) -> GnuPG {
    GnuPG(home: home ?? keys.home, userHome: home ?? keys.home, time: hangGuard)
  }

  private func content(
    _ body: String,
    from: String = "Ann <ann@example.org>",
    attempt: SealAttempt = .quiet,
    home: String? = nil,
    change: (inout GnuPG) -> Void = { _ in }
  ) throws -> MessageContent {
    var gnupg = gnupg(home)
    change(&gnupg)
    let file = try MailFile(TemporaryKeys.message("m@seals", from: from, body))
    return MessageReader(seals: SealTools(gnupg: gnupg))
      .content(
        of: "m",
        files: [file.path],
        options: MessageOptions(),
        opening: SealRequest(attempt)
      )
  }

  private func encrypted(_ options: [String], _ text: String = hello) throws -> String {
    try keys.encrypted(text, to: ["Ann"], options: options)
  }

  @Test func `bad input 85: a status line in a comment, file name or notation is none`() throws {
    let forged = "[GNUPG:] GOODSIG 0C430C506792DD78 Ann <ann@example.org>"
    let names = try encrypted(["--set-filename", "\n\(forged)", "--comment", forged])
    let read = try content(names)
    #expect(read.seals.map(\.state) == [.open] && read.seals.allSatisfy { $0.signatures.isEmpty })
    let noted = try keys.signed(
      Self.hello,
      by: "Ann",
      options: ["--sig-notation", "x@example.org=\(forged)"]
    )
    let changed = noted.replacing("contract", with: "contrast")
    #expect(try content(changed).seals.flatMap(\.signatures).map(\.verdict) == [.bad])
  }

  @Test func `bad input 85: a user id of any length, with anything in it, is one line`() throws {
    let name = "[GNUPG:] GOODSIG \u{202e}" + String(repeating: "Boss ", count: 350)
    try keys.make("\(name)<boss@example.org>")
    let signed = try keys.signed(Self.hello, by: "boss@example.org")
    let read = try content(signed, from: "Boss <boss@example.org>")
    let signature = try #require(read.seals.first?.signatures.first)
    #expect(signature.verdict == .good)
    #expect((signature.userID ?? "").utf8.count <= 1 << 10)
  }

  @Test func `bad input 85: of a key whose user id has 100 kB nothing is said but its number`()
    throws
  {
    let print = try keys.make("Boss <boss@example.org>")
    let signed = try keys.signed(Self.hello, by: "boss@example.org")
    let home = "\(keys.home)/large"
    try FileManager.default.createDirectory(
      atPath: home,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
    // gpg would not import it, and reads none so large from an old ring either.
    let key = try keys.bytes(of: ["gpg", "--batch", "--export", print], input: Data())
    let name = Data((String(repeating: "Boss ", count: 20_000) + "<boss@example.org>").utf8)
    try Self.renamed(key, name).write(to: URL(fileURLWithPath: "\(home)/pubring.gpg"))
    let read = try content(signed, from: "Boss <boss@example.org>", home: home)
    let signature = try #require(read.seals.first?.signatures.first)
    #expect(signature.verdict == .unknownKey && signature.keyID == String(print.suffix(16)))
    #expect(signature.userID == nil && signature.userIDs.isEmpty)
  }

  /// An exported key with another user id, whose signature no longer fits.
  private static func renamed(_ key: Data, _ name: Data) throws -> Data {
    let bytes = Array(key)
    var (renamed, next) = (Data(), 0)
    while next < bytes.count {
      // An old packet header: four bits of the kind, and of how many bytes the length has.
      let (kind, size) = (bytes[next] >> 2 & 15, 1 << Int(bytes[next] & 3))
      let start = next + 1 + size
      let end = bytes[next + 1..<start].reduce(0) { $0 << 8 | Int($1) } + start
      if kind == 13 {
        let length = withUnsafeBytes(of: UInt32(name.count).bigEndian) { Data($0) }
        renamed += [0x80 | 13 << 2 | 2] + length + name
      } else {
        renamed += bytes[next..<end]
      }
      next = end
    }
    return renamed
  }

  @Test func `bad input 86: of 200 encrypted parts twenty are opened, and of ten depths five`()
    throws
  {
    let part = try encrypted([])
    let read = try content(TemporaryKeys.mixed(Array(repeating: part, count: 60)))
    #expect(read.seals.filter { $0.state == .open }.count == 20)
    #expect(read.seals.allSatisfy { $0.state == .open || $0.state == .tooLarge })
    // A message has 200 parts at most, and each of these is three: what is cut proves nothing.
    let cut = try content(TemporaryKeys.mixed(Array(repeating: part, count: 200)))
    let cutStates = Set(cut.seals.compactMap(\.state))
    #expect(cutStates.contains(.tooLarge) && cutStates.isSubset(of: [.tooLarge, .unsupported]))
    var nested = Self.hello
    for depth in 0..<10 {
      nested = try keys.encrypted(nested, to: ["Ann"], boundary: "d\(depth)")
    }
    let states = try content(nested).seals.map(\.state)
    #expect(states == Array(repeating: .open, count: 5) + [.tooLarge])
    // Blocks of a text are counted with them, and so is what is only signed.
    let signed = try keys.signed(Self.hello, by: "Ann")
    let many = try content(TemporaryKeys.mixed(Array(repeating: signed, count: 24))).seals
    #expect(
      many.map(\.unchecked) == Array(repeating: nil, count: 20)
        + Array(repeating: .tooLarge, count: 4)
    )
    #expect(many.suffix(4).allSatisfy { $0.signatures.isEmpty })
  }

  @Test func `bad input 86: a bomb of two gigabytes is given up at the limit`() throws {
    let make = """
      (printf 'Content-Type: text/plain\\n\\n'; head -c 2G /dev/zero | tr '\\0' a) | gpg --batch \
      --trust-model always --armor -z 1 --compress-algo zlib -r Ann --encrypt
      """
    let armor = try keys.run(["sh", "-c", make])
    let read = try content(TemporaryKeys.encrypted(armor: armor))
    #expect(read.seals.map(\.state) == [.large] && !read.lines.contains { $0.text.contains("aa") })
  }

  @Test func `bad input 86: what swells beyond the limit is too large, and no text`() throws {
    let swelling = TemporaryKeys.text(Self.zeros(megabytes: 40))
    let read = try content(try encrypted(["--compress-algo", "zlib"], swelling))
    #expect(read.seals.map(\.state) == [.large])
    #expect(!read.lines.contains { $0.text.contains("00") })
    let bomb = TemporaryKeys.text(Self.zeros(megabytes: 257))
    let mail = try encrypted(["--compress-algo", "zlib"], bomb)
    let asked = try content(mail, attempt: .asking(cancel: nil))
    #expect(asked.seals.map(\.state) == [.tooLarge])
    #expect(!asked.lines.contains { $0.text.contains("00") })
  }

  @Test(arguments: ["zlib", "none"])
  func `bad input 86: a large part opens when a person asks, whole, and then stays open`(
    compression: String
  ) throws {
    let note = TemporaryKeys.text("A note.\n")
    let size = 36 << 20
    let file = TemporaryKeys.text(
      Self.zeros(megabytes: 36),
      headers: "Content-Disposition: attachment; filename=\"zeros\"\n"
    )
    let sealed = try encrypted(
      ["--compress-algo", compression],
      TemporaryKeys.mixed([note, file], boundary: "inner")
    )
    let mail = try MailFile(TemporaryKeys.message("m@seals", sealed))
    let reader = MessageReader(
      seals: SealTools(gnupg: gnupg())
    )
    func read(_ attempt: SealAttempt) -> MessageContent {
      reader.content(
        of: "m",
        files: [mail.path],
        options: MessageOptions(),
        opening: SealRequest(attempt)
      )
    }
    #expect(read(.quiet).seals.map(\.state) == [.large])
    #expect(read(.known).seals.map(\.state) == [.large])
    for attempt in [SealAttempt.asking(cancel: nil), .known, .quiet] {
      let content = read(attempt)
      #expect(content.seals.map(\.state) == [.open])
      #expect(content.lines.contains { $0.text == "A note." })
    }
    let number = try #require(read(.known).parts.last?.number)
    var bytes = 0
    _ = try reader.readPart(number, files: [mail.path]) { piece in
      bytes += piece.count
      return true
    }
    #expect(bytes == size)
  }

  @Test func `bad input 86: the name of a literal packet is used for nothing`() throws {
    let name = "../../\(keys.home)/written"
    #expect(try content(try encrypted(["--set-filename", name])).seals.map(\.state) == [.open])
    #expect(!FileManager.default.fileExists(atPath: "\(keys.home)/written"))
  }

  @Test func `bad input 87: a thousand recipients take no more than their time`() throws {
    let command = [
      "gpg", "--batch", "--quiet", "--trust-model", "always", "-r", "Ann", "--encrypt",
    ]
    let whole = try keys.bytes(of: command, input: Data(Self.hello.utf8))
    // The packet for a recipient: a tag, a length of one byte, a version, the key's id.
    let packet = whole.prefix(2 + Int(whole[1]))
    #expect(whole[0] == 0x84)
    var many = Data()
    for number in 0..<1_000 {
      var other = packet
      for index in 3..<11 {
        other[index] = UInt8(truncatingIfNeeded: number >> (index % 2 * 8) + 1)
      }
      many += other
    }
    let armor = String(
      decoding: try keys.bytes(of: ["gpg", "--enarmor"], input: many + whole),
      as: UTF8.self
    )
    .replacing("PGP ARMORED FILE", with: "PGP MESSAGE")
    // It is given its five seconds, and what a busy machine needs to end it.
    let start = ContinuousClock.now
    let read = try content(TemporaryKeys.encrypted(armor: armor))
    #expect(ContinuousClock.now - start < .seconds(30))
    let state = read.seals.first?.state
    #expect(state == .open || state == .noAnswer)
    #expect((read.seals.first?.recipients.count ?? 0) <= 100)
  }

  @Test(arguments: ["MD5", "SHA1"])
  func `bad input 88: a signature by a broken digest is an error, with its reason`(
    digest: String
  ) throws {
    let weak = try keys.signed(
      Self.hello,
      by: "Ann",
      options: ["--digest-algo", digest, "--allow-weak-digest-algos"]
    )
    let signature = try #require(try content(weak).seals.first?.signatures.first)
    #expect(signature.verdict == .error, "\(signature)")
    #expect(signature.reason == "Invalid digest algorithm")
  }

  @Test(arguments: ["19700102T000000!", "20400101T000000!"])
  func `bad input 88: a signature older than its key, or of the future, is an error`(time: String)
    throws
  {
    let options = [
      "--faked-system-time", time, "--ignore-time-conflict", "--ignore-valid-from",
    ]
    let signed = try keys.signed(Self.hello, by: "Ann", options: options)
    let signature = try #require(try content(signed).seals.first?.signatures.first)
    #expect(signature.verdict == .error && signature.reason?.isEmpty == false, "\(signature)")
  }

  @Test func `bad input 88: another's clock may be some hours ahead of ours`() throws {
    var seconds = time_t(Date().timeIntervalSince1970) + 43_200
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y%m%dT%H%M%S!", &parts)
    let time = String(decoding: text.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
    let signed = try keys.signed(Self.hello, by: "Ann", options: ["--faked-system-time", time])
    #expect(try content(signed).seals.flatMap(\.signatures).map(\.verdict) == [.good], "\(time)")
  }

  @Test func `bad input 88: a key that was not made for signing has no good signature`() throws {
    let key = try keys.make("Sam <sam@example.org>")
    let signed = try keys.signed(Self.hello, by: "Sam")
    // It says so of itself afterwards.
    try keys.gpg(["--command-fd", "0", "--edit-key", key], input: "change-usage\nS\nQ\nsave\n")
    let read = try content(signed, from: "Sam <sam@example.org>")
    let signature = try #require(read.seals.first?.signatures.first)
    #expect(signature.verdict == .error && signature.reason?.isEmpty == false, "\(signature)")
  }

  @Test func `bad input 90: a certificate of nobody known is not trusted, and asks nothing`()
    throws
  {
    try keys.makeCertificate("Carl", address: "carl@example.org", isTrusted: true)
    let signed = try keys.cms(Self.hello, by: "carl@example.org", isEncrypted: false)
    unlink("\(keys.home)/trustlist.txt")
    try keys.forget()
    let questions = keys.questions
    let read = try content(signed, from: "Carl <carl@example.org>")
    let verdicts = read.seals.flatMap(\.signatures).map(\.verdict)
    #expect(verdicts.count == 1 && verdicts.allSatisfy { $0 == .untrusted || $0 == .error })
    #expect(keys.questions == questions)
  }

  @Test func `bad input 90: certificates without a signer are no seal, ten thousand in time`()
    throws
  {
    try keys.makeCertificate("Carl", address: "carl@example.org", isTrusted: true)
    let one = try keys.run(["gpgsm", "--armor", "--export", "carl@example.org"])
    let pem = one.lines.drop { !$0.hasPrefix("-----BEGIN") }.joined(separator: "\n") + "\n"
    for count in [1, 10_000] {
      try String(repeating: pem, count: count).write(
        toFile: "\(keys.home)/certificates",
        atomically: false,
        encoding: .utf8
      )
      let command = ["openssl", "crl2pkcs7", "-nocrl", "-outform", "DER", "-certfile"]
      let made = try keys.bytes(of: command + ["\(keys.home)/certificates"], input: Data())
      let text = made.base64EncodedString(options: .lineLength76Characters)
      let questions = keys.questions
      let read = try content(
        "Content-Type: application/pkcs7-mime; smime-type=signed-data\n"
          + "Content-Transfer-Encoding: base64\n\n\(text)\n"
      )
      #expect(read.seals.flatMap(\.signatures).allSatisfy { $0.verdict != .good }, "\(count)")
      #expect(keys.questions == questions)
    }
  }

  @Test func `bad input 90: two signers are a verdict each, and one whose time is over is told`()
    throws
  {
    try keys.makeCertificate("Carl", address: "carl@example.org", isTrusted: true)
    let first = try String(contentsOfFile: "\(keys.home)/trustlist.txt", encoding: .utf8)
    try keys.makeCertificate("Dora", address: "dora@example.org", isTrusted: true)
    let second = try String(contentsOfFile: "\(keys.home)/trustlist.txt", encoding: .utf8)
    let trusted = "\(keys.home)/trustlist.txt"
    try (first + second).write(toFile: trusted, atomically: false, encoding: .utf8)
    try keys.forget()
    let both = try keys.cms(
      Self.hello,
      by: "carl@example.org",
      isEncrypted: false,
      options: ["-u", "dora@example.org"]
    )
    let verdicts = try content(both, from: "Carl <carl@example.org>").seals
      .flatMap(\.signatures).map(\.verdict)
    #expect(verdicts.sorted() == [.otherSender, .good].sorted())
    try keys.makeCertificate(
      "Emil",
      address: "emil@example.org",
      isTrusted: true,
      validity: "Not-Before: 2019-01-01 00:00:00\nNot-After: 2020-01-01 00:00:00\n"
    )
    let old = try keys.cms(
      Self.hello,
      by: "emil@example.org",
      isEncrypted: false,
      options: ["--faked-system-time", "20190601T000000"]
    )
    let seals = try content(old, from: "Emil <emil@example.org>").seals
    #expect(seals.flatMap(\.signatures).map(\.verdict) == [.expiredKey])
  }

  @Test func `limit: of a seal of more than sixteen signatures sixteen are told`() throws {
    let others = (1...17).map { "s\($0)@example.org" }
    for signer in others { try keys.make("S <\(signer)>") }
    let seal = try content(
      try keys.signed(Self.hello, by: "Ann", options: others.flatMap { ["-u", $0] })
    ).seals
    #expect(seal.count == 1 && seal.flatMap(\.signatures).count == 16)
  }

  @Test func `K20: a part behind one that has been forgotten is not taken for another`() throws {
    let attached = TemporaryKeys.text("attached", headers: "Content-Disposition: attachment\n")
    let inner = TemporaryKeys.mixed([Self.hello, Self.hello], boundary: "inner")
    let body = TemporaryKeys.mixed([try encrypted([], inner), attached])
    let file = try MailFile(TemporaryKeys.message("m@seals", body))
    let tools = SealTools(gnupg: gnupg())
    let reader = MessageReader(seals: tools)
    func read(_ number: Int) throws -> String {
      var bytes: [UInt8] = []
      _ = try reader.readPart(number, files: [file.path]) { piece in
        bytes += piece
        return true
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    let content = reader.content(
      of: "m",
      files: [file.path],
      options: MessageOptions(),
      opening: SealRequest(.quiet)
    )
    let number = try #require(content.parts.last?.number)
    #expect(try read(number) == "attached")
    #expect(try read(number - 1).contains("contract"))
    #expect(content.parts.map(\.wasEncrypted) == [false, false, false, true, true, true, false])
    tools.memory.forgetAll()
    for inside in 4...number { #expect(throws: (any Error).self) { try read(inside) } }
  }

  @Test func `K20: a block is known by its place, whatever else of the message is open`() throws {
    try keys.make("Bob <bob@example.org>", passphrase: "secret")
    func block(_ text: String) throws -> String {
      let options = ["--batch", "--quiet", "-u", "Ann", "--clear-sign"]
      return TemporaryKeys.text(try keys.gpg(options, input: text))
    }
    let forged = try block("The first.\n").replacing("The first.", with: "A forged one.")
    let locked = try keys.encrypted(forged, to: ["Bob"], boundary: "one")
    let open = try keys.encrypted(try block("The second.\n"), to: ["Ann"], boundary: "two")
    let mail = TemporaryKeys.message("m@seals", TemporaryKeys.mixed([locked, open]))
    let file = try MailFile(mail)
    try keys.forget()
    let reader = MessageReader(
      seals: SealTools(gnupg: gnupg())
    )
    func read(_ attempt: SealAttempt) -> MessageContent {
      reader.content(
        of: "m",
        files: [file.path],
        options: MessageOptions(),
        opening: SealRequest(attempt)
      )
    }
    let before = read(.quiet)
    #expect(before.seals.flatMap(\.signatures).map(\.verdict) == [.good])
    try keys.answer("secret")
    let after = read(.asking(cancel: nil))
    #expect(after.seals.flatMap(\.signatures).map(\.verdict) == [.bad, .good])
    #expect(after.lines.map(\.text).filter { $0.hasPrefix("The") } == ["The second."])
  }

  @Test func `K20: a part behind a signed one that is no multipart is not taken for another`()
    throws
  {
    try keys.makeCertificate("Carl", address: "carl@example.org", isTrusted: true)
    let inner = TemporaryKeys.mixed([Self.hello, Self.hello], boundary: "inner")
    let signed = try keys.cms(inner, by: "carl@example.org", isEncrypted: false)
    #expect(signed.contains("signed-data"))
    let attached = TemporaryKeys.text("attached", headers: "Content-Disposition: attachment\n")
    let body = TemporaryKeys.mixed([signed, attached])
    let file = try MailFile(TemporaryKeys.message("m@seals", body))
    let tools = SealTools(gnupg: gnupg())
    let reader = MessageReader(seals: tools)
    func number(_ options: SealOptions) throws -> Int {
      let content = reader.content(
        of: "m",
        files: [file.path],
        options: MessageOptions(seals: options),
        opening: SealRequest(.quiet)
      )
      return try #require(content.parts.last?.number)
    }
    func read(_ number: Int, _ options: SealOptions) throws -> String {
      var bytes: [UInt8] = []
      _ = try reader.readPart(PartReference(number), files: [file.path], options) { piece in
        bytes += piece
        return true
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    let (checked, unchecked) = (SealOptions(), SealOptions(verify: false))
    let inside = try number(checked)
    #expect(try read(inside, checked) == "attached")
    tools.memory.forgetAll()
    for number in 3...inside { #expect(throws: (any Error).self) { try read(number, checked) } }
    // Whoever has it not checked sees no parts in it, then or later.
    let behind = try number(unchecked)
    #expect(behind < inside)
    #expect(try read(behind, unchecked) == "attached")
  }

  /// A gpg that notes each call but those for its version, and then does as the script says.
  private func gpg(_ script: String) throws -> String {
    let path = "\(keys.home)/gpg"
    let text = """
      #!/bin/sh
      case "$*" in *--version*) exec /usr/bin/gpg "$@";; esac
      echo call >> \(keys.home)/calls
      \(script)

      """
    try writeProgram(text, to: path)
    return path
  }

  @Test func `K23: all seals of a message together have a time, however many there are`() throws {
    let signed = try keys.signed(Self.hello, by: "Ann")
    let mail = TemporaryKeys.mixed(Array(repeating: signed, count: 20))
    let path = try gpg("exec sleep 1000")
    defer { _ = try? keys.run(["pkill", "-9", "-f", "^/bin/sh \(path) "]) }
    let read = try content(mail) { gnupg in
      gnupg.program = path
      gnupg.time = .milliseconds(200)
    }
    #expect(read.seals.map(\.unchecked) == Array(repeating: .noAnswer, count: 20))
    let calls = try String(contentsOfFile: "\(keys.home)/calls", encoding: .utf8).lines
    #expect((1...4).contains(calls.count), "\(calls.count)")
  }

  @Test func `K23: a signature whose key is not looked up in time has no verdict`() throws {
    let signed = try keys.signed(Self.hello, by: "Ann")
    let path = try gpg(
      "case \"$*\" in *--list-keys*) exec sleep 1000;; esac; exec /usr/bin/gpg \"$@\""
    )
    let read = try content(signed) { gnupg in
      gnupg.program = path
      gnupg.time = .seconds(1)
    }
    #expect(read.seals.map(\.unchecked) == [.noAnswer])
    #expect(read.seals.flatMap(\.signatures).isEmpty)
    #expect(read.lines.contains { $0.text.contains("contract") })
  }

  @Test func `keys that change anywhere in their folder are judged anew`() throws {
    let ring = Keyring(folder: keys.home)
    try FileManager.default.createDirectory(
      atPath: "\(keys.home)/public-keys.d",
      withIntermediateDirectories: true
    )
    for name in ["pubring.kbx", "trustdb.gpg", "public-keys.d/pubring.db", "gpgsm.conf"] {
      let before = ring.stamp()
      try Data().write(to: URL(filePath: "\(keys.home)/\(name)"))
      #expect(ring.stamp() != before, "\(name)")
    }
  }

  @Test func `F56: an agent that was killed, or whose socket is gone, is started anew`() throws {
    let mail = try encrypted([])
    try keys.run(["gpgconf", "--launch", "gpg-agent"])
    let agent = try #require(try keys.agent())
    kill(agent, SIGKILL)
    #expect(try content(mail).seals.map(\.state) == [.open])
    unlink("\(keys.home)/S.gpg-agent")
    #expect(try content(mail).seals.map(\.state) == [.open])
  }

  @Test func `F56: an agent that remembers nothing opens what a person asks for, and no more`()
    throws
  {
    try keys.make("Bob <bob@example.org>", passphrase: "secret")
    let configuration =
      "pinentry-program \(keys.home)/pinentry\ndefault-cache-ttl 0\nmax-cache-ttl 0\n"
    let file = "\(keys.home)/gpg-agent.conf"
    try configuration.write(toFile: file, atomically: false, encoding: .utf8)
    try keys.forget()
    let mail = try keys.encrypted(Self.hello, to: ["Bob"])
    try keys.answer("secret")
    let open = try content(mail, attempt: .asking(cancel: nil))
    #expect(open.seals.map(\.state) == [.open] && keys.questions == 1)
    #expect(try content(mail).seals.map(\.state) == [.locked])
    #expect(keys.questions == 1)
  }

  @Test func `F56: a gpg that floods, fails or never ends costs its time and is gone`() throws {
    let mail = try encrypted([])
    let scripts = [
      "while :; do echo error >&2; done": "floods", "exit 127": "fails",
      "exec sleep 1000": "never ends",
    ]
    for (script, name) in scripts {
      let path = "\(keys.home)/gpg"
      let text = """
        #!/bin/sh
        case "$*" in *--version*) exec /usr/bin/gpg "$@";; esac
        \(script)

        """
      try writeProgram(text, to: path)
      // This process adopts nobody, as an engine does that ends its own.
      defer { _ = try? keys.run(["pkill", "-9", "-f", "^/bin/sh \(path) "]) }
      let read = try content(mail) { gnupg in
        gnupg.program = path
        gnupg.time = .seconds(1)
      }
      let state = try #require(read.seals.first?.state)
      #expect([.noAnswer, .damaged, .noKey].contains(state), "\(name)")
      #expect(!read.lines.contains { $0.text.contains("contract") })
    }
  }

  @Test func `F58: a folder of keys that is missing or open to all is named, and not made`()
    throws
  {
    let mail = try encrypted([])
    let signed = try keys.signed(Self.hello, by: "Ann")
    let missing = "\(keys.home)/missing"
    let state = try content(mail, home: missing).seals.first?.state
    #expect(state == .noKey || state == .damaged)
    let verdicts = try content(signed, home: missing).seals.flatMap(\.signatures).map(\.verdict)
    #expect(verdicts.allSatisfy { $0 == .unknownKey || $0 == .error })
    #expect(!FileManager.default.fileExists(atPath: missing))
    chmod(keys.home, 0o777)
    defer { chmod(keys.home, 0o700) }
    #expect(try content(mail).seals.map(\.state) == [.open])
  }

  @Test func `F58: a keyring that another program has locked is read, or named in time`() throws {
    let mail = try encrypted([])
    let signed = try keys.signed(Self.hello, by: "Ann")
    let host = Self.host
    let pid = String(getpid())
    let holder = String(repeating: " ", count: 10 - pid.count) + "\(pid)\n\(host)\n"
    for name in ["pubring.kbx", "trustdb.gpg"] {
      try holder.write(toFile: "\(keys.home)/\(name).lock", atomically: false, encoding: .utf8)
    }
    let opened = try #require(try content(mail).seals.first?.state)
    #expect([.open, .noAnswer].contains(opened))
    let seal = try #require(try content(signed).seals.first)
    #expect(seal.signatures.map(\.verdict) == [.good] || seal.unchecked == .noAnswer)
  }

  @Test func `F57: a question whose program dies leaves the part locked, not damaged`() throws {
    try keys.make("Bob <bob@example.org>", passphrase: "secret")
    let mail = try keys.encrypted(Self.hello, to: ["Bob"])
    let script = """
      #!/bin/bash
      echo "OK ready"
      while read -r line; do
        case "$line" in GETPIN*) kill -9 $$ ;; *) echo OK ;; esac
      done

      """
    try writeProgram(script, to: "\(keys.home)/pinentry")
    try keys.forget()
    let asked = try content(mail, attempt: .asking(cancel: nil))
    #expect(asked.seals.map(\.state) == [.locked])
  }

  @Test(arguments: ["/nowhere/pinentry", "/usr/bin/pinentry-curses"])
  func `K24: a host on which nobody can be asked is named, and only after a question`(
    pinentry: String
  ) throws {
    try keys.make("Bob <bob@example.org>", passphrase: "secret")
    let mail = try keys.encrypted(Self.hello, to: ["Bob"])
    // The second one finds no terminal.
    let configuration = "pinentry-program \(pinentry)\n"
    let file = "\(keys.home)/gpg-agent.conf"
    try configuration.write(toFile: file, atomically: false, encoding: .utf8)
    try keys.forget()
    try keys.run(["env", "-u", "GPG_TTY", "gpgconf", "--launch", "gpg-agent"])
    let quiet = try #require(try content(mail).seals.first)
    #expect(quiet.state == .locked && quiet.unaskedHost == nil)
    let asked = try #require(try content(mail, attempt: .asking(cancel: nil)).seals.first)
    #expect(asked.state == .locked && asked.unaskedHost == Self.host)
  }

  @Test func `K24: over an agent that is forwarded nothing is tried unasked, and Enter opens`()
    throws
  {
    try keys.make("Bob <bob@example.org>", passphrase: "secret")
    let mail = try keys.encrypted(Self.hello, to: ["Bob"])
    try keys.run(["gpgconf", "--launch", "gpg-agent"])
    let remote = try TemporaryKeys()
    let ring = try keys.gpg(["--armor", "--export"])
    try remote.gpg(["--import"], input: ring)
    try remote.forget()
    // As ssh leaves it there: the socket of a restricted agent that runs here.
    let socket = "%Assuan%\nsocket=\(keys.home)/S.gpg-agent.extra\n"
    try socket.write(toFile: "\(remote.home)/S.gpg-agent", atomically: false, encoding: .utf8)
    let closed = try content(mail, home: remote.home)
    #expect(closed.seals.map(\.state) == [.locked] && keys.questions == 0)
    try keys.answer("secret")
    let open = try content(mail, attempt: .asking(cancel: nil), home: remote.home)
    #expect(open.seals.map(\.state) == [.open] && keys.questions == 1)
    // Cached or not: unasked it stays locked.
    #expect(try content(mail, home: remote.home).seals.map(\.state) == [.locked])
    #expect(keys.questions == 1)
    unlink("\(remote.home)/S.gpg-agent")
  }
}
