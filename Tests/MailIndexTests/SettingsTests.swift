import MailIndex
import TestSupport
import Testing
import TriageCore

/// What the configuration says, from its file and from the index.
@Suite struct SettingsTests {
  @Test func `settings are read with notmuch's defaults`() throws {
    let mail = try TemporaryMail(settings: "[query]\nb=tag:b\na=tag:a and tag:c\n")
    try mail.notmuch("config", "set", "--database", "query.stored", "tag:stored")
    let index = try mail.index()
    #expect(index.settings.mailRoot == mail.root)
    #expect(index.settings.excludedTags == ["deleted", "spam"])
    #expect(index.settings.newTags.isEmpty)
    #expect(!index.settings.synchronizesFlags)
    #expect(index.settings.userName == "Robin Tester")
    #expect(index.settings.addresses == ["robin@example.org"])
    let queries = try index.savedQueries()
    #expect(queries.map(\.name) == ["a", "b", "stored"])
    #expect(queries.map(\.query) == ["tag:a and tag:c", "tag:b", "tag:stored"])
  }

  @Test func `saved queries are read afresh`() throws {
    let mail = try TemporaryMail()
    let index = try mail.index()
    #expect(try index.savedQueries().isEmpty)
    try mail.notmuch("config", "set", "query.mine", "tag:mine")
    #expect(try index.savedQueries().map(\.query) == ["tag:mine"])
  }

  @Test(arguments: [("true", true), ("yes", true), ("No", false), ("FALSE", false)])
  func `flags are synchronized as the configuration says`(_ word: String, _ value: Bool) throws {
    let mail = try TemporaryMail(settings: "[maildir]\nsynchronize_flags=\(word)\n")
    #expect(try mail.index().settings.synchronizesFlags == value)
  }

  @Test(
    arguments: [
      ("[maildir]\nsynchronize_flags=perhaps\n", "maildir.synchronize_flags=perhaps"),
      ("[database]\nautocommit=often\n", "database.autocommit=often"),
      ("[database]\nautocommit=5x\n", "database.autocommit=5x"),
    ]
  )
  func `a malformed value is named before it can end the process`(
    _ settings: String,
    _ detail: String
  ) throws {
    let mail = try TemporaryMail()
    try mail.addSettings(settings)
    #expect(throws: TriageFailure(.config, mail.configuration, detail)) {
      try mail.index()
    }
  }

  @Test(arguments: ["", "8000", "+3", "0"])
  func `a count for automatic commits is taken`(_ count: String) throws {
    let mail = try TemporaryMail()
    try mail.addSettings("[database]\nautocommit=\(count)\n")
    _ = try mail.index()
  }

  @Test func `a file that is no configuration is named`() throws {
    let mail = try TemporaryMail()
    try mail.addSettings("[unfinished\nnonsense")
    #expect {
      try mail.index()
    } throws: { error in
      let failure = error as? TriageFailure
      return failure?.code == .config && failure?.arguments.first == mail.configuration
    }
  }

  @Test func `excluded tags hide mail unless the query names them`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage("a@x", tags: ["inbox"]),
      SampleMessage("b@x", tags: ["inbox", "spam"]),
      SampleMessage("c@x", tags: ["deleted"])
    )
    let index = try mail.index()
    #expect(try index.ids("tag:inbox", limit: nil) == ["a@x"])
    #expect(try index.ids("tag:spam", limit: nil) == ["b@x"])
    #expect(try index.ids("id:b@x", limit: nil) == ["b@x"])
    #expect(try index.count("*", .messages) == mail.count("*"))
    var everything: MailQuery = "*"
    everything.excludes = false
    #expect(try index.count(everything, .messages) == 3)
    #expect(try index.states(of: ["b@x", "c@x"]).count == 2)
  }
}
