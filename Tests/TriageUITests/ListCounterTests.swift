import Screen
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// How many threads a list has is one number at every moment: in the title, beside its view, and where
/// the cursor is.
@Suite struct ListCounterTests {
  private static let bot = "CI Bot <ci@example.org>"
  private static let ann = "Ann <ann@example.org>"
  private static let keys = [
    "w s", "a", "Enter", "G", "u", "G", "=", "g g", "a", "a", "u", "Ctrl-R", "j", "Enter", "a", "q",
    "*", "Esc", "x", "j", "x", "a", "U", "s", "b", "t", "G", "u", "u", "u", "=", "G", "d", "=",
  ]

  /// Threads of one message and of several, of one sender and of two, whole in the inbox and in part.
  private func box(_ threads: Int) -> Mailbox {
    let box = Mailbox()
    for number in 1...threads {
      let (authors, tags): ([String], [Set<MailTag>]) =
        switch number % 12 {
        case 3: ([Self.bot, Self.ann], [[.inbox, .unread], [.inbox]])
        case 5: ([Self.bot, Self.ann], [[.inbox], ["sent"]])
        case 7: ([Self.ann], [[.inbox]])
        case 9: ([Self.ann, Self.bot], [["sent"], [.inbox, .unread]])
        default: ([Self.bot], [[.inbox, .unread]])
        }
      box.add("Build \(number)", from: authors, tags: tags)
    }
    return box
  }

  @Test(arguments: [ListConfig.Acted.keep, .remove], ["tag:inbox", "tag:unread", "*"])
  func `the counters of a list agree at every moment`(
    acted: ListConfig.Acted,
    query: String
  ) throws {
    var config = Config.standard
    config.list.acted = acted
    for threads in [12, 197] {
      var play = try Screenplay(
        box(threads),
        size: ScreenSize(columns: 140, rows: 24),
        query: query,
        config: config
      )
      play.rest()
      for (index, key) in Self.keys.enumerated() {
        let done = Self.keys.prefix(index + 1).joined(separator: " ")
        try play.step(key, "\(threads) threads of \(query), \(acted): \(done)")
      }
    }
  }

  @Test func `counters agree while a long list is read page by page`() throws {
    var play = try Screenplay(box(1_300), size: ScreenSize(columns: 140, rows: 24))
    play.rest()
    for key in ["a", "G", "=", "g g", "w s", "a", "Enter", "G", "u", "G", "="] {
      try play.step(key, "1300 threads: \(key)")
    }
  }

  @Test func `all that is selected is as many threads as the list has`() throws {
    var play = try Screenplay(box(197), size: ScreenSize(columns: 140, rows: 24))
    play.press("w s a Enter")
    play.rest()
    let total = try #require(play.counters.title?.total)
    play.press("*")
    #expect(play.prompt.hasPrefix("\(total) selected"), "\(play.prompt)")
  }
}

/// The numbers on the screen.
private struct Counters {
  struct Count: Equatable {
    var unread: Int
    var total: Int

    /// Reads `12/340`, or `340` where nothing is unread; `nil` of anything else.
    init?(_ text: Substring?) {
      let parts = (text ?? "").split(separator: "/").map { Int($0.replacing(",", with: "")) }
      guard let last = parts.last, let total = last else { return nil }
      (unread, self.total) = (parts.count > 1 ? (parts[0] ?? 0) : 0, total)
    }
  }

  var title: Count?
  /// Beside the view in the sidebar.
  var view: Count?
  /// The cursor's number, if it is on a row that counts, and how many rows there are.
  var position: (number: Int?, total: Int)?
}

extension Screenplay {
  fileprivate var counters: Counters {
    let columns = Layout.sidebarColumns(in: state.size)
    let view = rows.dropFirst().map { $0.prefix(columns) }.first { $0.hasPrefix(">") }
    let place = prompt.split(separator: " ").last ?? ""
    let parts = place.split(separator: "/")
    let total = parts.count == 2 ? Counters.Count(parts[1])?.total : nil
    return Counters(
      title: Counters.Count(rows[0].split(separator: " ").last),
      view: Counters.Count(view?.split(separator: " ").last),
      position: total.map { (Int(parts[0].replacing(",", with: "")), $0) }
    )
  }

  /// Presses a key and looks at the counters before each answer, after it, and once all was counted.
  fileprivate mutating func step(_ key: String, _ what: String) throws {
    holdsReplies = true
    defer { holdsReplies = false }
    press(key)
    compare("\(what), unanswered")
    for _ in 0..<20 {
      while !asked.isEmpty {
        answerOne()
        compare("\(what), answered")
      }
      wait(for: .counting)
    }
    // Rows are marked while it is asked whether they are meant.
    guard let title = counters.title, state.dialog == nil else { return }
    #expect(title.total == threads, "\(what), counted")
  }

  private func compare(_ what: String) {
    let now = counters
    guard let title = now.title else { return }
    if let view = now.view { #expect(view == title, "\(what)") }
    guard state.viewLayer.pane is ListPane, let position = now.position else { return }
    #expect(position.total == title.total, "\(what): \(prompt)")
    if let number = position.number { #expect((1...position.total).contains(number), "\(what)") }
  }

  /// How many threads the query of the list has, by the tags of all mail.
  private var threads: Int {
    let matching = mailbox.dump.filter { _, tags in
      guard tags.isDisjoint(with: ["deleted", "spam"]) else { return false }
      switch state.list.query {
      case "tag:inbox": return tags.contains(.inbox)
      case "tag:unread": return tags.contains(.unread)
      default: return true
      }
    }
    return Set(matching.keys.map { $0.text.prefix { $0 != "m" } }).count
  }
}
