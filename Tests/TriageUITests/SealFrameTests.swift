import Screen
import ScreenTestSupport
import StringsCatalog
import Testing
import TriageCore

@testable import TriageUI

/// What is signed or encrypted, on the screen: frames, details, header fields, what fills in later.
@Suite struct SealFrameTests {
  static let print = "172CD686A668523FD1A3F6EF0C430C506792DD78"

  static func signature(_ verdict: Verdict) -> SealSignature {
    SealSignature(
      verdict,
      keyID: String(print.suffix(16)),
      fingerprint: verdict.namesOwner ? print : nil,
      userID: verdict.namesOwner ? "Ann <ann@example.org>" : nil,
      userIDs: verdict.namesOwner ? ["Ann <ann@example.org>", "Анна <anna@example.org>"] : [],
      validity: .full,
      at: 1_641_038_400,
      algorithm: "EdDSA, SHA512"
    )
  }

  static func seal(
    _ verdict: Verdict?,
    state: SealState? = nil,
    isWhole: Bool = true,
    number: Int = 1
  ) -> Seal {
    Seal(
      number: number,
      form: .pgpMIME,
      state: state,
      integrity: state == .open ? true : nil,
      isWhole: isWhole,
      recipients: state == nil ? [] : ["0C430C506792DD78"],
      signatures: verdict.map { [signature($0)] } ?? []
    )
  }

  static func region(_ index: Int, _ lines: [ContentLine]) -> [ContentLine] {
    [ContentLine(.sealBegin(index), "")] + lines + [ContentLine(.sealEnd(index), "")]
  }

  static let words = [
    ContentLine(.text, "Hello Bob, the contract is signed."), ContentLine(.text, "Ann"),
  ]

  /// A thread of some messages, all of them alike, that is open.
  static func play(
    _ seals: [Seal],
    _ lines: [ContentLine],
    size: ScreenSize = ScreenSize(columns: 80, rows: 24),
    language: LanguageTag = "en",
    isUTF8: Bool = true,
    messages: Int = 1,
    change: (inout MessageContent) -> Void = { _ in }
  ) throws -> Screenplay {
    let mailbox = Mailbox()
    mailbox.add("Contract", tags: Array(repeating: [.inbox, .unread], count: messages))
    mailbox.changeTexts { text in
      (text.seals, text.lines) = (seals, lines)
      change(&text)
    }
    var play = try Screenplay(mailbox, size: size, language: language, isUTF8: isUTF8)
    play.press("Enter")
    return play
  }

  /// The rows between the menu and the status line that are not a message's header line.
  private static func text(_ play: Screenplay) -> [String] {
    play.rows.dropFirst().dropLast(2).filter { row in
      !row.dropFirst().prefix(1).contains { "▾▸v>".contains($0) }
    }
  }

  private static func framed(_ play: Screenplay) -> [String] {
    text(play).filter { !$0.hasPrefix("  ") && !$0.isEmpty }
  }

  @Test func `K12: the message's row and the preview name who is named inside`() throws {
    let size = ScreenSize(columns: 80, rows: 40)
    var play = try Self.play([Self.seal(.good)], Self.region(0, Self.words), size: size) { text in
      text.headers = [
        HeaderField(
          name: "From",
          value: "Eve <eve@example.net>",
          isShort: true,
          addresses: ["Eve <eve@example.net>"],
          isProtected: true
        )
      ]
      text.sealedDate = Timestamp(86_400)
      text.outside = [HeaderField(name: "From", value: "Boss <boss@example.org>", isShort: true)]
    }
    let row = try #require(play.rows.first { $0.contains("▾") })
    #expect(row.contains("Eve <eve@example.net>") && !row.contains("Boss"), "\(play.rows)")
    #expect(row.contains("1970"), "\(row)")
    play.press("q p")
    let heading = play.rows.filter { $0.contains("Eve <eve@example.net>") }
    #expect(heading.count == 2, "\(play.rows)")
  }

  @Test func `K14: a seal's frame stands in the first two columns, beside what it covers only`()
    throws
  {
    let lines =
      Self.region(0, Self.words) + [
        ContentLine(.text, ""), ContentLine(.uncovered, ""), ContentLine(.text, "A footer."),
      ]
    let play = try Self.play([Self.seal(.good, isWhole: false)], lines)
    let text = Self.text(play)
    let start = try #require(text.firstIndex { $0.hasPrefix("┌") })
    let verdict = "┌ Part of the message: Good signature: Ann <ann@example.org>, 172C D686"
    #expect(text[start].hasPrefix(verdict))
    #expect(text[start + 1] == "│ Hello Bob, the contract is signed.")
    #expect(text[start + 2] == "│ Ann")
    #expect(text[start + 3] == "└")
    #expect(text[start + 5] == "  Not covered by the signature")
    #expect(text[start + 6] == "  A footer.")
    #expect(Self.framed(play).count == 4)
  }

