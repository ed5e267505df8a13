import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// Sealed mail that is not made as it should be, part by part and block by block.
@Suite(.enabled(if: TemporaryKeys.areAvailable)) struct SealShapeTests {
  @Test(arguments: [
    "encrypted-0-parts", "encrypted-1-part", "encrypted-3-parts", "encrypted-no-protocol",
    "encrypted-other-type", "encrypted-parts-are-containers",
  ])
  func `bad input 81: what is encrypted in no known way is not tried`(name: String) throws {
    let content = try SealTests.content(name, attempt: .asking(cancel: nil))
    #expect(content.seals.map(\.state) == [.unsupported])
    #expect(content.seals.allSatisfy { $0.signatures.isEmpty })
    // Whoever sent it in the clear has it shown, but in no region.
    let isShown = content.lines.contains { $0.text.contains("contract is signed") }
    #expect(!isShown || name == "encrypted-parts-are-containers")
    #expect(Self.covered(content, seal: 0).isEmpty)
  }

  @Test func `bad input 81: what is signed without a signature has no verdict`() throws {
    for name in ["signed-0-parts", "signed-1-part"] {
      #expect(try SealTests.content(name).seals.allSatisfy { $0.signatures.isEmpty })
    }
    let lines = try SealTests.content("signed-1-part").lines
    #expect(lines.contains { $0.text.contains("contract is signed") })
  }

  @Test func `bad input 81: of three signed parts the first one is signed`() throws {
    let content = try SealTests.content("signed-3-parts")
    #expect(content.seals.flatMap(\.signatures).map(\.verdict) == [.good])
    let covered = Self.covered(content, seal: 0)
    #expect(covered.contains { $0.contains("contract is signed") })
    #expect(!covered.contains { $0.contains("account 7") })
  }

  @Test func `bad input 82: S/MIME that was altered never counts as whole`() throws {
    let mail = try SealCorpus.shared.get().mail("cms-encrypted")
    let lines = mail.lines
    let start = try #require(lines.firstIndex { $0.isEmpty })
    let body = lines[(start + 1)...].joined()
    var bytes = [UInt8](
      try #require(Data(base64Encoded: body, options: .ignoreUnknownCharacters))
    )
    // A block of the text, which CBC lets anybody change: the two around it say nothing of it.
    bytes[bytes.count - 60] ^= 1
    let altered = Data(bytes).base64EncodedString(options: .lineLength76Characters)
    let home = try SealCorpus.shared.get().home
    let file = try MailFile(lines[...start].joined(separator: "\n") + "\n" + altered + "\n")
    let tools = SealTools(gnupg: GnuPG(home: home, userHome: home, time: hangGuard))
    let content = MessageReader(seals: tools).content(
      of: "m",
      files: [file.path],
      options: MessageOptions(),
      opening: SealRequest(.quiet)
    )
    let seal = try #require(content.seals.first)
    #expect(seal.state == .damaged || seal.integrity == false, "\(seal)")
    #expect(seal.signatures.isEmpty && content.links.isEmpty)
  }

  @Test func `bad input 89: two blocks are two regions, and what is between is in neither`() throws
  {
    let content = try SealTests.content("inline-two")
    #expect(content.seals.flatMap(\.signatures).map(\.verdict) == [.good, .good])
    for seal in 0...1 {
      // The dash that the block escapes is gone: it is what gpg returns.
      #expect(Self.covered(content, seal: seal).contains("- a dash"))
      #expect(!Self.covered(content, seal: seal).contains("between"))
    }
    #expect(content.lines.contains { $0.text == "between" })
  }

  @Test func `bad input 89: what stands among the fields of a block is not signed by it`() throws {
    let content = try SealTests.content("inline-hash-text")
    // gpg takes it for good, and returns the text without it.
    #expect(content.seals.flatMap(\.signatures).map(\.verdict) == [.good])
    #expect(Self.covered(content, seal: 0).contains("Dear Bob,"))
    #expect(!content.lines.contains { $0.text.contains("Pay") })
  }

  @Test func `bad input 89: a block that does not end, or is in UTF-16, is plain text`() throws {
    let open = try SealTests.content("inline-no-end")
    #expect(open.seals.isEmpty && open.lines.contains { $0.text.hasPrefix("-----BEGIN PGP") })
    let corpus = try SealCorpus.shared.get()
    let block = corpus.mail("inline-signed-whole").lines.drop { !$0.hasPrefix("-----BEGIN") }
    let wide = try #require(block.joined(separator: "\n").data(using: .utf16))
    let body = "Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64\n\n"
    let mail = body + wide.base64EncodedString(options: .lineLength76Characters) + "\n"
    let file = try MailFile(TemporaryKeys.message("m@seals", mail))
    let gnupg = GnuPG(home: corpus.home, userHome: corpus.home, time: hangGuard)
    let read = MessageReader(seals: SealTools(gnupg: gnupg)).content(
      of: "m",
      files: [file.path],
      options: MessageOptions(),
      opening: SealRequest(.quiet)
    )
    #expect(read.seals.isEmpty && read.lines.contains { $0.text.hasPrefix("-----BEGIN PGP") })
  }

  @Test func `K25: mail that servers have mixed up is opened as notmuch does`() throws {
    let content = try SealTests.content("encrypted-mixed-up")
    #expect(content.seals.map(\.state) == [.open])
    #expect(Self.covered(content, seal: 0).contains { $0.contains("contract is signed") })
  }

  @Test(arguments: [
    ("application/pkcs7-mime; smime-type=certs-only; name=smime.p7c", PartLabel.certificates),
    ("application/pkcs7-mime; name=\"Chain.P7C\"", .certificates),
    ("application/x-pkcs7-mime; smime-type=Certs-Only", .certificates),
    ("application/pkcs7-mime; smime-type=compressed-data; name=smime.p7m", .compressed),
    ("application/pkcs7-mime; name=smime.p7z", .compressed),
    ("application/pkcs7-mime; smime-type=compressed-data; name=smime.p7z", .compressed),
    ("message/partial; id=\"part@seals\"; number=1; total=2", .partial),
  ])
  func `K25: what is no seal though it looks like one is named as what it is`(
    type: String,
    label: PartLabel
  ) throws {
    let text = TemporaryKeys.message("m@seals", "Content-Type: \(type)\n\nnothing\n")
    let file = try MailFile(text)
    let home = try SealCorpus.shared.get().home
    let tools = SealTools(gnupg: GnuPG(home: home, userHome: home, time: hangGuard))
    let content = MessageReader(seals: tools).content(
      of: "m",
      files: [file.path],
      options: MessageOptions(),
      opening: SealRequest(.quiet)
    )
    #expect(content.seals.isEmpty)
    let labels = content.lines.compactMap { line in
      if case .label(let label, _) = line.kind { label } else { nil }
    }
    #expect(labels == [label], "\(content.lines)")
  }

  /// The lines that lie in a seal.
  private static func covered(_ content: MessageContent, seal: Int) -> [String] {
    content.lines.drop { $0.kind != .sealBegin(seal) }.dropFirst()
      .prefix { $0.kind != .sealEnd(seal) }
      .map(\.text)
  }
}
