import ProgramStrings
import Screen
import StringsCatalog
import TriageConfig
import TriageCore
import TriageUI

/// What a screen of 140 by 40 has to do with: fifty threads, English words.
enum Samples {
  static let rows: [ThreadRow] = (0..<50).map { number in
    let ids = (0..<3).map { MessageID("m\(number).\($0)@bench.example") }
    return ThreadRow(
      thread: ThreadID("t\(number)"),
      date: 1_760_000_000 - Timestamp(number) * 7_000,
      authors: ["Ann Example", "Jörg Müller", "田 伟"],
      subject: number % 5 == 0 ? "Größe der 会議 📦 \(number)" : "About the release, part \(number)",
      tags: ["inbox", "unread", "lists"],
      matched: Array(ids.prefix(2)),
      messages: ids,
      marks: MarkCounts([["unread"]]),
      matchedMarks: MarkCounts([["unread"]])
    )
  }

  static var listReply: EngineReply {
    let entries = rows.map { ThreadEntry(thread: $0.thread, date: $0.date) }
    let revision = IndexRevision(uuid: "u", number: 1)
    return .list(ListPage(revision: revision, entries: entries, next: nil), rows: rows)
  }

  static var catalogBytes: [UInt8] {
    Localizable.source.withUTF8Buffer { Array($0) }
  }

  static func words() throws -> Wording {
    Wording(try Catalog(catalogBytes).localizer(for: "en"), isUTF8: true)
  }

  static let clock = LocalClock.utc(now: 1_760_000_000)

  /// A screen that shows the threads.
  static func screen() -> State {
    var state = State(
      size: ScreenSize(columns: 140, rows: 40),
      query: "tag:inbox",
      title: .named(key: "view.inbox"),
      context: StepContext(origin: .screen, session: "bench", host: "h", pid: 1),
      config: .standard
    )
    for effect in update(&state, .started) {
      guard case .send(let request) = effect, case .list = request.body else { continue }
      _ = update(&state, .engine(.reply(request.id, listReply)))
    }
    return state
  }

  static func key(_ name: String) -> Event? {
    KeySequence(name)?.chords.first.map { .terminal(.key($0)) }
  }
}
