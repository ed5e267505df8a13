import Foundation
import MailIndex
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// notmuch says how an answer to a message is addressed; whom it names twice we name once.
@Suite struct ReplyOracleTests {
  /// Mails of the corpus whose answers differ from notmuch's on purpose.
  private static let ownWays: [String: String] = [
    "head-29-cr-only.eml": "we take a name that breaks the rules with the address",
    "text-06-c1-utf8.eml": "the index has a control as another letter",
    "text-09-carriage-return.eml": "GMime loses the word behind a padded one",
    "text-11-zero.eml": "GMime loses what follows a zero byte",
    "head-30-doubled.eml": "notmuch answers the last subject, we the one that is shown",
    "head-32-id-3.eml": "notmuch takes brackets in an id for a comment",
    "head-34-words.eml": "notmuch encodes the words of another encoding again",
    "text-13-zero-width-address.eml": "notmuch writes the domain in ASCII at once",
  ]

  @Test(arguments: [ReplyScope.all, .sender])
  func `W9: answers to the demo and to hostile mail are addressed as notmuch does it`(
    scope: ReplyScope
  ) throws {
    let mail = try TemporaryMail(settings: "[user]\nother_email=ward@example.net\n")
    for (number, file) in Fixtures.all.enumerated() {
      let base = (file as NSString).lastPathComponent.prefix { $0 != ":" }
      try FileManager.default.copyItem(atPath: file, toPath: "\(mail.root)/\(number)-\(base)")
    }
    try mail.notmuch("new", "--quiet")
    var different: Set<String> = []
    let desk = try ReplyDesk(mail)
    for metadata in desk.messages {
      let query = "id:\"\(metadata.id.text.replacing("\"", with: "\"\""))\""
      let theirs = try mail.notmuch("reply", "--reply-to=\(scope.rawValue)", "--", query)
      let name = (metadata.files[0] as NSString).lastPathComponent.replacing(#/^\d+-/#, with: "")
      let difference = try desk.difference(metadata, scope, Substring(theirs))
      if let difference, Self.ownWays[name] == nil { Issue.record("\(name): \(difference)") }
      if difference != nil { different.insert(name) }
    }
    #expect(desk.messages.count > 200)
    #expect(different == Set(Self.ownWays.keys))
  }

  @Test(arguments: [ReplyScope.all, .sender])
  func `W9: answers to ten thousand generated headers are addressed as notmuch does it`(
    scope: ReplyScope
  ) throws {
    let mail = try TemporaryMail(settings: "[user]\nother_email=ward@example.net;r@work.example\n")
    let count = sweepsAreWhole ? 10_000 : 1_000
    var random = SplitMix(scope == .all ? 19 : 20)
    let folder = "\(mail.root)/cur"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for number in 0..<count {
      let header = GeneratedHeader.text(number, &random)
      let text = header + "\n\nEND-\(number)-END\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(number):2,"))
    }
    try mail.notmuch("new", "--quiet")
    let desk = try ReplyDesk(mail)
    // A few have too little of a header to be mail.
    #expect(desk.messages.count > count - 10)
    let output = try mail.notmuch("reply", "--reply-to=\(scope.rawValue)", "--", "*")
    var theirs: [String: Substring] = [:]
    var rest = output[...]
    while let end = rest.firstRange(of: #/> END-(\d+)-END\n/#) {
      let number = rest[end].filter(\.isNumber)
      theirs[number] = rest[..<end.lowerBound]
      rest = rest[end.upperBound...]
    }
    for metadata in desk.messages {
      let number = (metadata.files[0] as NSString).lastPathComponent.prefix { $0 != ":" }
      let oracle = try #require(theirs[String(number)])
      if let difference = try desk.difference(metadata, scope, oracle) {
        let header = try String(contentsOfFile: metadata.files[0], encoding: .utf8)
        Issue.record("\(difference)\n\(header)")
      }
    }
  }
}

extension ReplyOracleTests {
  /// Mails that cannot be answered without a person's correction.
  private static let unanswerable: Set = ["text-13-zero-width-address.eml"]

