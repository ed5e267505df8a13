import Screen
import TriageCore

/// What is looked for in the texts of a thread, and where it was found.
struct FindState: Sendable {
  /// Where it was found.
  struct Hit: Hashable, Sendable {
    var message: MessageID
    var unit: ReadingText.Unit
    /// Where in the unit's text.
    var clusters: Range<Int>
  }

  /// Which way is looked.
  enum Direction: Sendable {
    case forward
    case backward
  }

  let pattern: DisplayText
  /// Where it was found last.
  var hit: Hit?
  /// The way to look as soon as a text comes that must be looked through.
  var waiting: Direction?
  /// The message whose text is waited for.
  var next: MessageID?
  /// What has been found in each text, as far as that has been counted.
  var counted: [MessageID: CountedHits] = [:]

  /// What has been found in a text.
  struct CountedHits: Sendable {
    var hits: [Hit] = []
    /// How many units have been looked through, and how many there are.
    var units = 0
    var total: Int

    var isComplete: Bool { units == total }
  }

  init(_ text: String) {
    pattern = DisplayText(text, as: .bodyLine)
  }
}

extension ReadingText {
  /// The units that can be searched, in order: what is folded away, too.
  fileprivate var searched: [Unit] {
    guard let content else { return [] }
    let fields = content.headers.indices.filter {
      layout.showsAllHeaders || content.headers[$0].isShort
    }
    return fields.map { .header($0) } + content.lines.indices.map { .line($0) }
  }

  /// Returns the nearest hit of a pattern behind, or before, another one.
  ///
  /// - Parameters:
  ///   - pattern: What to look for, whatever its case.
  ///   - start: Where to begin; `nil` for the beginning, or the end.
  ///   - direction: The way to go.
  /// - Returns: Where it is; `nil` if it is not there.
  func find(
    _ pattern: DisplayText,
    from start: (unit: Unit, cluster: Int)?,
    _ direction: FindState.Direction
  ) -> (unit: Unit, clusters: Range<Int>)? {
    let units = searched
    let first = start.flatMap { start in units.firstIndex(of: start.unit) }
    switch direction {
    case .forward:
      for index in units.indices.dropFirst(first ?? 0) {
        let least = index == first ? start?.cluster ?? 0 : 0
        let found = ranges(of: pattern, in: units[index]).first { $0.lowerBound >= least }
        if let found { return (units[index], found) }
      }
    case .backward:
      for index in units.indices.prefix(first.map { $0 + 1 } ?? units.count).reversed() {
        let most = index == first ? start?.cluster ?? .max : .max
        let found = ranges(of: pattern, in: units[index]).last { $0.lowerBound < most }
        if let found { return (units[index], found) }
      }
    }
    return nil
  }

  /// Where a pattern stands in a unit's text.
  func ranges(of pattern: DisplayText, in unit: Unit) -> [Range<Int>] {
    content?.text(of: unit)?.ranges(of: pattern) ?? []
  }

  /// Which row of a unit shows a range of its text.
  func row(of clusters: Range<Int>, in unit: Unit) -> Int? {
    spans(of: unit).first { $0.clusters.upperBound > clusters.lowerBound }?.row
      ?? rows.firstIndex { $0.unit == unit }
  }

  /// The rows of a unit that have been made, and what of its text each shows.
  func spans(of unit: Unit) -> [(row: Int, clusters: Range<Int>)] {
    guard let text = content?.text(of: unit),
      let first = rows.firstIndex(where: { $0.unit == unit })
    else { return [] }
    var end = 0
    return rows[first...].prefix { $0.unit == unit }.indices.compactMap { row in
      guard case .text(let shown) = rows[row].content else { return nil }
      let start = text.start(ofRowAfter: end)
      end = start + shown.clusterCount
      return (row, start..<end)
    }
  }
}

// MARK: Counting

extension OpenThread {
  /// How many units of texts are looked through in one go.
  private static let countStep = 2_000

  /// Counts what is found in further units of the texts that have come; returns how many have been
  /// looked through if there are more.
  mutating func countHits() -> Int? {
    guard var find else { return nil }
    var left = Self.countStep
    for message in messages where left > 0 && find.counted[message.id]?.isComplete != true {
      guard let text = texts[message.id] else { continue }
      let units = text.searched
      var counted = find.counted[message.id] ?? FindState.CountedHits(total: units.count)
      let end = min(counted.units + left, units.count)
      for unit in units[counted.units..<end] {
        counted.hits += text.ranges(of: find.pattern, in: unit).map {
          FindState.Hit(message: message.id, unit: unit, clusters: $0)
        }
      }
      left -= end - counted.units
      counted.units = end
      find.counted[message.id] = counted
    }
    self.find = find
    return left > 0 ? nil : find.counted.values.reduce(0) { $0 + $1.units }
  }

  /// Which of all hits is shown, and how many there are, once all texts have been looked through.
  var findSentence: Sentence? {
    guard let find, let hit = find.hit else { return nil }
    var (before, total) = (Int?.none, 0)
    for message in messages {
      guard let counted = find.counted[message.id], counted.isComplete else { return nil }
      if message.id == hit.message {
        before = counted.hits.firstIndex(of: hit).map { total + $0 }
      }
      total += counted.hits.count
    }
    return before.map { Sentence("reading.hit", .number($0 + 1), .number(total)) }
  }
}
