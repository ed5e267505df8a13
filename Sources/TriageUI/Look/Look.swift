package import Screen
package import TriageCore

/// How the parts of the screen look; nothing is said by colour alone.
package struct Look: Hashable, Sendable {
  private var styles: [ThemePart: CellStyle]
  /// How single tags look, over the look of all.
  package var tagStyles: [MailTag: CellStyle] = [:]
  /// What is shown in the place of a tag's name.
  package var glyphs: [MailTag: String] = [:]

  /// Makes a look; parts that are not named look like text.
  package init(_ styles: [ThemePart: CellStyle]) {
    self.styles = styles
  }

  /// The style of a part.
  package subscript(part: ThemePart) -> CellStyle {
    get { styles[part] ?? .plain }
    set { styles[part] = newValue }
  }

  /// The style of a tag among others.
  func style(of tag: MailTag) -> CellStyle {
    self[.tags].overlaid(with: tagStyles[tag] ?? .plain)
  }
}

extension Look {
  /// A look of the program's, by its name in the configuration.
  package static func named(_ name: String) -> Look? {
    switch name {
    case "dark": .dark
    case "light": .light
    case "plain": .plain
    case "high-contrast": .highContrast
    default: nil
    }
  }

  /// Without colours.
  package static let plain = Look([
    .bar: CellStyle(.reverse),
    .barOpen: CellStyle(.bold),
    .cursor: CellStyle(.reverse),
    .cursorAway: CellStyle(.underline),
    .unread: CellStyle(.bold),
    .selected: CellStyle(.bold),
    .struck: CellStyle([.strikethrough, .dim]),
    .header: CellStyle(.underline),
    .heading: CellStyle(.bold),
    .quote: CellStyle(.dim),
    .faint: CellStyle(.dim),
    .key: CellStyle(.bold),
    .error: CellStyle(.bold),
    .rule: CellStyle(.dim),
    .added: CellStyle(.bold),
    .removed: CellStyle(.dim),
    .hunk: CellStyle(.underline),
    .hit: CellStyle(.underline),
    .hitHere: CellStyle([.reverse, .bold]),
    .sealGood: CellStyle(.bold),
    .sealBad: CellStyle([.reverse, .bold]),
  ])

  /// For a dark background.
  package static let dark = plain.colored([
    .selected: .named(.green), .star: .named(.yellow), .tags: .named(.cyan),
    .quote: .named(.green), .heading: .named(.cyan), .key: .named(.yellow),
    .error: .named(.brightRed), .added: .named(.green), .removed: .named(.brightRed),
    .hunk: .named(.cyan), .hit: .named(.yellow),
    .seal: .named(.yellow), .sealGood: .named(.green), .sealBad: .named(.brightRed),
  ])

  /// For a light background: colours that stand out on white.
  package static let light = plain.colored([
    .selected: .named(.green), .star: .named(.red), .tags: .named(.blue),
    .quote: .named(.green), .heading: .named(.blue), .key: .named(.magenta),
    .error: .named(.red), .added: .named(.green), .removed: .named(.red),
    .hunk: .named(.blue), .hit: .named(.magenta),
    .seal: .named(.magenta), .sealGood: .named(.green), .sealBad: .named(.red),
  ])

  /// White on black, nothing faint, and what is current in black on yellow.
  package static let highContrast: Look = {
    let ink = CellStyle(foreground: .named(.brightWhite), background: .named(.black))
    let bar = CellStyle(foreground: .named(.black), background: .named(.brightWhite))
    var look = plain
    for part in ThemePart.allCases where look[part].attributes.contains(.dim) {
      look[part].attributes.remove(.dim)
    }
    look[.text] = ink
    look[.bar] = bar
    look[.barOpen] = CellStyle(
      .bold,
      foreground: .named(.brightYellow),
      background: .named(.black)
    )
    look[.cursor] = CellStyle(
      .bold,
      foreground: .named(.black),
      background: .named(.brightYellow)
    )
    look[.unread].foreground = .named(.brightYellow)
    look[.tags] = CellStyle(foreground: .named(.brightCyan))
    look[.key].foreground = .named(.brightYellow)
    look[.error].foreground = .named(.brightRed)
    look[.quote].foreground = .named(.brightGreen)
    look[.seal].foreground = .named(.brightYellow)
    look[.sealGood].foreground = .named(.brightGreen)
    look[.sealBad].foreground = .named(.brightRed)
    return look
  }()

  private func colored(_ colors: [ThemePart: Color]) -> Look {
    var look = self
    for (part, color) in colors {
      look[part].foreground = color
      if part == .quote || part == .removed { look[part].attributes.remove(.dim) }
    }
    return look
  }
}
