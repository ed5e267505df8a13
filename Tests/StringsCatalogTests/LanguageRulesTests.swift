import CICU
import StringsCatalog
import Testing

struct LanguageRulesTests {
  /// Every language and region that ICU has data for.
  static let locales = (0..<cicu_available_locale_count()).compactMap { index -> LanguageTag? in
    var buffer = [CChar](repeating: 0, count: 160)
    let length = Int(cicu_available_tag(index, &buffer, 160))
    let bytes = buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
    return LanguageTag(String(decoding: bytes, as: UTF8.self))
  }

  /// Every language of them, by its shortest name.
  ///
  /// Regions count like their language, but for Portugal.
  static let languages = locales.filter { $0.region == nil || $0 == "pt-PT" }

  /// Asks ICU by another of its ways than the library does: by the number written out.
  private struct Oracle {
    private let rules: OpaquePointer?
    private let written = cicu_formatted_number_open()
    private let formatter: OpaquePointer?

    init(_ language: LanguageTag, skeleton: String = "") {
      rules = cicu_plural_rules_open(language.rawValue)
      formatter = cicu_number_formatter_open(skeleton, language.rawValue)
    }

    func category(of number: Int) -> String {
      cicu_format_int(formatter, Int64(number), written) ? chosen : "?"
    }

    func category(of number: Double) -> String {
      cicu_format_double(formatter, number, written) ? chosen : "?"
    }

    private var chosen: String {
      var buffer = [CChar](repeating: 0, count: 32)
      let length = Int(cicu_plural_select_formatted(rules, written, &buffer, 32))
      return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  @Test
  func `ICU knows well over a hundred languages and dozens of ways to count`() {
    #expect(Self.languages.count > 150)
    let ways = Set(Self.languages.map { language in (0...130).map(Oracle(language).category(of:)) })
    #expect(ways.count > 20)
  }

  @Test(arguments: languages)
  func `plural forms of whole numbers are ICU's in every language`(language: LanguageTag) {
    let rules = LanguageRules(language)
    let oracle = Oracle(language)
    let wrong = (Array(0...10_000) + [1_000_000, 2_000_000]).filter { number in
      rules.pluralCategory(of: number).rawValue != oracle.category(of: number)
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: languages)
  func `plural forms of fractions are ICU's in every language`(language: LanguageTag) {
    let rules = LanguageRules(language)
    for digits in 1...2 {
      let oracle = Oracle(language, skeleton: digits == 1 ? ".0" : ".00")
      let wrong = stride(from: 0, to: 12, by: 0.05).filter { number in
        rules.pluralCategory(of: number, fractionDigits: digits).rawValue
          != oracle.category(of: number)
      }
      #expect(wrong.isEmpty)
    }
  }

  @Test
  func `a fraction counts as it is written`() {
    #expect(LanguageRules("en").pluralCategory(of: 1) == .one)
    #expect(LanguageRules("en").pluralCategory(of: 1, fractionDigits: 1) == .other)
    #expect(LanguageRules("ru").pluralCategory(of: 1.5, fractionDigits: 1) == .other)
    #expect(LanguageRules("fr").pluralCategory(of: 1.5, fractionDigits: 1) == .one)
    #expect(LanguageRules("lv").pluralCategory(of: 0.1, fractionDigits: 1) == .one)
    #expect(LanguageRules("cs").pluralCategory(of: 2.5, fractionDigits: 1) == .many)
  }

  @Test(arguments: [
    ("en", "one other"), ("de", "one other"), ("ru", "one few many"), ("ja", "other"),
    ("ar", "zero one two few many other"), ("zh-Hans", "other"), ("fr", "one other"),
    ("es", "one other"),
  ])
  func `the forms for 0 to 999 are those the language uses`(language: LanguageTag, forms: String) {
    let used = LanguageRules(language).pluralCategories()
    let names = PluralCategory.allCases.filter(used.contains).map(\.rawValue)
    #expect(names.joined(separator: " ") == forms)
  }

  @Test(arguments: [
    ("en", "4,200"), ("ru", "4\u{A0}200"), ("de", "4.200"), ("de-CH", "4’200"), ("es", "4200"),
    ("fr", "4\u{202F}200"), ("ja", "4,200"), ("hi", "4,200"), ("qq", "4,200"), ("und", "4,200"),
  ])
  func `numbers are grouped as the language does`(language: LanguageTag, text: String) {
    #expect(LanguageRules(language).text(4200) == text)
  }

  @Test
  func `numbers of any size can be written`() {
    #expect(LanguageRules("en").text(Int.min) == "-9,223,372,036,854,775,808")
    #expect(LanguageRules("ru").text(0.5, fractionDigits: 2) == "0,50")
    #expect(LanguageRules("en").pluralCategory(of: Int.max) == .other)
  }

  @Test(arguments: [
    ("en", "08:12", "Nov 21", "Nov 21, 2025"),
    ("ru", "08:12", "21 нояб.", "21 нояб. 2025\u{202F}г."),
    ("ja", "8:12", "11月21日", "2025年11月21日"),
  ])
  func `dates are in the language's order and words`(
    language: LanguageTag,
    time: String,
    day: String,
    date: String
  ) {
    let rules = LanguageRules(language)
    let texts = [DateStyle.time, .day, .date].map {
      rules.date(secondsSince1970: 1_763_712_732, style: $0, timeZone: "UTC")
    }
    #expect(texts == [time, day, date])
  }

  @Test
  func `the time zone counts`() {
    let rules = LanguageRules("en")
    let berlin = rules.date(secondsSince1970: 0, style: .time, timeZone: "Europe/Berlin")
    #expect(berlin == "01:00")
    let long = String(repeating: "x", count: 1000)
    #expect(!rules.date(secondsSince1970: 0, style: .time, timeZone: long).isEmpty)
  }
}
