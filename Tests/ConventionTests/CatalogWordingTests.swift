import Foundation
import Testing

/// Holds what a reader of each language would stumble over: two nouns for one thing, marks and
/// blanks of another language, two commands or states that look the same.
@Suite struct CatalogWordingTests {
  /// A sentence of the catalog in one language; of one with plurals, one form.
  private struct Sentence {
    var key: String
    var language: String
    var text: String

    /// "FILE:LINE:COLUMN: error: …" is read by editors, in every language.
    var isForEditors: Bool { key == "problem.line" }
  }

  /// A word that a language does not use here, and the one it does.
  private struct Noun {
    var language: String
    var pattern: String
    var instead: String
    var keys = ""
  }

  private static let nouns = [
    Noun(language: "en", pattern: #"\b[Ll]abels?\b|\b[Ee]-?mails?\b"#, instead: "tag, message"),
    Noun(language: "de", pattern: #"\bTags?\b|\bTAGS?\b|\bLabel"#, instead: "Schlagwort"),
    Noun(language: "de", pattern: #"\b([Ss]icher(n|t|e)?|[Gg]esichert)\b"#, instead: "speichern"),
    Noun(language: "de", pattern: #"\b([Dd]u|[Dd]eine?[mnrs]?|[Dd]ir|[Dd]ich)\b"#, instead: "Sie"),
    Noun(language: "de", pattern: #"\bVerb(en)?\b"#, instead: "Befehl"),
    Noun(language: "de", pattern: #"\b(E-Mails?|Mails|Post)\b(?!:)"#, instead: "Mail, Nachricht"),
    Noun(language: "de", pattern: #"\b[Vv]orherige"#, instead: "vorige"),
    Noun(language: "fr", pattern: #"libellé|mot-clé|courriel"#, instead: "étiquette, message"),
    Noun(language: "fr", pattern: #"\b[Vv]erbes?\b"#, instead: "commande"),
    Noun(language: "es", pattern: #"[Mm]arcador de|\b[Vv]erbos?\b"#, instead: "etiqueta, orden"),
    Noun(language: "ru", pattern: #"[Пп]исьм|[Пп]исем"#, instead: "сообщение"),
    Noun(language: "ru", pattern: #"\b[Тт]ег(и|а|у|ов|ам)?\b|[Яя]рлык"#, instead: "метка"),
    Noun(language: "ru", pattern: #"\b[Пп]росмотр(а|у|ом|е)?\b"#, instead: "предпросмотр"),
    Noun(language: "ru", pattern: #"[Гг]лагол"#, instead: "команда"),
    Noun(language: "ja", pattern: "メッセージ|ラベル|索引|動詞", instead: "メール, タグ, インデックス, コマンド"),
    Noun(language: "ja", pattern: "タグを(追加|削除)", instead: "タグを付ける, 外す"),
    Noun(language: "zh-Hans", pattern: "信头|消息|动词|打印", instead: "邮件头, 邮件, 命令, 输出"),
    Noun(language: "zh-Hans", pattern: "历史(?!记录)", instead: "历史记录"),
    Noun(language: "zh-Hans", pattern: "主题", instead: "配色方案", keys: "theme"),
    Noun(language: "zh-Hant", pattern: "更改|對話(?!方塊)|操作|相符", instead: "變更, 會話, 動作, 符合"),
    Noun(language: "zh-Hant", pattern: "動詞|命令(?!列)", instead: "指令"),
    Noun(language: "zh-Hant", pattern: "歷程|歷史(?!記錄)", instead: "歷史記錄"),
    Noun(language: "zh-Hant", pattern: "損壞|復原|印出", instead: "損毀, 還原, 輸出"),
  ]

  @Test func `each language has one noun for a thing`() throws {
    for noun in Self.nouns {
      let pattern = try Regex(noun.pattern)
      for sentence in try Self.sentences(in: noun.language)
      where sentence.key.contains(noun.keys) || noun.keys.isEmpty {
        // Days that are counted are days.
        if sentence.key.hasPrefix("snooze.unit.") { continue }
        #expect(
          !sentence.text.contains(pattern),
          "\(noun.language) \(sentence.key): \(sentence.text): write \(noun.instead)"
        )
      }
    }
  }

  /// Quotation marks of each language; those within them are made of these where they are shown.
  private static let marks = [
    "en": "“”", "de": "„“", "fr": "«»", "es": "«»", "ru": "«»", "ja": "「」", "zh-Hans": "“”",
    "zh-Hant": "「」",
  ]

  @Test func `each language has quotation marks of its own, and the outer ones only`() throws {
    let all = Set("\"'«»‹›„“”‚‘’「」『』")
    for (language, marks) in Self.marks {
      for sentence in try Self.sentences(in: language) {
        // What configurations say is quoted in English as compilers do.
        if language == "en", sentence.key.hasPrefix("problem.") { continue }
        let apostrophes = ["en", "fr"].contains(language) ? #/\p{Letter}’/# : #/\p{Letter}{999}/#
        let used = Set(sentence.text.replacing(apostrophes, with: "")).intersection(all)
        #expect(used.isSubset(of: Set(marks)), "\(language) \(sentence.key): \(sentence.text)")
      }
    }
  }

  /// Punctuation that a language does not have.
  private static let punctuation = [
    ("en", #"\.\.\.| $|^ "#, "an ellipsis is one character, and sentences have no blanks around"),
    ("de", #"[^:\u{A0}]…$|\.\.\."#, "a no-break blank before the ellipsis"),
    ("fr", #"[^\u{A0}][:;?!»](?=[ \u{A0})]|$)|«[^\u{A0}]|\.\.\."#, "no-break blanks"),
    ("es", #" [:;?!]|^[^¿]*\?|\.\.\."#, "no blank before a colon, and both question marks"),
    ("ru", #" [:;?!]|\.\.\."#, "no blank before a colon"),
    ("ja", #"[:;?!,()](?=[ （「]|$)|\.\.\."#, "full-width punctuation"),
    ("zh-Hans", #"[:;?!,()](?=[ （“]|$)|\.\.\."#, "full-width punctuation"),
    ("zh-Hant", #"[:;?!,()](?=[ （「]|$)|\.\.\."#, "full-width punctuation"),
  ]

  @Test func `each language has punctuation and no-break blanks of its own`() throws {
    for (language, pattern, rule) in Self.punctuation {
      let pattern = try Regex(pattern)
      for sentence in try Self.sentences(in: language) where !sentence.isForEditors {
        #expect(
          !sentence.text.contains(pattern),
          "\(language) \(sentence.key): \(sentence.text): \(rule)"
        )
      }
    }
  }

  @Test func `no two commands of a language have the same title`() throws {
    for language in Self.marks.keys {
      let titles = try Self.sentences(in: language).filter {
        $0.key.hasPrefix("command.") && $0.key.hasSuffix(".title")
      }
      for (title, same) in Dictionary(grouping: titles, by: \.text) {
        #expect(same.count == 1, "\(language) \(title): \(same.map(\.key))")
      }
    }
  }

  @Test func `no state of the history is another one with a letter more or less`() throws {
    for language in Self.marks.keys {
      let states = try Self.sentences(in: language).filter { $0.key.hasPrefix("state.") }
      for state in states {
        for other in states where other.key > state.key {
          let difference = other.text.difference(from: state.text).count
          #expect(difference > 1, "\(language): \(state.text), \(other.text)")
        }
      }
    }
  }

  private static func sentences(in language: String) throws -> [Sentence] {
    let all = Self.catalog.filter { $0.language == language }
    try #require(all.count > 600)
    return all
  }

  private static let catalog: [Sentence] = {
    let text = SourceTree.file("Sources/ProgramStrings/Localizable.xcstrings").text
    let file = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let entries = file?["strings"] as? [String: [String: Any]] ?? [:]
    return entries.flatMap { key, entry in
      (entry["localizations"] as? [String: Any] ?? [:]).flatMap { language, value in
        texts(value).map { Sentence(key: key, language: language, text: $0) }
      }
    }
  }()

  private static func texts(_ value: Any) -> [String] {
    guard let object = value as? [String: Any] else { return [] }
    if let text = object["value"] as? String { return [text] }
    return object.values.flatMap(texts)
  }
}
