import Foundation
import TestSupport
import Testing

@testable import mulligan

/// Drafts that other programs have put into the mail, written on here.
@Suite struct ForeignDraftTests {
  private func site(_ draft: String) throws -> SendSite {
    let site = try SendSite()
    let folder = "\(site.mail.root)/Drafts"
    for name in ["cur", "new", "tmp"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)",
        withIntermediateDirectories: true
      )
    }
    try draft.write(toFile: "\(folder)/cur/other.1:2,DS", atomically: true, encoding: .utf8)
    try site.mail.notmuch("new")
    try site.mail.notmuch("tag", "-new", "-inbox", "--", "tag:draft")
    return site
  }

  private func open(_ site: SendSite) throws -> TmuxScreen {
    let script = try site.mail.file("editor", "printf '\\nMore words.\\n' >> \"$1\"\n")
    let screen = try TmuxScreen(
      site.mail,
      ["read", "tag:draft"],
      columns: 160,
      rows: 30,
      variables: ["VISUAL": "sh \(script)"]
    )
    try screen.wait(for: "Enter Edit Draft")
    try screen.press("e")
    return screen
  }

  /// What is attached, in lines that no program would break so.
  private static let odd = "AAEC\nAwQFBgcI\nCQ==\n"

  private static let formatted = """
    From: Robin Tester <robin@example.org>
    To: =?utf-8?Q?Zo=C3=AB?= <zoe@example.org>
    Bcc: eve@example.org
    Subject: =?utf-8?Q?Caf=C3=A9?=
    Message-ID: <other-draft@example.org>
    Date: Mon, 23 Nov 2026 09:00:00 +0000
    Attach: /etc/passwd
    X-Other: kept by nobody
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary=outer

    --outer
    Content-Type: multipart/alternative; boundary=inner

    --inner
    Content-Type: text/plain; charset=iso-8859-1
    Content-Transfer-Encoding: quoted-printable

    Caf=E9 at noon.
    --inner
    Content-Type: text/html; charset=utf-8

    <p><b>Café</b> at noon.</p>
    --inner--
    --outer
    Content-Type: application/x-odd
    Content-Disposition: attachment; filename="odd.bin"
    Content-Transfer-Encoding: base64

    \(odd)
    --outer--

    """

  @Test func `W8: a draft of another program is written on, and what is lost is named`() throws {
    let site = try site(Self.formatted)
    let screen = try open(site)
    try screen.wait(for: "More words.")
    try screen.wait(for: "Café at noon.")
    try screen.wait(for: "Subject   Café")
    try screen.wait(for: "Zoë")
    try screen.wait(for: "odd.bin")
    try screen.wait(for: "The formatted version that another program has made is left behind")
    // A planted draft would send a private key.
    try screen.wait(for: "“Attach” was left out")
    try screen.press("y")
    try screen.wait(for: "y once more sends it")
    #expect(site.delivered == [])
    try screen.press("y")
    try waitUntil("it has left") { site.delivered.count == 1 }
    try site.waitForSender()
    let sent = try #require(site.delivered.first)
    #expect(sent.contains("Message-ID: <other-draft@example.org>"))
    #expect(sent.contains("More words."))
    #expect(!sent.contains("root:") && !sent.contains("X-Other") && !sent.contains("<b>"))
    // The same bytes, however they were wrapped.
    #expect(sent.contains("AAECAwQFBgcICQ=="))
    // One file is left of it, which is no draft any more.
    try waitUntil("its draft has gone") { try site.mail.count("tag:draft") == 0 }
    let files = try site.mail.notmuch("search", "--output=files", "id:other-draft@example.org")
    #expect(files.split(separator: "\n").count == 1 && files.contains("/Sent/"))
  }

  @Test(arguments: [["unread"], ["flagged", "work"], ["inbox", "replied"], ["new", "x"], []])
  func `what was sent has the account's tags only, whatever the draft had`(tags: [String]) throws {
    let site = try site(Self.formatted)
    let added = tags.map { "+\($0)" }
    try site.mail.run(["notmuch", "tag", "-unread"] + added + ["--", "tag:draft"])
    let screen = try open(site)
    try screen.wait(for: "More words.")
    try screen.press("y")
    try screen.wait(for: "y once more sends it")
    try screen.press("y")
    try waitUntil("it has left") { site.delivered.count == 1 }
    try site.waitForSender()
    try waitUntil("its draft has gone") { try site.mail.count("tag:draft") == 0 }
    let id = "id:other-draft@example.org"
    let found = try site.mail.notmuch("search", "--exclude=false", "--output=tags", id)
    #expect(found == "attachment\nsent\n", "\(tags)")
  }

  @Test func `W8: what is saved takes the place of the other program's draft`() throws {
    let site = try site(Self.formatted)
    let screen = try open(site)
    try screen.wait(for: "More words.")
    try screen.press("w")
    try screen.wait(for: "Saved as a draft")
    try waitUntil("one file is left") {
      let files = try site.mail.notmuch("search", "--output=files", "id:other-draft@example.org")
      return files.split(separator: "\n").count == 1
    }
    #expect(try site.mail.count("id:other-draft@example.org and tag:draft and More") == 1)
    #expect(try site.states() == ["draft"])
  }

  @Test func `W8: a draft that was only looked at stays as it is`() throws {
    let site = try site(Self.formatted)
    let before = try site.mail.dump()
    let script = try site.mail.file("idle", "true\n")
    let screen = try TmuxScreen(
      site.mail,
      ["read", "tag:draft"],
      columns: 160,
      rows: 30,
      variables: ["VISUAL": "sh \(script)"]
    )
    try screen.wait(for: "Enter Edit Draft")
    try screen.press("e")
    try screen.wait(for: "Café at noon.")
    try screen.press("q")
    try screen.wait(for: "Enter Edit Draft")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    #expect(try site.states() == [])
    #expect(try site.mail.dump() == before)
    #expect(FileManager.default.fileExists(atPath: "\(site.mail.root)/Drafts/cur/other.1:2,DS"))
  }

  @Test(arguments: [
    "multipart/signed; boundary=b; protocol=\"application/pgp-signature\"",
    "multipart/encrypted; boundary=b; protocol=\"application/pgp-encrypted\"",
    "application/pkcs7-mime; smime-type=enveloped-data",
  ])
  func `W8: a draft that is sealed is not opened: it would not stay so`(type: String) throws {
    let site = try site(
      """
      From: robin@example.org
      To: zoe@example.org
      Subject: Sealed
      Message-ID: <sealed-draft@example.org>
      MIME-Version: 1.0
      Content-Type: \(type)

      --b
      Content-Type: text/plain

      Words.
      --b
      Content-Type: application/octet-stream

      Bytes.
      --b--

      """
    )
    let screen = try open(site)
    try screen.wait(for: "no draft that can be written on here")
    #expect(try site.states() == [])
  }
}
