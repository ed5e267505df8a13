import Testing

@testable import Screen

/// Places in a text.
@Suite struct FindingTests {
  @Test(arguments: [
    ("Meet me at the meeting", "ME", [0..<2, 5..<7, 15..<17]),
    ("aaaa", "aa", [0..<2, 2..<4]), ("плохо, ПЛОХО", "Плох", [0..<4, 7..<11]),
    ("漢字と漢字", "漢字", [0..<2, 3..<5]), ("abc", "", []), ("abc", "abcd", []), ("abc", "я", []),
  ])
  func `a text is found whatever its case`(text: String, wanted: String, places: [Range<Int>]) {
    let (text, wanted) = (DisplayText(text, as: .bodyLine), DisplayText(wanted, as: .bodyLine))
    #expect(text.ranges(of: wanted) == places)
  }

  @Test func `places become columns`() {
    let text = DisplayText("a漢字b", as: .bodyLine)
    #expect(text.columns(ofClusters: 1..<3) == 1..<5)
    #expect(text.columns(ofClusters: 3..<4) == 5..<6)
    #expect(DisplayText("abc").columns(ofClusters: 1..<9) == 1..<3)
  }

  @Test(arguments: ["one two  three four", "漢字 漢字漢字 x", "e\u{301}e\u{301} e\u{301}"])
  func `rows say where in the text they begin`(line: String) {
    let text = DisplayText(line, as: .bodyLine)
    let clusters = DisplayClusters(text).map { String(describing: $0.glyph) }
    for columns in 2...20 {
      var end = 0
      for row in text.wrapped(toColumns: columns) {
        let start = text.start(ofRowAfter: end)
        end = start + row.clusterCount
        #expect(
          DisplayClusters(row).map { String(describing: $0.glyph) } == Array(clusters[start..<end])
        )
      }
    }
  }
}
