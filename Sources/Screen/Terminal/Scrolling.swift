/// Rows of a terminal that are scrolled, so that what only moved is not written again.
struct Scrolling: Equatable {
  /// The rows among which the others move.
  let rows: Range<Int>
  /// How many rows up; downwards it is negative.
  let distance: Int

  /// The fewest rows that must be saved.
  private static let threshold = 3

  /// Finds what scrolling brings one grid nearest to another; `nil` if that saves little.
  ///
  /// Rows are compared in the columns that differ at all: a sidebar that stays does not hide that
  /// the list beside it has moved. It is written again where scrolling took it along.
  init?(from old: Grid, to new: Grid) {
    guard let columns = Scrolling.differingColumns(old, new) else { return nil }
    let before = old.hashes(of: columns)
    let after = new.hashes(of: columns)
    guard let distance = Scrolling.mostFrequentDistance(before, after) else { return nil }
    let moved = after.indices.filter {
      before.indices.contains($0 + distance) && after[$0] == before[$0 + distance]
        && after[$0] != before[$0]
    }
    guard let first = moved.first, let last = moved.last else { return nil }
    let disturbed = (first...last).filter {
      after[$0] == before[$0] && before.indices.contains($0 + distance)
        && after[$0] != before[$0 + distance]
    }
    guard moved.count - disturbed.count >= Scrolling.threshold else { return nil }
    self.distance = distance
    rows = min(first, first + distance)..<max(last, last + distance) + 1
  }

  /// How far the rows that differ have come, most of them; each row is looked for where it is once.
  private static func mostFrequentDistance(_ before: [Int], _ after: [Int]) -> Int? {
    var rowOfHash: [Int: Int] = [:]
    var doubled: Set<Int> = []
    for (row, hash) in before.enumerated() where rowOfHash.updateValue(row, forKey: hash) != nil {
      doubled.insert(hash)
    }
    var votes: [Int: Int] = [:]
    for (row, hash) in after.enumerated() where hash != before[row] && !doubled.contains(hash) {
      if let old = rowOfHash[hash] { votes[old - row, default: 0] += 1 }
    }
    return votes.max { ($0.value, -abs($0.key), $0.key) < ($1.value, -abs($1.key), $1.key) }?.key
  }

  /// The columns from the first to the last that differ in any row.
  private static func differingColumns(_ old: Grid, _ new: Grid) -> Range<Int>? {
    var first = new.size.columns
    var end = 0
    for row in 0..<new.size.rows {
      let start = new.offset(row: row, column: 0)
      func differs(_ column: Int) -> Bool {
        !new.shows(new.cells[start + column], sameAs: old.cells[start + column], of: old)
      }
      if let column = (0..<first).first(where: differs) { first = column }
      if let column = (end..<new.size.columns).last(where: differs) { end = column + 1 }
    }
    return first < end ? first..<end : nil
  }
}

extension Grid {
  /// What stands in some columns of each row, as numbers that are equal where that is.
  fileprivate func hashes(of columns: Range<Int>) -> [Int] {
    (0..<size.rows).map { row in
      var hasher = Hasher()
      for cell in cells[offset(row: row, column: 0)...][..<offset(row: row, column: size.columns)]
        .dropFirst(columns.lowerBound).prefix(columns.count)
      {
        hasher.combine(cell.style)
        hasher.combine(cell.span)
        if cell.isCluster { hasher.combine(glyphText(cell)) } else { hasher.combine(cell.glyph) }
      }
      return hasher.finalize()
    }
  }

  /// The grid with some rows scrolled, and blank ones where others have left.
  func scrolled(_ scrolling: Scrolling) -> Grid {
    var grid = self
    for row in scrolling.rows {
      let source = row + scrolling.distance
      let target = offset(row: row, column: 0)..<offset(row: row + 1, column: 0)
      grid.cells[target] =
        scrolling.rows.contains(source)
        ? cells[offset(row: source, column: 0)..<offset(row: source + 1, column: 0)]
        : ArraySlice(repeatElement(.blank, count: size.columns))
    }
    return grid
  }
}
