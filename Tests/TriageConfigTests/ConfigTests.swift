import Testing
import TriageCore

@testable import TriageConfig

@Suite struct ConfigTests {
  @Test func `the defaults are read without a problem, each by its own name`() {
    let read = Config.read(Config.defaultText)
    #expect(read.problems.isEmpty, "\(read.problems)")
    #expect(read.config.confirmAbove == 50)
    #expect(read.config.views.map(\.name) == ["Inbox", "Unread", "Starred", "All"])
    #expect(read.config.keymap == KeyPreset.vim.keymap)
    #expect(read.config.reading.markReadAfter == .seconds(2))
    #expect(Config.standard.showsSavedQueries)
  }

  @Test func `a person's key unbinds what begins with it, and what it begins with`() {
    let read = Config.read("[keys.list]\n\"m x\" = \"archive\"\n\"g\" = \"star\"\n")
    #expect(read.problems.isEmpty, "\(read.problems)")
    let keymap = read.config.keymap
    let archive = ActionID.mail(.fixed(.archive))
    #expect(keymap.match(["m"], in: .list) == .beginning)
    #expect(keymap.match(["m", "x"], in: .list) == .action(archive))
    #expect(keymap.match(["g"], in: .list) == .action(.mail(.fixed(.star))))
    // In other views all is as it was.
    #expect(keymap.match(["g"], in: .message) == .beginning)
    #expect(keymap.key(for: .command(.top), in: .list) == "Home")
    let rest = keymap.followers(of: [], in: .list).filter { $0.notation.hasPrefix("g ") }
    #expect(rest.isEmpty)
  }

  @Test(arguments: [
    "[é]", "[[é]]", "[\u{FFFD}", "[", "[]", "[\n", "[=]", "[#]", "[.a]", "[ [a]]", "[[ [a",
  ])
  func `a head without a key is a problem of the file, and ends no process`(head: String) {
    let read = Config.read("theme = \"dark\"\n\(head)\n")
    #expect(read.problems.map(\.code) == [.syntax])
    #expect(read.problems.first?.position != nil)
  }

  @Test(arguments: [
    ("*@example.org", true), ("ann@*.example.org", true), ("ann?@example.org", true),
    ("ann@example.?rg", true), ("\"a*b\"@example.org", true), ("ann+list@example.org", false),
    ("ann_b-c@example.org", false),
  ])
  func `a pattern in an account's other addresses is a mistake`(other: String, isPattern: Bool) {
    let account = "[[account]]\nname = \"home\"\naddress = \"me@example.org\"\n"
    let quoted = other.replacing("\"", with: "\\\"")
    let read = Config.read("\(account)others = [\"ok@example.org\", \"\(quoted)\"]\n")
    #expect(read.problems.map(\.code) == (isPattern ? [.wrongValue] : []))
    #expect(read.problems.first?.position?.line == (isPattern ? 4 : nil))
    let addresses = read.config.accounts.first?.others
    #expect(addresses == (isPattern ? [] : ["ok@example.org", other]))
  }

  @Test func `an empty file is the defaults`() {
    #expect(Config.read("").problems.isEmpty)
    #expect(Config.read("").config == .standard)
  }

