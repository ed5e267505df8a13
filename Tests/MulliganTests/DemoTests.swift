import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct DemoTests {
  @Test func `the demo's copy is gone after q`() throws {
    let mail = try TemporaryMail()
    let screen = try TmuxScreen(mail, ["demo"], variables: ["TMPDIR": mail.folder])
    try screen.wait(for: "Seed swap on")
    let made = try FileManager.default.contentsOfDirectory(atPath: mail.folder)
      .filter { $0.hasPrefix("mulligan-demo-") }
    #expect(made.count == 1)
    try screen.press("A")
    try screen.wait(for: "Undo Mark as Read and Archive")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    let left = try FileManager.default.contentsOfDirectory(atPath: mail.folder)
      .filter { $0.hasPrefix("mulligan-demo-") }
    #expect(left.isEmpty)
  }

  @Test(arguments: [false, true])
  func `E26: what is saved from the demo goes into the demo's own configuration`(
    hasOwn: Bool
  ) throws {
    let mail = try TemporaryMail()
    let own = "\(mail.folder)/config/mulligan/config.toml"
    let content = "[list]\nsort = \"oldest-first\"\n"
    if hasOwn {
      try FileManager.default.createDirectory(
        atPath: "\(mail.folder)/config/mulligan",
        withIntermediateDirectories: true
      )
      try content.write(toFile: own, atomically: true, encoding: .utf8)
    }
    let kept = "\(mail.folder)/kept"
    let editor = try mail.file("editor", "sed -i 's/^sort = .*/sort = \"sender\"/' \"$1\"\n")
    let screen = try TmuxScreen(
      mail,
      ["demo", "--keep", kept],
      columns: 100,
      variables: ["XDG_CONFIG_HOME": "\(mail.folder)/config", "VISUAL": "sh \(editor)"]
    )
    try screen.wait(for: "Starred")
    try screen.press(":")
    try screen.wait("the palette is open") { $0.last?.hasPrefix(" Command:") == true }
    try screen.typeRaw("edit-config")
    try screen.wait("it is typed") { $0.last?.hasSuffix("Command: edit-config") == true }
    try screen.press("Enter")
    try screen.wait(for: "The configuration was read again")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    let written = try String(contentsOfFile: "\(kept)/config/config.toml", encoding: .utf8)
    let edited = "[list]\nsort = \"sender\"\n"
    #expect(written.contains("\nsort = \"sender\"\n") && (written == edited) == hasOwn)
    #expect(FileManager.default.fileExists(atPath: own) == hasOwn)
    if hasOwn { #expect(try String(contentsOfFile: own, encoding: .utf8) == content) }
    let errors = try String(contentsOfFile: "\(mail.folder)/errors", encoding: .utf8)
    #expect(errors.contains("mulligan --config \(kept)/config/config.toml"), "\(errors)")
    #expect(errors.contains("XDG_CACHE_HOME=\(kept)/cache"), "\(errors)")
  }

  @Test func `K26 in the demo an answer to what was encrypted leaves signed and encrypted`() throws
  {
    let mail = try TemporaryMail()
    let folder = "\(mail.folder)/kept"
    #expect(try mail.mulligan("demo", "--keep", folder).status == 0)
    let variables = [
      "NOTMUCH_CONFIG": "\(folder)/notmuch-config", "XDG_STATE_HOME": "\(folder)/state",
      "GNUPGHOME": "\(folder)/gnupg",
    ]
    let answer = ["reply", "--sender", "--send", "--hold", "0", "--wait", "--yes"]
    let sent = try mail.mulligan(
      answer + ["id:gate-code@example.org"],
      input: "Thank you, marimba.\n",
      with: variables
    )
    #expect(sent.status == 0, "\(sent)")
    let copies = try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/Delivered")
      .map { "\(folder)/Delivered/\($0)" }
      .compactMap { FileManager.default.contents(atPath: $0) }
    let text = String(decoding: try #require(copies.first { !$0.isEmpty }), as: UTF8.self)
    #expect(text.contains("multipart/encrypted") && !text.contains("marimba"), "\(text)")
    #expect(text.contains("To: Priya Nair <priya@example.org>"), "\(text)")
    let shown = try mail.mulligan("show", "tag:sent and date:today..", with: variables)
    #expect(shown.output.contains("marimba") && shown.output.contains("Good signature"), "\(shown)")
  }

  @Test func `a kept demo is a mailbox like any other`() throws {
    let mail = try TemporaryMail()
    let folder = "\(mail.folder)/kept"
    let run = try mail.mulligan("demo", "--keep", folder)
    #expect(run.status == 0 && run.errors.contains("NOTMUCH_CONFIG=\(folder)"), "\(run)")
    let variables = [
      "NOTMUCH_CONFIG": "\(folder)/notmuch-config", "XDG_STATE_HOME": "\(folder)/state",
    ]
    #expect(try mail.mulligan("count", "tag:inbox", with: variables).output == "48\n")
    let garden = "id:seed-swap-14@example.org"
    let left = try mail.mulligan("unsubscribe", garden, with: variables).output
    #expect(left.contains("Message to example.org: mailto:garden-request"), "\(left)")
    let program = mail.process(["notmuch", "count", "--exclude=false", "*"])
    program.environment = mail.environment.merging(variables) { $1 }
    let pipe = Pipe()
    program.standardOutput = pipe
    try program.run()
    let text = String(
      decoding: pipe.fileHandleForReading.readDataToEndOfFile(),
      as: UTF8.self
    )
    #expect(text == "88\n", "notmuch agrees with the index that no notmuch has made")
    let again = try mail.mulligan("demo", "--keep", folder)
    #expect(again.status == 1, "it is not empty any more")
    #expect(again.errors.contains("To go on with it: NOTMUCH_CONFIG=\(folder)"), "\(again)")
    try FileManager.default.removeItem(atPath: "\(folder)/notmuch-config")
    let other = try mail.mulligan("demo", "--keep", folder)
    #expect(other.status == 1 && !other.errors.contains("To go on with it"), "\(other)")
    let german = try mail.mulligan("--language", "de", "demo", "--keep", "\(mail.folder)/german")
    #expect(german.errors.contains("config.toml --language de"), "\(german)")
  }

  @Test(.enabled(if: TemporaryKeys.areAvailable))
  func `the demo's sealed mail shows what seals are, and its agent ends with it`() throws {
    let mail = try TemporaryMail()
    let screen = try TmuxScreen(mail, ["demo"], variables: ["TMPDIR": mail.folder])
    try screen.wait(for: "Seed swap on")
    let seals = [
      "accounts-signed": "┌ Good signature: Grace Okafor <grace@example.org>",
      "new-computer": "┌ Signature of an unknown key, ",
      "gate-code": "┌ Encrypted · Good signature: Priya Nair <priya@example.org>",
      "receipt-14": "┌ Good signature:",
    ]
    for (name, line) in seals {
      try screen.press("/")
      try screen.wait(for: "Search:")
      try screen.press("C-u")
      try screen.typeRaw("id:\(name)@example.org")
      try screen.press("Enter")
      try screen.wait(for: " id:\(name)@example.org · 1")
      try screen.press("Enter")
      try screen.wait(for: line)
      try screen.press("q")
    }
    let folder = try #require(
      try FileManager.default.contentsOfDirectory(atPath: mail.folder)
        .first { $0.hasPrefix("mulligan-demo-") }
    )
    func agents() throws -> [String] {
      try SpawnedProgram.run(["pgrep", "-af", "gpg-agent"], output: "\(mail.folder)/agents").lines
        .filter { $0.contains(folder) }
    }
    #expect(try agents().count == 1)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    #expect(try agents().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "\(mail.folder)/\(folder)"))
  }

  @Test func `without GnuPG the demo is made all the same, and says what is not checked`() throws {
    let mail = try TemporaryMail()
    let folder = "\(mail.folder)/kept"
    let without = ["PATH": "/nowhere"]
    #expect(try mail.mulligan(["demo", "--keep", folder], with: without).status == 0)
    let variables = [
      "NOTMUCH_CONFIG": "\(folder)/notmuch-config", "XDG_STATE_HOME": "\(folder)/state",
      "GNUPGHOME": "\(folder)/gnupg",
    ]
    for name in ["accounts-signed", "receipt-14", "gate-code"] {
      let run = try mail.mulligan(
        "show",
        "id:\(name)@example.org",
        with: variables.merging(without) { $1 }
      )
      #expect(run.output.contains("is not installed"), "\(run)")
    }
  }

  @Test func `F53 a folder for temporary files that is not there is named as what it is`() throws {
    let mail = try TemporaryMail()
    let missing = "\(mail.folder)/nowhere"
    let screen = try TmuxScreen(mail, ["demo"], columns: 200, variables: ["TMPDIR": missing])
    try screen.wait(for: "left with 1")
    let errors = try String(contentsOfFile: "\(mail.folder)/errors", encoding: .utf8)
    #expect(
      errors.contains(
        """
        mulligan: error: The folder for temporary files, \(missing), cannot be used: \
        No such file or directory
        Hint: make it, or name another with TMPDIR

        """
      ),
      "\(errors)"
    )
  }
}