  @Test func `W13: an answer to whatever comes can leave, or what is no address in it is named`()
    throws
  {
    let mail = try TemporaryMail()
    for (number, file) in Fixtures.all.enumerated() {
      let base = (file as NSString).lastPathComponent.prefix { $0 != ":" }
      try FileManager.default.copyItem(atPath: file, toPath: "\(mail.root)/\(number)-\(base)")
    }
    try mail.notmuch("new", "--quiet")
    let desk = try ReplyDesk(mail)
    var refused: Set<String> = []
    for metadata in desk.messages {
      let name = (metadata.files[0] as NSString).lastPathComponent.replacing(#/^\d+-/#, with: "")
      do {
        let bytes = try desk.answer(to: metadata)
        let lines = bytes.split(separator: 0x0A)
        #expect(lines.allSatisfy { $0.count <= 998 && !$0.contains(0x0D) }, "\(name)")
        let head = lines.prefix { !$0.starts(with: "Content-Type".utf8) }
        #expect(head.allSatisfy { $0.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }, "\(name)")
      } catch let error as DraftError {
        guard case .address = error.reason else { throw error }
        refused.insert(name)
      } catch let error as WritingError {
        guard case .badAddress = error else { throw error }
        refused.insert(name)
      }
    }
    #expect(refused == Self.unanswerable)
  }
}

/// Answers to the messages of a mailbox, ours and those of notmuch.
private struct ReplyDesk {
  let mail: TemporaryMail
  let messages: [MessageMetadata]
  private let own: OwnAddresses
  private let reader = MessageReader()

  init(_ mail: TemporaryMail) throws {
    self.mail = mail
    let index = try mail.index()
    messages = try index.messages(MailQuery("*"), sort: .oldestFirst, skip: 0, limit: 20_000)
    let settings = index.settings
    own = OwnAddresses([
      MailAccount(
        name: "",
        address: NamedAddress(name: settings.userName ?? "", settings.addresses[0]),
        others: Array(settings.addresses.dropFirst())
      )
    ])
  }

  /// What of our answer is not in that of notmuch; `nil` if they are alike.
  func difference(
    _ metadata: MessageMetadata,
    _ scope: ReplyScope,
    _ oracle: Substring
  ) throws -> String? {
    let (ours, theirs) = (try fields(ofOurs: metadata, scope), try fields(of: oracle))
    return ours == theirs ? nil : "\(ours) instead of \(theirs)"
  }

  /// Our answer as it would leave, with the text that it answers.
  func answer(to metadata: MessageMetadata) throws -> [UInt8] {
    let original = try reader.original(metadata)
    let addressing = try #require(ReplyAddressing(to: original, .all, own: own))
    let writer = try #require(addressing.from ?? own.first)
    var reply = MessageTemplate(answering: original, addressing, from: writer)
    let content = reader.content(of: metadata.id, files: metadata.files, options: MessageOptions())
    reply.body = QuotedText.answering(content.lines).joined(separator: "\n") + "\n"
    let draft = try DraftText(reply.text)
    #expect(draft.body == reply.body && draft.subject == reply.subject, "\(metadata.files)")
    let id = try MessageComposer.freshID(for: reply.from)
    let mail = OutgoingMail(draft, id, from: reply.from, date: 1_795_400_100, offset: 0)
    return try MessageComposer.bytes(of: mail, includesBcc: false)
  }

  /// Our answer's fields.
  private func fields(ofOurs metadata: MessageMetadata, _ scope: ReplyScope) throws -> [String] {
    let original = try reader.original(metadata)
    let addressing = try #require(ReplyAddressing(to: original, scope, own: own))
    let writer = try #require(addressing.from ?? own.first)
    let reply = MessageTemplate(answering: original, addressing, from: writer)
    return [
      reply.from.text, reply.to.map(\.text).joined(separator: ", "),
      reply.cc.map(\.text).joined(separator: ", "), words(reply.subject),
      "<\(reply.inReplyTo?.text ?? "")>", reply.references.map(\.text).joined(separator: " "),
    ]
  }

  /// The fields of notmuch's answer, read as those of a mail are.
  private func fields(of oracle: Substring) throws -> [String] {
    let header = oracle.firstRange(of: "\n\n").map { oracle[..<$0.lowerBound] } ?? oracle
    let file = "\(mail.folder)/oracle"
    try Data((header + "\n\n").utf8).write(to: URL(fileURLWithPath: file))
    let metadata = MessageMetadata(
      id: "oracle",
      thread: ThreadID("0"),
      date: nil,
      from: "",
      subject: "",
      tags: [],
      files: [file]
    )
    let read = try reader.original(metadata)
    let content = reader.content(of: "oracle", files: [file], options: MessageOptions())
    let text = { (name: String) in content.header(name)?.value.onOneLine ?? "" }
    var named: Set<String> = []
    let once = { (people: [NamedAddress]) in
      people.filter { named.insert($0.address.asciiLowercased).inserted }
        .map(\.text).joined(separator: ", ")
    }
    return [
      read.from.map(\.text).joined(separator: ", "), once(read.to), once(read.cc),
      words(text("subject")),
      text("in-reply-to"), read.references.map(\.text).joined(separator: " "),
    ]
  }

