import Foundation
import TestSupport
import Testing
import TriageCore

/// What every verb prints, as text and as JSON, and how it ends: `fixtures/shell` has it.
@Suite struct TranscriptTests {
  @Test func `what is read`() throws {
    let shell = try Transcript("reading")
    for words in [
      "list '*'", "list --json '*'", "list", "list --output messages '*'",
      "list --output messages --json '*'", "list --sort oldest-first --limit 1 '*'",
      "list from:nobody", "list --limit x", "show thread:0000000000000001",
      "show --json id:m2@example.org", "show --raw id:m1@example.org",
      "show --part 1 id:m1@example.org", "show --part 9 id:m1@example.org", "show --raw '*'",
      "show id:nobody@example.org", "show --json id:nobody@example.org", "count '*'",
      "count --json '*'", "count --output threads '*'", "count --output threads --json '*'",
      "count 'from:a and and ('", "read '*'", "demo", "bogus",
    ] {
      try shell.run(words)
    }
    try shell.compare()
  }

  @Test func `what is written`() throws {
    let shell = try Transcript("writing")
    _ = try shell.mail.file("plan.txt", "The plan.\n")
    _ = try shell.mail.file("signature", "Robin\n")
    _ = try shell.mail.file(
      "accounts.toml",
      """
      [[account]]
      name = "home"
      address = "Robin Ward <robin@example.org>"
      signature = "MAILBOX/signature"
      [[account]]
      name = "work"
      address = "r.ward@work.example"

      """.replacing("MAILBOX", with: shell.mail.folder)
    )
    let accounts = "--config MAILBOX/accounts.toml"
    for words in [
      "compose", "compose --json",
      "compose --to 'Ann <ann@example.org>, bob@example.org' --subject Plan",
      "compose --attach MAILBOX/plan.txt --cc c@example.org --bcc b@example.org --json",
      "compose 'mailto:ann@example.org?subject=Caf%C3%A9&body=Hello%0D%0AAnn&attach=/etc/passwd'",
      "compose 'mailto:ann@example.org?subject=x%0ABcc:eve@example.org'", "compose http://x.org",
      "compose --to a@b@c", "compose --to ann", "compose --attach MAILBOX",
      "compose --attach MAILBOX/nothing", "compose \(accounts)",
      "compose \(accounts) --account work",
      "compose \(accounts) --account play", "reply id:m1@example.org",
      "reply --json id:m1@example.org",
      "reply --sender id:m2@example.org", "reply --list id:m1@example.org",
      "reply --all --list '*'",
      "reply --json '*'", "reply id:nobody@example.org", "reply \(accounts) id:m1@example.org",
      "forward id:m1@example.org", "forward --json id:m1@example.org",
      "forward --attached --to ann@example.org id:m1@example.org",
    ] {
      try shell.run(words)
    }
    let ways = "<mailto:leave@lists.example.org>, <https://example.org/u>, <http://192.0.2.1/>"
    try shell.mail.deliver(SampleMessage("n1@example.org", headers: "List-Unsubscribe: \(ways)\n"))
    for words in [
      "unsubscribe id:n1@example.org", "unsubscribe --json id:n1@example.org",
      "unsubscribe id:m1@example.org", "unsubscribe '*'",
    ] {
      try shell.run(words)
    }
    try shell.compare()
  }

  @Test func `what is saved as a draft`() throws {
    let shell = try Transcript("drafts")
    _ = try shell.mail.file("plan.txt", "The plan.\n")
    try shell.run("outbox")
    let compose = "compose --draft --to 'Ann <ann@example.org>' --subject Plan"
    try shell.run(compose, input: "Dear Ann,\n")
    try shell.run("compose --draft --json --attach MAILBOX/plan.txt", input: "Text\n")
    try shell.run("reply --draft --json id:m1@example.org", input: "Yes.\n")
    try shell.run("forward --draft id:m1@example.org", input: "See below.\n")
    for words in [
      "reply --draft from:nobody", "reply --draft --json '*'", "compose --draft --to a@b@c",
      "compose --draft --lock-timeout -1", "outbox", "outbox --json", "outbox list",
      "outbox list --json", "outbox show 1", "outbox show 2", "outbox show 4",
      "outbox show --json 3", "outbox show 9", "outbox show", "outbox send", "undo",
      "history --all",
    ] {
      try shell.run(words)
    }
    try shell.compare()
  }

