import Testing

@testable import Screen

@Suite("How many columns text takes")
struct WidthTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("日", 2), ("Ａ", 2), ("ｱ", 1), ("e\u{301}", 1), ("日\u{301}", 2),
    ("\u{1100}\u{1161}\u{11A8}", 2), ("각", 2), ("🇩🇪", 2), ("👨\u{200D}👩\u{200D}👧", 2), ("👍🏽", 2),
    ("1\u{FE0F}\u{20E3}", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("🎉", 2), ("\u{FDFD}", 1),
    ("\u{3164}", 2), ("±", 1), ("─", 1), ("␛", 1), ("…", 1), ("क्षि", 3), ("กำ", 2),
    ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2), ("\u{25CC}\u{301}", 1),
  ])
  func `a cluster has the width of the table`(cluster: String, columns: Int) {
    #expect(cluster.map { Int(ClusterWidth($0).columns) } == [columns])
  }

  @Test
  func `ranges are sorted and do not overlap`() {
    var last: UInt32 = 0
    let ranges = [WidthRanges.zero, WidthRanges.joining, WidthRanges.wide, WidthRanges.doubted]
      .flatMap { $0.description.split(separator: " ") }
      .map { range in range.split(separator: "-").compactMap { UInt32($0, radix: 16) } }
      .sorted { ($0.first ?? 0) < ($1.first ?? 0) }
    for range in ranges {
      #expect((1...2).contains(range.count))
      #expect((range.first ?? 0) > last)
      last = range.last ?? 0
      #expect(last >= range.first ?? 0)
    }
  }

  @Test
  func `the table agrees with the standard library on marks and pictures`() {
    let scalars = (UInt32(0xA0)...0x1FFFF).lazy.compactMap(Unicode.Scalar.init)
    for scalar in scalars where scalar.properties.age != nil {
      let kind = WidthTable.shared.kind(of: scalar)
      let category = scalar.properties.generalCategory
      if category == .nonspacingMark || category == .enclosingMark { #expect(kind == .zero) }
      if scalar.properties.isEmojiPresentation, !scalar.isRegionalIndicator {
        #expect(kind.columns == 2)
      }
      if category == .uppercaseLetter || category == .lowercaseLetter { #expect(kind != .zero) }
    }
  }

  @Test
  func `tmux agrees on every code point and cluster that is not in doubt`() throws {
    let scalars = sampleScalars().map { Character($0) }
    let clusters: [Character] = [
      "e\u{301}", "日\u{301}", "\u{1100}\u{1161}\u{11A8}", "각", "a\u{20DD}", "ﷺ", "\u{FDFD}", "☃",
    ]
    let sample = (scalars + clusters).filter { ClusterWidth($0).doubt == 0 }
    let shown = sample.map { DisplayText(String($0)) }
    let columns = try Tmux.columns(of: shown.map(\.text))
    #expect(columns.count == shown.count)
    let wrong = zip(shown, columns).filter { $0.width != $1 }
    #expect(wrong.isEmpty, "\(wrong.map { ($0.text.unicodeScalars, $0.width, $1) })")
  }

  @Test
  func `in tmux nothing moves after a cluster whose width is in doubt`() throws {
    let clusters = [
      "❤\u{FE0F}", "👨\u{200D}👩\u{200D}👧\u{200D}👦", "🇩🇪", "🇩", "1\u{FE0F}\u{20E3}", "👍🏽", "⌚\u{FE0E}",
      "क्षि", "กำ", "☰", "🫨", "می\u{200C}خ", "क्\u{200D}ष", "\u{600}1", "🏳\u{FE0F}\u{200D}🌈",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    ]
    var canvas = Canvas(size: ScreenSize(columns: 40, rows: clusters.count + 1))
    for (row, cluster) in clusters.enumerated() {
      let end = canvas.draw(DisplayText("ab" + cluster), row: row)
      canvas.draw("tail", row: row, column: end)
      canvas.draw("|", row: row, column: 39)
    }
    let bytes = FrameDifference.bytes(
      from: nil,
      to: canvas.frame,
      capabilities: TerminalCapabilities()
    )
    let lines = try Tmux.lines(showing: bytes, size: canvas.frame.grid.size)
    #expect(lines.count > clusters.count)
    for (line, cluster) in zip(lines, clusters) {
      #expect(line.hasPrefix("ab") && line.hasSuffix("|") && line.contains("tail"), "\(cluster)")
    }
  }

  /// Code points at both edges of every range, and every so many between them, that are in the
  /// Unicode of five years ago.
  private func sampleScalars() -> [Unicode.Scalar] {
    var values = Set(stride(from: UInt32(0xA1), through: 0x1FFFF, by: 61))
    for list in [WidthRanges.zero, WidthRanges.joining, WidthRanges.wide, WidthRanges.doubted] {
      for limit in list.description.split(whereSeparator: { $0 == " " || $0 == "-" }) {
        guard let value = UInt32(limit, radix: 16) else { continue }
        values.formUnion([value - 1, value, value + 1])
      }
    }
    return values.sorted().compactMap(Unicode.Scalar.init).filter { scalar in
      scalar.properties.generalCategory != .privateUse
        && scalar.properties.age.map { $0.major <= 12 } == true
    }
  }
}
