import Foundation
import TestSupport
import Testing
import TriageCore

@Suite struct ConfigVerbTests {
  @Test func `nothing starts with a mistake in the configuration, and all are named`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let file = try mail.file("config.toml", "confirm_abve = 1\n[list]\nsort = \"newest\"\n")
    let run = try mail.mulligan("--config", file, "tag", "+a", "--", "*")
    #expect(run.status == 1)
    #expect(
      run.errors == """
        \(file):1:1: error: unknown key “confirm_abve” (did you mean “confirm_above”?)
        \(file):3:8: error: wrong value of “sort”; expected: "newest-first", "oldest-first", "sender", "subject", "size", "waking"
        Nothing was done: mend the file, or go without it by --config /dev/null

        """
    )
    #expect(try mail.count("tag:a") == 0)
    #expect(try mail.mulligan("config", "check", "--config", file).status == 1)
    let problems = try mail.mulligan("config", "check", "--json", "--config", file).objects
    #expect(problems.map { $0["code"] as? String } == ["unknown-key", "wrong-value"])
    #expect(problems.map { $0["line"] as? Int } == [1, 3])
    #expect(try mail.mulligan("--config", "\(mail.folder)/none", "keys").status == 1)
  }

  @Test func `a check names the pattern among an account's addresses`() throws {
    let mail = try TemporaryMail()
    let pattern = try String(
      contentsOfFile: "\(TemporaryMail.fixtures)/cases/acting/A20-others-with-pattern.toml",
      encoding: .utf8
    )
    let account = "[[account]]\nname = \"home\"\naddress = \"me@example.org\"\n"
    let file = try mail.file("config.toml", account + pattern)
    let run = try mail.mulligan("config", "check", "--config", file)
    #expect(
      run.status == 1 && run.output.contains(":4:10: error: wrong value of “others”"),
      "\(run)"
    )
  }

  @Test func `a check names each view whose query notmuch does not understand`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let file = try mail.file(
      "config.toml",
      """
      [[view]]
      name = "Inbox"
      query = "tag:inbox"
      [[view]]
      name = "Broken"
      query = "tag:inbox and ("
      [[view]]
      name = "Narrow"
      query = "*"
      on_enter = { limit = "date:yesterdy" }

      """
    )
    let run = try mail.mulligan("config", "check", "--config", file)
    #expect(run.status == 1)
    #expect(
      run.output == """
        \(file):6:9: error: the query of the view “Broken” is not understood: Syntax: <expression> AND <expression>
        \(file):10:22: error: the query of the view “Narrow” is not understood: Didn't understand date specification 'yesterdy'

        """
    )
    let problems = try mail.mulligan("config", "check", "--json", "--config", file).objects
    #expect(problems.map { $0["code"] as? String } == ["bad-query", "bad-query"])
    #expect(problems.map { $0["line"] as? Int } == [6, 10])
    #expect(try mail.mulligan("--config", file, "count").status == 0, "all else goes on")
    let elsewhere = ["NOTMUCH_CONFIG": "\(mail.folder)/none"]
    let unread = try mail.mulligan("config", "check", "--config", file, with: elsewhere)
    #expect(unread.status == 0, "without an index nothing is known of queries: \(unread)")
  }

  @Test func `a check says that there is no file, and names the wrong word of several`() throws {
    let mail = try TemporaryMail()
    let xdg = ["XDG_CONFIG_HOME": "\(mail.folder)/xdg"]
    let none = try mail.mulligan("config", "check", with: xdg)
    let path = "\(mail.folder)/xdg/mulligan/config.toml"
    #expect(none.output == "There is no file \(path); the defaults hold\n" && none.status == 0)
    let file = try mail.file("config.toml", "[list]\ncolumns = [\"date\", \"size\"]\n")
    let wrong = try mail.mulligan("config", "check", "--config", file).output
    #expect(wrong.contains(":2:20: error: “size” is not one of: \"date\", \"authors\""), "\(wrong)")
    let broken = try mail.file("broken.toml", "[list\nsort = 1\n")
    let syntax = try mail.mulligan("config", "check", "--config", broken)
    #expect(syntax.output.contains("error: this is not valid; the parser says: "))
    let rest = "The parser stops there: the rest of the file may have more mistakes\n"
    #expect(syntax.errors == rest)
  }

  @Test func `the configuration is found where XDG says, and shown as it is in force`() throws {
    let mail = try TemporaryMail()
    let folder = "\(mail.folder)/xdg/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("confirm_above = 7\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/config.toml"))
    let xdg = ["XDG_CONFIG_HOME": "\(mail.folder)/xdg"]
    #expect(try mail.mulligan("config", "path", with: xdg).output == "\(folder)/config.toml\n")
    let shown = try mail.mulligan("config", "show", with: xdg).output
    #expect(shown.contains("confirm_above = 7\n"))
    let again = try mail.file("again.toml", shown)
    #expect(try mail.mulligan("config", "show", "--config", again).output == shown)
  }

  @Test func `E43: keys of fields, dialogs, menus, pickers, parts and the help are listed`() throws
  {
    let mail = try TemporaryMail()
    let contexts = ["text", "dialog", "menu", "picker", "help", "parts"]
    let settings = contexts.map { "[keys.\($0)]\n\"F7\" = \"cancel\"\n" }.joined()
    let file = try mail.file(
      "config.toml",
      settings.replacing("[keys.help]\n\"F7\" = \"cancel\"", with: "[keys.help]\n\"F7\" = \"back\"")
    )
    let run = try mail.mulligan("--config", file, "keys", "--json")
    let bound = run.objects.filter { $0["keys"] as? String == "F7" }
    #expect(Set(bound.compactMap { $0["view"] as? String }) == Set(contexts), "\(run.errors)")
  }

  @Test func `a person's own action is one of the actions`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let file = try mail.file(
      "config.toml",
      """
      [effects]
      archive = ["-inbox", "+archived"]
      [[action]]
      id = "finish"
      steps = ["mark-read", "archive", "add-tag:done"]
      key = "D"
      name = { en = "Finish 100%", ru = "Завершить" }
      """
    )
    let config = ["--config", file]
    let own = try mail.mulligan(config + ["actions", "--json"]).objects.last
    #expect(own?["id"] as? String == "finish")
    #expect(own?["title"] as? String == "Finish 100%")
    #expect(own?["add"] as? [String] == ["archived", "done"])
    #expect(own?["keys"] as? [String] == ["D"])
    #expect(own?["user"] as? Bool == true)
    let run = try mail.mulligan(config + ["apply", "finish", "--", "tag:unread"])
    #expect(run.output.hasPrefix("Finish 100%: 2 messages"), "\(run)")
    #expect(try mail.count("tag:done and tag:archived and not tag:inbox and not tag:unread") == 2)
    let undone = try mail.mulligan(config + ["--language", "ru", "undo"])
    #expect(undone.output.contains("«Завершить»"), "\(undone)")
    // Without the action its groups are still named as they were.
    #expect(try mail.mulligan("redo").output.hasPrefix("Redid Finish 100%"))
    #expect(try mail.mulligan(config + ["keys"]).output.contains("D"))
  }

  @Test func `a name in plain text is the title of an own action, also once it is removed`() throws
  {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let action = "[[action]]\nid = \"finish\"\nsteps = [\"archive\"]\nname = \"Finish at 100%\"\n"
    let config = ["--config", try mail.file("config.toml", action)]
    let title = try mail.mulligan(config + ["actions", "--json"]).objects.last?["title"] as? String
    #expect(title == "Finish at 100%")
    let run = try mail.mulligan(config + ["apply", "finish", "--", "*"])
    #expect(run.output.hasPrefix("Finish at 100%: "), "\(run)")
    #expect(try mail.mulligan("undo").output.contains("Finish at 100%"))
  }

  @Test func `E40: own actions keep their titles in the history in all their languages`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    _ = try mail.file(
      "own.xcstrings",
      """
      {"sourceLanguage":"en","version":"1.0","strings":{"my.title":{"localizations":{\
      "en":{"stringUnit":{"state":"translated","value":"Tidy Up"}},\
      "ru":{"stringUnit":{"state":"translated","value":"Прибрать"}}}}}}
      """
    )
    let file = try mail.file(
      "config.toml",
      """
      catalogs = ["own.xcstrings"]
      [[action]]
      id = "finish"
      steps = ["mark-read", "add-tag:done"]
      name = { en = "Finish 100%", ru = "Завершить" }
      [[action]]
      id = "tidy"
      steps = ["add-tag:tidy"]
      name = "my.title"
      """
    )
    let apply = ["--config", file, "apply"]
    #expect(try mail.mulligan(apply + ["finish", "--", "tag:unread"]).status == 0)
    #expect(try mail.mulligan(apply + ["finish", "tidy", "--", "*"]).status == 0)
    #expect(try mail.mulligan(apply + ["tidy", "finish", "star", "--", "*"]).status == 0)
    // Some of it the second group keeps.
    #expect(try mail.mulligan("history", "revert", "--yes", "1").status == 3)
    let titles = { (language: String) in
      try mail.mulligan("--language", language, "history", "--json").objects.reversed()
        .map { $0["title"] as? String }
    }
    #expect(
      try titles("en") == [
        "Finish 100%", "Finish 100% and Tidy Up", "Tidy Up and 2 More", "Revert Finish 100%",
      ]
    )
    #expect(try titles("ru").first == "Завершить")
    #expect(try titles("ru").last??.contains("Завершить") == true)
    #expect(try titles("de").first == "Finish 100%")
    #expect(try mail.mulligan("undo").output.contains("Revert Finish 100%"))
  }

  @Test func `sentences of a person's own catalog and language count`() throws {
    let mail = try TemporaryMail()
    let catalog = """
      {"sourceLanguage":"en","version":"1.0","strings":{"action.archive.title":{"localizations":\
      {"en":{"stringUnit":{"state":"translated","value":"Put Away"}}}}}}
      """
    _ = try mail.file("own.xcstrings", catalog)
    let file = try mail.file("config.toml", "catalogs = [\"own.xcstrings\"]\n")
    let actions = try mail.mulligan("actions", "--json", "--config", file).objects
    #expect(actions.contains { $0["title"] as? String == "Put Away" })
    let russian = try mail.file("ru.toml", "language = \"ru\"\n")
    #expect(try mail.mulligan("actions", "--config", russian).output.contains("В архив"))
    let unknown = try mail.file("xx.toml", "\nlanguage = \"xx\"\n")
    let run = try mail.mulligan("actions", "--config", unknown)
    #expect(run.status == 1)
    #expect(run.errors.contains(":2:12: error: there is no language “xx”"), "\(run)")
    let missing = try mail.file("missing.toml", "catalogs = [\"none.xcstrings\"]\n")
    let passedOver = try mail.mulligan("actions", "--config", missing)
    #expect(passedOver.status == 0)
    #expect(passedOver.errors.contains("none.xcstrings"), "\(passedOver)")
  }
}
