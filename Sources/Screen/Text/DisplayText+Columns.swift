extension DisplayText {
  /// Returns as much of the text as fits; a text that is cut ends in an ellipsis.
  package func truncated(toColumns columns: Int) -> DisplayText {
    guard width > columns else { return self }
    guard columns > 0 else { return .empty }
    return prefix(columns: columns - 1) + DisplayText(safe: "…", width: 1, layout: .scalars)
  }

  /// Returns the longest beginning that fits, cut between clusters.
  package func prefix(columns: Int) -> DisplayText {
    width <= columns ? self : split(atColumns: max(0, columns)).head
  }

  /// Returns the text without what lies in its first columns.
  ///
  /// A cluster that is partly dropped leaves blanks for the rest of it, so that rows scrolled
  /// sideways stay aligned.
  package func dropFirst(columns: Int) -> DisplayText {
    guard columns > 0 else { return self }
    guard columns < width else { return .empty }
    var offset = 0
    var used = 0
    for cluster in DisplayClusters(self) where used < columns {
      offset += cluster.byteCount
      used += cluster.columns
    }
    let blanks = String(repeating: " ", count: used - columns)
    return DisplayText(safe: blanks, width: used - columns, layout: .bytes)
      + slice(from: offset, width: width - used)
  }

  /// Returns the text followed by blanks up to a number of columns, cut if it is longer.
  package func padded(toColumns columns: Int) -> DisplayText {
    guard width < columns else { return truncated(toColumns: columns) }
    let blanks = columns - width
    return DisplayText(
      safe: text + String(repeating: " ", count: blanks),
      width: columns,
      layout: layout
    )
  }

  /// Returns the longest beginning that fits, and the rest.
  func split(atColumns columns: Int) -> (head: DisplayText, tail: DisplayText) {
    if layout == .bytes {
      return split(atByte: min(columns, width), columns: min(columns, width))
    }
    var offset = 0
    var used = 0
    for cluster in DisplayClusters(self) {
      guard used + cluster.columns <= columns else { break }
      offset += cluster.byteCount
      used += cluster.columns
    }
    return split(atByte: offset, columns: used)
  }

  func split(atByte offset: Int, columns: Int) -> (head: DisplayText, tail: DisplayText) {
    let index = text.utf8.index(text.startIndex, offsetBy: offset)
    let head = DisplayText(safe: String(text[..<index]), width: columns, layout: layout)
    return (head.balanced(), slice(from: offset, width: width - columns))
  }

  private func slice(from offset: Int, width: Int) -> DisplayText {
    let index = text.utf8.index(text.startIndex, offsetBy: offset)
    return DisplayText(safe: String(text[index...]), width: width, layout: layout)
      .balanced()
  }

  /// Returns a piece of a text with isolates it begins closed, and without ends of others.
  func balanced() -> DisplayText {
    guard layout == .clusters, text.unicodeScalars.contains(where: \.isIsolate) else { return self }
    var open = 0
    var balanced = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.value == 0x2069 {
        guard open > 0 else { continue }
        open -= 1
      } else if scalar.isIsolate {
        open += 1
      }
      balanced.append(scalar)
    }
    balanced.append(contentsOf: repeatElement("\u{2069}", count: open))
    return DisplayText(safe: String(balanced), width: width, layout: layout)
  }
}
