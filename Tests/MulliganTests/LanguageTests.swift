import Foundation
import TestSupport
import Testing

/// In which language the program speaks, and whose sentences it says.
@Suite struct LanguageTests {
  private let mail: TemporaryMail

  init() throws { mail = try TemporaryMail() }

  private func run(
    _ arguments: String...,
    settings: String? = nil,
    catalog: String? = nil,
    with variables: [String: String] = [:]
  ) throws -> ShellRun {
    let folder = mail.folder + "/config/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in [("config.toml", settings), ("strings.xcstrings", catalog)] {
      try text?.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    let none = ["LC_ALL": "", "LC_MESSAGES": "", "LANG": "", "LC_CTYPE": "C.UTF-8"]
    return try mail.mulligan(
      arguments,
      with: none.merging(["XDG_CONFIG_HOME": mail.folder + "/config"]) { $1 }
        .merging(variables) { $1 }
    )
  }

  private func catalog(_ entries: [String: [String: String]]) throws -> String {
    let strings = entries.mapValues { texts in
      [
        "localizations": texts.mapValues { ["stringUnit": ["state": "translated", "value": $0]] }
      ]
    }
    let object: [String: Any] = ["sourceLanguage": "en", "version": "1.0", "strings": strings]
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  @Test(
    arguments: [
      ([:], "Nothing to undo"), (["LANG": "ru_RU.UTF-8"], "Нечего отменять"),
      (["LANG": "de_AT.UTF-8"], "Nichts rückgängig zu machen"),
      (["LANG": "fr_CA.UTF-8"], "Rien à annuler"), (["LANG": "es_MX.UTF-8"], "Nada que deshacer"),
      (["LANG": "ja_JP.UTF-8"], "取り消す操作はありません"), (["LANG": "zh_CN.UTF-8"], "没有可撤销的操作"),
      (["LANG": "zh_HK.UTF-8"], "沒有可還原的動作"), (["LANG": "zh_SG.UTF-8"], "没有可撤销的操作"),
      (["LANG": "ru_RU.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"], "Nichts rückgängig zu machen"),
      (["LC_MESSAGES": "de_DE.UTF-8", "LC_ALL": "fr_FR.UTF-8"], "Rien à annuler"),
      (["LC_ALL": "C", "LANG": "ru_RU.UTF-8"], "Nothing to undo"),
      (["LANG": "POSIX"], "Nothing to undo"), (["LANG": "xx_YY.UTF-8"], "Nothing to undo"),
      (["LANG": "!!"], "Nothing to undo"),
    ] as [([String: String], String)]
  )
  func `the environment's first variable that is set chooses`(
    variables: [String: String],
    sentence: String
  ) throws {
    #expect(try run("undo", with: variables).errors.contains(sentence))
  }

  @Test func `the configuration counts more than the environment, the flag most`() throws {
    let russian = #"language = "ru""#
    let environment = ["LANG": "de_DE.UTF-8"]
    #expect(try run("undo", settings: russian, with: environment).errors.contains("отменять"))
    let flag = try run("undo", "--language", "fr", settings: russian, with: environment)
    #expect(flag.errors.contains("Rien à annuler"))
    let auto = try run("undo", settings: #"language = "auto""#, with: environment)
    #expect(auto.errors.contains("Nichts"))
  }

  @Test func `an unknown language that was asked for is an error with the list`() throws {
    let languages = "de, en, es, fr, ja, ru, zh-Hans, zh-Hant"
    let flag = try run("undo", "--language", "it")
    #expect(flag.status == 64)
    #expect(flag.errors.contains("“it”; there are: \(languages)"))
    let set = try run("undo", settings: "\nlanguage = \"it\"")
    #expect(set.status == 1)
    #expect(set.errors.contains("config.toml:2:12: error: "))
    #expect(set.errors.contains("“it”; there are: \(languages)"))
  }

  @Test func `a person's catalog overrides sentences and adds languages`() throws {
    let own = try catalog([
      "error.nothing-to-undo": ["en": "All is as it was", "it": "Niente da annullare"]
    ])
    #expect(try run("undo", catalog: own).errors.contains("error: All is as it was"))
    let italian = try run("undo", catalog: own, with: ["LANG": "it_IT.UTF-8"])
    #expect(italian.errors.contains("error: Niente da annullare"))
    #expect(try run("redo", "--language", "it", catalog: own).errors.contains("Nothing to redo"))
  }

  @Test func `of several catalogs the later one counts more`() throws {
    let text = { (word: String) in try catalog(["error.nothing-to-undo": ["en": word]]) }
    for name in ["first", "second"] {
      try text(name).write(
        toFile: "\(mail.folder)/\(name).xcstrings",
        atomically: true,
        encoding: .utf8
      )
    }
    let settings = #"catalogs = ["../../first.xcstrings", "../../second.xcstrings"]"#
    let run = try run("undo", settings: settings, catalog: text("beside"))
    #expect(run.errors.contains("error: second"))
  }

  @Test func `a person's own action is said in the reader's language`() throws {
    let settings = """
      [[action]]
      id = "finish"
      steps = ["mark-read", "archive", "add-tag:done"]
      name = { en = "Finish", ru = "Завершить 100%" }
      [[action]]
      id = "later"
      steps = ["add-tag:later"]
      name = "my.later"
      """
    let own = try catalog([
      "my.later": ["en": "Put Off", "ru": "Отложить"],
      "action.finish.done.messages": ["en": "Finished %lld", "ru": "Завершено: %lld"],
    ])
    let undoTitles = { (language: String) in
      try run("actions", "--json", "--language", language, settings: settings, catalog: own).objects
        .suffix(2).compactMap { $0["undoTitle"] as? String }
    }
    #expect(try undoTitles("ru") == ["Отменить «Завершить 100%»", "Отменить «Отложить»"])
    #expect(try undoTitles("en") == ["Undo Finish", "Undo Put Off"])
    #expect(
      try undoTitles("de") == ["Rückgängig: Finish", "Rückgängig: Put Off"],
      "English is the next best"
    )
    #expect(try run("strings", "check", settings: settings, catalog: own).status == 0)
    try mail.deliverMixedThread()
    let done = try run("apply", "finish", "--", "*", settings: settings, catalog: own)
    #expect(done.output.hasPrefix("Finished 5 "))
  }

  @Test(
    arguments: [
      (#"{"sourceLanguage": "en", "strings": {"#, ":1:38: the text ends too soon"),
      (#"{"sourceLanguage": "en", "strings": {}, "version": "7"}"#, ":1:52: version “7”"),
      ("", ":1:1: the text ends too soon"), ("[]", ":1:1: this character cannot stand here"),
    ]
  )
  func `a broken catalog is told of and the program's sentences are shown`(
    text: String,
    complaint: String
  ) throws {
    let run = try run("undo", catalog: text)
    #expect(run.errors.contains("strings.xcstrings\(complaint)"))
    #expect(run.errors.contains("error: Nothing to undo"))
  }

  @Test func `a broken catalog is told of on the screen`() throws {
    try mail.deliverMixedThread()
    let folder = mail.folder + "/config/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "{".write(toFile: "\(folder)/strings.xcstrings", atomically: true, encoding: .utf8)
    let screen = try TmuxScreen(mail, variables: ["XDG_CONFIG_HOME": mail.folder + "/config"])
    try screen.wait(for: "Your strings catalogs have mistakes: 1")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `a broken sentence gives way to the program's, whole`() throws {
    let own = try catalog([
      "error.no-such-step": ["en": "No %lld %@ %5$@", "ru": "Нет %@ и %@"]
    ])
    #expect(
      try run("history", "show", "77", catalog: own).errors
        .contains("error: There is no action #77 in the history\n")
    )
    #expect(
      try run("history", "show", "77", "--language", "ru", catalog: own).errors
        .contains("В истории нет действия #77")
    )
  }

  @Test func `what was done in Russian is titled in Chinese for who reads Chinese`() throws {
    try mail.deliverMixedThread()
    let done = try run("--language", "ru", "apply", "archive", "--", "*")
    #expect(done.output.hasPrefix("3 сообщения в архиве"))
    let title = { (language: String) in
      try run("history", "--json", "--language", language).objects.first?["title"] as? String
    }
    #expect(try title("zh-Hans") == "归档")
    #expect(try title("ja") == "アーカイブ")
    #expect(try run("undo", "--language", "zh-Hans").output.hasPrefix("已撤销“归档”：3 封邮件"))
  }

  @Test func `E40: a step keeps its title when its action is no more`() throws {
    try mail.deliverMixedThread()
    let settings = """
      [[action]]
      id = "finish"
      steps = ["archive", "add-tag:done"]
      name = { en = "Finish" }
      """
    #expect(try run("apply", "finish", "--", "*", settings: settings).status == 0)
    let history = try run("history", settings: "")
    #expect(history.output.contains("  Finish  "))
    #expect(try run("undo", settings: "").output.hasPrefix("Undid Finish: 5 messages"))
  }
}
