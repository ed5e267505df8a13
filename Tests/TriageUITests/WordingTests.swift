import Screen
import StringsCatalog
import TestSupport
import Testing
import TriageCore

@testable import TriageUI

@Suite struct WordingTests {
  static let languages: [LanguageTag] = [
    "en", "de", "es", "fr", "ja", "ru", "zh-Hans", "zh-Hant",
  ]

  /// Keys made from tables, which no search of the sources finds.
  static let madeKeys: [String] =
    MailAction.withoutArgument.map(\.id).flatMap(actionKeys)
    + ArgumentAction.allCases.map(\.rawValue).flatMap(actionKeys)
    + ScreenCommand.allCases.map { "command.\($0.rawValue).title" }
    + FailureCode.allCases.map { "error.\($0.rawValue)" }
    + FailureCode.allCases.compactMap { Sentence.hint(for: TriageFailure($0))?.key }
    + SkipReason.allCases.flatMap { ["reason.\($0.rawValue)", "left.\($0.rawValue)"] }
    + StepOrigin.allCases.map { "origin.\($0.rawValue)" }
    + PartLabel.allCases.map { "label.\($0.rawValue)" }
    + DetailName.allCases.map { "detail.\($0.rawValue)" }
    + CatalogProblem.Code.allCases.map { "catalog.\($0.rawValue)" }
    + MenuName.allCases.map { "menu.\($0.rawValue)" }
    + KeyContext.allCases.map { "menu.keys.\($0.rawValue)" }
    + CommandTopic.allCases.map { "menu.topic.\($0.rawValue)" }
    + ScreenCommand.allCases.flatMap { command in
      command.row.renamed.map { "command.\(command.rawValue).title.\($0.rawValue)" }
    }
    + ["undo", "redo"].flatMap { item in
      ["", ".empty", ".count", ".from", ".from.count"].map { "\(item).menu\($0)" }
    }

  private static func actionKeys(_ id: String) -> [String] {
    ["title", "done.threads", "done.messages"].map { "action.\(id).\($0)" }
  }

  @Test func `the catalog has no problems`() throws {
    let problems = CatalogCheck().problems(in: try testCatalog()).map(\.description)
    #expect(problems.isEmpty, "\(problems.prefix(5))")
  }

