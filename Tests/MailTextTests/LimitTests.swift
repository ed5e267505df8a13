import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// Work on one message is bounded in time and memory, and what is cut is said.
@Suite struct LimitTests {
  /// The most processor time for the worst mail.
  ///
  /// A build without optimisation takes five times as long, on a crowded machine ten times; work that is
  /// not linear takes minutes.
  private static var longest: Duration {
    #if DEBUG
      .seconds(20)
    #else
      .seconds(2)
    #endif
  }

  @Test(arguments: BadMail.all)
  func `mail that is made to be too much opens in time`(bad: BadMail) throws {
    let file = try MailFile(bad.make())
    let start = processorTime()
    let content = file.content()
    #expect(processorTime() - start < Self.longest)
    let names = content.notices.map(\.caseName)
    for notice in bad.notices { #expect(names.contains(notice.caseName)) }
    if let text = bad.text { #expect(content.lines.contains { $0.text.contains(text) }) }
    let limits = MessageLimits()
    #expect(content.lines.count <= limits.lines + 2001)
    #expect(content.lines.reduce(0) { $0 + $1.text.utf8.count } <= limits.textBytes)
    #expect(content.parts.count <= limits.parts + 1 && content.links.count <= 2000)
    #expect(content.headers.reduce(0) { $0 + $1.value.utf8.count } < 1 << 20)
  }

  @Test func `a subject is shown up to a kilobyte`() throws {
    let file = try MailFile("Subject: " + BadMail.many("=?utf-8?Q?caf=C3=A9?= ", 1000) + "\n\nx\n")
    let subject = try #require(file.content().header("subject")).value
    #expect(subject.utf8.count <= 1024 && subject.hasPrefix("cafécafé"))
  }

  @Test func `of many recipients fifty are named and the others counted`() throws {
    let list = (0..<3000).map { "u\($0)@example.org" }.joined(separator: ",\n ")
    let field = try #require(MailFile("To: \(list)\n\nx\n").content().header("to"))
    #expect(field.addresses.count == 50 && field.omitted == 2950)
    #expect(field.addresses.first == "u0@example.org")
  }

  @Test func `recipients that do not fit on the screen are counted, not cut there`() throws {
    let name = String(repeating: "n", count: 600)
    let list = (0..<40).map { "\(name) <u\($0)@example.org>" }.joined(separator: ",\n ")
    let content = try MailFile("To: \(list)\n\nx\n").content()
    let field = try #require(content.header("to"))
    #expect(field.value.utf8.count <= 8 << 10)
    #expect(field.addresses.count == 13 && field.omitted == 27)
    #expect(content.isCut)
  }

  @Test func `of many header fields those left out are counted`() throws {
    let fields = (0..<30_000).map { "X-\($0): \($0)\n" }.joined()
    let content = try MailFile("From: a@x\n" + fields + "\nx\n").content()
    let shown = content.headers.count
    #expect(shown == 500 && content.notices == [.headersCut(omitted: 30_001 - shown)])
  }

  @Test func `a subject that is cut is said to be cut`() throws {
    let whole = try MailFile("Subject: " + BadMail.many("x", 1024) + "\n\nx\n").content()
    #expect(whole.notices == [])
    let cut = try MailFile("Subject: " + BadMail.many("x", 1025) + "\n\nx\n").content()
    #expect(cut.notices == [.headersCut(omitted: 0)])
  }

  @Test func `of many parts those left out are counted`() throws {
    let parts = BadMail.mixed(BadMail.many("--b\n\nx\n", 300) + "--b--\nthe end\n--b\n")
    let content = try MailFile(parts).content()
    // The message itself counts as one.
    #expect(content.notices == [.partsCut(omitted: 300 - 199)])
    #expect(content.parts.count == 1 + 199)
  }

  @Test func `of many links those left out are counted, each once`() throws {
    let links = (0..<2_500).map { "https://example.org/\($0)\n" }.joined()
    let content = try MailFile("Subject: many\n\n" + links + links).content()
    #expect(content.links.count == 2_000 && content.omittedLinks == 500)
    #expect(try MailFile("Subject: few\n\nhttps://example.org/\n").content().omittedLinks == 0)
  }

  @Test func `fifty levels and two hundred parts are whole`() throws {
    let parts = BadMail.mixed(BadMail.many("--b\n\nx\n", 198) + "--b--\n")
    #expect(try MailFile(parts).content().notices == [])
    let levels = (0..<48).map {
      "--b\($0 == 0 ? "" : "\($0)")\nContent-Type: multipart/mixed; boundary=b\($0 + 1)\n\n"
    }
    let content = try MailFile(BadMail.mixed(levels.joined() + "--b48\n\ninner\n")).content()
    #expect(content.notices == [] && content.lines.map(\.text) == ["inner"])
  }

  /// A process of its own, for memory once taken is not given back.
  @Test func `no mail takes more memory than the engine has`() async {
    await #expect(processExitsWith: .success) {
      for bad in BadMail.heaviest {
        let file = try MailFile(bad.make())
        _ = file.content()
      }
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      let kilobytes = peak.flatMap { Int($0.filter(\.isNumber)) } ?? .max
      print("peak: \(kilobytes) kB")
      // The mail itself is made in the same process: it is 50 MB at most, twice.
      exit(kilobytes < 384 << 10 ? 0 : 1)
    }
  }
}

extension BadMail: CustomTestStringConvertible {
  /// The name.
  public var testDescription: String { name }
}
