extension Color {
  /// Returns the nearest colour of a depth; where there is none, the terminal's own.
  func reduced(to depth: ColorDepth) -> Color {
    switch (form, depth) {
    case (.standard, _), (_, .full): self
    case (_, .none): .standard
    case (.palette(let index), .sixteen) where index >= 16:
      Color.nearestNamed(to: Color.mixture(ofPalette: index))
    case (.palette, _): self
    case (.rgb(let red, let green, let blue), .palette):
      Color.nearestInCube(to: (Int(red), Int(green), Int(blue)))
    case (.rgb(let red, let green, let blue), .sixteen):
      Color.nearestNamed(to: (Int(red), Int(green), Int(blue)))
    }
  }

  private typealias Mixture = (red: Int, green: Int, blue: Int)

  private static let cubeLevels = [0, 95, 135, 175, 215, 255]

  private static func distance(_ left: Mixture, _ right: Mixture) -> Int {
    let (red, green, blue) = (
      left.red - right.red, left.green - right.green, left.blue - right.blue
    )
    return red * red + green * green + blue * blue
  }

  /// The usual mixture of an entry of the palette's cube or its greys.
  private static func mixture(ofPalette index: UInt8) -> Mixture {
    let index = Int(index)
    guard index >= 16 else { return namedMixtures[index] }
    if index >= 232 {
      let grey = 8 + (index - 232) * 10
      return (grey, grey, grey)
    }
    let place = index - 16
    return (cubeLevels[place / 36], cubeLevels[place / 6 % 6], cubeLevels[place % 6])
  }

  private static func nearestInCube(to mixture: Mixture) -> Color {
    nearest(to: mixture, among: 16..<256)
  }

  private static func nearestNamed(to mixture: Mixture) -> Color {
    nearest(to: mixture, among: 0..<16)
  }

  private static func nearest(to mixture: Mixture, among indices: Range<Int>) -> Color {
    let best = indices.min {
      distance(Color.mixture(ofPalette: UInt8($0)), mixture)
        < distance(Color.mixture(ofPalette: UInt8($1)), mixture)
    }
    return .palette(UInt8(best ?? 0))
  }

  /// The usual mixtures of the sixteen colours with names.
  private static let namedMixtures: [Mixture] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205),
    (0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]
}
