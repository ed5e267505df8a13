package import Screen
package import TriageCore

extension Look {
  /// The look of a theme; `nil` if there is no such theme.
  ///
  /// - Parameters:
  ///   - theme: `auto`, a theme of the program's, or one of the person's own.
  ///   - config: Where the person's own themes are.
  ///   - background: What the terminal has said of its background; `auto` takes dark for unknown.
  package init?(theme: String, _ config: Config, background: Background?) {
    if theme == "auto" {
      self = background == .light ? .light : .dark
    } else if let own = config.themes[theme] {
      self.init(own)
    } else if let known = Look.named(theme) {
      self = known
    } else {
      return nil
    }
  }

  private init(_ theme: ThemeConfig) {
    self = Look.named(theme.base) ?? .dark
    for (name, style) in theme.styles {
      if let part = ThemePart(rawValue: name) {
        self[part] = self[part].changed(by: style)
      } else if name.hasPrefix(ThemePart.tagPrefix) {
        let tag = MailTag(String(name.dropFirst(ThemePart.tagPrefix.count)))
        tagStyles[tag] = CellStyle.plain.changed(by: style)
        glyphs[tag] = style.glyph
      }
    }
  }
}

extension CellStyle {
  /// The style with what a configuration says of it.
  fileprivate func changed(by style: StyleConfig) -> CellStyle {
    var result = self
    if let color = style.foreground { result.foreground = Color(color) }
    if let color = style.background { result.background = Color(color) }
    for (attribute, isOn) in style.attributes {
      if isOn {
        result.attributes.insert(Attributes(attribute))
      } else {
        result.attributes.remove(Attributes(attribute))
      }
    }
    return result
  }
}

extension Color {
  fileprivate init(_ color: ColorConfig) {
    switch color {
    case .default: self = .standard
    case .indexed(let index): self = .palette(index)
    case .rgb(let red, let green, let blue): self = .rgb(red, green, blue)
    }
  }
}

extension CellStyle.Attributes {
  fileprivate init(_ attribute: StyleAttribute) {
    switch attribute {
    case .bold: self = .bold
    case .dim: self = .dim
    case .italic: self = .italic
    case .underline: self = .underline
    case .reverse: self = .reverse
    case .strike: self = .strikethrough
    }
  }
}
