import TestSupport
import Testing
import TriageCore

@testable import TriageConfig

@Suite struct PlanTests {
  private static let example = """
    plan = 1  # format version, required
    name = "Newsletters"
    [[command]]
    actions = ["mark-read", "archive"]
    query = "from:news@example.org and date:..30d"
    limit = 200
    [[command]]
    actions = ["add-tag:todo"]
    messages = ["abc@example.org"]
    """

  private static let plan = Plan(
    name: "Newsletters",
    [
      Command(
        [.fixed(.markRead), .fixed(.archive)],
        on: .query("from:news@example.org and date:..30d", limit: 200)
      ),
      Command([.addTag("todo")], on: .messages([MessageID("abc@example.org")])),
    ]
  )

  @Test func `the example of the page is read as it is meant`() {
    let read = Plan.read(Self.example, as: .toml, ActionTable())
    #expect(read.problems.isEmpty)
    #expect(read.plan == Self.plan)
  }

  @Test(arguments: [PlanFormat.toml, .json])
  func `a plan that was written reads back as itself`(_ format: PlanFormat) {
    let odd = Plan(
      name: "a \"b\" \\ \u{1}\u{9B}\u{2028}\u{2029}\u{1F600}",
      [
        Command(
          [.addTag("a b"), .move(MailFolder("Lists/garden"))],
          on: .messages([MessageID("a\"b@x"), MessageID("ü\\@x")])
        ),
        Command([.changeTags(TagEdit(add: ["x"], remove: ["y"]))], on: .query("*", limit: nil)),
      ]
    )
    // Nothing in the file acts, or ends a line, where it is looked at.
    let harmful: Set<Unicode.Scalar> = ["\u{1}", "\u{9B}", "\u{2028}", "\u{2029}"]
    #expect(odd.text(as: format).unicodeScalars.allSatisfy { !harmful.contains($0) })
    for plan in [Self.plan, odd, Plan([])] {
      let read = Plan.read(plan.text(as: format), as: format, ActionTable())
      #expect(read.problems.isEmpty, "\(read.problems)")
      #expect(read.plan == plan)
    }
  }

  @Test func `the form is told by the name, else by the text`() {
    #expect(PlanFormat(file: "a.json", text: "") == .json)
    #expect(PlanFormat(file: "-", text: " \n{\"plan\": 1}") == .json)
    #expect(PlanFormat(file: "a.toml", text: "plan = 1") == .toml)
  }

  @Test func `an action of the person's own is known by its id`() {
    let own = UserAction(id: "finish", steps: [.fixed(.markRead), .addTag("done")])
    let text = "plan = 1\n[[command]]\nactions = [\"finish\"]\nquery = \"*\""
    let read = Plan.read(text, as: .toml, ActionTable(own: [own]))
    #expect(read.plan.commands.map(\.actions) == [[own.action]])
    #expect(Plan.read(text, as: .toml, ActionTable()).problems.map(\.code) == [.unknownAction])
  }

  /// A wrong plan in both forms, and what is said of each.
  struct Wrong: Sendable, CustomTestStringConvertible {
    var format: PlanFormat
    var text: String
    var found: [String]

    init(_ format: PlanFormat, _ text: String, _ found: String...) {
      self.format = format
      self.text = text
      self.found = found
    }

    var testDescription: String { text }
  }

