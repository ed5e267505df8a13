import CICU
import StringsCatalog
import Testing

struct LanguageTagTests {
  @Test(arguments: [
    ("ZH_hant", "zh-Hant"), ("pt_br", "pt-BR"), ("es-419", "es-419"), ("iw", "he"),
    ("sr-latn-rs", "sr-Latn-RS"), ("de-DE-1996", "de-DE-1996"),
    ("en-u-ca-buddhist", "en-u-ca-buddhist"),
  ])
  func `a tag is kept in its customary spelling`(text: String, spelling: String) {
    #expect(LanguageTag(text)?.rawValue == spelling)
  }

  @Test(arguments: [
    "", "-", "d", "de-", "de--AT", "toolonglanguage", "d3", "дом", "de AT", "C.UTF-8",
  ])
  func `text not formed like a tag is none`(text: String) {
    #expect(LanguageTag(text) == nil)
  }

  @Test(arguments: [
    ("de_AT.UTF-8", "de-AT"), ("C", "en"), ("POSIX", "en"), ("C.UTF-8", "en"),
    ("sr_RS@latin", "sr-Latn-RS"), ("uz_UZ.UTF-8@cyrillic", "uz-Cyrl-UZ"), ("ca_ES@euro", "ca-ES"),
  ])
  func `a POSIX locale names a language`(name: String, tag: String) {
    #expect(LanguageTag(posixLocale: name)?.rawValue == tag)
  }

  @Test
  func `the first variable that is not empty decides the language`() {
    let environment = ["LC_ALL": "", "LC_MESSAGES": "ru_RU.UTF-8", "LANG": "de_DE.UTF-8"]
    #expect(LanguageTag(environment: environment) == "ru-RU")
    #expect(LanguageTag(environment: ["LANG": "ja_JP"]) == "ja-JP")
    #expect(LanguageTag(environment: ["LANG": "7"]) == nil)
    #expect(LanguageTag(environment: [:]) == nil)
  }

  @Test(arguments: [
    ("zh", "zh-Hans"), ("zh_CN", "zh-Hans"), ("zh_SG", "zh-Hans"), ("zh-Hans-CN", "zh-Hans"),
    ("zh_TW", "zh-Hant"), ("zh_HK", "zh-Hant"), ("zh_MO", "zh-Hant"), ("de_AT", "de"),
    ("pt-BR", "pt"), ("pt_PT", "pt-PT"), ("nb_NO", "no"), ("es_MX", "es-419"), ("es_ES", "es"),
    ("ru_RU", "ru"), ("en_GB", "en"),
  ])
  func `a reader gets the nearest language there is`(reader: String, language: LanguageTag) throws {
    let tag = try #require(LanguageTag(reader))
    let offered: [LanguageTag] = [
      "de", "en", "es", "es-419", "no", "pt", "pt-PT", "ru", "zh-Hans", "zh-Hant",
    ]
    #expect(tag.matches(among: offered).first == language)
  }

  @Test
  func `another script is another language to its reader`() {
    #expect(LanguageTag("sr-Latn").matches(among: ["sr", "hr"]).isEmpty)
    #expect(LanguageTag("zh-TW").matches(among: ["zh-Hans", "en"]).isEmpty)
    #expect(LanguageTag("uk").matches(among: ["ru", "en"]).isEmpty)
  }

  @Test
  func `regions of a language stand in for one another, the nearest first`() {
    #expect(
      LanguageTag("pt-BR").matches(among: ["pt-PT", "pt", "pt-BR"]) == ["pt-BR", "pt", "pt-PT"]
    )
    #expect(LanguageTag("es-MX").matches(among: ["es-419", "es"]) == ["es-419", "es"])
    #expect(LanguageTag("pt").matches(among: ["pt-PT"]) == ["pt-PT"])
  }

  @Test
  func `a code of two letters is a language of its own`() {
    let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    let codes = letters.flatMap { first in letters.map { first + $0 } }
    for code in codes where LanguageTag(code)?.language == code {
      var buffer = [CChar](repeating: 0, count: 160)
      let length = Int(cicu_maximized_tag(code, &buffer, 160))
      let bytes = buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
      #expect(LanguageTag(String(decoding: bytes, as: UTF8.self))?.language == code)
    }
  }

  /// The second language offered is nearly the first, so that only data about languages can tell.
  @Test(arguments: [
    "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "he", "hr", "hu", "it", "ja",
    "ko", "lt", "lv", "nb", "nl", "no", "pa", "pl", "pt", "ru", "sk", "sl", "sr", "sv", "uk", "uz",
    "zh", "zh-Hant",
  ])
  func `a language alone is found, and written, in every region as the data say`(
    language: LanguageTag
  ) throws {
    let second = try #require(LanguageTag("\(language)-x-second"))
    for region in Self.regions {
      let tag = try #require(LanguageTag("\(language.language)-\(region)"))
      let amongTwo = tag.matches(among: [language, second]).filter { $0 == language }
      #expect(tag.matches(among: [language]) == amongTwo, "\(tag)")
      #expect(tag.isRightToLeft == cicu_is_right_to_left(tag.rawValue), "\(tag)")
    }
  }

  private static let regions = Set(LanguageRulesTests.locales.compactMap(\.region))

  @Test(arguments: [("no", "nb"), ("nb-NO", "no"), ("de-1901", "de"), ("sr-Latn-ME", "sr-Latn")])
  func `a language alone among others is found, however it is named`(
    reader: String,
    language: LanguageTag
  ) throws {
    let tag = try #require(LanguageTag(reader))
    #expect(tag.matches(among: ["en", language, "zh-Hans"]) == [language])
  }
}