  @Test func `the examples in the defaults are right too`() {
    let examples = Config.defaultText.split(separator: "\n").map { line in
      line.hasPrefix("# ") && (line.contains(" = ") || line.contains("[")) && !line.contains("${")
        ? line.dropFirst(2) : line
    }
    let read = Config.read(examples.joined(separator: "\n"))
    #expect(read.problems.isEmpty, "\(read.problems)")
    #expect(read.config.actions.own.map(\.id) == ["finish"])
    #expect(
      read.config.actions.effects.edit(of: .archive)
        == TagEdit(add: ["archived"], remove: [.inbox])
    )
    #expect(read.config.views[0].onEnter.limit == "tag:unread")
    #expect(read.config.themes["mine"]?.styles["unread"]?.attributes == [.bold: true])
  }

  @Test func `E44: what asks the terminal, a browser or the network for something is off`() {
    let config = Config.standard
    #expect(config.poll == PollConfig(command: ["notmuch", "new"], every: nil))
    #expect(config.notify == .nothing)
    #expect(config.reading.browser == [] && config.reading.images == .off)
    #expect(config.list.dates == .absolute)
    #expect(config.terminal == TerminalConfig(copy: [], title: true, hyperlinks: nil))
  }

  @Test(arguments: [
    ("[poll]\nevery = 300", true), ("[poll]\nevery = -1", false), ("[poll]\nevery = \"5\"", false),
    ("[notify]\nnew = \"osc\"", true), ("[notify]\nnew = [\"notify-send\"]", true),
    ("[notify]\nnew = []", false), ("[notify]\nnew = \"loud\"", false),
    ("[terminal]\nhyperlinks = true", true), ("[terminal]\nhyperlinks = \"auto\"", true),
    ("[terminal]\nhyperlinks = \"on\"", false), ("[terminal]\ntitle = \"x\"", false),
    ("[terminal]\ncopy = [\"wl-copy\"]", true), ("[terminal]\ncopy = \"wl-copy\"", false),
    ("[terminal]\ncopy = [\"\"]", false), ("[reading]\nbrowser = [\"firefox\"]", true),
  ])
  func `E44: settings of the terminal, of fetching and of new mail are checked`(
    text: String,
    isRight: Bool
  ) {
    let read = Config.read(text)
    #expect(read.problems.isEmpty == isRight, "\(read.problems)")
    #expect(isRight == (read.config != .standard) || text.contains("auto"))
  }

  @Test func `K26: an account says with which key, and when, its mail is sealed`() {
    let account = "[[account]]\nname = \"a\"\naddress = \"a@b.org\"\n"
    let usual = Config.read(account).config.accounts[0]
    #expect(usual.key == nil && !usual.signs && usual.encrypts == .answers)
    let more = "sign = true\nencrypt = \"when-possible\"\nkey = \"9a3a fe6c 6006 5a14\"\n"
    let read = Config.read(account + more)
    #expect(read.problems.isEmpty, "\(read.problems)")
    #expect(read.config.accounts.first?.key == "9A3AFE6C60065A14")
    #expect(read.config.accounts.first?.signs == true)
    #expect(read.config.accounts.first?.encrypts == .whenPossible)
  }

  @Test func `W12: accounts have a name, an address and others, and a default of nothing else`() {
    #expect(Config.standard.accounts == [])
    #expect(
      Config.standard.compose
        == ComposeConfig(
          forward: .inline,
          editor: [],
          maxMebibytes: 50,
          hold: 20,
          delivery: DeliveryConfig(
            sendmail: ["/usr/sbin/sendmail", "-oi"],
            timeout: 300,
            format: .fixed
          )
        )
    )
    let read = Config.read(
      """
      [compose]
      forward = "attached"
      max_mib = 5
      [[account]]
      name = "home"
      address = "Robin Ward <robin@example.org>"
      others = ["ward@example.net"]
      signature = "~/.signature"
      [[account]]
      name = "work"
      address = "r.ward@work.example"
      """
    )
    #expect(read.problems.isEmpty, "\(read.problems)")
    #expect(read.config.compose.forward == .attached && read.config.compose.maxMebibytes == 5)
    #expect(
      read.config.accounts.map(\.address.text) == [
        "Robin Ward <robin@example.org>", "r.ward@work.example",
      ]
    )
    #expect(read.config.accounts[0].addresses == ["robin@example.org", "ward@example.net"])
    #expect(read.config.accounts[0].signature == "~/.signature")
  }

  @Test func `W12: a view has an account of those there are`() {
    let account = "[[account]]\nname = \"home\"\naddress = \"a@b.org\"\n"
    let view = "[[view]]\nname = \"Work\"\nquery = \"*\"\naccount = \"home\"\n"
    let read = Config.read(view + account)
    #expect(read.problems.isEmpty && read.config.views.map(\.account) == ["home"])
    #expect(Config.standard.views.allSatisfy { $0.account == nil })
    for (text, expected) in [
      (view, "[[account]]"), (account + view.replacing("home", with: "x"), "\"home\""),
    ] {
      let wrong = Config.read(text)
      #expect(wrong.problems.map(\.arguments) == [["account", expected]], "\(wrong.problems)")
      #expect(wrong.problems.allSatisfy { $0.area == .writing && $0.position != nil })
    }
  }

  @Test(arguments: [
    "[compose]\nforward = \"x\"", "[compose]\nmax_mib = -1", "[compose]\nhold = -3",
    "[compose]\nsendmail = [\"sendmail\", \"-t\"]", "[compose]\nsendmail = []",
    "[compose]\ntimeout = 0", "[compose]\nformat = \"x\"",
    "[[account]]\nname = \"a\"", "[[account]]\naddress = \"a@b.org\"",
    "[[account]]\nname = \"a\"\naddress = \"a@b.org\"\nkey = \"--hidden\"",
    "[[account]]\nname = \"a\"\naddress = \"a@b.org\"\nencrypt = \"always\"",
    "[[account]]\nname = \"a\"\naddress = \"a@b.org\"\nsign = \"yes\"",
    "[[account]]\nname = \"a\"\naddress = \"a@b@c\"",
    "[[account]]\nname = \"a\"\naddress = \"a@b.org, c@d.org\"",
    "[[account]]\nname = \"a\"\naddress = \"a@b.org\\nBcc: x@y.org\"",
    "[[account]]\nname = \"a\"\naddress = \"a@b.org\"\nothers = [\"C <c@d.org>\"]",
    "[[account]]\nname = \"a\"\naddress = \"a@b.c\"\n[[account]]\nname = \"a\"\naddress = \"d@e.f\"",
    "account = 3",
  ])
  func `W12: mistakes in what is set for writing are named, and stop writing only`(text: String) {
    let read = Config.read(text)
    #expect(read.problems.count == 1, "\(read.problems)")
    #expect(read.problems.allSatisfy { $0.area == .writing }, "\(read.problems)")
  }

  @Test func `what is set is taken, and the rest is as before`() {
    let read = Config.read(
      """
      confirm_above = 7
      [layout]
      sidebar = false
      [reading]
      mark_read_after = -1
      html = ["w3m", "-dump"]
      [[view]]
      name = "Work"
      query = "tag:work"
      """
    )
    #expect(read.problems.isEmpty)
    #expect(read.config.confirmAbove == 7)
    #expect(read.config.layout == LayoutConfig(sidebar: .hidden, preview: .off))
    #expect(read.config.reading.markReadAfter == nil)
    #expect(read.config.reading.html == .filter(["w3m", "-dump"]))
    #expect(read.config.reading.opener == [])
    #expect(read.config.reading.images == .off)
    #expect(read.config.startView.name == "Work")
    #expect(!read.config.showsSavedQueries)
  }

  @Test func `E23: a view's threads are open by a key of it or of what it sets on entering`() {
    let read = Config.read(
      """
      [[view]]
      name = "Work"
      query = "tag:work"
      tree = true
      [[view]]
      name = "Todo"
      query = "tag:todo"
      on_enter = { tree = true }
      [[view]]
      name = "Flat"
      query = "*"
      tree = true
      on_enter = { tree = false }
      [[view]]
      name = "Plain"
      query = "tag:plain"
      """
    )
    #expect(read.problems.isEmpty)
    #expect(read.config.views.map(\.onEnter.tree) == [true, true, false, nil])
    let wrong = Config.read("[[view]]\nname = \"A\"\nquery = \"*\"\ntree = \"yes\"")
    #expect(wrong.problems.map(\.code) == [.wrongValue])
  }

  @Test func `the settings in force read back as the same settings`() {
    let text = """
      theme = "mine"
      [keys.list]
      "g t" = "search:tag:todo"
      "\\"" = "archive"
      [[action]]
      id = "finish"
      steps = ["mark-read", "add-tag:done"]
      name = { en = "Finish" }
      [themes.mine]
      base = "light"
      unread = { fg = 12, bold = false }
      [[view]]
      name = "Work"
      query = "tag:work and not tag:\\"a b\\""
      on_enter = { sort = "oldest-first" }
      """
    let read = Config.read(text)
    #expect(read.problems.isEmpty, "\(read.problems)")
    let again = Config.read(read.text)
    #expect(again.problems.isEmpty, "\(again.problems)\n\(read.text)")
    #expect(again.config.keymap == read.config.keymap)
    #expect(again.config.actions == read.config.actions)
    #expect(again.config == read.config)
  }

  /// A wrong file, and the place and kind of every problem in it.
  struct Wrong: Sendable, CustomTestStringConvertible {
    var text: String
    var found: [String]

    init(_ text: String, _ found: String...) {
      self.text = text
      self.found = found
    }

    var testDescription: String { text }
  }

  private static let wrong: [Wrong] = [
    Wrong("layuot = 1", "1:1 unknown-key.nearest layuot layout"),
    Wrong(
      "xyzzy = 1\n[list]\nadvence = 2",
      "1:1 unknown-key xyzzy",
      "3:1 unknown-key.nearest advence advance"
    ),
    Wrong("confirm_above = \"many\"", "1:17 wrong-value confirm_above 0, 1, 2, …"),
    Wrong("confirm_above = -1", "1:17 wrong-value confirm_above 0, 1, 2, …"),
    Wrong(
      "[list]\nsort = \"newest\"",
      "2:8 wrong-value sort \"newest-first\", \"oldest-first\", \"sender\", \"subject\", \"size\", \"waking\""
    ),
    Wrong("list = 3", "1:8 wrong-value list { … }"),
    Wrong(
      "theme = \"blue\"",
      "1:9 unknown-theme blue \"auto\", \"light\", \"dark\", \"plain\", \"high-contrast\""
    ),
    Wrong("[keys.list]\n\"X\" = \"archive\"\n\"X x\" = \"star\"", "2:1 key-clash X X x"),
    Wrong("[keys.list]\n\"X\" = \"archve\"", "2:7 unknown-action.nearest archve archive"),
    Wrong("[keys.list]\n\"Ctrl-\" = \"archive\"", "2:1 bad-key Ctrl-"),
    Wrong("[keys.lists]", "1:7 unknown-key.nearest lists list"),
    Wrong("[[view]]\nname = \"A\"", "1:3 missing-key query"),
    Wrong(
      "[[view]]\nname = \"A\"\nquery = \"*\"\n[[view]]\nname = \"A\"\nquery = \"*\"\n",
      "4:3 duplicate A"
    ),
    Wrong("start = \"B\"\n[[view]]\nname = \"A\"\nquery = \"*\"", "1:9 unknown-view B"),
    Wrong("[[action]]\nid = \"archive\"\nsteps = [\"mute\"]", "2:6 duplicate archive"),
    Wrong(
      "[[action]]\nid = \"x\"\nsteps = [\"mute\",\n  \"add-tag\"]",
      "4:3 argument-missing add-tag"
    ),
    Wrong("[effects]\narchive = [\"inbox\"]", "2:11 wrong-value archive [\"+A\", \"-B\", …]"),
    Wrong(
      "[themes.mine]\nunread = { fg = \"#12\" }",
      "2:17 wrong-value fg \"red\", 0 … 255, \"#rrggbb\", \"default\""
    ),
    Wrong("# \u{442}\u{435}\u{441}\u{442}\nlist.sorts = 1", "2:6 unknown-key.nearest sorts sort"),
    Wrong("[[view]]\nname = \"A\"\nquery = \"\"", "3:9 empty-value query"),
    Wrong("poll = { command = 3 }", "1:20 wrong-value command [\"…\", …]"),
  ]

  @Test(arguments: wrong) func `every mistake is named with its place`(_ wrong: Wrong) {
    let found = Config.read(wrong.text).problems.map { problem in
      let place = problem.position.map { "\($0.line):\($0.column)" } ?? "-"
      return ([place, problem.code.rawValue] + problem.arguments).joined(separator: " ")
    }
    #expect(found == wrong.found)
  }

  @Test func `E41: a key cannot be bound to a theme, view or order that does not exist`() {
    let text = """
      [[view]]
      name = "Work"
      query = "tag:work"
      on_enter = { theme = "pink" }
      [themes.mine]
      base = "light"
      [keys.list]
      "X a" = "theme:mine"
      "X b" = "theme:blue"
      "X c" = "view:Work"
      "X d" = "view:Play"
      "X e" = "sort:oldest-first"
      "X f" = "sort:up"
      "X g" = "search:whatever"
      """
    let found = Config.read(text).problems.map { "\($0.position?.line ?? 0) \($0.code.rawValue)" }
    #expect(
      found == ["4 unknown-theme", "9 unknown-theme", "11 unknown-view", "13 unknown-word"]
    )
    // Without views of the person's own a saved query of notmuch can be meant.
    #expect(Config.read("[keys.list]\n\"X\" = \"view:Play\"").problems.isEmpty)
  }

  @Test(arguments: [
    "a = ", "a = 1\na = 2", "[a", "a = \"\u{1}\"", "a = 1\u{0}", "= 3", "\u{FEFF}a",
    "a = [}", "a = [1, } ]", "a = [[], [ # c\n}]]", "a = { b = [}] }", "a = }", "a = ,",
  ])
  func `what is no TOML is a problem with a place`(_ text: String) {
    let problems = Config.read(text).problems
    #expect(problems.count == 1)
    #expect(problems.first?.position != nil)
  }

  @Test func `a mark of the order of bytes at the beginning is passed over`() {
    #expect(Config.read("\u{FEFF}[mouse]\nenabled = true").problems.isEmpty)
    for text in ["themme = 1", "[;", "[themme]"] {
      let position = Config.read("\u{FEFF}\(text)").problems.first?.position
      #expect(position?.line == 1 && position?.column ?? 9 <= 2, "\(text)")
    }
  }

  @Test func `a deep or long text ends with a problem, not with the program`() {
    #expect(!Config.read("a = " + String(repeating: "[", count: 100_000)).problems.isEmpty)
    #expect(!Config.read(String(repeating: "[a.", count: 10_000)).problems.isEmpty)
    #expect(Config.read(String(repeating: "#", count: 1 << 20)).problems.isEmpty)
  }
}
