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
  /// The most that they take for the sake of the first, which says until when a row sleeps.
  private(set) var sleepRoom = 0

  /// Where the first field begins.
  let start = 4

  /// - Parameters:
  ///   - wanted: The fields, from left to right.
  ///   - columns: The columns of a row.
  ///   - date: The columns that any date fits in.
  ///   - count: The columns of the widest count that is shown; 0 if none is.
  init(_ wanted: [ListColumn], in columns: Int, date: Int, count: Int) {
    let fitting = wanted.filter {
      switch $0 {
      case .tags: columns >= 60
      case .count: columns >= 50 && count > 0
      case .date, .authors, .subject: true
      }
    }
    hasTagsAtEnd = fitting.last == .tags && fitting.contains(.subject)
    let laid = hasTagsAtEnd ? Array(fitting.dropLast()) : fitting
    let widths: [ListColumn: Int] = [
      .date: date, .authors: max(12, min(32, columns / 4)), .count: count, .tags: 16,
    ]
    func width(_ column: ListColumn) -> Int {
      (widths[column] ?? 0) + RowColumns.gap(after: column)
    }
    var start = start
    for (index, column) in laid.enumerated() {
      if column == .subject {
        let rest = laid[(index + 1)...].reduce(0) { $0 + width($1) }
        let first = start + RowColumns.attachment
        let end = max(first, columns - rest - (rest > 0 ? 2 : 0))
        fields.append((.subject, first..<end))
        tagRoom = max(0, (end - first) * 2 / 5)
        sleepRoom = max(0, (end - first) / 2)
        start = end + 2
      } else {
        fields.append((column, start..<start + (widths[column] ?? 0)))
        start += width(column)
      }
    }
    fields.removeAll { $0.room.lowerBound >= columns }
  }

  /// The columns of the mark before the subject, with the blank after it.
  private static let attachment = 2

  private static func gap(after column: ListColumn) -> Int {
    column == .date || column == .tags ? 2 : 1
  }
}
