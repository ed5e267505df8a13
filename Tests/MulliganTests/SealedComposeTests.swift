import Foundation
import TestSupport
import Testing

@testable import mulligan

/// A folder in memory, as a login makes one.
private let folderInMemory: String? =
  FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : nil

/// Messages that are written and sealed on the screen, with real keys, engine, editor and terminal.
@Suite(.enabled(if: TemporaryKeys.areAvailable && folderInMemory != nil))
struct SealedComposeTests {
  private static let (robin, ann) = ("Robin Tester <robin@example.org>", "Ann <ann@example.org>")
  private static let word = "xylophone"

  /// A mailbox with an encrypted mail, keys, and a runtime folder of its own.
  private final class Site {
    let site: SendSite
    let keys: TemporaryKeys
    let runtime: String

    init(hold: Int = 0, passphrase: String = "") throws {
      site = try SendSite(hold: hold)
      keys = try TemporaryKeys(
        of: [(SealedComposeTests.robin, passphrase), (SealedComposeTests.ann, "")]
      )
      runtime = "\(folderInMemory ?? "")/r-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
      chmod(runtime, 0o700)
      let content = try keys.encrypted(
        TemporaryKeys.text("The word is \(SealedComposeTests.word).\n"),
        to: [SealedComposeTests.robin, SealedComposeTests.ann]
      )
      let text = TemporaryKeys.message("sealed@seals", subject: "Sealed", content)
      let path = "\(site.mail.root)/sealed"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      try site.mail.notmuch("new", "--quiet")
      try site.mail.notmuch("tag", "+inbox", "--", "id:sealed@seals")
    }

    deinit { try? FileManager.default.removeItem(atPath: runtime) }

    var variables: [String: String] {
      ["GNUPGHOME": keys.home, "XDG_RUNTIME_DIR": runtime]
    }

    /// The screen on a query; `editor` is what the editor does, its file `$1`.
    func screen(_ editor: String, query: String = "id:sealed@seals") throws -> TmuxScreen {
      let script = try site.mail.file("editor-\(UUID().uuidString)", editor)
      let screen = try TmuxScreen(
        site.mail,
        ["read", query],
        columns: 100,
        rows: 30,
        variables: variables.merging(["VISUAL": "sh \(script)"]) { $1 }
      )
      try screen.wait(for: query == "tag:draft" ? "Enter Edit Draft" : "Enter Open")
      return screen
    }

    /// What lies on the disk with a word in it.
    func files(with word: String) throws -> [String] {
      let run = try? keys.run(["grep", "-rla", word, site.mail.folder])
      // This test itself has read the screen, and what the shell has shown.
      let own = ["/editor-", "/tmux-", "/run-"]
      return (run ?? "").lines.filter { line in !own.contains { line.contains($0) } }
    }
  }

  private static let writes = "sed -i '0,/^$/s//\\nMy marimba./' \"$1\"\n"