  private static let wrong: [Wrong] = [
    Wrong(.toml, "", "- missing-key plan", "- missing-key command"),
    Wrong(.toml, "plan = 2\ncommand = []", "1:8 version 2"),
    Wrong(.toml, "plan = \"1\"\ncommand = []", "1:8 wrong-value plan 1"),
    Wrong(
      .toml,
      "plan = 1\n[[command]]\nactions = [\"archve\"]\nquerry = \"*\"",
      "2:3 neither-key query messages",
      "3:12 unknown-action.nearest archve archive",
      "4:1 unknown-key.nearest querry query"
    ),
    Wrong(
      .toml,
      "plan = 1\n[[command]]\nactions = [\"archive\"]\nquery = \"*\"\nmessages = [\"a\"]",
      "5:12 both-keys query messages"
    ),
    Wrong(
      .toml,
      "plan = 1\n[[command]]\nactions = [\"archive\"]\nlimit = 3\nmessages = [\"a\"]",
      "4:9 both-keys limit messages"
    ),
    Wrong(
      .json,
      "{\"plan\": 1,\n \"command\": [{\"actions\": [\"add-tag\"],\n  \"query\": 3}]}",
      "2:27 argument-missing add-tag",
      "3:12 wrong-value query \"…\""
    ),
    Wrong(
      .toml,
      "plan = 1\n[[command]]\nactions = [\"archive\"]\nquery = \"\"",
      "4:9 empty-value query"
    ),
    Wrong(.json, "{\"plan\": 1,}", "1:12 syntax JSON: }"),
    Wrong(.json, "{\"plan\": 1} x", "1:13 syntax JSON: x"),
    Wrong(.json, "{\"plan\": 1, \"plan\": 1}", "1:13 duplicate plan"),
    Wrong(.json, "[1]", "1:4 syntax JSON: "),
    Wrong(.batch, "+a -b *\nfrom:x", "2:1 missing-key +TAG"),
    Wrong(.batch, "# no\n\n  +a", "3:5 missing-key QUERY"),
    Wrong(.batch, "+a%2 *", "1:1 bad-tag +a%2"),
    Wrong(.batch, "+ok *\n +ok +%00 *", "2:6 bad-tag +%00"),
    Wrong(.batch, "+ok --%00b *", "1:5 bad-tag --%00b"),
  ]

  @Test(arguments: wrong) func `every mistake of a plan is named with its place`(_ wrong: Wrong) {
    let found = Plan.read(wrong.text, as: wrong.format, ActionTable()).problems.map { problem in
      let place = problem.position.map { "\($0.line):\($0.column)" } ?? "-"
      return ([place, problem.code.rawValue] + problem.arguments).joined(separator: " ")
    }
    #expect(found == wrong.found)
  }

  @Test func `lines of notmuch's batches mean what they mean to notmuch`() {
    let text = """
      # a comment
      +new%20tag -inbox -- from:ann and subject:"a b"
        +x   tag:"two words"\u{20}
      -y +y -- -- -is:z
      +%c3%bc *\r
      """
    let read = Plan.read(text, as: .batch, ActionTable())
    #expect(read.problems.isEmpty, "\(read.problems)")
    #expect(
      read.plan.commands == [
        Command(
          [.changeTags(TagEdit(add: ["new tag"], remove: ["inbox"]))],
          on: .query("from:ann and subject:\"a b\"", limit: nil)
        ),
        Command([.addTag("x")], on: .query("tag:\"two words\"", limit: nil)),
        Command([.addTag("y")], on: .query("-- -is:z", limit: nil)),
        Command([.addTag("ü")], on: .query("*", limit: nil)),
      ]
    )
    let other = text.replacing("\r", with: "").replacing("\n", with: "\r\n")
    let again = Plan.read(other, as: .batch, ActionTable())
    #expect(again.problems.isEmpty && again.plan == read.plan)
  }

  @Test(arguments: [
    (PlanFormat.toml, "plan = 1\n[[command]]\nactions = [\"star\"]\nquery = \"a\\u0000 and b\"", 4),
    (.toml, "plan = 1\n\"a\\U00000000\" = 1", 2), (.toml, "plan = 1 # \u{0}", 1),
    (.json, #"{"plan":1,"command":[{"actions":["star"],"query":"a\u0000 and b"}]}"#, 1),
    (.json, "{\"a\u{0}\":1}", 1), (.batch, "+a -- *\n+a -- a\u{0} and b", 2),
  ])
  func `a zero, behind which a query would not be seen, is refused`(
    format: PlanFormat,
    text: String,
    line: Int
  ) {
    let read = Plan.read(text, as: format, ActionTable())
    #expect(read.problems.first?.code == .syntax)
    #expect(read.problems.first?.position?.line == line)
    #expect(read.plan.commands == [])
  }

  @Test func `no text makes the reader of JSON fail in another way than by a problem`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(Plan.read("{\"a\":" + deep, as: .json, ActionTable()).problems.count == 1)
    for text in [
      "", "{", "{\"a", "{\"a\\", "{\"a\\u12", "{\"a\\ud800x", "{\"a\":-}", "{\"a\":tru}",
    ] {
      #expect(Plan.read(text, as: .json, ActionTable()).problems.count == 1, "\(text)")
    }
  }
}