  @Test func `what is sent`() throws {
    let shell = try Transcript("sending")
    // Whichever process sends: it ends as is told now, not as it was when that process began.
    let script = "cat >/dev/null; exit \"$(cat \"${0%/*}/exit\")\""
    _ = try shell.mail.program("sendmail", script)
    _ = try shell.mail.file("exit", "0")
    _ = try shell.mail.file("none.toml", "[compose]\nsendmail = [\"/nowhere/sendmail\"]\n")
    for name in ["config", "unsure"] {
      _ = try shell.mail.file(
        "\(name).toml",
        "[compose]\nhold = 86400\nsendmail = [\"\(shell.mail.folder)/sendmail\"]\n"
      )
    }
    let (config, unsure) = ("--config MAILBOX/config.toml", "--config MAILBOX/unsure.toml")
    let send = "compose --send --to 'Ann <ann@example.org>' --subject Plan"
    try shell.run("\(send) --config MAILBOX/none.toml", input: "x\n")
    try shell.run("\(send) --dry-run \(config)", input: "Dear Ann,\n")
    try shell.run("\(send) --dry-run --json \(config)", input: "Dear Ann,\n")
    try shell.run("\(send) --hold 60 \(config)", input: "Dear Ann,\n")
    try shell.run("undo")
    try shell.run("\(send) --json \(config)", input: "Dear Ann,\n")
    try shell.run("undo --json")
    let message =
      "From: robin@example.org\nTo: ann@example.org\nMessage-ID: <own@example.org>\n\nx\n"
    try shell.run("send --json --hold 900 \(config)", input: message)
    try shell.run("send --dry-run \(config)", input: message)
    try shell.run("send \(config)", input: "To: ann@example.org\n\nx\n")
    try shell.run("send --json \(config)", input: "From: robin@example.org\n\nx\n")
    try shell.run(
      "reply --send --archive --hold 900 \(config) id:m1@example.org",
      input: "Yes.\n"
    )
    for words in [
      "history show 5", "history show --json 5", "outbox cancel 3", "outbox cancel --json 3",
      "outbox cancel --json 4", "history",
      "outbox run", "outbox run --json", "outbox release 9", "outbox release --json 4",
      "outbox retry 4", "outbox retry --json 4", "outbox sent 4", "outbox sent --json 4",
      "reply --archive id:m1@example.org", "compose --send --draft", "compose --send --hold x",
      "outbox cancel 4", "outbox",
      "send MAILBOX/nothing", "reply --send \(config) '*'",
    ] {
      try shell.run(words, input: words.hasPrefix("reply --send") ? "x\n" : "")
    }
    _ = try shell.mail.file("exit", "74")
    try shell.run("\(send) --hold 0 --wait \(unsure)", input: "x\n")
    for words in [
      "undo --any", "outbox retry 5", "outbox sent 5", "outbox list --all --json",
    ] { try shell.run(words) }
    try shell.compare()
  }

  @Test func `what is changed`() throws {
    let shell = try Transcript("changing")
    for words in [
      "apply --dry-run --patch archive -- tag:inbox", "apply --dry-run --json archive -- tag:inbox",
      "apply mark-read archive -- tag:inbox", "apply --json --patch star -- id:m1@example.org",
      "apply star -- id:m1@example.org", "apply --json star -- id:m1@example.org",
      "apply star -- from:nobody", "apply --json star -- from:nobody", "apply archve -- '*'",
      "apply --json archve -- '*'", "apply archive", "apply --quiet add-tag:q -- '*'",
      "apply --name 'Spring cleaning' add-tag:clean -- '*'",
      "apply --limit 1 --patch add-tag:newest -- '*'",
      "tag +todo -inbox -- id:m1@example.org", "tag --patch +a +b -todo '*'",
      "tag --json +c '*'", "tag --background --json +cron -- id:m4@example.org", "tag",
      "tag +a --dry-run -- '*'", "move --dry-run --patch Archive -- id:m3@example.org",
      "move --json --patch Archive -- id:m3@example.org", "move Archive -- id:m2@example.org",
      "move Nowhere -- '*'", "move --json Nowhere -- '*'", "list --output messages '*'",
    ] {
      try shell.run(words)
    }
    try shell.compare()
  }

