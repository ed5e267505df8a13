/// The ratios as a picture: ours beside the peer of each goal, which is 1.
///
/// The scale has powers of ten, and a mark shows the goal. Of several runs the mean is drawn.
struct Plot {
  let runs: [Results]
  let title: String

  private static let width = 860
  private static let left = 330
  private static let rowHeight = 24
  private static let top = 56
  /// The smallest ratio that the scale shows.
  private static let smallest = 0.0003
  private static let largest = 3.0

  var svg: String {
    let goals = Goal.all.filter { goal in
      if case .measured(_, _?) = runs.last?.outcomes[goal.id] { true } else { false }
    }
    let height = Self.top + goals.count * Self.rowHeight + 34
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(height)" \
      viewBox="0 0 \(Self.width) \(height)" font-family="sans-serif" font-size="12" fill="#24292f">
      """,
      #"<rect width="\#(Self.width)" height="\#(height)" fill="white"/>"#,
      text(16, 24, title, size: 15),
    ]
    parts += grid(height)
    for (place, goal) in goals.enumerated() { parts += row(goal, place) }
    return (parts + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func grid(_ height: Int) -> [String] {
    [0.001, 0.01, 0.1, 1].flatMap { value in
      let x = Self.x(value)
      let color = value == 1 ? "#57606a" : "#d0d7de"
      return [
        #"<line x1="\#(x)" y1="44" x2="\#(x)" y2="\#(height - 26)" stroke="\#(color)"/>"#,
        text(
          x,
          height - 10,
          value == 1 ? "peer" : "1/\(Int((1 / value).rounded()))",
          anchor: "middle"
        ),
      ]
    }
  }

  private func row(_ goal: Goal, _ place: Int) -> [String] {
    let values = runs.compactMap { $0.outcomes[goal.id]?.value }
    let value = values.reduce(0, +) / Double(max(1, values.count))
    let y = Self.top + place * Self.rowHeight
    let (start, end, bound) = (Self.x(Self.smallest), Self.x(value), Self.x(goal.bound))
    let color = value <= goal.bound ? "#2da44e" : "#cf222e"
    return [
      text(16, y + 12, "\(goal.id)  \(goal.what)"),
      #"<rect x="\#(start)" y="\#(y)" width="\#(end - start)" height="15" fill="\#(color)"/>"#,
      #"<line x1="\#(bound)" y1="\#(y - 2)" x2="\#(bound)" y2="\#(y + 17)" stroke="black" stroke-width="2"/>"#,
      text(max(end, bound) + 6, y + 12, value.text(decimals: value < 0.01 ? 4 : 2)),
    ]
  }

  private static func x(_ value: Double) -> Int {
    let value = min(largest, max(smallest, value))
    let share =
      (logarithm(value) - logarithm(smallest)) / (logarithm(largest) - logarithm(smallest))
    return left + Int(share * Double(width - left - 60))
  }

  private func text(
    _ x: Int,
    _ y: Int,
    _ text: String,
    size: Int = 12,
    anchor: String = "start"
  ) -> String {
    let safe = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return
      #"<text x="\#(x)" y="\#(y)" font-size="\#(size)" text-anchor="\#(anchor)">\#(safe)</text>"#
  }
}
