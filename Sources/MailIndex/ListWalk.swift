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
///
/// The index has messages without a date at 0. Newest first they come last by themselves; oldest
/// first they are left out, and asked for when all others have been seen.
struct ListWalk {
  /// How many messages were wanted so far.
  private(set) var count = 0
  /// The date of the list's first message, if the walk began there.
  private(set) var newest: Timestamp?
  /// Where the walk stands.
  private(set) var cursor: PageCursor
  /// The width of the next window in seconds; `nil` for no end.
  private(set) var span: Timestamp?
  /// Whether there are enough messages.
  private(set) var isEnough = false
  /// Whether there is nothing left.
  private(set) var isAtEnd = false

  private let query: JoinableQuery
  private let excluded: [MailTag]
  private let sort: DateOrder
  /// How many matches are wanted, about; windows are made for that.
  private let wanted: Int
  /// Where the first window is measured from: it is open towards later dates.
  private let recent: Timestamp

  init(
    _ list: ListKey,
    excluding tags: [MailTag],
    wanted: Int,
    from cursor: PageCursor,
    span: Timestamp?,
    recent: Timestamp
  ) {
    query = JoinableQuery(list.query.text)
    sort = list.sort
    self.wanted = max(wanted, 50)
    self.cursor = cursor
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
    let end = count + room
    while count < end, !isEnough, !isAtEnd { try step(upTo: end, in: database, body) }
  }

  /// Looks at the matches of one window.
  private mutating func step(
    upTo end: Int,
    in database: borrowing DatabaseHandle,
    _ body: ListBody
  ) throws(IndexError) {
    let window = window
    let start = ContinuousClock.now
    let room = end - count
    var seen: [MessageID] = []
    var isEnough = false
    var unseen = mustReadDates ? cursor.unseen : 0
    let skip = cursor.unseen - unseen
    let walked = try matches(in: window, of: database).forEach(skip: skip, in: database) {
      message throws(IndexError) in
      if mustReadDates, message.isUndated != cursor.isUndated { return .taken }
      guard unseen == 0 else {
        unseen -= 1
        return .taken
      }
      guard seen.count < room else { return .enough }
      guard let id = try body(message, database) else {
        isEnough = true
        return .enough
      }
      seen.append(id)
      return .taken
    }
    self.isEnough = isEnough
    try note(seen, in: database)
    if walked.left > 0 {
      try cursor.advance(past: seen, byDate: query.canBeJoined, in: database)
      narrow(after: window, seen.count, left: walked.left)
    } else {
      cursor.unseen -= mustReadDates ? cursor.unseen - unseen : walked.skipped
      advance(past: window, seen.count, isDear: .now - start > .milliseconds(25))
    }
  }

  private mutating func note(
    _ seen: [MessageID],
    in database: borrowing DatabaseHandle
  ) throws(IndexError) {
    if cursor == PageCursor(), count == 0, let first = seen.first {
      newest = try database.time(of: first)
    }
    count += seen.count
  }

  private func matches(
    in window: DateRange,
    of database: borrowing DatabaseHandle
  ) throws(IndexError) -> MatchQuery {
    try MatchQuery(
      query.joined(with: [term(of: window)].compactMap(\.self)),
      excluding: excluded,
      sort: sort == .newestFirst ? NOTMUCH_SORT_NEWEST_FIRST : NOTMUCH_SORT_OLDEST_FIRST,
      in: database
    )
  }

  // MARK: Messages without a date

  /// Whether what has no date must be told by reading each message: no term can be joined then.
  private var mustReadDates: Bool { sort == .oldestFirst && !query.canBeJoined }

  /// The term that restricts a query to the window, and to messages with a date or without one.
  private func term(of window: DateRange) -> String? {
    guard sort == .oldestFirst, query.canBeJoined, window == DateRange() else {
      return window.term
    }
    return DateRange.undated.term.map { "not \($0)" }
  }

  // MARK: Windows

  /// The next stretch of time: from where the walk stands, as wide as the last ones suggest.
  private var window: DateRange {
    guard query.canBeJoined else { return DateRange() }
    switch sort {
    case .newestFirst:
      let far = span.map { (cursor.date ?? recent) - $0 }
      return DateRange(from: far.flatMap { $0 > 0 ? $0 : nil }, through: cursor.date)
    case .oldestFirst:
      if cursor.isUndated { return .undated }
      guard let near = cursor.date else { return DateRange() }
      return DateRange(from: near, through: span.map { near + $0 })
    }
  }

  /// Makes the next windows narrower if this one held far more than was read of it.
  private mutating func narrow(after window: DateRange, _ count: Int, left: Int) {
    guard left > 4 * max(wanted, count), let reach = cursor.date else { return }
    span = min(span ?? .max, pace(from: window, to: reach, count))
  }

