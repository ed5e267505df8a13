import CNotmuch
import TriageCore

/// Walks through the matches of a query in their order, a stretch of time at a time.
///
/// The library sorts all matches of a query before it gives the first. Asking for the recent past
/// only, and then for the time before it, costs a fraction of that and gives the same messages:
///
/// ```
///  newest                                                   oldest
///  ├─ 16 days ─┼──── wider, if few were found ────┼── all the rest
/// ```
struct ListWalk {
  private let query: JoinableQuery
  private let excluded: [MailTag]
  private let sort: SortOrder
  /// How many matches are wanted, about; windows are made for that.
  private let wanted: Int
  private let now: Timestamp
  /// Where the walk stands.
  private(set) var place: Place
  /// The width of the next window in seconds; `nil` for no end.
  private(set) var span: Timestamp?
  /// Whether there is nothing left.
  private(set) var isAtEnd = false

  init(
    _ query: MailQuery,
    excluding tags: [MailTag],
    sort: SortOrder,
    wanted: Int,
    from place: Place,
    span: Timestamp?,
    now: Timestamp
  ) {
    self.query = JoinableQuery(query.text)
    self.sort = sort
    self.wanted = max(wanted, 50)
    self.place = place
    self.span = span
    self.now = now
    excluded = tags
  }

  /// Looks at the matches of the next window until `body` has enough.
  mutating func step(
    in database: borrowing DatabaseHandle,
    _ body: (LiveMessage) throws(IndexError) -> Progress
  ) throws(IndexError) {
    let window = window
    let clock = ContinuousClock()
    let start = clock.now
    var passage = Passage()
    let walked = try matches(in: window, of: database).forEach(skip: place.unseen, in: database) {
      message throws(IndexError) in
      let progress = try body(message)
      if progress == .taken { passage.add(message.time) }
      return progress
    }
    if walked.left > 0 {
      place.pass(passage, byDate: query.canBeJoined)
      if walked.left > 4 * wanted { span = min(span ?? .max, passage.width(of: 2 * wanted)) }
    } else {
      place.unseen -= walked.skipped
      let found = passage.count + walked.skipped
      leave(window, found: found, isDear: clock.now - start > .milliseconds(4))
    }
  }

  private func matches(
    in window: DateWindow,
    of database: borrowing DatabaseHandle
  ) throws(IndexError) -> MatchQuery {
    try MatchQuery(
      query.joined(with: [window.term].compactMap(\.self)),
      excluding: excluded,
      sort: sort.inLibrary,
      in: database
    )
  }

  /// The next stretch of time: from where the walk stands, as wide as the last ones suggest.
  private var window: DateWindow {
    guard query.canBeJoined else { return DateWindow() }
    switch sort {
    case .newestFirst:
      let far = span.map { (place.date ?? now) - $0 }
      return DateWindow(from: far.flatMap { $0 > 0 ? $0 : nil }, through: place.date)
    case .oldestFirst:
      guard let near = place.date else { return DateWindow() }
      return DateWindow(from: near, through: span.map { near + $0 })
    }
  }

  /// Goes on behind a window that is used up; the next one is wider if this one held little.
  private mutating func leave(_ window: DateWindow, found: Int, isDear: Bool) {
    guard let end = sort == .newestFirst ? window.from : window.through else {
      isAtEnd = true
      return
    }
    place.date = sort == .newestFirst ? end - 1 : end + 1
    // A window that was dear to ask for and held little is not worth a second try.
    if isDear, found < wanted / 2 { span = nil }
    let factor = found == 0 ? 8 : min(8, max(1, 2 * wanted / found))
    span = span.flatMap { $0 > century ? nil : $0 * Timestamp(factor) }
  }
}

private let century: Timestamp = 3_155_760_000

/// A place between two messages of a list.
struct Place: Hashable {
  /// Only messages of this date or beyond come; `nil` for all.
  var date: Timestamp?
  /// How many of those, from the first, are to be passed over.
  var unseen = 0

  /// Moves on behind some messages.
  ///
  /// Their last date becomes the place's if all of that date are known: if the messages have other
  /// dates, too. (Dates before 1970 cannot be written in a query.)
  fileprivate mutating func pass(_ passage: Passage, byDate: Bool) {
    if byDate, passage.first != passage.last, let last = passage.last, last >= 0 {
      self = Place(date: last, unseen: passage.ofLast)
    } else {
      unseen += passage.count
    }
  }
}

/// The dates of the messages taken in one step.
private struct Passage {
  var count = 0
  var first: Timestamp?
  var last: Timestamp?
  /// How many have the last date.
  var ofLast = 0

  mutating func add(_ time: Timestamp) {
    count += 1
    ofLast = time == last ? ofLast + 1 : 1
    last = time
    first = first ?? time
  }

  /// How long a time would hold so many messages, at an even pace; an hour at least.
  func width(of wanted: Int) -> Timestamp {
    guard let first, let last, first != last else { return 3_600 }
    return max(3_600, min(abs(first - last), century) / Timestamp(count) * Timestamp(wanted))
  }
}

extension SortOrder {
  fileprivate var inLibrary: notmuch_sort_t {
    switch self {
    case .newestFirst: NOTMUCH_SORT_NEWEST_FIRST
    case .oldestFirst: NOTMUCH_SORT_OLDEST_FIRST
    }
  }
}