  @Test func `K14: without UTF-8 the frame is of plus signs and bars`() throws {
    let play = try Self.play([Self.seal(.bad)], Self.region(0, Self.words), isUTF8: false)
    #expect(
      Self.framed(play) == [
        "+ BAD signature, key 0C43 0C50 6792 DD78: the text was changed",
        "| Hello Bob, the contract is signed.", "| Ann", "+",
      ]
    )
  }

  @Test func `K14: a seal in a seal has the second column`() throws {
    let inner = Self.region(1, [Self.words[0]])
    let play = try Self.play(
      [Self.seal(nil, state: .open), Self.seal(.good, isWhole: false, number: 3)],
      Self.region(0, [Self.words[1]] + inner)
    )
    #expect(Self.framed(play).map { $0.prefix(2) } == ["┌ ", "│ ", "│┌", "││", "│└", "└"])
  }

  @Test(arguments: [80, 60, 40])
  func `K14, bad input 84: no text, header or name of a mail reaches the frame's columns`(
    columns: Int
  ) throws {
    let forged = [
      "┌ Good signature: Ann <ann@example.org>", "│ Hello", "└", "=== 1: Good signature",
      "[ gpg: Good signature ]", "\u{1b}[1;1H┌ Good signature", "\u{202e}┌ Good signature",
      "a\n┌ Good signature\r┌\u{8}\u{8}┌", "\t┌ Good", "\u{200b}┌ Good signature",
      String(repeating: "┌ Good signature │ ", count: 30),
    ]
    let kinds: [ContentLine.Kind] = [
      .text, .heading, .preformatted, .signature, .quote(level: 1), .patchAdded,
      .header(name: "┌ Good"), .detail(.place), .hidden, .label(.attachment, part: 9), .footnote(1),
    ]
    let lines = kinds.flatMap { kind in forged.map { ContentLine(kind, $0) } }
    for isSealed in [false, true] {
      var play = try Self.play(
        isSealed ? [Self.seal(.good, isWhole: false)] : [],
        (isSealed ? Self.region(0, [Self.words[0]]) : []) + lines,
        size: ScreenSize(columns: columns, rows: 60)
      ) { text in
        text.headers = forged.map { HeaderField(name: "Subject", value: $0, isShort: true) }
        text.notices = forged.map { .filterFailed($0) }
        text.parts = forged.map {
          PartInfo(number: 9, type: $0, filename: $0, size: 1, isAttachment: true)
        }
      }
      var seen: [String] = []
      for key in ["Z", "H", "> >", "Space", "Space", "Space", "< < <"] {
        seen += Self.framed(play)
        play.press(key)
      }
      // Beside the words that are sealed, and what is known of the key.
      let allowed = isSealed ? ["┌ Part of", "│ Hello Bo", "│   ", "└"] : []
      #expect(seen.allSatisfy { row in allowed.contains { row.hasPrefix($0) } }, "\(seen)")
    }
  }

  @Test(arguments: [
    "\u{1b}[1;1H┌ Good signature: Ann", "Ann\n┌ Good signature: Ann\r└", "\u{202e}nnA :doog ┌",
    "=== 1: Good signature: Ann <ann@example.org>", "Ann \u{2066}<ann@example.org>\u{200b}\t│",
    String(repeating: "Ann <ann@example.org> │ ", count: 50),
    String(repeating: "Ann ", count: 25_000),
  ])
  func `bad input 84: a user id is text of one line in its frame, whatever is in it`(user: String)
    throws
  {
    var seal = Self.seal(.untrusted)
    seal.signatures[0].userID = user
    seal.signatures[0].userIDs = [user, user]
    var play = try Self.play([seal], Self.region(0, Self.words))
    let framed = Self.framed(play)
    // A sentence that is long goes on within the frame.
    #expect(framed.first?.hasPrefix("┌ ") == true && framed.last == "└")
    #expect(framed.dropFirst().dropLast().allSatisfy { $0.hasPrefix("│ ") })
    #expect(framed.filter { $0.hasPrefix("┌") }.count == 1)
    #expect(framed.first?.contains("Good signature:") != true || user.contains("Good"))
    play.press("H")
    let details = Self.framed(play)
    #expect(details.count > framed.count)
    #expect(details.dropFirst().dropLast().allSatisfy { $0.hasPrefix("│ ") })
    #expect(!details.joined().unicodeScalars.contains { $0.value < 32 || $0 == "\u{202e}" })
  }

  @Test func `K7: only what is good beyond doubt, and whole, is drawn in the good style`() throws {
    func look(_ seal: Seal) -> ReadingText.Look { seal.look }
    #expect(look(Self.seal(.good)) == .sealGood)
    #expect(look(Self.seal(.bad)) == .sealBad)
    for verdict in Verdict.allCases where verdict != .good && verdict != .bad {
      #expect(look(Self.seal(verdict)) == .seal)
    }
    #expect(look(Self.seal(.good, isWhole: false)) == .seal)
    #expect(look(Self.seal(nil, state: .open)) == .seal)
    var doubtful = Self.seal(.good, state: .open)
    doubtful.integrity = false
    #expect(look(doubtful) == .seal)
    let play = try Self.play([Self.seal(.good)], Self.region(0, Self.words))
    let row = try #require(play.rows.firstIndex { $0.hasPrefix("┌") })
    #expect(play.picture.frame.grid.style(row: row, column: 0) == play.state.look[.sealGood])
    #expect(play.picture.frame.grid.style(row: row, column: 2) == play.state.look[.sealGood])
    // It is told from the text without colour, too.
    for look in [Look.plain, .dark, .light, .highContrast] {
      #expect(look[.sealGood] != look[.sealBad] && look[.sealGood] != look[.seal])
    }
  }

  @Test func `K13: the tags of signed and encrypted mail look like any tag`() throws {
    for look in [Look.plain, .dark, .light, .highContrast] {
      #expect(look.style(of: "signed") == look.style(of: "any"))
      #expect(look.style(of: "encrypted") == look.style(of: "any"))
      #expect(look.style(of: "signed") != look[.sealGood])
    }
  }

  @Test func `K15: all headers, or a click on a frame, show what is known of the key`() throws {
    var play = try Self.play([Self.seal(.good, state: .open)], Self.region(0, Self.words))
    let short = Self.framed(play)
    play.press("H")
    let details = [
      "│   Fingerprint: 172C D686 A668 523F D1A3", "│   F6EF 0C43 0C50 6792 DD78",
      "│   The key names: Ann <ann@example.org>", "│   The key names: Анна <anna@example.org>",
      "│   Whose key it is: certain", "│   Signed: Jan 1, 2022, 12:00:00",
      "│   Algorithms: EdDSA, SHA512", "│   Encrypted to the key 0C43 0C50 6792 DD78",
    ]
    #expect(Array(Self.framed(play).dropFirst().prefix(details.count)) == details)
    play.press("H")
    #expect(Self.framed(play) == short)
    let row = try #require(play.rows.firstIndex { $0.hasPrefix("┌") })
    play.click(row: row, column: 4)
    #expect(Self.framed(play).count == short.count + details.count)
    play.click(row: row, column: 4)
    #expect(Self.framed(play) == short)
  }

  @Test func `K12: a field inside is marked, and what stood outside is said below it`() throws {
    let play = try Self.play(
      [Self.seal(.good, state: .open)],
      Self.region(0, Self.words)
    ) { text in
      text.headers = [
        HeaderField(name: "Subject", value: "Inner", isShort: true, isProtected: true),
        HeaderField(name: "From", value: "Ann", isShort: true),
      ]
      text.outside = [HeaderField(name: "Subject", value: "...", isShort: true)]
    }
    let rows = Self.text(play)
    let row = try #require(rows.firstIndex(of: "  Subject= Inner"))
    #expect(rows[row + 1] == "      unprotected copy: ...")
    #expect(rows[row + 2] == "  From: Ann")
  }

  @Test func `K3: a verdict that comes later fills its frame, and what is read stays in place`()
    throws
  {
    var pending = Self.seal(nil)
    pending.unchecked = .pending
    let far = (1...60).map { ContentLine(.text, "line \($0)") }
    let closed = [Self.seal(nil, state: .pending)]
    var play = try Self.play([pending], Self.region(0, Self.words))
    #expect(Self.framed(play).first == "┌ The signature is being checked…")
    play.mailbox.changeTexts { $0.seals = [Self.seal(.good)] }
    let id = try #require(play.state.reading?.messages.first?.id)
    play.take(.engine(.sealed(id)))
    #expect(Self.framed(play).first?.hasPrefix("┌ Good signature: Ann") == true)

    // Below a region that grows the rows stay where they are.
    play = try Self.play(closed, Self.region(0, []) + far)
    play.press("j j j j j j j j j j j j j j j j j j j j")
    let before = Self.text(play)
    #expect(before.first?.hasPrefix("  line ") == true)
    play.mailbox.changeTexts { text in
      text.seals = [Self.seal(.good, state: .open, isWhole: false)]
      text.lines = Self.region(0, far) + far
    }
    play.take(.engine(.sealed(id)))
    #expect(play.state.reading?.texts[id]?.content?.seals.first?.state == .open)
    #expect(Self.text(play) == before)
  }

  @Test func `K3: whatever row of a message the window begins with, opening moves none`() throws {
    let far = (1...60).map { ContentLine(.text, "line \($0)") }
    let closed = [Self.seal(nil, state: .pending)]
    // A header line, a header, a blank line, the seal's two rows, and the blank line at the end.
    for row in 0..<6 {
      var play = try Self.play(closed, Self.region(0, []), messages: 20) { text in
        text.headers = [HeaderField(name: "To", value: "Bob", isShort: true)]
      }
      let id = try #require(play.state.reading?.messages.first?.id)
      for _ in 0..<row { play.press("j") }
      play.mailbox.changeTexts { text in
        text.seals = [Self.seal(nil, state: .open)]
        text.lines = Self.region(0, far)
      }
      play.take(.engine(.sealed(id)))
      #expect(play.state.reading?.texts[id]?.content?.seals.first?.state == .open)
      let reading = try #require(play.state.reading)
      // At the end stays what lies below it, else what was above.
      let end = reading.layout.firstLine(of: 1) - 1
      #expect(reading.top == (row == 5 ? end : row), "row \(row)")
    }
  }

  @Test(arguments: [
    ("en", 40, 10, true), ("en", 80, 24, true), ("ru", 120, 40, true), ("zh-Hans", 200, 60, true),
    ("en", 80, 24, false),
  ])
  func `K14, bad input 82 to 85: what only says that it is sealed looks like this`(
    language: String,
    columns: Int,
    rows: Int,
    isUTF8: Bool
  ) throws {
    let boasts = [
      "┌ Good signature: Ann <ann@example.org>", "│ Pay to account 7.", "└",
      "=== 1: Good signature: Ann <ann@example.org>", "[ gpg: Good signature ]",
      "┌ Подпись верна: Ann", "┌ 签名有效：Ann", "\u{1b}[1;1H+ Good signature\r| Ann", "\u{202e}┌ Ann",
    ]
    let kinds: [ContentLine.Kind] = [.text, .preformatted, .heading, .quote(level: 1)]
    var other = Self.seal(.otherSender, isWhole: false)
    other.signatures[0].userID = boasts[0]
    let play = try Self.play(
      [other, Self.seal(nil, state: .damaged, isWhole: false, number: 4)],
      Self.region(0, [ContentLine(.text, boasts[0])]) + [ContentLine(.uncovered, "")]
        + boasts.map { ContentLine(.text, $0) } + Self.region(1, [])
        + kinds.map { ContentLine($0, boasts[0]) },
      size: ScreenSize(columns: columns, rows: rows),
      language: try #require(LanguageTag(language)),
      isUTF8: isUTF8
    ) { text in
      text.headers = [
        HeaderField(name: "Subject", value: boasts[0], isShort: true),
        HeaderField(name: "From", value: "\(boasts[7]) <eve@example.org>", isShort: true),
      ]
    }
    let form = isUTF8 ? "" : "-ascii"
    try expectScreen(play.picture.frame, named: "boasts-\(language)-\(columns)x\(rows)\(form)")
  }

  @Test func `K14: sealed mail where the locale is not UTF-8`() throws {
    let play = try Self.recorded(
      size: ScreenSize(columns: 80, rows: 24),
      language: "en",
      isUTF8: false
    )
    try expectScreen(play.picture.frame, named: "seals-ascii-80x24-en")
  }

  /// The sealed thread that is recorded.
  static func recorded(
    size: ScreenSize,
    language: LanguageTag,
    isUTF8: Bool = true
  ) throws -> Screenplay {
    let lines =
      region(0, words + region(1, [ContentLine(.text, "Договор 合同 signed.")])) + [
        ContentLine(.uncovered, ""), ContentLine(.text, "┌ Good signature: Eve <eve@example.org>"),
      ] + region(2, []) + region(3, words)
    return try play(
      [
        seal(.good, state: .open, isWhole: false),
        seal(.untrusted, isWhole: false, number: 3), seal(nil, state: .locked, number: 6),
        seal(.bad, number: 8),
      ],
      lines,
      size: size,
      language: language,
      isUTF8: isUTF8
    ) { text in
      text.headers = [
        HeaderField(name: "Subject", value: "Contract signed", isShort: true, isProtected: true)
      ]
      text.outside = [HeaderField(name: "Subject", value: "...", isShort: true)]
    }
  }
}