  @Test func `every key made from a table is in the catalog`() throws {
    let catalog = try testCatalog()
    for key in Self.madeKeys { #expect(catalog.contains(StringKey(key)), "\(key)") }
  }

  @Test(arguments: [
    ("ru", "Отменить «Откатить „В архив“»"), ("fr", "Annuler «\u{A0}Revenir sur “Archiver”\u{A0}»"),
    ("es", "Deshacer «Revertir “Archivar”»"), ("ja", "「『アーカイブ』を打ち消す」を取り消す"),
    ("zh-Hans", "撤销“单独撤销‘归档’”"), ("zh-Hant", "還原「單獨還原『封存』」"),
  ])
  func `quotation marks within others are the inner ones of the language`(
    language: String,
    expected: String
  ) throws {
    let words = try Wording.test(try #require(LanguageTag(language)))
    let revert = Sentence.title(.revert(of: ActionName(.fixed(.archive))))
    let undo = Sentence.menu("undo", revert)
    #expect(words.string(undo) == expected)
    #expect(words.text(undo).withoutIsolates == expected)
  }

  @Test func `quotation marks of a person's own stay as they are`() throws {
    let words = try Wording.test("ru")
    let tag = Sentence("action.add-tag.title", .text("«x»"))
    #expect(words.string(.menu("undo", tag)) == "Отменить «Добавить метку „«x»“»")
    #expect(words.string(tag) == "Добавить метку ««x»»")
  }

  @Test(arguments: languages)
  func `what goes back in the history has five words that differ`(language: LanguageTag) throws {
    let words = try Wording.test(language)
    let commands: [ScreenCommand] = [.undo, .redo, .revert, .reapply, .restore, .cancel]
    let titles = commands.map { words.string(.title(of: .command($0))) }
    #expect(Set(titles).count == titles.count, "\(titles)")
    let undelete = words.string(.title(ActionName(.fixed(.undelete))))
    #expect(!titles.contains(undelete), "\(undelete)")
  }

  @Test(arguments: languages)
  func `every result of every action is a whole sentence`(language: LanguageTag) throws {
    let words = try Wording.test(language)
    for action in Self.actions {
      for count in [1, 2, 5, 21] {
        for rows in [CountedRows.threads(count), .messages(count)] {
          let sentence = words.string(.done(ActionName(action), rows))
          #expect(!sentence.contains("%") && !sentence.contains("action."), "\(sentence)")
          #expect(sentence.contains("\(count)"), "\(sentence)")
        }
      }
    }
  }

  private static let actions: [MailAction] =
    MailAction.withoutArgument
    + [
      .addTag("todo"), .removeTag("todo"), .changeTags(TagEdit(add: ["a"])),
      .move(MailFolder("Lists")), .snooze(SnoozePhrase(WakeTime(notBefore: 1_790_000_000))),
    ]

  @Test func `what was taken back is told as done, like all else`() throws {
    let words = try Wording.test("en")
    let star = ActionName(.fixed(.star))
    func said(_ name: ActionName) -> String { words.string(.done(name, .messages(2))) }
    #expect(said(.revert(of: star)) == "Reverted Star: 2 messages")
    #expect(said(.reapply(of: star)) == "Reapplied Star: 2 messages")
    #expect(said(.reverts(3)) == "Reverted 3 actions: 2 messages")
    #expect(said(.reapplies(1)) == "Reapplied 1 action: 2 messages")
  }

  @Test func `Russian uses its plural forms`() throws {
    let words = try Wording.test("ru")
    let name = ActionName(.fixed(.archive))
    let said = [1, 3, 5, 21].map { words.string(.done(name, .threads($0))) }
    #expect(
      said == [
        "1 цепочка в архиве", "3 цепочки в архиве", "5 цепочек в архиве", "21 цепочка в архиве",
      ]
    )
  }

  @Test(arguments: languages)
  func `what waits for a confirmation has its number of messages, one and many`(
    language: LanguageTag
  ) throws {
    let words = try Wording.test(language)
    let said = [1, 82].map { count in
      words.string(.failure(TriageFailure(.confirmationNeeded, String(count))))
    }
    #expect(said[0].contains("1") && said[1].contains("82"), "\(said)")
    if !["ja", "zh-Hans", "zh-Hant"].contains(language) {
      #expect(said[0].replacing("1", with: "82") != said[1], "\(said)")
    }
    #expect(!said[1].contains("about"), "\(said)")
  }

  @Test func `a partial undo counts and names its reasons`() throws {
    let words = try Wording.test("en")
    let skipped = [
      Skip(
        message: MessageID("a"),
        reason: .kept,
        by: StepID(3),
        byName: ActionName(.fixed(.spam))
      ),
      Skip(message: MessageID("b"), reason: .gone),
    ]
    let result = ChangeResult(
      kind: .partial,
      name: ActionName(.fixed(.archive)),
      requested: 12,
      changed: 10,
      skipped: skipped
    )
    #expect(
      words.string(.result(result, of: .undo))
        == "Undid Archive: 10 of 12 messages; 1 gone, 1 kept by Mark as Spam"
    )
  }

  @Test(
    arguments: [
      ("en", "1 of 1 message would change", "1 of 3 messages would change"),
      ("de", "1 von 1 Nachricht würde geändert", "1 von 3 Nachrichten würde geändert"),
      ("fr", "1 message sur 1 serait modifié", "1 message sur 3 serait modifié"),
      ("es", "Cambiaría 1 de 1 mensaje;", "Cambiaría 1 de 3 mensajes"),
      ("ru", "1 из 1 сообщения", "1 из 3 сообщений"),
    ] as [(LanguageTag, String, String)]
  )
  func `of two numbers the one that the noun belongs to chooses its form`(
    language: LanguageTag,
    one: String,
    three: String
  ) throws {
    let words = try Wording.test(language)
    let sentences = [("prompt.undo.partial", 1), ("prompt.undo.partial", 3)].map { key, count in
      words.string(Sentence(key, .number(1), .number(count), .text("1 gone")))
    }
    #expect(sentences[0].contains(one) && sentences[1].contains(three), "\(sentences)")
  }