  @Test func `what sleeps and wakes`() throws {
    let shell = try Transcript("sleeping")
    for words in [
      "wake", "wake --next", "tag +snoozed +snoozed/9999-12-31T23:59Z -inbox -- id:m1@example.org",
      "wake --next", "wake --json", "tag +snoozed -inbox -- id:m2@example.org",
      "wake --dry-run --patch", "wake --json", "wake", "undo --any --json",
      "apply snooze:never '*'",
      "apply --json snooze:25:00 -- '*'", "apply wake -- '*'", "history",
    ] {
      try shell.run(words)
    }
    try shell.compare()
  }

  @Test func `what is suggested`() throws {
    let shell = try Transcript("suggesting")
    let news = (0..<13).map { number in
      SampleMessage(
        "n\(number)@example.org",
        from: "News <news@example.org>",
        subject: "News \(number)",
        date: 1_790_000_000 + Int64(number),
        tags: ["inbox", "unread"]
      )
    }
    try shell.mail.deliver(news)
    try shell.run("suggest")
    let days = (15...19).map { ["MULLIGAN_CLOCK": "2026-11-\($0)T12:00:00Z", "TZ": "UTC"] }
    try shell.meanwhile("on five days: two or three of n0 to n10 are archived") {
      for (index, day) in days.enumerated() {
        let numbers = index == 0 ? 0..<3 : (2 * index + 1)..<(2 * index + 3)
        let query = numbers.map { "id:n\($0)@example.org" }.joined(separator: " or ")
        let run = try shell.mail.mulligan(["apply", "archive", "--", query], with: day)
        #expect(run.status == 0, "\(run)")
      }
    }
    let found = try shell.mail.mulligan(["suggest", "--json"], with: days[4])
    let id = try #require(found.objects.first?["id"] as? String)
    for words in [
      "suggest", "suggest --json", "suggest --save-plan - \(id)",
      "suggest --add-to MAILBOX/rules.toml \(id)", "suggest --dismiss \(id)", "suggest",
      "suggest --all --json", "suggest --forget \(id)", "suggest --forget 0", "suggest --dismiss",
      "suggest --dismiss --forget \(id)",
    ] {
      try shell.run(words, with: days[4])
    }
    try shell.compare()
  }

  @Test func `what comes through standard input, and what is asked`() throws {
    let shell = try Transcript("input")
    let ids = "id:m1@example.org\r\n\nnobody@example.org\nm2@example.org\nm1@example.org"
    try shell.run("tag --stdin +seen", input: ids)
    try shell.run("tag --stdin --json +more", input: ids)
    try shell.run("apply --stdin archive", input: "nobody@example.org\n")
    try shell.run("apply --stdin archive -- '*'", input: ids)
    let batch = "# rules\n+new%20tag -seen -- tag:seen\n+%c3%bc -- id:m4@example.org\n"
    try shell.run("tag --batch --patch", input: batch)
    try shell.run("tag --batch", input: "+a *\n+%zz *\n-- *\n+b\n")
    try shell.run("tag --batch --json", input: "+a *\n+%zz *\n")
    try shell.meanwhile("MAILBOX/config.toml: confirm_above = 2") {
      _ = try shell.mail.file("config.toml", "confirm_above = 2\n")
    }
    for words in [
      "apply --config MAILBOX/config.toml star -- '*'",
      "apply --config MAILBOX/config.toml --json star -- '*'",
      "apply --config MAILBOX/config.toml --yes star -- '*'",
    ] {
      try shell.run(words)
    }
    try shell.compare()
  }

  @Test func `plans`() throws {
    let shell = try Transcript("plans")
    _ = try shell.mail.file(
      "plan.toml",
      """
      plan = 1
      name = "Evening"
      [[command]]
      actions = ["mark-read", "archive"]
      query = "tag:unread"
      [[command]]
      actions = ["add-tag:todo"]
      messages = ["m4@example.org", "gone@example.org"]
      [[command]]
      actions = ["spam"]
      query = "from:nobody"

      """
    )
    _ = try shell.mail.file(
      "bad.json",
      #"{"plan": 2, "name": 3, "command": [{"actions": ["archve", 1], "limt": 1}, 7]}"#
    )
    _ = try shell.mail.file(
      "query.toml",
      """
      plan = 1
      [[command]]
      actions = ["star"]
      query = "from:a and and ("
      [[command]]
      actions = ["archive"]
      query = "date:nonsense..really"

      """
    )
    for words in [
      "plan check MAILBOX/plan.toml", "plan check --json MAILBOX/plan.toml",
      "plan check MAILBOX/bad.json", "plan check --json MAILBOX/bad.json",
      "plan check MAILBOX/nothing.toml", "plan run --dry-run --patch MAILBOX/plan.toml",
      "plan run --dry-run --json MAILBOX/plan.toml", "plan run --patch MAILBOX/plan.toml",
      "plan run --json MAILBOX/plan.toml", "plan run MAILBOX/bad.json",
      "plan run --json MAILBOX/bad.json", "plan run MAILBOX/query.toml",
      "apply --save-plan MAILBOX/saved.toml star -- tag:inbox",
      "apply --save-plan MAILBOX/saved.toml star -- '*'",
      "tag --save-plan - +x -- id:m1@example.org", "plan run --json MAILBOX/saved.toml",
      "history",
    ] {
      try shell.run(words)
    }
    try shell.compare()
  }

