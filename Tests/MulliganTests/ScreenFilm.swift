import Screen

/// Several frames of a screen as one picture that shows them in turn, without a script.
///
/// What is on the first frame is what is shown where nothing moves: where a person wants no motion,
/// or a viewer knows none. A line that several frames share is in the file once.
struct ScreenFilm {
  /// A frame, and the key that has led to it.
  struct Scene {
    let key: String
    let frame: Frame
  }

  let scenes: [Scene]
  /// The seconds that each frame is shown.
  static let pace = 2.5

  private struct Line: Hashable {
    var row: Int
    var content: String
  }

  /// The picture's text.
  var svg: String {
    guard let first = scenes.first else { return "" }
    let size = first.frame.grid.size
    let picture = ScreenPicture(frame: first.frame)
    let lines = self.lines
    let kinds = Set(lines.values.filter { $0.count < scenes.count }).sorted {
      $0.sorted().lexicographicallyPrecedes($1.sorted())
    }
    let names = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1, "k\($0)") })
    let order = lines.sorted {
      ($0.key.row, $0.value.min() ?? 0) < ($1.key.row, $1.value.min() ?? 0)
    }
    let groups = order.map { line, shown in
      let name = names[shown].map { " class=\"\($0)\"" } ?? ""
      return "<g\(name) transform=\"translate(0 \(line.row * 18))\">\(line.content)</g>"
    }
    let common = " xml:space=\"preserve\" fill=\"\(ScreenPicture.ink)\""
    return
      ([
        picture.opening(rows: size.rows + 1, attributes: common),
        "<style>",
        "g[class]{animation-duration:\(seconds)s;animation-timing-function:step-end;"
          + "animation-iteration-count:infinite}",
        "@media (prefers-reduced-motion){g[class]{animation-name:none!important}}",
      ] + kinds.flatMap { style(names[$0] ?? "", $0) } + ["</style>", picture.paper] + groups
      + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private var seconds: Double { Double(scenes.count) * Self.pace }

  /// Each line with the frames that it is on; the last line names the key.
  private var lines: [Line: Set<Int>] {
    var lines: [Line: Set<Int>] = [:]
    for (index, scene) in scenes.enumerated() {
      let picture = ScreenPicture(frame: scene.frame)
      let size = scene.frame.grid.size
      for row in 0..<size.rows {
        let content = picture.svg(of: row, at: 0).map(short).joined()
        if !content.isEmpty { lines[Line(row: row, content: content), default: []].insert(index) }
      }
      let key = caption(scene.key, columns: size.columns)
      lines[Line(row: size.rows, content: key), default: []].insert(index)
    }
    return lines
  }

  /// The key in the middle below the screen, as on a keyboard.
  private func caption(_ key: String, columns: Int) -> String {
    guard !key.isEmpty else { return "" }
    let middle = Double(columns) * 4.2 + 8
    let width = Double(key.count) * 8.4 + 16
    return "<rect x=\"\(middle - width / 2)\" y=\"9\" width=\"\(width)\" height=\"20\" rx=\"4\" "
      + "fill=\"none\" stroke=\"\(ScreenPicture.ink)\"/>"
      + "<text x=\"\(middle)\" y=\"23.5\" text-anchor=\"middle\">\(key)</text>"
  }

  /// A piece of a line without what all pieces have in common.
  private func short(_ piece: String) -> String {
    let text = piece.replacing(" xml:space=\"preserve\"", with: "")
      .replacing(" lengthAdjust=\"spacingAndGlyphs\"", with: "")
    guard text.hasPrefix("<text") else { return text }
    return text.replacing(" fill=\"\(ScreenPicture.ink)\"", with: "")
  }

  /// When lines are shown that are on some of the frames.
  private func style(_ name: String, _ shown: Set<Int>) -> [String] {
    let steps = scenes.indices.compactMap { index -> String? in
      let isShown = shown.contains(index)
      guard index == 0 || isShown != shown.contains(index - 1) else { return nil }
      let percent = (Double(index) / Double(scenes.count) * 10_000).rounded() / 100
      return "\(percent)%{visibility:\(isShown ? "visible" : "hidden")}"
    }
    let still = shown.contains(0) ? "visible" : "hidden"
    return [
      ".\(name){visibility:\(still);animation-name:\(name)}",
      "@keyframes \(name){\(steps.joined())}",
    ]
  }
}
