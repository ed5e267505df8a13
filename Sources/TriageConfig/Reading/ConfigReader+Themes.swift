import TriageCore

extension ConfigReader {
  /// `[themes.NAME]`.
  func themes() -> [String: ThemeConfig] {
    let all = top.section("themes")
    var themes: [String: ThemeConfig] = [:]
    for entry in all.entries {
      if Config.themeNames.contains(entry.key) {
        problems.add(FileProblem(.duplicate, entry.key, at: entry.position))
      }
      themes[entry.key] = theme(all.section(entry.key))
    }
    return themes
  }

  private func theme(_ section: Section) -> ThemeConfig {
    let bases = Config.themeNames.filter { $0 != "auto" }
    let base = section.optional("base", .words(bases)) { node in
      node.string.flatMap { bases.contains($0) ? $0 : nil }
    }
    let parts = ThemePart.allCases.map(\.rawValue)
    let tags = section.entries.map(\.key).filter { $0.hasPrefix(ThemePart.tagPrefix) }
    var styles: [String: StyleConfig] = [:]
    for name in parts + tags where section.own(name) != nil {
      styles[name] = style(section.section(name), isTag: tags.contains(name))
    }
    section.finish()
    return ThemeConfig(base: base ?? "dark", styles: styles)
  }

  private func style(_ section: Section, isTag: Bool) -> StyleConfig {
    defer { section.finish() }
    var attributes: [StyleAttribute: Bool] = [:]
    for attribute in StyleAttribute.allCases {
      attributes[attribute] = section.optional(attribute.rawValue, .bool, \.bool)
    }
    return StyleConfig(
      foreground: section.optional("fg", .color) { $0.color },
      background: section.optional("bg", .color) { $0.color },
      attributes: attributes,
      glyph: isTag ? section.optional("glyph", .text) { $0.string } : nil
    )
  }
}

extension Expected {
  fileprivate static var color: Expected { .form("\"red\", 0 … 255, \"#rrggbb\", \"default\"") }
}

extension Node {
  fileprivate var color: ColorConfig? {
    integer.map { ColorConfig(String($0)) } ?? string.flatMap { ColorConfig($0) }
  }
}