  @Test(
    arguments: [
      ("en", "changed 1 of 3 messages", "1 of 3 messages would change"),
      ("de", "1 von 3 Nachrichten geändert", "1 von 3 Nachrichten würde geändert"),
      ("fr", "1 message sur 3 modifié", "1 message sur 3 serait modifié"),
      ("es", "cambió 1 de 3 mensajes", "cambiaría 1 de 3 mensajes"),
      ("ru", "изменено 1 из 3 сообщений", "изменится 1 из 3 сообщений"),
    ] as [(LanguageTag, String, String)]
  )
  func `what is done in part says with a verb what becomes of how many messages`(
    language: LanguageTag,
    done: String,
    asked: String
  ) throws {
    let words = try Wording.test(language)
    for (key, part) in [("status.partly-done", done), ("prompt.turn.partial", asked)] {
      let said = words.string(Sentence(key, .text("T"), .number(1), .number(3), .text("R")))
      #expect(said.contains(part), "\(said)")
    }
  }

  @Test(arguments: languages)
  func `no sentence of two numbers has the same noun for one and for five`(language: LanguageTag)
    throws
  {
    let words = try Wording.test(language)
    let isInflected = !["ja", "zh-Hans", "zh-Hant"].contains(language)
    for (key, hasTitle) in [
      ("status.outlook", false), ("status.outlook.partial", false), ("prompt.undo.partial", false),
      ("status.would-change", false), ("status.writing", false), ("undo.partial", true),
      ("redo.partial", true), ("status.partly-done", true), ("prompt.turn.partial", true),
      ("status.gathering", false), ("status.would-undo", true), ("status.would-redo", true),
    ] {
      let title: [Sentence.Argument] = hasTitle ? [.text("T")] : []
      let said = [1, 5].map { count in
        let numbers: [Sentence.Argument] = [.number(count), .number(count), .text("R")]
        let text = words.string(Sentence(key, arguments: title + numbers))
        return text.replacing("\(count)", with: "#")
      }
      #expect(!said[0].contains("status.") && !said[0].contains("%"), "\(said)")
      #expect((said[0] != said[1]) == isInflected, "\(key): \(said)")
    }
  }

