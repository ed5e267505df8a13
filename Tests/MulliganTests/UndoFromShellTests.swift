import TestSupport
import Testing

@Suite struct UndoFromShellTests {
  @Test(arguments: [false, true])
  func `undo and redo bring a mixed thread back byte for byte`(flags: Bool) throws {
    let mail = try TemporaryMail(synchronizesFlags: flags)
    try mail.deliverMixedThread()
    if flags { try mail.notmuch("new") }
    let before = try mail.dump()
    let done = try mail.mulligan("apply", "mark-read-and-archive", "--", "*")
    #expect(
      done
        == ShellRun(
          output: "Marked 4 messages as read and archived [#1]\n",
          errors: "",
          status: 0
        )
    )
    let after = try mail.dump()
    #expect(after != before)
    let undone = try mail.mulligan("undo")
    #expect(
      undone
        == ShellRun(
          output: "Undid Mark as Read and Archive: 4 messages [#2]\n",
          errors: "",
          status: 0
        )
    )
    #expect(try mail.dump() == before)
    let redone = try mail.mulligan("redo")
    #expect(
      redone
        == ShellRun(
          output: "Redid Mark as Read and Archive: 4 messages [#3]\n",
          errors: "",
          status: 0
        )
    )
    #expect(try mail.dump() == after)
    try mail.notmuch("new")
    #expect(try mail.dump() == after, "tags and file names agree after notmuch new")
  }

  @Test func `with nothing to undo or redo the verbs say so and exit 1`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    #expect(
      try mail.mulligan("undo")
        == ShellRun(
          output: "",
          errors: "mulligan: error: Nothing to undo\n",
          status: 1
        )
    )
    #expect(
      try mail.mulligan("redo")
        == ShellRun(
          output: "",
          errors: "mulligan: error: Nothing to redo\n",
          status: 1
        )
    )
  }

  @Test func `an action that changes nothing makes no group`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let run = try mail.mulligan("tag", "+receipt", "--", "id:m1@example.org")
    #expect(
      run
        == ShellRun(
          output: "Nothing to do: the message is like that already\n",
          errors: "",
          status: 0
        )
    )
    #expect(try mail.mulligan("history").output.isEmpty)
  }

  @Test func `a query that matches nothing says so and changes nothing`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let run = try mail.mulligan("apply", "archive", "--", "from:nobody")
    #expect(
      run
        == ShellRun(
          output: "No messages match: from:nobody\n",
          errors: "",
          status: 0
        )
    )
  }

  @Test func `undo takes back only what the group did and says what was left alone`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.mulligan("apply", "archive", "--", "*")
    try mail.tag("+inbox", "id:m5@example.org")
    let run = try mail.mulligan("undo")
    #expect(run.status == 0)
    #expect(run.output == "Undid Archive: 2 of 3 messages; 1 already so [#3]\n")
    #expect(try mail.count("tag:inbox") == 3)
  }

  @Test func `a group kept by a later one is left alone and named`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.mulligan("apply", "--background", "archive", "--", "*")
    try mail.mulligan("apply", "mark-read-and-archive", "--", "*")
    // Plain undo passes over the background group; the newest of all is the interactive one.
    let first = try mail.mulligan("undo")
    #expect(first.output == "Undid Mark as Read and Archive: 2 messages [#3]\n")
    #expect(try mail.mulligan("undo").status == 1)
    let second = try mail.mulligan("undo", "--any")
    #expect(second.output == "Undid Archive: 3 messages [#4]\n")
  }

  @Test func `one compound action is one entry of the history in every language`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.mulligan("apply", "mark-read-and-archive", "--", "*")
    let titles = [
      "en": "Mark as Read and Archive", "ru": "Прочитано и в архив", "zh-Hans": "标记为已读并归档",
      "zh-Hant": "標示為已讀並封存",
    ]
    for (language, title) in titles {
      let history = try mail.mulligan("history", "--language", language).output.lines
      #expect(history.count == 1 && history[0].contains(title), "\(history)")
    }
    let russian = try mail.mulligan("--language", "ru", "undo").output
    #expect(russian.contains("Отменено") && russian.contains("4 сообщения"), "\(russian)")
  }

  @Test func `several groups are taken back up to the beginning`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let before = try mail.dump()
    for action in ["star", "archive", "add-tag:todo"] {
      try mail.mulligan("apply", action, "--", "*")
    }
    let after = try mail.dump()
    let undone = try mail.mulligan("undo", "5")
    #expect(undone.status == 0 && undone.output.lines.count == 3, "\(undone)")
    #expect(undone.errors == "There were only 3 actions to undo\n")
    #expect(try mail.dump() == before)
    #expect(try mail.mulligan("redo", "3").status == 0)
    #expect(try mail.dump() == after)
  }

  @Test func `a dry run of several groups tells of each what taking it back would come to`() throws
  {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.mulligan("apply", "archive", "--", "*")
    try mail.mulligan("apply", "mark-read-and-archive", "--", "*")
    let after = try mail.dump()
    let look = try mail.mulligan("undo", "9", "--dry-run")
    // Archive is not kept by a group that would be taken back before it.
    #expect(
      look.output.lines == [
        "Would undo Mark as Read and Archive: 2 of 2 messages",
        "Would undo Archive: 3 of 3 messages",
      ]
    )
    #expect(look.status == 0 && look.errors == "There were only 2 actions to undo\n", "\(look)")
    let targets = try mail.mulligan("undo", "2", "--dry-run", "--json").objects.map {
      $0["targets"] as? [Int]
    }
    #expect(targets == [[2], [1]])
    #expect(try mail.dump() == after)
    #expect(try mail.mulligan("history").output.lines.count == 2)
    let done = try mail.mulligan("undo", "2").output.lines
    #expect(done[1].hasPrefix("Undid Archive: 3 messages"), "\(done)")
    #expect(try mail.mulligan("redo", "5", "--dry-run").output.lines.count == 2)
    #expect(try mail.mulligan("undo", "2", "--dry-run").status == 1)
  }

  @Test func `several background groups are taken back one after the other`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let before = try mail.dump()
    for action in ["archive", "star"] {
      try mail.mulligan("apply", "--background", action, "--", "*")
    }
    #expect(try mail.mulligan("undo", "9", "--any", "--dry-run").output.lines.count == 2)
    #expect(try mail.mulligan("undo", "9", "--any").output.lines.count == 2)
    #expect(try mail.dump() == before)
  }
}
