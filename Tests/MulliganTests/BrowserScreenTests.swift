import Foundation
import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// Pages of mail in a browser.
@Suite struct BrowserScreenTests {
  private static let page =
    "<html><head><meta http-equiv=\"refresh\" content=\"0;url=http://evil.example\"><script>x()</script>"
    + "</head><body title='\"></iframe><script>'>Caf\u{E9} &amp; <img src=http://evil.example/p></body>"

  /// A message that has a page in an old character set.
  private static func mail() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    let sample = SampleMessage("page@example.org", subject: "A page", body: page, tags: ["inbox"])
    try mail.deliver(sample)
    let path = try #require(try mail.notmuch("search", "--output=files", "*").lines.first)
    let text = try String(contentsOfFile: path, encoding: .utf8)
      .replacing(#/text\/plain; charset=[^\s]+/#, with: "text/html; charset=iso-8859-1")
      .replacing("text/plain", with: "text/html; charset=iso-8859-1")
    try #require(text.data(using: .isoLatin1)).write(to: URL(fileURLWithPath: path))
    return mail
  }

  /// A program that keeps what it is given, as the person's browser.
  private static func browser(_ name: String, _ mail: TemporaryMail) throws -> String {
    try mail.program(
      name,
      """
      stat -c '%a' "$1" "$(dirname "$1")" > '\(mail.folder)/modes'
      echo "$1" > '\(mail.folder)/path'
      cat "$1" > '\(mail.folder)/seen.part' && mv '\(mail.folder)/seen.part' '\(mail.folder)/seen'
      """
    )
  }

  @Test(arguments: ["browser", "opener"])
  func `E15: a page is put whole into a frame of ours that lets it do nothing`(key: String) throws {
    let mail = try Self.mail()
    let script = try Self.browser("xdg-open", mail)
    let config = "\(mail.folder)/config.toml"
    try "[reading]\n\(key) = ['\(script)']\n"
      .write(toFile: config, atomically: false, encoding: .utf8)
    let screen = try TmuxScreen(mail, ["--config", config], columns: 120)
    try screen.wait(for: "A page")
    try screen.press("Enter")
    try screen.wait(for: "Café")
    try screen.press("B")
    try screen.wait(for: "without scripts and remote content")
    let seen = "\(mail.folder)/seen"
    try screen.wait("the browser has run") { _ in FileManager.default.fileExists(atPath: seen) }
    let text = try String(contentsOfFile: seen, encoding: .utf8)
    let start = String(decoding: SandboxedPage.beginning, as: UTF8.self)
    let end = String(decoding: SandboxedPage.end, as: UTF8.self)
    #expect(text.hasPrefix(start) && text.hasSuffix(end))
    let inner = String(text.dropFirst(start.count).dropLast(end.count))
    #expect(!inner.contains { "<>\"".contains($0) })
    let page = inner.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    #expect(page.contains(Self.page))
    let modes = try String(contentsOfFile: "\(mail.folder)/modes", encoding: .utf8).lines
    #expect(modes == ["600", "700"])
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    let path = try String(contentsOfFile: "\(mail.folder)/path", encoding: .utf8).dropLast()
    #expect(!FileManager.default.fileExists(atPath: String(path)))
  }

  @Test func `E15: without the browser that is set the setting is named`() throws {
    let mail = try Self.mail()
    let config = try mail.file("config.toml", "[reading]\nbrowser = ['no-such-browser']\n")
    let screen = try TmuxScreen(mail, ["--config", config], columns: 160)
    try screen.wait(for: "A page")
    try screen.press("Enter")
    try screen.wait(for: "Café")
    try screen.press("B")
    try screen.wait(for: "no-such-browser is not installed")
    try screen.wait(for: "set another program as reading.browser")
  }

  @Test func `E15: the policy comes first and forbids scripts and whatever is remote`() throws {
    let page = String(decoding: SandboxedPage.beginning, as: UTF8.self)
    let policy = try #require(page.firstRange(of: "Content-Security-Policy"))
    let first = try #require(page.firstRange(of: "<meta"))
    #expect(page[first.upperBound..<policy.lowerBound] == " http-equiv=\"")
    #expect(
      page.contains("default-src 'none'") && !page.contains("http:") && !page.contains("https:")
    )
    #expect(!page.contains("allow-") && page.contains("<iframe sandbox srcdoc=\""))
    #expect(
      page.components(separatedBy: "-src ").dropFirst().allSatisfy {
        ["'none'", "data:", "'unsafe-inline'"].contains(String($0.prefix { $0 != ";" }))
      }
    )
  }

  @Test func `E15: a message without a page says so`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(SampleMessage("plain@example.org", subject: "Plain", tags: ["inbox"]))
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "Plain")
    try screen.press("Enter")
    try screen.wait(for: "Some text.")
    try screen.press("B")
    try screen.wait(for: "The message has no HTML")
  }
}