  /// What stands for a control, and where a long field is folded, says nothing.
  private func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// Headers as they come, and as they should not.
private enum GeneratedHeader {
  private static let people = [
    "olga@example.org", "Olga P <olga@example.org>", "\"Ward, X\" <x@example.org>",
    "robin@example.org", "Robin <ROBIN@example.org>", "ward@example.net", "<r@work.example>",
    "=?utf-8?q?J=C3=BCrgen?= <j@b.org>", "=?utf-8?b?5LiW55WM?= <w@b.org>", "Jürgen <k@b.org>",
    "=?iso-8859-1?q?caf=E9=0D=0Ax?= <caf@b.org>", "friends: a@b.org, \"C D\" <c@d.org>;",
    "undisclosed-recipients:;", "list@lists.example.org", "bob@b.org (Bob)", "bob@b.org (Bob (B))",
    "\"a \\\"b\\\" c\" <q@b.org>", "Dora D. <dora@b.org>", "\"odd one\"@b.org", "",
    "a@b.org,, c@d.org", "Ann\t<ann@b.org>", "=?utf-8?q?a=2C_b?= <comma@b.org>",
    "O'Neil & Sons <on@b.org>", "me+tag@b.org", "\"Team [x]\" <t@b.org>",
  ]
  private static let subjects = [
    "Hello", "Re: Hello", "RE: Hello", "", "re:x", "=?utf-8?q?Gr=C3=BC=C3=9Fe?=",
    "=?utf-8?q?a=0D=0Ab?=", "a\n\tb", "Grüße", "Re[2]: x", "=?utf-8?q?Re=3A_x?=", "  spaced  ",
    "=?utf-8?b?5LiW?= =?utf-8?b?55WM?=",
  ]
  private static let references = [
    "<a@x>", "<a@x> <b@x>", "<a@x>\n <b@x>\n\t<c@x>", "", "junk <d@x>", "<e@x><f@x>",
    "\"q\" <g@x> (c)",
  ]
  private static let deliveries = [
    "Delivered-To: ward@example.net", "Envelope-To: r@work.example",
    "X-Original-To: <robin@example.org>",
    "Received: from a by mx.work.example with SMTP\n\tfor <x@y>; Thu, 1 Jan 2026 00:00:00 +0000",
    "Received: from a by b.org for <ward@example.net>; Thu, 1 Jan 2026 00:00:00 +0000",
    "Received: from a.example.net by nowhere", "Delivered-To: someone@else.org",
    "Received: (qmail 1 invoked by uid 3)", "List-Post: <mailto:list@lists.example.org>",
  ]

  static func text(_ number: Int, _ random: inout SplitMix) -> String {
    var fields = ["Message-ID: <g\(number)@x>", "Date: Thu, 1 Jan 2026 00:00:00 +0000"]
    fields.append("From: " + people(&random, most: 2))
    for (name, share) in [("To", 9), ("Cc", 4), ("Bcc", 1), ("Reply-To", 3), ("To", 1), ("Cc", 1)]
    where Int.random(in: 0..<10, using: &random) < share {
      fields.append("\(name): " + people(&random, most: 4))
    }
    if Int.random(in: 0..<10, using: &random) > 0 {
      fields.append("Subject: " + pick(subjects, &random))
    }
    if random.flip() { fields.append("References: " + pick(references, &random)) }
    for _ in 0..<Int.random(in: 0...3, using: &random) { fields.append(pick(deliveries, &random)) }
    return fields.shuffled(using: &random).joined(separator: "\n")
  }

  private static func people(_ random: inout SplitMix, most: Int) -> String {
    (0..<Int.random(in: 1...most, using: &random)).map { _ in pick(people, &random) }
      .joined(separator: random.flip() ? ", " : ",\n ")
  }

  private static func pick(_ texts: [String], _ random: inout SplitMix) -> String {
    texts.randomElement(using: &random) ?? ""
  }
}