  @Test func `of thousands of groups that keep messages only the greatest are named`() throws {
    let words = try Wording.test("en")
    let skipped = (0..<2_000).map { place in
      let group = place < 1_990 ? place + 100 : place % 2
      let name = ActionName(.fixed(group < 100 ? .spam : .star))
      let id = MessageID("\(place)")
      return Skip(message: id, reason: .kept, by: StepID(Int64(group)), byName: name)
    }
    #expect(
      words.string(.reasons(skipped))
        == "5 kept by Mark as Spam, 5 kept by Mark as Spam, 1 kept by Star, "
        + "1,989 kept by a later action"
    )
  }

  @Test func `a preview says what would be done`() throws {
    let words = try Wording.test("en")
    let result = ChangeResult(
      kind: .done,
      name: ActionName(.fixed(.archive)),
      requested: 14,
      changed: 12
    )
    #expect(
      words.string(.preview(result, of: .action)) == "Would change 12 of 14 messages: Archive"
    )
    #expect(
      words.string(.preview(result, of: .undo)) == "Would undo Archive: 12 of 14 messages"
    )
  }

  @Test func `arguments are harmless on the screen and exact for programs`() throws {
    let words = try Wording.test("en")
    let sentence = Sentence("status.no-matches", .text("a\u{1B}[0m\u{202E}"))
    #expect(words.text(sentence).text == "No messages match: a␛[0m<RLO>")
    #expect(words.string(sentence).contains("\u{1B}[0m"))
    let hebrew = words.text(Sentence("status.no-matches", .text("שלום"))).text
    #expect(hebrew == "No messages match: \u{2068}שלום\u{2069}")
  }

  @Test func `several actions in one gesture are named together`() throws {
    let words = try Wording.test("en")
    #expect(
      words.string(.title(ActionName([.fixed(.star), .addTag("todo")])))
        == "Star and Add Tag “todo”"
    )
    #expect(
      words.string(.title(ActionName([.fixed(.star), .addTag("a"), .fixed(.mute)])))
        == "Star and 2 More"
    )
  }

  @Test func `an action that is no more is called what it was called, or by its id`() throws {
    let finish = NamedAction(id: "finish", titles: ["en": "Finish", "ru": "Завершить"])
    let gone = NamedAction(id: "gone")
    let words = try Wording.test("en")
    #expect(words.string(.title(.action(finish))) == "Finish")
    #expect(try Wording.test("ru").string(.title(.action(finish))) == "Завершить")
    #expect(try Wording.test("ja").string(.title(.action(finish))) == "Finish")
    #expect(words.string(.title(.revert(of: .pair(finish, gone)))) == "Revert Finish and gone")
    #expect(words.string(.done(.action(finish), .messages(2))) == "Finish: 2 messages")
    #expect(words.string(.done(.action(gone), .threads(1))) == "gone: 1 thread")
    #expect(words.string(.menu("undo", .title(.action(finish)))) == "Undo Finish")
    #expect(words.string(.menu("undo", .title(.revert(of: .action(gone))))) == "Undo Revert gone")
  }

  @Test func `a group that a newer release has named is taken back like any other`() throws {
    let words = try Wording.test("en")
    let name = ActionName.unknown("{\"kind\":\"merge\"}")
    #expect(words.string(.menu("undo", .title(name))) == "Undo Action of a Newer Version")
    #expect(
      words.string(.done(name, .messages(2))) == "Action of a Newer Version: 2 messages"
    )
  }

  @Test func `a line of the history has all its words`() throws {
    let context = StepContext(origin: .shell, session: "s", host: "h", pid: 1)
    let step = StepSummary(
      id: StepID(412),
      kind: .action,
      progress: .done,
      state: .live,
      of: nil,
      name: ActionName(.fixed(.archive)),
      context: context,
      at: 0,
      messages: 1200,
      revisionBefore: IndexRevision(uuid: "", number: 0),
      revisionAfter: nil,
      toggles: []
    )
    #expect(
      try Wording.test("en").text(.step(step, time: "2026-08-22 14:30")).text
        == "#412  2026-08-22 14:30  done  shell  1,200  Archive"
    )
  }

  @Test(arguments: [
    ("en", "Send (message sent)", "Send", "Send and Archive"),
    ("es", "Enviar (mensaje enviado)", "Enviar", "Enviar y archivar"),
  ])
  func `what was taken back is not called sent, and sending and archiving has a name of its own`(
    language: String,
    left: String,
    takenBack: String,
    pair: String
  ) throws {
    let words = try Wording.test(try #require(LanguageTag(language)))
    let send = NamedAction(id: "send")
    var step = StepSummary(
      id: StepID(1),
      kind: .action,
      progress: .done,
      state: .live,
      of: nil,
      name: .action(send),
      context: StepContext(origin: .screen, session: "s", host: "h", pid: 1),
      at: 0,
      messages: 1,
      revisionBefore: IndexRevision(uuid: "", number: 0),
      revisionAfter: nil,
      toggles: []
    )
    step.left = LeftDeparture(.sent, at: 0, isAll: true)
    #expect(words.string(.title(of: step)) == left)
    step.state = .undone
    #expect(words.string(.title(of: step)) == takenBack)
    #expect(words.string(.title(.pair(send, NamedAction(id: "archive")))) == pair)
  }

  @Test func `a lock whose holder is unknown is told without a name`() throws {
    let words = try Wording.test("en")
    #expect(
      words.string(.failure(TriageFailure(.locked, "")))
        == "The index is locked by another program; nothing was changed"
    )
  }

  @Test(
    arguments: [
      (0, 1970), (951_782_399, 2000), (1_709_164_800, 2024), (1_735_689_599, 2024),
      (1_735_689_600, 2025), (-1, 1969), (-62_135_596_801, 0),
    ] as [(Timestamp, Int64)]
  )
  func `days know their year`(time: Timestamp, year: Int64) {
    #expect(LocalDay(time).year == year)
  }
}