  @Test func `K26: an answer to something encrypted leaves signed and encrypted`() throws {
    let site = try Site()
    let screen = try site.screen(Self.writes)
    try screen.press("r")
    try screen.wait(for: "Signed and encrypted")
    try screen.wait(for: "> The word is \(Self.word).")
    try screen.wait(for: "ann@example.org: ")
    try screen.press("y")
    try screen.wait(for: "Enter Open")
    try waitUntil("it has left") { !site.site.delivered.isEmpty }
    try site.site.waitForSender()
    #expect(try site.files(with: Self.word) == [] && site.files(with: "marimba") == [])
    let shown = try site.site.mail.mulligan(
      ["show", "--json", "tag:sent"],
      with: site.variables
    )
    #expect(shown.output.contains("My marimba.") && shown.output.contains("\"verdict\":\"good\""))
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test
  func `K30: what is written lies in memory only while it is edited, and nowhere after a kill`()
    throws
  {
    let site = try Site()
    // The editor shows where its file lies, and waits to be killed.
    let screen = try site.screen(Self.writes + "echo \"FILE $1\"; sleep 1000\n")
    try screen.press("r")
    try screen.wait(for: "FILE \(site.runtime)/")
    #expect(try site.files(with: Self.word) == [] && site.files(with: "marimba") == [])
    if let engine = try screen.process(of: "engine") { kill(engine, SIGKILL) }
    if let screen = try screen.process(of: "") { kill(screen, SIGKILL) }
    #expect(try site.files(with: Self.word) == [] && site.files(with: "marimba") == [])
    let listed = try site.site.mail.mulligan(["outbox", "show", "1"], with: site.variables)
    #expect(listed.output.contains(Self.word), "\(listed)")
  }

  @Test(arguments: [["reply", "--sender"], ["forward", "--to", "ann@example.org"]])
  func `K30: what the shell begins for the screen lies nowhere in clear`(verb: [String]) throws {
    let site = try Site()
    let script = try site.site.mail.file("editor-\(UUID().uuidString)", Self.writes)
    let screen = try TmuxScreen(
      site.site.mail,
      verb + ["--edit", "id:sealed@seals"],
      columns: 100,
      rows: 30,
      variables: site.variables.merging(["VISUAL": "sh \(script)"]) { $1 }
    )
    try screen.wait(for: "Seal      Signed and encrypted")
    try screen.wait(for: "The word is \(Self.word).")
    #expect(try site.files(with: Self.word) == [])
    try screen.press("w")
    try screen.wait(for: "Saved as a draft")
    #expect(try site.files(with: Self.word) == [])
  }

  @Test func `K30: a draft that is encrypted later lies in the mail as it was no more`() throws {
    let site = try Site(hold: 300)
    let mail = site.site.mail
    let screen = try site.screen(Self.writes, query: "tag:inbox")
    try screen.press("m")
    try screen.wait(for: "My marimba.")
    try screen.press("t")
    try screen.typeRaw("ann@example.org")
    try screen.press("Enter")
    try screen.press("s")
    try screen.typeRaw("Plans")
    try screen.press("Enter")
    try screen.press("w")
    try screen.wait(for: "Saved as a draft")
    #expect(try mail.count("tag:draft and marimba") == 1)
    try screen.press("g", "d")
    try screen.wait(for: "Plans")
    try screen.press("Enter")
    try screen.wait(for: "My marimba.")
    try screen.wait("its editor has ended") { $0.last?.contains("y Send") == true }
    try screen.press("E")
    try screen.wait(for: "Seal      Encrypted")
    func clear() throws -> [String] {
      try site.files(with: "marimba").filter { !$0.contains("/.notmuch/") }
    }
    try waitUntil("it lies there in clear no more") { try clear() == [] }
    try screen.press("y")
    try screen.wait(for: "leaves in")
    #expect(try mail.count("tag:draft and marimba") == 0)
    #expect(try mail.count("tag:draft") == 1 && clear() == [])
    try screen.press("u")
    try screen.wait(for: "My marimba.")
    try screen.press("q")
    try screen.wait(for: "Saved as a draft")
    #expect(try mail.count("tag:draft") == 1 && clear() == [])
  }

  @Test func `K28: the passphrase is asked for when it is sent, and again to write on`() throws {
    let site = try Site(hold: 300, passphrase: "secret")
    try site.keys.forget()
    try site.keys.answer("secret")
    let screen = try site.screen(Self.writes, query: "tag:inbox")
    try screen.press("m")
    try screen.wait(for: "My marimba.")
    try screen.press("t")
    try screen.typeRaw("ann@example.org")
    try screen.press("Enter")
    try screen.press("s")
    try screen.typeRaw("Secret plans")
    try screen.press("Enter")
    try screen.press("E")
    try screen.wait(for: "Seal      Encrypted")
    try screen.press("S")
    try screen.wait(for: "Signed and encrypted")
    try waitUntil("it lies there in clear no more") {
      try site.files(with: "marimba") == [] && site.files(with: "Secret plans") == []
    }
    #expect(site.keys.questions == 0)
    try screen.press("y")
    try screen.wait(for: "leaves in")
    #expect(site.keys.questions == 1)
    #expect(try site.files(with: "marimba") == [])
    try screen.press("u")
    try screen.wait(for: "My marimba.")
    try screen.press("q")
    try screen.wait(for: "Saved as a draft")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    // Another screen asks to open it.
    try site.keys.forget()
    let other = try site.screen("true\n", query: "tag:draft")
    try other.press("e")
    try other.wait(for: "My marimba.")
    #expect(site.keys.questions == 2)
    #expect(try site.files(with: "marimba") == [])
  }

  @Test func `K30: what is on the page is kept by the next engine, which must open the text first`()
    throws
  {
    let site = try Site(hold: 300)
    let screen = try site.screen(Self.writes)
    try screen.press("r")
    try screen.wait(for: "Signed and encrypted")
    try screen.wait(for: "ann@example.org: ")
    let engine = try #require(try screen.process(of: "engine"))
    kill(engine, SIGKILL)
    try waitUntil("there is another engine") {
      try screen.process(of: "engine").map { $0 != engine } ?? false
    }
    try screen.press("s")
    try screen.typeRaw(" anew")
    try screen.press("Enter")
    try screen.wait(for: "Re: Sealed anew")
    try waitUntil("it is kept") {
      try site.site.mail.mulligan(["outbox", "show", "1"], with: site.variables)
        .output.contains("Re: Sealed anew")
    }
    try screen.press("y")
    try screen.wait(for: "leaves in")
    #expect(try site.files(with: Self.word) == [])
    #expect(try site.files(with: "marimba") == [])
  }
}
