import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// Signed and encrypted mail, as real keys and real programs judge it; without gpg it is skipped.
@Suite(.enabled(if: TemporaryKeys.areAvailable)) struct SealTests {
  static func content(
    _ name: String,
    _ options: MessageOptions = MessageOptions(),
    attempt: SealAttempt = .quiet,
    tools: SealTools? = nil
  ) throws -> MessageContent {
    let corpus = try SealCorpus.shared.get()
    let file = try MailFile(corpus.mail(name))
    let gnupg = GnuPG(home: corpus.home, userHome: corpus.home, time: hangGuard)
    let tools = tools ?? SealTools(gnupg: gnupg)
    return MessageReader(seals: tools)
      .content(of: "m", files: [file.path], options: options, opening: SealRequest(attempt))
  }

  /// The verdicts of a mail, seal by seal.
  private static func verdicts(_ name: String) throws -> [Verdict] {
    try content(name).seals.flatMap(\.signatures).map(\.verdict)
  }

  @Test(arguments: [
    ("signed", Verdict.good), ("signed-changed", .bad), ("signed-other-sender", .otherSender),
    ("signed-domain-case", .good), ("signed-name-is-address", .otherSender),
    ("signed-two-mailboxes", .otherSender), ("signed-two-from", .otherSender),
    ("revoked", .revokedKey), ("expired-key", .expiredKey), ("unknown-key", .unknownKey),
    ("expired-signature", .expiredSignature), ("signature-of-the-past", .error),
    ("never-trusted", .untrusted), ("boastful-user-id", .good), ("cms-signed", .good),
    ("cms-other-sender", .otherSender), ("inline-signed", .good), ("inline-changed", .bad),
    ("signed-garbage", .error),
  ])
  func `K7: every kind of key and signature has its verdict`(name: String, verdict: Verdict) throws
  {
    #expect(try Self.verdicts(name) == [verdict])
  }

  @Test func `K9: bad signatures and unknown keys name only the key's id`() throws {
    for name in ["signed-changed", "unknown-key"] {
      let signature = try #require(try Self.content(name).seals.first?.signatures.first)
      #expect(signature.userID == nil && signature.userIDs.isEmpty && signature.fingerprint == nil)
      #expect(signature.keyID?.count == 16)
    }
  }

  @Test(arguments: [
    ("encrypted", SealState.open), ("encrypted-locked", .locked), ("encrypted-both", .open),
    ("encrypted-hidden", .locked), ("encrypted-no-key", .noKey), ("encrypted-symmetric", .locked),
    ("damaged-flipped", .damaged), ("damaged-cut", .damaged), ("damaged-no-mdc", .damaged),
    ("damaged-mdc", .damaged), ("damaged-nothing", .damaged), ("encrypted-0-parts", .unsupported),
    ("encrypted-1-part", .unsupported), ("encrypted-3-parts", .unsupported),
    ("encrypted-no-protocol", .unsupported), ("encrypted-other-type", .unsupported),
    ("encrypted-parts-are-containers", .unsupported), ("encrypted-mixed-up", .open),
    ("cms-encrypted", .open), ("cms-garbage", .damaged), ("inline-encrypted", .open),
    ("inline-locked", .locked),
  ])
  func `K17: a part is open, or not one word of it is shown`(name: String, state: SealState) throws
  {
    let content = try Self.content(name)
    #expect(content.seals.first?.state == state)
    let text = content.lines.map(\.text).joined(separator: "\n")
    #expect(text.contains("contract is signed") || text.contains("the secret") == (state == .open))
    if state != .open { #expect(!text.contains("contract") && !text.contains("secret")) }
  }

  @Test func `K18: what is locked asks nobody`() throws {
    let home = try SealCorpus.shared.get().home
    for name in ["encrypted-locked", "encrypted-hidden", "encrypted-symmetric", "inline-locked"] {
      _ = try Self.content(name)
    }
    let log = (try? String(contentsOfFile: "\(home)/questions", encoding: .utf8)) ?? ""
    // Making the certificate has asked for its passphrase.
    let before = log.lines.count
    _ = try Self.content("encrypted-locked")
    let after = (try? String(contentsOfFile: "\(home)/questions", encoding: .utf8)) ?? ""
    #expect(after.lines.count == before)
  }

  @Test
  func `K10: text outside a seal is behind a line that says so, and the verdict is of a part`()
    throws
  {
    let content = try Self.content("signed-with-footer")
    let kinds = content.lines.filter { !$0.text.isEmpty || $0.kind != .text }.map(\.kind)
    #expect(kinds == [.sealBegin(0), .text, .sealEnd(0), .uncovered, .text])
    #expect(content.seals.map(\.isWhole) == [false])
    #expect(try Self.content("signed").seals.map(\.isWhole) == [true])
    #expect(try Self.content("signed-below-other").seals.map(\.isWhole) == [false])
    #expect(try Self.content("signed-3-parts").seals.map(\.isWhole) == [false])
    #expect(try Self.content("inline-signed").seals.map(\.isWhole) == [false])
  }

  @Test func `K10: of a block in the text only what gpg returns is covered`() throws {
    let lines = try Self.content("inline-signed-whole").lines
    #expect(
      lines.filter { !$0.text.isEmpty }.map(\.text) == ["Dear Bob,", "- a dash", "From here"]
    )
    // What stands among its fields is no part of what it returns.
    let forged = try Self.content("inline-hash-text")
    #expect(forged.lines.map(\.kind).first == .sealBegin(0))
    #expect(forged.lines.map(\.text) == lines.map(\.text))
  }

  @Test func `K11: a forwarded message's seal is judged by its own From`() throws {
    #expect(try Self.verdicts("forwarded") == [.good])
    #expect(try Self.verdicts("forwarded-others") == [.otherSender])
  }

  @Test func `K12: header fields inside replace those outside in an unbroken chain only`() throws {
    for name in ["protected-encrypted", "protected-signed", "protected-legacy"] {
      let content = try Self.content(name)
      let subject = try #require(content.header("subject"))
      #expect(subject.value == "Contract signed" && subject.isProtected, "\(name)")
      #expect(content.outside.map(\.name) == ["Subject"], "\(name)")
    }
    for name in ["protected-bad", "protected-deeper"] {
      let content = try Self.content(name)
      #expect(content.header("subject")?.value != "Contract signed", "\(name)")
      #expect(content.outside.isEmpty && !content.headers.contains(where: \.isProtected))
    }
    #expect(try Self.verdicts("protected-other-from") == [.good])
    let other = try Self.content("protected-other-from")
    #expect(other.outside.map(\.value).contains { $0.contains("eve@example.org") })
  }

  @Test func `K12: a text that only repeats the fields inside is hidden`() throws {
    for name in ["protected-legacy", "protected-legacy-lines"] {
      let lines = try Self.content(name).lines
      #expect(!lines.contains { $0.text.contains("Contract signed") }, "\(name)")
      #expect(lines.contains { $0.text.hasPrefix("Hello") })
    }
  }

  @Test func `K16: an encrypted part between halves of a tag is a document of its own`() throws {
    let content = try Self.content("efail")
    #expect(content.links.isEmpty)
    #expect(content.seals.map(\.state) == [.open])
    let inside = content.lines.drop { $0.kind != .sealBegin(0) }.prefix { $0.kind != .sealEnd(0) }
    #expect(inside.contains { $0.text.contains("contract is signed") })
  }

  @Test func `bad input 82: what could carry a text away, or is not proved, shows none of it`()
    throws
  {
    // EFAIL's three documents: what is open links nowhere, what stands around it holds none of it.
    let around = try Self.content("efail")
    #expect(around.links.isEmpty && around.seals.map(\.isWhole) == [false])
    for name in [
      "damaged-flipped", "damaged-cut", "damaged-mdc", "damaged-no-mdc", "damaged-nothing",
    ] {
      let content = try Self.content(name, attempt: .asking(cancel: nil))
      #expect(content.seals.map(\.state) == [.damaged], "\(name)")
      #expect(!content.lines.contains { $0.text.contains("contract") }, "\(name)")
    }
  }

  @Test(arguments: [
    ("signed-with-footer", "This list is public."), ("signed-below-other", "Pay to account 7."),
    ("signed-3-parts", "Pay to account 7."), ("boast-signed", "[ gpg: Good signature ]"),
    ("forwarded", "Pay to account 7."), ("inline-signed", "after"),
  ])
  func `bad input 83: what stands beside, below or in a signed part is outside its region`(
    name: String,
    text: String
  ) throws {
    let content = try Self.content(name)
    #expect(content.seals.allSatisfy { !$0.isWhole })
    var depth = 0
    var isFound = false
    for line in content.lines {
      switch line.kind {
      case .sealBegin: depth += 1
      case .sealEnd: depth -= 1
      default:
        guard line.text.contains(text) else { continue }
        isFound = true
        #expect(depth == 0, "\(name): \(line.text)")
      }
    }
    #expect(isFound)
  }

  @Test(arguments: [
    "signed-other-sender", "signed-two-from", "signed-two-mailboxes", "signed-name-is-address",
    "forwarded-others", "cms-other-sender",
  ])
  func `bad input 83: another's good signature is never drawn as good`(name: String) throws {
    #expect(try Self.verdicts(name).allSatisfy { $0 == .otherSender })
  }

  @Test(arguments: ["encrypted-hidden", "encrypted-symmetric"])
  func `bad input 87: what does not say whose it is, or has only a passphrase, may be locked`(
    name: String
  ) throws {
    #expect(try Self.content(name).seals.map(\.state) == [.locked])
  }

  @Test func `K25: certificates alone are named, and no seal`() throws {
    #expect(try Self.content("cms-certificates").seals.isEmpty)
  }

  @Test func `a part decrypted by S/MIME alone has no integrity, one signed inside has`() throws {
    #expect(try Self.content("cms-encrypted").seals.map(\.integrity) == [false])
    #expect(try Self.content("cms-around-signed").seals.first?.integrity == true)
    #expect(try Self.content("encrypted").seals.map(\.integrity) == [true])
  }

  @Test func `bad input 86: seals are opened four deep and eight blocks of a text`() throws {
    let deep = try Self.content("encrypted-six-deep")
    #expect(deep.seals.map(\.state) == [.open, .open, .open, .open, .open, .tooLarge])
    #expect(try Self.content("inline-many").seals.count == 8)
  }

  @Test func `bad input 86: more plaintext than is taken is none`() throws {
    let corpus = try SealCorpus.shared.get()
    let keys = GnuPG(home: corpus.home, userHome: corpus.home, time: hangGuard)
    let request = GnuPG.Request(form: .pgpInline, isEncrypted: true, attempt: .quiet, most: 11)
    let block = corpus.mail("inline-encrypted").lines.filter { $0 != "before" && $0 != "after" }
    let armor = block.drop { !$0.hasPrefix("-----BEGIN") }.joined(separator: "\n")
    let memory = KeyMemory(Keyring(folder: corpus.home))
    let result = keys.call(request, keys: memory) { $0.open(armor.utf8, isEncrypted: true) }
    #expect(result.state == .open)
    var small = request
    small.most = 5
    let cut = keys.call(small, keys: memory) { $0.open(armor.utf8, isEncrypted: true) }
    #expect(cut.state == .large && cut.text == nil)
    small.attempt = .asking(cancel: nil)
    let asked = keys.call(small, keys: memory) { $0.open(armor.utf8, isEncrypted: true) }
    #expect(asked.state == .tooLarge && asked.text == nil)
  }

  @Test func `K6: without gpg, seals are regions that say so`() throws {
    let corpus = try SealCorpus.shared.get()
    var gnupg = GnuPG(home: corpus.home, userHome: corpus.home, time: hangGuard)
    gnupg.isInstalled = false
    let tools = SealTools(gnupg: gnupg)
    #expect(try Self.content("signed", tools: tools).seals.map(\.unchecked) == [.noGPG])
    #expect(try Self.content("encrypted", tools: tools).seals.map(\.state) == [.noGPG])
    let lines = try Self.content("signed", tools: tools).lines
    #expect(lines.contains { $0.text.contains("contract is signed") })
  }

  @Test func `K3: without trying, seals are pending, and what was tried is known at once`() throws {
    let corpus = try SealCorpus.shared.get()
    let tools = SealTools(gnupg: GnuPG(home: corpus.home, userHome: corpus.home, time: hangGuard))
    let file = try MailFile(corpus.mail("encrypted"))
    let reader = MessageReader(seals: tools)
    func states(_ attempt: SealAttempt) -> [SealState?] {
      reader.content(
        of: "m",
        files: [file.path],
        options: MessageOptions(),
        opening: SealRequest(attempt)
      ).seals.map(\.state)
    }
    #expect(states(.known) == [.pending])
    #expect(states(.quiet) == [.open])
    #expect(states(.known) == [.open])
    tools.memory.forgetAll()
    #expect(states(.known) == [.pending] && tools.memory.openedBytes == 0)
  }

  @Test func `K20: a session key opens what is locked, without a question`() throws {
    let corpus = try SealCorpus.shared.get()
    let tools = SealTools(gnupg: GnuPG(home: corpus.home, userHome: corpus.home, time: hangGuard))
    let file = try MailFile(corpus.mail("encrypted-both"))
    let reader = MessageReader(seals: tools)
    _ = reader.content(
      of: "m",
      files: [file.path],
      options: MessageOptions(),
      opening: SealRequest(.quiet)
    )
    let key = try #require(tools.memory.anySessionKey)
    // A home without any key.
    let other = try TemporaryKeys()
    let stranger = SealTools(gnupg: GnuPG(home: other.home, userHome: other.home, time: hangGuard))
    func state(_ keys: [String]) -> SealState? {
      MessageReader(seals: stranger).content(
        of: "m",
        files: [file.path],
        options: MessageOptions(),
        opening: SealRequest(.quiet) { keys }
      ).seals.first?.state
    }
    #expect(state([]) == .noKey)
    stranger.memory.forgetAll()
    #expect(state(["9:0000", key]) == .open)
  }

  @Test func `verify and decrypt can be off`() throws {
    let options = MessageOptions(seals: SealOptions(verify: false, decrypt: .never))
    let signed = try Self.content("signed", options)
    #expect(signed.seals.map(\.unchecked) == [.off] && signed.notices == [.signatureNotChecked])
    #expect(!signed.lines.contains { $0.kind == .sealBegin(0) })
    #expect(try Self.content("encrypted", options).seals.map(\.state) == [.off])
  }
}
