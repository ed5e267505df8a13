import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// `notmuch show --verify --decrypt=true` says of every mail of the corpus what is sealed in it.
@Suite(.enabled(if: TemporaryKeys.areAvailable && Program.path("notmuch") != nil))
struct SealOracleTests {
  /// Where we are stricter, or look further, than notmuch.
  private static let ownWays: [String: String] = [
    "signed-3-parts": "notmuch checks nothing of three parts; the first one is what is signed",
    "encrypted-six-deep": "we open four deep",
    "encrypted-no-header": "a text that has no header is a text all the same",
    "encrypted-empty": "an empty text is one",
    "encrypted-no-protocol": "what is not well made is not tried",
    "encrypted-other-type": "what is not well made is not tried",
    "encrypted-parts-are-containers": "what is not well made is not tried",
    "signed-garbage": "a signature that is none is said to be an error",
  ]

  /// Where the subject is another one: notmuch knows none of what came after `protected-headers="v1"`.
  private static let ownSubjects: Set = [
    "protected-encrypted", "protected-signed", "protected-other-from", "protected-legacy-lines",
  ]

  /// Blocks in a text are none of notmuch's.
  private static func isOfNotmuch(_ name: String) -> Bool { !name.hasPrefix("inline") }

  /// What one program says of a container: whether it is open, and its signatures.
  private struct Said: Hashable {
    var isOpen: Bool?
    var signatures: [String] = []
  }

  @Test func `every seal of the corpus is what notmuch says`() throws {
    let corpus = try SealCorpus.shared.get()
    #expect(corpus.mails.count >= 60)
    let mail = try TemporaryMail()
    for sample in corpus.mails {
      try sample.text.write(
        toFile: "\(mail.root)/\(sample.name)",
        atomically: false,
        encoding: .utf8
      )
    }
    try mail.notmuch("new")
    for sample in corpus.mails where Self.isOfNotmuch(sample.name) {
      let json = try Self.shown(sample.name, in: mail, home: corpus.home)
      let theirs = Self.containers(in: json)
      let content = try SealTests.content(sample.name)
      let ours = Self.said(of: content)
      let subject = try #require(Self.subject(in: json), "\(sample.name)")
      let isSame = content.header("subject")?.value == subject
      #expect(isSame == !Self.ownSubjects.contains(sample.name), "\(sample.name): \(subject)")
      if Self.ownWays[sample.name] != nil {
        #expect(ours != theirs, "\(sample.name) needs no exception")
      } else {
        #expect(ours == theirs, "\(sample.name)")
      }
    }
  }

  /// Shapes by chance, nested in each other: a sample, or several hundred where the sweeps are whole.
  @Test func `every seal of shapes made by chance is what notmuch says`() throws {
    let seed: UInt64 = 18
    let mail = try TemporaryMail()
    var shapes = try SealShapes(seed: seed)
    let names = (1...(sweepsAreWhole ? 400 : 10)).map { "shape\($0)" }
    for name in names {
      let text = TemporaryKeys.message("\(name)@seals", try shapes.next())
      try text.write(toFile: "\(mail.root)/\(name)", atomically: false, encoding: .utf8)
    }
    try mail.notmuch("new")
    try shapes.keys.forget()
    let gnupg = GnuPG(home: shapes.keys.home, userHome: shapes.keys.home, time: hangGuard)
    var seen: [Said: Int] = [:]
    for name in names {
      let theirs = Self.containers(in: try Self.shown(name, in: mail, home: shapes.keys.home))
      let content = MessageReader(seals: SealTools(gnupg: gnupg)).content(
        of: "m",
        files: ["\(mail.root)/\(name)"],
        options: MessageOptions(),
        opening: SealRequest(.quiet)
      )
      let ours = Self.said(of: content)
      #expect(ours == theirs, "\(name) of seed \(seed)")
      for said in ours.values { seen[said, default: 0] += 1 }
    }
    #expect(shapes.keys.questions > 0, "notmuch, which asks, has met a lock")
    guard sweepsAreWhole else { return }
    // It has met each outcome, and often.
    let outcomes = Set(seen.keys.flatMap(\.signatures))
    #expect(outcomes == ["good", "bad", "error"])
    #expect(seen.filter { $0.key.isOpen == true }.values.reduce(0, +) > 50)
    #expect(seen.filter { $0.key.isOpen == false }.values.reduce(0, +) > 50)
  }

  /// What notmuch says of a mail.
  private static func shown(_ name: String, in mail: TemporaryMail, home: String) throws -> Any {
    let output = try mail.run([
      "env", "GNUPGHOME=\(home)", "notmuch", "show", "--format=json", "--entire-thread=false",
      "--verify", "--decrypt=true", "id:\(name)@seals",
    ])
    return try JSONSerialization.jsonObject(with: Data(output.utf8))
  }

  private static func subject(in json: Any) -> String? {
    if let list = json as? [Any] { return list.lazy.compactMap(subject).first }
    let headers = (json as? [String: Any])?["headers"] as? [String: Any]
    return headers?["Subject"] as? String
  }

  private static func said(of content: MessageContent) -> [Int: Said] {
    var said: [Int: Said] = [:]
    for seal in content.seals {
      var one = Said()
      if let state = seal.state, state != .unsupported { one.isOpen = state == .open }
      one.signatures = seal.signatures.map { plain($0.verdict) }.sorted()
      if one != Said() { said[seal.number] = one }
    }
    return said
  }

  /// What notmuch calls a verdict.
  private static func plain(_ verdict: Verdict) -> String {
    switch verdict {
    case .good, .untrusted, .otherSender: "good"
    case .bad: "bad"
    case .unknownKey, .revokedKey, .expiredKey, .expiredSignature, .error: "error"
    }
  }

  /// What is said of containers, by their numbers.
  private static func containers(in json: Any) -> [Int: Said] {
    var found: [Int: Said] = [:]
    if let list = json as? [Any] {
      for item in list { found.merge(containers(in: item)) { $1 } }
    } else if let object = json as? [String: Any] {
      var said = Said()
      if let status = object["encstatus"] as? [[String: Any]], let first = status.first {
        said.isOpen = first["status"] as? String == "good"
      }
      let signatures = object["sigstatus"] as? [[String: Any]] ?? []
      said.signatures = signatures.map { signature in
        // An expired signature is good to notmuch, with an error beside it.
        signature["errors"] == nil ? signature["status"] as? String ?? "" : "error"
      }.sorted()
      if let number = object["id"] as? Int, said != Said() { found[number] = said }
      for value in object.values { found.merge(containers(in: value)) { $1 } }
    }
    return found
  }
}
