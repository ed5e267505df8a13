import CNotmuch
import TriageCore

/// Walks through the matches of a query in their order, a stretch of time at a time.
///
/// The library sorts all matches of a query before it gives the first. Asking for the recent past
/// only, and then for the time before it, costs a fraction of that and gives the same messages:
///
/// ```
///  newest                                                    oldest
///  ├ 16 days ┼──── wider, if few were found ────┼── wider … all the rest
/// ```
struct ListWalk {
  /// How many messages were taken.
  private(set) var taken = 0
  /// The date of the list's first message, if the walk began there.
  private(set) var newest: Timestamp?
  /// Where the walk stands.
  private(set) var place: ListPlace
  /// The width of the next window in seconds; `nil` for no end.
  private(set) var span: Timestamp?
  /// Whether the messages taken are enough.
  private(set) var isEnough = false
  /// Whether there is nothing left.
  private(set) var isAtEnd = false

  private let query: JoinableQuery
  private let excluded: [MailTag]
  private let sort: SortOrder
  /// How many matches are wanted, about; windows are made for that.
  private let wanted: Int
  /// Where the first window is measured from: it is open towards later dates.
  private let recent: Timestamp

  init(
    _ list: ListKey,
    excluding tags: [MailTag],
    wanted: Int,
    from place: ListPlace,
    span: Timestamp?,
    recent: Timestamp
  ) {
    query = JoinableQuery(list.query.text)
    sort = list.sort
    self.wanted = max(wanted, 50)
    self.place = place
    self.span = span
    self.recent = recent
    excluded = tags
  }

  /// Looks at the next messages, at most `room`, until `body` has enough.
  mutating func go(
    room: Int,
    in database: borrowing DatabaseHandle,
    _ body: ListBody
  ) throws(IndexError) {
    let end = taken + room
    while taken < end, !isEnough, !isAtEnd { try step(upTo: end, in: database, body) }
  }

  /// Looks at the matches of one window.
  private mutating func step(
    upTo end: Int,
    in database: borrowing DatabaseHandle,
    _ body: ListBody
  ) throws(IndexError) {
    let window = window
    let start = ContinuousClock.now
    let room = end - taken
    var passed: [MessageID] = []
    var isEnough = false
    let walked = try matches(in: window, of: database).forEach(skip: place.unseen, in: database) {
      message throws(IndexError) in
      guard passed.count < room else { return .enough }
      guard let id = try body(message, database) else {
        isEnough = true
        return .enough
      }
      passed.append(id)
      return .taken
    }
    self.isEnough = isEnough
    try note(passed, in: database)
    if walked.left > 0 {
      try place.pass(passed, byDate: query.canBeJoined, in: database)
      slow(window, passed.count, left: walked.left)
    } else {
      place.unseen -= walked.skipped
      leave(window, passed.count, isDear: .now - start > .milliseconds(25))
    }
  }

  private mutating func note(
    _ passed: [MessageID],
    in database: borrowing DatabaseHandle
  ) throws(IndexError) {
    if place == ListPlace(), taken == 0, let first = passed.first {
      newest = try database.time(of: first)
    }
    taken += passed.count
  }

  private func matches(
    in window: DateWindow,
    of database: borrowing DatabaseHandle
  ) throws(IndexError) -> MatchQuery {
    try MatchQuery(
      query.joined(with: [window.term].compactMap(\.self)),
      excluding: excluded,
      sort: sort == .newestFirst ? NOTMUCH_SORT_NEWEST_FIRST : NOTMUCH_SORT_OLDEST_FIRST,
      in: database
    )
  }

  // MARK: Windows

  /// The next stretch of time: from where the walk stands, as wide as the last ones suggest.
  private var window: DateWindow {
    guard query.canBeJoined else { return DateWindow() }
    switch sort {
    case .newestFirst:
      let far = span.map { (place.date ?? recent) - $0 }
      return DateWindow(from: far.flatMap { $0 > 0 ? $0 : nil }, through: place.date)
    case .oldestFirst:
      guard let near = place.date else { return DateWindow() }
      return DateWindow(from: near, through: span.map { near + $0 })
    }
  }

  /// Makes the next windows narrower if this one held far more than was taken of it.
  private mutating func slow(_ window: DateWindow, _ count: Int, left: Int) {
    guard left > 4 * max(wanted, count), let reach = place.date else { return }
    span = min(span ?? .max, pace(from: window, to: reach, count))
  }

  /// Goes on behind a window that is used up; the next one is wider if this one held little.
  private mutating func leave(_ window: DateWindow, _ count: Int, isDear: Bool) {
    guard let end = sort == .newestFirst ? window.from : window.through else {
      isAtEnd = true
      return
    }
    place.date = sort == .newestFirst ? end - 1 : end + 1
    guard let width = span else { return }
    // A window that was dear to ask for and held little is not worth a second try.
    if width > century || (isDear && count < wanted / 2) {
      span = nil
    } else {
      span = min(4 * width, max(width, pace(from: window, to: end, count)))
    }
  }

  /// How wide a window would hold twice what is wanted, by the pace of the messages just passed.
  private func pace(from window: DateWindow, to reach: Timestamp, _ count: Int) -> Timestamp {
    guard count > 0 else { return .max }
    let near = (sort == .newestFirst ? window.through ?? newest : window.from) ?? recent
    let each = min(abs(near - reach), century) / Timestamp(count)
    return max(3_600, each * Timestamp(2 * max(wanted, count)))
  }
}

private let century: Timestamp = 3_155_760_000

/// Is given each message of a list; answers with its id, or with `nil` if it takes no more.
typealias ListBody = (LiveMessage, borrowing DatabaseHandle) throws(IndexError) -> MessageID?
