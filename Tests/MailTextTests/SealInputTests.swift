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
    keys = try TemporaryKeys()
    try keys.make("Ann <ann@example.org>")
  }

  private func content(
    _ body: String,
    from: String = "Ann <ann@example.org>",
    attempt: SealAttempt = .quiet,
    home: String? = nil,
    change: (inout GnuPG) -> Void = { _ in }
  ) throws -> MessageContent {
    let home = home ?? keys.home
    var gnupg = GnuPG(home: home, userHome: home)
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

  @Test func `bad input 86: of 200 encrypted parts twenty are opened`() throws {
    let part = try encrypted([])
    let read = try content(TemporaryKeys.mixed(Array(repeating: part, count: 60)))
    #expect(read.seals.filter { $0.state == .open }.count == 20)
    #expect(read.seals.allSatisfy { $0.state == .open || $0.state == .unsupported })
  }

  @Test func `bad input 86: what swells beyond the limit is too large, and no text`() throws {
    let swelling = TemporaryKeys.text(String(repeating: "0", count: 40 << 20))
    let read = try content(try encrypted(["--compress-algo", "zlib"], swelling))
    #expect(read.seals.map(\.state) == [.tooLarge])
    #expect(!read.lines.contains { $0.text.contains("00") })
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
    let start = ContinuousClock.now
    let read = try content(TemporaryKeys.encrypted(armor: armor))
    #expect(ContinuousClock.now - start < .seconds(30))
    let state = read.seals.first?.state
    #expect(state == .open || state == .noAnswer)
    #expect((read.seals.first?.recipients.count ?? 0) <= 100)
  }

  @Test func `bad input 88: a signature by a broken digest is an error`() throws {
    let weak = try keys.signed(
      Self.hello,
      by: "Ann",
      options: ["--digest-algo", "MD5", "--allow-weak-digest-algos"]
    )
    let signature = try #require(try content(weak).seals.first?.signatures.first)
    #expect(signature.verdict == .error, "\(signature)")
    #expect(signature.reason?.isEmpty == false)
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

  @Test func `K20: a part behind one that has been forgotten is not taken for another`() throws {
    let attached = TemporaryKeys.text("attached", headers: "Content-Disposition: attachment\n")
    let inner = TemporaryKeys.mixed([Self.hello, Self.hello], boundary: "inner")
    let body = TemporaryKeys.mixed([try encrypted([], inner), attached])
    let file = try MailFile(TemporaryKeys.message("m@seals", body))
    let tools = SealTools(gnupg: GnuPG(home: keys.home, userHome: keys.home))
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

  @Test func `F56: an agent that was killed, or whose socket is gone, is started anew`() throws {
    let mail = try encrypted([])
    try keys.run(["gpgconf", "--launch", "gpg-agent"])
    let agent = try #require(try keys.agent())
    kill(agent, SIGKILL)
    #expect(try content(mail).seals.map(\.state) == [.open])
    unlink("\(keys.home)/S.gpg-agent")
    #expect(try content(mail).seals.map(\.state) == [.open])
  }

  @Test func `F56: a gpg that floods, fails or never ends costs its time and is gone`() throws {
    let mail = try encrypted([])
    let scripts = [
      "yes error >&2": "floods", "exit 127": "fails", "exec sleep 1000": "never ends",
    ]
    for (script, name) in scripts {
      let path = "\(keys.home)/gpg"
      let text = """
        #!/bin/sh
        case "$*" in *--version*) exec /usr/bin/gpg "$@";; esac
        \(script)

        """
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      chmod(path, 0o700)
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