  /// Goes on behind a window that is used up; the next one is wider if this one held little.
  private mutating func advance(past window: DateRange, _ count: Int, isDear: Bool) {
    guard !cursor.isUndated, let end = sort == .newestFirst ? window.from : window.through else {
      isAtEnd = sort == .newestFirst || cursor.isUndated
      cursor = PageCursor(unseen: cursor.unseen, isUndated: !isAtEnd)
      return
    }
    cursor.date = sort == .newestFirst ? end - 1 : end + 1
    guard let width = span else { return }
    // A window that was dear to ask for and held little is not worth a second try.
    if width > century || (isDear && count < wanted / 2) {
      span = nil
    } else {
      span = min(4 * width, max(width, pace(from: window, to: end, count)))
    }
  }

  /// How wide a window would hold twice what is wanted, by the pace of the messages just read.
  private func pace(from window: DateRange, to reach: Timestamp, _ count: Int) -> Timestamp {
    guard count > 0 else { return .max }
    let near = (sort == .newestFirst ? window.through ?? newest : window.from) ?? recent
    let each = min(abs(near - reach), century) / Timestamp(count)
    return max(3_600, each * Timestamp(2 * max(wanted, count)))
  }
}

private let century: Timestamp = 3_155_760_000

/// Is given each message of a list; answers with its id, or with `nil` if it wants no more.
typealias ListBody = (LiveMessage, borrowing DatabaseHandle) throws(IndexError) -> MessageID?

/// A stretch of time, both ends included; `nil` is an open end.
struct DateRange: Hashable {
  var from: Timestamp?
  var through: Timestamp?

  /// The term that restricts a query to the window; `nil` if nothing is restricted.
  ///
  /// It is a range of plain numbers: with `date:` an open end would leave out messages without a
  /// date, which the index has at 0.
  var term: String? {
    guard from != nil || through != nil else { return nil }
    return [from, through].map { $0.map { String($0) } ?? "" }.joined(separator: "..")
  }

  /// Where the index has what has no date.
  static let undated = DateRange(from: 0, through: 0)
}

/// A position between two messages of a list.
struct PageCursor: Hashable {
  /// Only messages of this date or beyond come; `nil` for all.
  var date: Timestamp?
  /// How many of those, from the first, are to be skipped.
  var unseen = 0
  /// Whether only messages without a date come: oldest first they are the last part of a list.
  var isUndated = false

  /// Advances past some messages that come right after it.
  ///
  /// The date of the last one becomes the cursor's if it is not the date of them all: then how many
  /// have it is known. (Dates before 1970 cannot be written in a query.)
  mutating func advance(
    past messages: [MessageID],
    byDate: Bool,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) {
    if byDate, let last = messages.last, let date = try database.time(of: last), date >= 0 {
      var ofDate = 1
      for message in messages.dropLast().reversed() {
        guard try database.time(of: message) == date else {
          self = PageCursor(date: date, unseen: ofDate)
          return
        }
        ofDate += 1
      }
    }
    unseen += messages.count
  }
}

extension DatabaseHandle {
  /// The date of a message as the index sorts by it.
  func time(of message: MessageID) throws(IndexError) -> Timestamp? {
    try find(message) { found throws(IndexError) in found.time }
  }
}

/// Which list.
struct ListKey: Hashable {
  var query: MailQuery
  var sort: DateOrder
}

/// What earlier pages of lists have shown about the next ones: how wide a window to ask for, and where
/// a page begins.
///
/// Nothing here changes what a page shows, only how fast it is found.
struct WindowSizes {
  private struct Stop: Hashable {
    var list: ListKey
    var after: Int
    var revision: IndexRevision
  }

  private struct Window {
    var span: Timestamp? = 16 * 86_400
    var newest: Timestamp?
  }

  private var windows: [ListKey: Window] = [:]
  private var cursors: [Stop: PageCursor] = [:]
  /// The most things to remember of each kind.
  private let capacity = 64

  /// How wide the first window of a list should be: as wide as the last one was, at first 16 days.
  func span(of list: ListKey) -> Timestamp? {
    (windows[list] ?? Window()).span
  }

  /// The date of the list's newest message when it was last seen, or today's if that is earlier.
  func recent(in list: ListKey, now: Timestamp) -> Timestamp {
    min(now, windows[list]?.newest ?? now)
  }

  /// Where a page begins: where the page before it ended, if the index is still the same.
  func cursor(in list: ListKey, after messages: Int, at revision: IndexRevision) -> PageCursor {
    cursors[Stop(list: list, after: messages, revision: revision)] ?? PageCursor(unseen: messages)
  }

  /// Remembers how wide windows became, and the newest date if the list was read from its start.
  mutating func note(_ list: ListKey, span: Timestamp?, newest: Timestamp?) {
    if windows.count >= capacity { windows = [:] }
    windows[list] = Window(span: span, newest: newest ?? windows[list]?.newest)
  }

  /// Remembers where a page ended.
  mutating func note(
    _ list: ListKey,
    cursor: PageCursor,
    after messages: Int,
    at revision: IndexRevision
  ) {
    if cursors.count >= capacity { cursors = [:] }
    cursors[Stop(list: list, after: messages, revision: revision)] = cursor
  }
}
