import TriageCore

/// Where the fields of a row are, for a width: tags go first, then counts, then authors shrink.
///
/// The first columns are those of the mark, of unread and of the star.
struct RowColumns {
  /// The fields from left to right; what does not fit is left out.
  private(set) var fields: [(column: ListColumn, room: Range<Int>)] = []
  /// Whether tags stand at the right end, and take from the subject only what they need.
  let hasTagsAtEnd: Bool
  /// The most columns that tags at the end take.
  private(set) var tagRoom = 0
  /// Whether the time that a row sleeps until stands in the place of its date: there is no room for
  /// it among the tags.
  private(set) var showsSleepAsDate = false
  /// The most that they take for the sake of the first, which says until when a row sleeps.
  private(set) var sleepRoom = 0

  /// Where the first field begins.
  let start = 4

  /// - Parameters:
  ///   - wanted: The fields, from left to right.
  ///   - columns: The columns of a row.
  ///   - date: The columns that any date fits in.
  ///   - count: The columns of the widest count that is shown; 0 if none is.
  ///   - sleep: The columns of the widest time that a row sleeps until, alone and as a tag; 0 if none
  ///     does.
  init(
    _ wanted: [ListColumn],
    in columns: Int,
    date: Int,
    count: Int,
    sleep: (time: Int, tag: Int) = (0, 0)
  ) {
    let fitting = wanted.filter {
      switch $0 {
      case .tags: columns >= 60
      case .count: columns >= 50 && count > 0
      case .date, .authors, .subject: true
      }
    }
    hasTagsAtEnd = fitting.last == .tags && fitting.contains(.subject)
    let laid = hasTagsAtEnd ? Array(fitting.dropLast()) : fitting
    let authors = max(12, min(32, columns / 4))
    lay(laid, in: columns, [.date: date, .authors: authors, .count: count, .tags: 16])
    let hasRoom = hasTagsAtEnd ? sleepRoom >= sleep.tag : fitting.contains(.tags)
    guard sleep.time > 0, !hasRoom, fitting.contains(.date) else { return }
    showsSleepAsDate = true
    let least = columns < 50 ? 8 : authors
    let both = max(date, sleep.time)
    lay(laid, in: columns, [.date: both, .authors: least, .count: count, .tags: 16])
  }

  /// Puts the fields one behind the other; the subject takes what the others leave.
  private mutating func lay(
    _ laid: [ListColumn],
    in columns: Int,
    _ widths: [ListColumn: Int]
  ) {
    func width(_ column: ListColumn) -> Int {
      (widths[column] ?? 0) + RowColumns.gap(after: column)
    }
    fields = []
    var start = start
    for (index, column) in laid.enumerated() {
      if column == .subject {
        let rest = laid[(index + 1)...].reduce(0) { $0 + width($1) }
        let first = start + RowColumns.attachment
        let end = max(first, columns - rest - (rest > 0 ? 2 : 0))
        fields.append((.subject, first..<end))
        tagRoom = max(0, (end - first) * 2 / 5)
        sleepRoom = max(0, end - first - RowColumns.leastSubject - 2)
        start = end + 2
      } else {
        fields.append((column, start..<start + (widths[column] ?? 0)))
        start += width(column)
      }
    }
    fields.removeAll { $0.room.lowerBound >= columns }
  }

  /// What a subject keeps beside a time.
  private static let leastSubject = 6

  /// The columns of the mark before the subject, with the blank after it.
  private static let attachment = 2

  private static func gap(after column: ListColumn) -> Int {
    column == .date || column == .tags ? 2 : 1
  }
}

extension ThreadRow {
  /// Whom the row names: who has written, or who gets what was sent.
  var people: [String] { recipients.isEmpty ? authors : recipients }
}
