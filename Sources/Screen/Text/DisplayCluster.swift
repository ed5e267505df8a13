/// One grapheme cluster of a clean text, as it goes into cells.
struct DisplayCluster {
  /// What is drawn: most clusters are one code point.
  enum Glyph {
    case scalar(Unicode.Scalar)
    case cluster(Character)
  }

  var glyph: Glyph
  var width: ClusterWidth
  /// Its bytes of UTF-8.
  var byteCount: Int

  var columns: Int { Int(width.columns) }

  /// Says whether a line may be broken after this.
  var isBlank: Bool {
    if case .scalar(" ") = glyph { true } else { false }
  }
}

/// Walks the clusters of a clean text; isolates come as clusters of no columns.
struct DisplayClusters: Sequence, IteratorProtocol {
  private let layout: DisplayText.Layout
  private var scalars: String.UnicodeScalarView.Iterator
  private var characters: String.Iterator

  init(_ text: DisplayText) {
    layout = text.layout
    scalars = text.text.unicodeScalars.makeIterator()
    characters = text.text.makeIterator()
  }

  mutating func next() -> DisplayCluster? {
    switch layout {
    case .bytes:
      scalars.next().map { DisplayCluster(glyph: .scalar($0), width: .one, byteCount: 1) }
    case .scalars: scalars.next().map(single)
    case .clusters: characters.next().map(cluster)
    }
  }

  private func single(_ scalar: Unicode.Scalar) -> DisplayCluster {
    let width = scalar.isASCII ? .one : ClusterWidth(scalar)
    return DisplayCluster(glyph: .scalar(scalar), width: width, byteCount: UTF8.width(scalar))
  }

  private func cluster(_ character: Character) -> DisplayCluster {
    let scalars = character.unicodeScalars
    let first = scalars[scalars.startIndex]
    guard scalars.count == 1 else {
      return DisplayCluster(
        glyph: .cluster(character),
        width: ClusterWidth(character),
        byteCount: character.utf8.count
      )
    }
    guard first.isIsolate else { return single(first) }
    return DisplayCluster(
      glyph: .scalar(first),
      width: ClusterWidth(columns: 0),
      byteCount: UTF8.width(first)
    )
  }
}
