extension DisplayText {
  /// How many clusters the text has: positions in it are counted in them.
  package var clusterCount: Int {
    layout == .bytes ? text.utf8.count : DisplayClusters(self).reduce(0) { count, _ in count + 1 }
  }

  /// Returns where another text stands in this one, whatever the case of letters, from the left and
  /// not overlapping; as ranges of clusters.
  package func ranges(of wanted: DisplayText) -> [Range<Int>] {
    if wanted.layout != .bytes, layout == .bytes { return [] }
    if layout == .bytes {
      return Self.ranges(of: wanted.text.utf8.map(\.folded), in: text.utf8.map(\.folded))
    }
    return Self.ranges(
      of: DisplayClusters(wanted).map(\.folded),
      in: DisplayClusters(self).map(\.folded)
    )
  }

  /// Returns the columns that some of the text's clusters take.
  package func columns(ofClusters clusters: Range<Int>) -> Range<Int> {
    if layout == .bytes { return clusters.clamped(to: 0..<width) }
    var (start, end, used) = (0, 0, 0)
    for (index, cluster) in DisplayClusters(self).enumerated() where index < clusters.upperBound {
      used += cluster.columns
      if index < clusters.lowerBound { start = used }
      end = used
    }
    return min(start, end)..<end
  }

  /// Returns where a row that `wrapped` has made of this text begins, if the row before it ended at
  /// `end`: the blanks between them are dropped.
  package func start(ofRowAfter end: Int) -> Int {
    if end == 0 { return 0 }
    return end + DisplayClusters(self).dropFirst(end).prefix { $0.isBlank }.count
  }

  private static func ranges<Unit: Equatable>(of wanted: [Unit], in all: [Unit]) -> [Range<Int>] {
    guard let first = wanted.first, wanted.count <= all.count else { return [] }
    var found: [Range<Int>] = []
    var start = 0
    while start + wanted.count <= all.count {
      if all[start] == first, all[start..<start + wanted.count].elementsEqual(wanted) {
        found.append(start..<start + wanted.count)
        start += wanted.count
      } else {
        start += 1
      }
    }
    return found
  }
}

extension UInt8 {
  /// A letter of ASCII in lower case.
  fileprivate var folded: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension DisplayCluster {
  /// What the cluster is compared by.
  fileprivate var folded: String {
    switch glyph {
    case .scalar(let scalar): scalar.properties.lowercaseMapping
    case .cluster(let character): character.lowercased()
    }
  }
}
