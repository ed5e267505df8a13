extension LanguageTag {
  /// Reads a POSIX locale name, as `LANG` has it: `de_AT.UTF-8`, `sr_RS@latin`.
  ///
  /// `C` and `POSIX` are English. `nil` if the name does not begin with a language.
  public init?(posixLocale name: String) {
    let place = name.prefix { $0 != "." && $0 != "@" }
    if place == "C" || place == "POSIX" {
      self = "en"
      return
    }
    guard let tag = LanguageTag(String(place)) else { return nil }
    let modifier = name.split(separator: "@").dropFirst().first.map(String.init) ?? ""
    self.init(
      language: tag.language,
      script: tag.script ?? Self.scripts[modifier],
      region: tag.region,
      extras: tag.extras
    )
  }

  /// Finds the language of messages in a process's environment, as POSIX ranks its variables.
  ///
  /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty decides; `nil` if there is
  /// none, or if it names no language.
  public init?(environment: [String: String]) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
    guard let name = names.first(where: { !$0.isEmpty }) else { return nil }
    self.init(posixLocale: name)
  }

  private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]
}
