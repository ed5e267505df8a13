import Foundation
import Screen
import TestSupport
import Testing
import TriageConfig
import TriageCore

/// What the shell says of arguments that are wrong, and of a configuration with mistakes.
@Suite struct UsageTests {
  private static func mail() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    return mail
  }

  /// Runs a command that must be refused as wrong use, changing nothing.
  private func refused(_ mail: TemporaryMail, _ arguments: [String]) throws -> ShellRun {
    let before = try mail.dump()
    let run = try mail.mulligan(arguments)
    #expect(run.status == 64, "\(arguments): \(run)")
    #expect(run.errors.hasPrefix("mulligan: error: "), "\(arguments): \(run)")
    #expect(try mail.dump() == before, "\(arguments)")
    return run
  }

  // MARK: Settings

  @Test(arguments: [
    "theme = \"nope\"", "[layout]\nsidebar = 3", "[mouse]\nenabled = 1", "[keys.list]\nX = \"zap\"",
    "start = \"nope\"\n[[view]]\nname = \"a\"\nquery = \"*\"", "[list]\nsort = \"loudness\"",
    "[lst]\nsort = \"subject\"", "refrsh = 5",
  ])
  func `E36: a wrong setting of the screen stops the screen only`(settings: String) throws {
    let mail = try Self.mail()
    let file = try mail.file("config.toml", settings + "\n")
    let config = ["--config", file]
    let command = "mulligan config check --config \(ShellWords.joined([file]))"
    let hint = "has mistakes that do not matter here; “\(command)” names them\n"
    let commands = [
      ["count", "*"], ["list", "*"], ["show", "id:m1@example.org"], ["history"],
      ["tag", "+a", "--", "id:m1@example.org"], ["apply", "star", "--", "id:m1@example.org"],
      ["undo"],
    ]
    for command in commands {
      let run = try mail.mulligan(config + command)
      #expect(run.status == 0, "\(command): \(run)")
      #expect(run.errors.components(separatedBy: hint).count == 2, "\(command): \(run)")
    }
    let screen = try mail.mulligan(config + ["read"])
    #expect(screen.status == 1 && screen.errors.contains("config.toml:"), "\(screen)")
  }

  @Test(arguments: [
    ("[effects]\narchive = 3", ["apply", "star", "--", "*"], ["tag", "+a", "--", "*"]),
    ("[[action]]\nid = \"x\"", ["apply", "star", "--", "*"], ["tag", "+a", "--", "*"]),
    ("confirm_above = -1", ["tag", "+a", "--", "*"], ["count", "*"]),
    ("[history]\nkeep_days = \"x\"", ["history", "prune"], ["tag", "+a", "--", "*"]),
    ("[reading]\nhtml = 3", ["show", "*"], ["apply", "star", "--", "*"]),
    ("[[view]]\nname = \"a\"", ["list"], ["list", "*"]),
    ("[[account]]\nname = \"a\"", ["compose"], ["list", "*"]),
  ])
  func `E36: other wrong settings stop what uses them`(
    settings: String,
    stopped: [String],
    other: [String]
  ) throws {
    let mail = try Self.mail()
    let config = ["--config", try mail.file("config.toml", settings + "\n")]
    let before = try mail.dump()
    let run = try mail.mulligan(config + stopped)
    #expect(run.status == 1 && run.errors.contains("config.toml:"), "\(run)")
    #expect(try mail.dump() == before)
    #expect(try mail.mulligan(config + other).status == 0)
  }

  // MARK: Actions and queries

  @Test func `E37: apply without an action, and move without a folder, are wrong use`() throws {
    let mail = try Self.mail()
    let none = try refused(mail, ["apply", "--", "*"])
    #expect(none.errors.contains("An action is missing"), "\(none)")
    #expect(try refused(mail, ["apply"]).errors.contains("An action is missing"))
    #expect(try refused(mail, ["move", "--", "*"]).errors.contains("A folder is missing"))
    // Reading changes nothing, and needs no “--”.
    let show = try refused(mail, ["show"]).errors
    #expect(show.contains("A query is missing") && !show.contains("changed"), "\(show)")
    let json = try refused(mail, ["apply", "--json", "--", "*"])
    #expect(json.objects.first?["error"] as? String == "usage", "\(json)")
  }

  @Test func `E37: a query without “--” before it is named whole`() throws {
    let mail = try Self.mail()
    let run = try refused(mail, ["apply", "archive", "tag:inbox", "from:ann"])
    #expect(run.errors.contains("“--” is missing before the query “tag:inbox from:ann”"), "\(run)")
    let action = try refused(mail, ["apply", "archve", "tag:inbox"])
    #expect(action.errors.contains("did you mean “archive”"), "\(action)")
  }

  @Test func `E37: a change of tags begins with a sign`() throws {
    let run = try refused(try Self.mail(), ["tag", "inbox", "*"])
    #expect(run.errors.contains("A change begins with + or -, and “inbox” does not"), "\(run)")
    // Whatever stands before “--” is a change, or was meant as one.
    let later = try refused(try Self.mail(), ["tag", "+a", "b", "--", "*"])
    #expect(later.errors.contains("A change begins with + or -, and “b” does not"), "\(later)")
  }

  @Test(arguments: [
    ["apply", "archive", "--", "tag:inbox", "--dry-run"],
    ["apply", "archive", "--", "tag:inbox", "--limit=1"],
    ["tag", "+a", "--", "tag:inbox", "--dry-run"], ["tag", "+a", "tag:inbox", "--dry-run"],
    ["move", "Archive", "--", "tag:inbox", "--dry-run"], ["list", "--", "tag:inbox", "--json"],
    ["show", "--", "tag:inbox", "--json"], ["count", "--", "tag:inbox", "--json"],
  ])
  func `E37: an option of the verb behind “--” is refused with a hint`(words: [String]) throws {
    let run = try refused(try Self.mail(), words)
    #expect(run.errors.contains("options go before it") && run.errors.contains("Hint: "), "\(run)")
  }

  @Test func `E37: quoted in a query with a blank it is a word like others`() throws {
    let mail = try Self.mail()
    #expect(try mail.mulligan("count", "--", "cottage or --dry-run").status == 0)
    #expect(try mail.mulligan("count", "--", "cottage", "--frob").status == 0)
  }

  @Test func `a field that notmuch has not is named when nothing was found, and only then`() throws
  {
    let mail = try Self.mail()
    let note = "notmuch has no field “form:”; did you mean “from:”?"
    for command in [
      ["list", "form:ann"], ["list", "--output", "messages", "form:ann"], ["count", "form:ann"],
      ["apply", "star", "--", "form:ann"], ["list", "--json", "form:ann"],
    ] {
      let run = try mail.mulligan(command)
      #expect(run.status == 0 && run.errors.contains(note), "\(run)")
    }
    let tag = try mail.mulligan("list", "tag:inbx")
    let nearest = "no message has the tag “inbx”; did you mean “inbox”?"
    #expect(tag.status == 0 && tag.errors.contains(nearest), "\(tag)")
    let shown = try mail.mulligan("show", "form:ann")
    #expect(shown.status == 1 && shown.errors.contains(note), "\(shown)")
    let found = try mail.mulligan("list", "form:ann or from:ann")
    #expect(found.status == 0 && !found.errors.contains("form:"), "\(found)")
    let text = try mail.mulligan("list", "subject:\"form:nothing of this\"")
    #expect(text.errors == "No messages match: subject:\"form:nothing of this\"\n", "\(text)")
    try mail.notmuch("config", "set", "index.header.Form", "X-Form")
    let own = try mail.mulligan("list", "Form:ann")
    #expect(own.status == 0 && own.errors == "No messages match: Form:ann\n", "\(own)")
  }

  @Test func `list says on standard error that nothing was found, and to programs nothing`() throws
  {
    let mail = try Self.mail()
    let run = try mail.mulligan("list", "tag:nothing")
    #expect(run.status == 0 && run.output.isEmpty, "\(run)")
    #expect(run.errors == "No messages match: tag:nothing\n", "\(run)")
    let json = try mail.mulligan("list", "--json", "tag:nothing")
    #expect(json.status == 0 && json.output.isEmpty && json.errors.isEmpty, "\(json)")
  }

  // MARK: The parser

  @Test(arguments: [
    (["list", "--x\u{1B}]0;pwned\u{7}"], "There is no option “--x␛]0;pwned␇” here"),
    (["list", "--limt", "1"], "There is no option “--limt” here; did you mean “--limit”?"),
    (["list", "-tag:inbox"], "goes after “--”"),
    (["list", "--limit"], "A value is missing after “--limit”"),
    (["list", "--json=yes"], "“--json” takes no value"),
    (["list", "--limit", "\u{1B}[31m"], "--limit takes a whole number, and “␛[31m” is none"),
    (
      ["list", "--output", "mails"], "“mails” is no value of --output; there are: threads, messages"
    ),
    (["list", "--color", "blue"], "“blue” is no value of --color; there are: auto, always, never"),
    (["show"], "A query is missing"), (["show", "--json"], "A query is missing"),
    (["history", "revert"], "“mulligan history revert” needs an argument"),
    (["history", "3"], "“3” is one argument too many"),
    (["history", "3"], "“mulligan history show 3” shows that action"),
    (["history", "#60"], "“mulligan history show 60” shows that action"),
    (["undo", "#60"], "“mulligan history revert 60” takes that action back"),
    (["undo", "@-1"], "“mulligan history revert @-1” takes that action back"),
    (["redo", "#60"], "“mulligan history reapply 60” brings that action back"),
    (["history", "foo"], "There is no verb “history foo”"),
    (["history", "rever", "1"], "did you mean “history revert”"),
    (["config", "path", "x"], "“x” is one argument too many"),
    (["undo", "many"], "“many” is not a whole number"),
    (["undo", "--lock-timeout", "x"], "--lock-timeout takes a number of seconds"),
    (["history", "show", "x"], "“x” is not an action"),
    (["history", "--since", "then"], "“then” is not a time"),
    (["history", "prune", "--keep", "-1"], "-1 is not a number of actions to keep"),
    (["--config"], "A value is missing after “--config”"),
    (["tag", "+foo"], "A query is missing: it stands after “--”"),
    (["apply", "delete", "--"], "A query is missing: it stands after “--”"),
    (["--langauge", "de", "list"], "“mulligan --help” says what it takes"),
    (["--langauge", "de", "read"], "“mulligan read --help” says what it takes"),
    (["snooze"], "“mulligan apply snooze:WHEN -- QUERY” does that"),
    (["snooze", "from:ann"], "“mulligan apply snooze:WHEN -- from:ann” does that"),
    (["snooze", "--help"], "“mulligan apply snooze:WHEN -- QUERY” does that"),
    (["star"], "“mulligan apply star -- QUERY” does that"),
    (["help", "nosuch"], "There is no verb “nosuch”"),
    (["help", "shwo"], "There is no verb “shwo”; did you mean “show”?"),
    (["--language", "en", "help", "appyl"], "There is no verb “appyl”; did you mean “apply”?"),
    (["help", "history", "revrt"], "did you mean “history revert”?"),
  ])
  func `E38: a mistake in the arguments is told in the catalog's words, and harmless`(
    arguments: [String],
    words: String
  ) throws {
    let run = try refused(try Self.mail(), arguments)
    #expect(run.errors.contains(words), "\(run)")
    #expect(run.output.isEmpty && !run.errors.contains("Usage:"), "\(run)")
    #expect(!run.errors.utf8.contains(0x1B) && !run.errors.utf8.contains(0x07))
  }

  @Test func `an attachment whose name would be a field of its own is refused`() throws {
    let mail = try TemporaryMail()
    let path = "\(mail.folder)/note.txt\nBcc: eve@example.org\nX: y"
    try "A note\n".write(toFile: path, atomically: false, encoding: .utf8)
    let run = try refused(mail, ["compose", "--attach", path])
    #expect(run.output.isEmpty && run.errors.contains("--attach"), "\(run)")
  }

  @Test func `E38: the mistake is told in the person's language`() throws {
    let run = try Self.mail().mulligan("--language", "ru", "list", "--frobnicate")
    #expect(run.status == 64 && run.errors.contains("Параметра «--frobnicate» здесь нет"), "\(run)")
  }

  @Test(arguments: [
    ("de", "archivieren", "archive"), ("de", "Löschen", "delete"), ("fr", "archiver", "archive"),
    ("en", "arhcive", "archive"),
  ])
  func `an action that is called by its title is named by its id`(
    language: String,
    word: String,
    id: String
  ) throws {
    let run = try Self.mail().mulligan("--language", language, "apply", word, "--", "*")
    #expect(run.status == 64, "\(run)")
    let words = run.errors.components(separatedBy: ["“", "”", "„", "«", "»", "\u{A0}"])
    #expect(words.contains(id), "\(run)")
  }

  @Test(arguments: [
    (["apply", "--json", "--frob", "archive", "--", "*"], "apply"),
    (["tag", "--json", "--limit", "x", "+a", "*"], "tag"),
    (["move", "--json", "--frob", "Archive", "--", "*"], "move"),
    (["undo", "--json", "x"], "undo"), (["redo", "--json", "--frob"], "redo"),
    (["undo", "--json", "0"], "undo"), (["undo", "--json", "--lock-timeout", "-3"], "undo"),
    (["plan", "run", "--json"], "plan"), (["history", "revert", "--json"], "revert"),
    (["history", "restore", "--json", "x"], "restore"),
    (["history", "reapply", "--frob", "--json", "1"], "reapply"),
    (["history", "recover", "--json", "--lock-timeout", "-1"], "recover"),
  ])
  func `E38: with JSON a writing verb has its result object all the same`(
    arguments: [String],
    verb: String
  ) throws {
    let run = try refused(try Self.mail(), arguments)
    let result = try #require(run.objects.first, "\(run)")
    #expect(run.objects.count == 1 && result["type"] as? String == "result")
    #expect(result["verb"] as? String == verb && result["error"] as? String == "usage", "\(run)")
    #expect(result["result"] as? String == "failed")
  }

  @Test func `E38: a query that is no verb is sent to read`() throws {
    let run = try refused(try Self.mail(), ["tag:inbox", "from:ann"])
    #expect(run.errors.contains("“mulligan read tag:inbox from:ann”"), "\(run)")
    let action = try refused(try Self.mail(), ["archive", "from:ann"])
    #expect(action.errors.contains("“mulligan apply archive -- from:ann”"), "\(action)")
    let config = try refused(try Self.mail(), ["--config", "/dev/null", "archive", "from:ann"])
    let moved = "“mulligan apply --config /dev/null archive -- from:ann”"
    #expect(config.errors.contains(moved), "\(config)")
    let time = try refused(try Self.mail(), ["snooze", "fri", "from:ann"])
    #expect(time.errors.contains("“mulligan apply snooze:fri -- from:ann”"), "\(time)")
  }

  @Test(arguments: [["-h"], ["help"], ["--language", "en", "--help"]])
  func `the program's help is the same however it is asked for`(arguments: [String]) throws {
    let mail = try TemporaryMail()
    let help = try mail.mulligan("--help")
    let other = try mail.mulligan(arguments)
    #expect(help.status == 0 && help.errors.isEmpty && help.output.contains("SUBCOMMANDS:"))
    #expect(other == help)
  }

  @Test(arguments: [[], ["list"], ["history"], ["plan"]], ["ru", "de", "ja"])
  func `E38: the parser's help has no words of its own in another language`(
    verb: [String],
    language: String
  ) throws {
    let help = try TemporaryMail().mulligan(["--language", language] + verb + ["--help"])
    #expect(help.status == 0)
    let own = [
      "OVERVIEW:", "USAGE:", "ARGUMENTS:", "OPTIONS:", "SUBCOMMANDS:", "See '", "Show help",
      "Show the version", "default:", "values:",
    ]
    for words in own { #expect(!help.output.contains(words), "\(words): \(help.output)") }
    // The second line of a call stands below the first one's program.
    let call = help.output.lines.drop { !$0.contains(" mulligan ") }.prefix { !$0.isEmpty }
    let heading = DisplayText(String(try #require(call.first).prefix { $0 != ":" })).width + 2
    for line in call.dropFirst() { #expect(line.prefix { $0 == " " }.count == heading) }
  }

  @Test(arguments: [["history", "--help"], ["history", "-h"], ["help", "history"]])
  func `the help of history has the options it takes alone, and the verbs below it`(
    words: [String]
  ) throws {
    let help = try TemporaryMail().mulligan(words)
    #expect(help.status == 0)
    for part in [
      "USAGE: mulligan history [", "--limit", "--since", "--all", "--patch", "--json",
      "SUBCOMMANDS:", "restore",
    ] {
      #expect(help.output.contains(part), "\(part): \(help.output)")
    }
    #expect(!help.output.contains("history list"), "\(help.output)")
  }

  @Test func `E38: tag -h removes the tag h`() throws {
    let mail = try Self.mail()
    try mail.tag("+h", "--", "id:m1@example.org")
    #expect(try mail.mulligan("tag", "-h", "--", "id:m1@example.org").status == 0)
    #expect(try mail.count("tag:h") == 0)
    let help = try mail.mulligan("tag", "--help")
    #expect(help.status == 0 && help.output.contains("--help") && !help.output.contains("-h,"))
  }

  // MARK: Limits, plans, the file

  @Test func `E39: show with a limit takes the newest, oldest first`() throws {
    let mail = try Self.mail()
    try mail.deliver(SampleMessage("undated@x", date: nil))
    let ids = { (limit: String) in
      try mail.mulligan("show", "--limit", limit, "--json", "*").objects.map { $0["id"] as? String }
    }
    #expect(try ids("2") == ["m4@example.org", "m5@example.org"])
    #expect(try ids("6").first == "m1@example.org" && ids("6").last == "undated@x")
  }

  @Test func `list names a message without a subject as the screen does`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(SampleMessage("bare@example.org", subject: ""))
    let run = try mail.mulligan("list", "*")
    #expect(run.output.contains("; (no subject)  ("), "\(run)")
    #expect(try mail.mulligan("list", "--json", "*").objects.first?["subject"] as? String == "")
  }

  @Test func `E9: list has how many messages matched, of how many in all`() throws {
    let run = try Self.mail().mulligan("list", "tag:inbox")
    #expect(run.status == 0 && run.output.contains("  [3/5]  "), "\(run)")
  }

  @Test func `E39: a plan that is saved has a result in JSON`() throws {
    let mail = try Self.mail()
    let file = "\(mail.folder)/plan.toml"
    let run = try mail.mulligan(
      "apply",
      "--save-plan",
      file,
      "--json",
      "star",
      "--",
      "tag:inbox"
    )
    let result = try #require(run.objects.first, "\(run)")
    #expect(run.status == 0 && run.objects.count == 1)
    #expect(result["result"] as? String == "done" && result["group"] is NSNull)
    #expect(result["requested"] as? Int == 3 && result["changed"] as? Int == 0)
    let again = try mail.mulligan("apply", "--save-plan", file, "--json", "star", "--", "*")
    #expect(again.objects.first?["error"] as? String == "file-exists", "\(again)")
    let both = try refused(mail, ["apply", "--save-plan", "-", "--json", "star", "--", "*"])
    #expect(both.objects.count == 1 && both.output.lines.count == 1, "\(both)")
  }

  @Test func `E40: config init writes the defaults with their comments, never over a file`() throws
  {
    let mail = try TemporaryMail()
    let xdg = ["XDG_CONFIG_HOME": "\(mail.folder)/new/xdg"]
    let file = "\(mail.folder)/new/xdg/mulligan/config.toml"
    let run = try mail.mulligan("config", "init", with: xdg)
    #expect(run.status == 0 && run.output == "Wrote \(file)\n", "\(run)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == Config.defaultText)
    #expect(try mail.mulligan("config", "check", with: xdg).status == 0)
    try Data("x = 1\n".utf8).write(to: URL(fileURLWithPath: file))
    let again = try mail.mulligan("config", "init", with: xdg)
    #expect(again.status == 1 && again.errors.contains("exists and is not overwritten"), "\(again)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "x = 1\n")
  }
}