  @Test func `what is undone, and the history`() throws {
    let shell = try Transcript("undoing")
    for words in [
      "undo", "undo --json", "redo", "redo --json", "history", "history --json",
      "apply archive -- tag:inbox", "apply star -- '*'", "tag --background +cron -- '*'",
      "undo --dry-run --patch", "undo --dry-run --json", "undo --patch", "undo --json --patch",
      "redo 2", "undo --json", "redo --json", "undo 0", "history --all", "history --json --limit 3",
      "history --by action", "history --by sender --json", "history --patch --limit 2",
      "history --json --patch --limit 1", "history show 1",
      "history show --json 1", "history show 99", "history show --json 99", "history revert 1",
      "history revert --json 1", "history revert --yes --patch 1", "history revert --yes --json 2",
      "history revert 1", "history reapply --yes 1", "history reapply --yes --json 2",
      "history reapply --json 2", "history restore --dry-run 1", "history restore --yes 1",
      "history restore --json --yes 2", "history restore --json 2", "undo --any",
      "undo --any --json",
    ] {
      try shell.run(words)
    }
    try shell.meanwhile("notmuch tag +cron id:m1@example.org") {
      try shell.mail.tag("+inbox", "-cron", "id:m1@example.org")
    }
    for words in ["tag +late -- '*'", "undo --strict --json", "history show --json @"] {
      try shell.run(words)
    }
    try shell.compare()
  }

  @Test func `the care of the history`() throws {
    let shell = try Transcript("care")
    for words in [
      "history recover", "history recover --json", "history verify", "history verify --json",
      "apply archive -- tag:inbox", "apply star -- '*'", "history prune --dry-run --keep 1",
      "history prune --keep 1", "history prune --before 7d", "history verify",
      "history verify --json", "history reset", "history prune --keep x",
    ] {
      try shell.run(words)
    }
    try shell.meanwhile("the journal is overwritten") {
      let journal = try shell.mail.journal()
      for file in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: journal + file)
      }
      try Data("no journal".utf8).write(to: URL(fileURLWithPath: journal))
    }
    for words in ["history verify", "history verify --json", "apply archive -- '*'"] {
      try shell.run(words)
    }
    try shell.compare()
  }

  @Test func `what the program says of itself`() throws {
    let shell = try Transcript("itself")
    _ = try shell.mail.file("bad.toml", "layuot = 1\nconfirm_above = \"x\"\n")
    _ = try shell.mail.file(
      "own.toml",
      "[[action]]\nid = \"finish\"\nsteps = [\"archive\", \"add-tag:done\"]\nkey = \"D\"\n"
    )
    _ = try shell.mail.file(
      "own.xcstrings",
      #"{"sourceLanguage": "en", "version": "1.0", "strings": {"a.b": {}}}"#
    )
    for words in [
      "--version", "--help", "plan --help", "plan run --help", "history --help", "actions",
      "actions --json", "actions --config MAILBOX/own.toml --json", "keys", "keys --json",
      "config path", "config check", "config check --json", "config show",
      "config check --config MAILBOX/bad.toml", "config check --json --config MAILBOX/bad.toml",
      "list --config MAILBOX/bad.toml", "apply --json --config MAILBOX/bad.toml star -- '*'",
      "strings check", "strings check --json", "strings check MAILBOX/own.xcstrings",
      "strings check --json MAILBOX/own.xcstrings", "strings check MAILBOX/nothing",
      "strings export xx-invalid-", "strings import MAILBOX/nothing", "manual",
      "--language ru undo", "--language xx undo",
    ] {
      try shell.run(words)
    }
    try shell.compare()
  }
}
