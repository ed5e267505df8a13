package import Screen
package import StringsCatalog

/// A window size and a language in which a state of the screen is recorded.
package struct ScreenForm: Sendable, CustomStringConvertible {
  package let size: ScreenSize
  package let language: LanguageTag

  package init(_ columns: Int, _ rows: Int, _ language: LanguageTag) {
    size = ScreenSize(columns: columns, rows: rows)
    self.language = language
  }

  /// The end of a recorded file's name, such as `80x24-en`.
  package var description: String { "\(size.columns)x\(size.rows)-\(language)" }

  /// Every state: the usual window, the longest words in the smallest one, and wide cells.
  package static let usual = [
    ScreenForm(80, 24, "en"), ScreenForm(40, 10, "ru"), ScreenForm(80, 24, "zh-Hans"),
  ]

  /// The main views, in every size as well.
  package static let main =
    usual + [ScreenForm(40, 10, "en"), ScreenForm(120, 40, "en"), ScreenForm(200, 60, "en")]
}
