import CICU

extension LanguageTag {
  /// Returns those of some languages that a reader of this one understands, best first.
  ///
  /// The same language in the same script is understood, wherever it is spoken. The tag itself
  /// comes first, then what means the same (`zh-Hant` for `zh-TW`, `pt` for `pt-BR`), then a part
  /// of the world that holds the region (`es-419` for `es-MX`), then the language at large (`de`
  /// for `de-AT`), then other regions.
  ///
  /// ```swift
  /// LanguageTag("zh-TW").matches(among: ["zh-Hans", "zh-Hant"])   // [zh-Hant]
  /// ```
  public func matches(among offered: [LanguageTag]) -> [LanguageTag] {
    let wanted = maximized
    let ranked = offered.compactMap { tag in rank(of: tag, for: wanted).map { ($0, tag) } }
    return ranked.sorted { $0 < $1 }.map(\.1)
  }

  /// This tag with the script and region most likely meant: `zh-TW` becomes `zh-Hant-TW`.
  var maximized: LanguageTag {
    let text = icuText(capacity: 160) { cicu_maximized_tag(rawValue, $0, $1) }
    return text.flatMap { LanguageTag($0) } ?? self
  }

  /// Whether the language is written from right to left.
  public var isRightToLeft: Bool { cicu_is_right_to_left(rawValue) }

  /// Returns how far a tag is from this one, or `nil` if its reader would not understand it.
  private func rank(of tag: LanguageTag, for wanted: LanguageTag) -> Int? {
    if tag == self { return 0 }
    let full = tag.maximized
    guard full.spoken == wanted.spoken, full.script == wanted.script else { return nil }
    if full.region == wanted.region { return 1 }
    guard let region = tag.region else { return 3 }
    let isPart = wanted.region.map { cicu_region_contains(region, $0) } == true
    return isPart ? 2 : 4
  }

  /// The language, with Bokmål counted as the Norwegian it is.
  private var spoken: String { language == "nb" ? "no" : language }
}
