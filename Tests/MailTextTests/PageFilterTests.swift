import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// Another program may turn pages into text.
@Suite struct PageFilterTests {
  private static let page = Fixtures.file("newsletters/18-japanese.eml")

  private func content(_ filter: @escaping PageFilter) -> MessageContent {
    MessageReader(filter: filter).content(
      of: MessageID("x"),
      files: [Self.page],
      options: MessageOptions(columns: 60, filter: ["filter"])
    )
  }

  @Test(.enabled(if: Program.path("w3m") != nil)) func `w3m reads a page in another script`() {
    let content = content { page, options in
      let arguments = ["-dump", "-T", "text/html", "-O", "UTF-8", "-cols", "\(options.columns)"]
      return (try? Program.run("w3m", arguments, input: Data(page))).map { Array($0) }
    }
    #expect(content.lines.contains { $0.text.contains("銅のやかん") && $0.text.contains("12,800円") })
    #expect(content.notices == [])
  }

  @Test(.enabled(if: Program.path("lynx") != nil)) func `lynx reads it, too, and its links`() {
    let content = content { page, options in
      let arguments = ["-dump", "-stdin", "-display_charset=utf-8", "-width=\(options.columns)"]
      return (try? Program.run("lynx", arguments, input: Data(page))).map { Array($0) }
    }
    #expect(content.lines.contains { $0.text.contains("銅のやかん") })
    #expect(content.links.map(\.target).contains("https://yakan.example.org/order?id=8"))
  }

  @Test func `a filter that fails leaves the page to us`() {
    let content = content { _, _ in nil }
    #expect(content.lines.contains { $0.text.contains("銅のやかん") })
    #expect(content.notices == [.filterFailed("filter")])
  }

  @Test func `what a filter says is text, however much it is`() {
    let content = content { _, _ in
      Array("-- \n> a\n\u{1b}[2J\n".utf8) + Array(repeating: 0x41, count: 9 << 20)
    }
    #expect(content.lines.prefix(3).map(\.text) == ["-- ", "> a", "\u{1b}[2J"])
    #expect(content.lines.allSatisfy { $0.kind == .text })
  }
}
