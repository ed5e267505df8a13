import Screen
import TestSupport
import Testing
import TriageCore

@testable import TriageUI

/// Links that the terminal opens.
@Suite struct LinkTests {
  private static func link(_ number: Int, _ text: String, _ target: String) -> ContentLink {
    ContentLink(
      number: number,
      text: text,
      target: target,
      host: String(target.split(separator: "/")[1]),
      isMisleading: false
    )
  }

  /// What is linked on the screen, row by row, with where it leads.
  private func linked(_ play: Screenplay) -> [String] {
    let grid = play.picture.frame.grid
    return (0..<grid.size.rows).flatMap { row -> [String] in
      var found: [(text: String, target: String)] = []
      var last: String?
      for column in 0..<grid.size.columns {
        let target = grid.link(row: row, column: column)?.target
        if let target {
          if target != last { found.append(("", target)) }
          found[found.count - 1].text += grid.text(row: row, column: column)
        }
        last = target
      }
      return found.map { "\($0.text) -> \($0.target)" }
    }
  }

  private func play(
    _ lines: [ContentLine],
    _ links: [ContentLink],
    size: ScreenSize = ScreenSize(columns: 80, rows: 24)
  ) throws -> Screenplay {
    let mailbox = Mailbox()
    mailbox.add("Links", text: lines)
    mailbox.changeTexts { $0.links = links }
    var play = try Screenplay(mailbox, size: size)
    play.press("Enter")
    return play
  }

  @Test func `E17: addresses that are written out lead to themselves`() throws {
    let target = "https://example.org/a"
    let play = try play(
      [
        ContentLine(.text, "日本 see https://example.org/a, or (https://example.org/a)."),
        ContentLine(.quote(level: 1), "\tHTTPS://example.org/a mailto:b@example.org"),
        ContentLine(.text, "https://example.org/ab and https://else.example.org"),
      ],
      [Self.link(1, target, target)]
    )
    #expect(linked(play) == Array(repeating: "\(target) -> \(target)", count: 2))
  }

  @Test func `E17: words of a link that only look like those before its number are none of it`()
    throws
  {
    let play = try play(
      [ContentLine(.text, "\u{E9}[1]"), ContentLine(.text, "caf\u{E9}[1]")],
      [Self.link(1, "e\u{301}", "https://example.org/a")]
    )
    #expect(linked(play).isEmpty)
    let noted = try self.play(
      [
        ContentLine(.text, "\u{E9}[1]"), ContentLine(.text, "e\u{301}[1]"),
        ContentLine(.footnote(1), "https://example.org/a"),
      ],
      [Self.link(1, "e\u{301}", "https://example.org/a")]
    )
    #expect(
      linked(noted).map { $0.split(separator: " ")[0].unicodeScalars.count } == [3, 5, 21]
    )
  }

  /// Whatever looked back from each beginning would take hours.
  @Test(arguments: ["http:", "mailto:x:", "[", "[1 "])
  func `E17: a line of nothing but beginnings of links takes no time`(beginning: String) throws {
    let start = processorTime()
    let target = "https://example.org/a"
    for length in [60_000, 1_000_000] {
      let text = String(repeating: beginning, count: length / beginning.utf8.count)
      let play = try play(
        [ContentLine(.text, "\(target) "), ContentLine(.text, text)],
        [Self.link(1, target, target)]
      )
      #expect(linked(play) == ["\(target) -> \(target)"])
    }
    #expect(processorTime() - start < .seconds(60))
  }

  @Test func `E17: an address that is broken over rows is one link`() throws {
    let target = "https://example.org/" + String(repeating: "0123456789", count: 6)
    let play = try play(
      [ContentLine(.text, "See this: \(target) and on")],
      [Self.link(1, target, target)],
      size: ScreenSize(columns: 40, rows: 10)
    )
    let parts = linked(play).map { $0.split(separator: " ")[0] }
    #expect(parts.count == 3 && parts.joined() == target, "\(parts)")
  }

  @Test func `E17: in a page the numbers are linked, with their words, and the footnotes`() throws {
    let play = try play(
      [
        ContentLine(
          .text,
          "Read the news[1], your bank[2 evil.example] and [3] or [1 no.example]."
        ),
        ContentLine(.footnote(1), "https://news.example/x"),
        ContentLine(.footnote(2), "https://evil.example/y"),
      ],
      [
        Self.link(1, "the news", "https://news.example/x"),
        Self.link(2, "your bank", "https://evil.example/y"),
        Self.link(3, "three", "https://three.example/z"),
      ]
    )
    #expect(
      linked(play) == [
        "the news[1] -> https://news.example/x",
        "your bank[2 evil.example] -> https://evil.example/y",
        "https://news.example/x -> https://news.example/x",
        "https://evil.example/y -> https://evil.example/y",
      ]
    )
  }

  @Test func `E17: numbers in a text without footnotes lead nowhere`() throws {
    let play = try play(
      [ContentLine(.text, "As in [1]."), ContentLine(.text, "https://example.org/a")],
      [Self.link(1, "https://example.org/a", "https://example.org/a")]
    )
    #expect(linked(play).map { $0.prefix(9) } == ["https://e"])
  }

  @Test func `E17: a link that is too long or not clean is text`() throws {
    let long = "https://example.org/" + String(repeating: "a", count: 100_000)
    let bad = "https://example.org/\u{202E}x"
    let play = try play(
      [ContentLine(.text, "\(bad) \(long)")],
      [Self.link(1, long, long), Self.link(2, bad, bad)]
    )
    #expect(linked(play) == [])
  }

  @Test func `E17: what lies over a text is no link`() throws {
    let target = "https://example.org/" + String(repeating: "a", count: 50)
    var play = try play(
      (0..<20).map { _ in ContentLine(.text, target) },
      [Self.link(1, target, target)]
    )
    play.press("g U")
    #expect(!linked(play).isEmpty)
    let grid = play.picture.frame.grid
    for row in 0..<24 {
      for column in 0..<80 where grid.link(row: row, column: column) != nil {
        #expect(target.contains(grid.text(row: row, column: column)), "\(row),\(column)")
      }
    }
  }

  @Test func `E17: a list has no links, so that a key costs no byte more`() throws {
    let play = try Screenplay(.sample)
    #expect(linked(play) == [])
  }
}
