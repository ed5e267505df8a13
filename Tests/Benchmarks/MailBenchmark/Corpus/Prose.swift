/// Words, paragraphs and people to make mail of.
///
/// Words are as uneven as in a language: the first tenth of the vocabulary makes most of a text, and
/// nearly every text has a word that no other has.
struct Prose {
  private let words: [String]
  let paragraphs: [[UInt8]]
  let people: [Person]

  struct Person {
    var name: String
    var address: String

    /// As a header of a message gives it.
    var header: String { "\(Prose.encoded(name)) <\(address)>" }
  }

  init(_ chance: inout Chance, people count: Int) {
    words = Self.vocabulary(&chance)
    var paragraphs: [[UInt8]] = []
    for _ in 0..<2_000 {
      paragraphs.append(Array(Self.paragraph(words, &chance).utf8))
    }
    self.paragraphs = paragraphs
    people = (0..<count).map { number in
      let first = Self.given[number % Self.given.count]
      let last = Self.family[number / Self.given.count % Self.family.count]
      return Person(name: "\(first) \(last)", address: "p\(number)@site\(number % 97).example")
    }
  }

  func subject(_ chance: inout Chance) -> String {
    var parts: [String] = []
    for _ in 0..<Int.random(in: 2...7, using: &chance) {
      parts.append(
        chance.happens(0.12)
          ? Self.foreign[chance.rank(below: Self.foreign.count)]
          : words[chance.rank(below: words.count)]
      )
    }
    return parts.joined(separator: " ")
  }

  /// Returns a header's text; what is not ASCII is put in encoded words.
  static func encoded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let digits = Array("0123456789ABCDEF")
    return text.split(separator: " ").map { word in
      let coded = word.utf8.map { "=\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
      return "=?utf-8?Q?\(coded)_?="
    }.joined(separator: "\n ")
  }

  private static func vocabulary(_ chance: inout Chance) -> [String] {
    let starts = "b br c ch d dr f fl g gr h j k l m n p pl qu r s sh st t tr v w z".split(
      separator: " "
    )
    let middles = "a e i o u ai ea io ou y".split(separator: " ")
    let ends = ["", "l", "n", "r", "s", "t", "nd", "ng", "st"]
    var words: Set<String> = []
    var list: [String] = []
    while list.count < 20_000 {
      var word = ""
      for _ in 0..<Int.random(in: 1...3, using: &chance) {
        word += starts.randomElement(using: &chance) ?? ""
        word += middles.randomElement(using: &chance) ?? ""
        word += ends.randomElement(using: &chance) ?? ""
      }
      if words.insert(word).inserted { list.append(word) }
    }
    return list
  }

  private static func paragraph(_ words: [String], _ chance: inout Chance) -> String {
    var text = ""
    var column = 0
    for _ in 0..<Int.random(in: 20...90, using: &chance) {
      let word =
        chance.happens(0.03)
        ? foreign[chance.rank(below: foreign.count)] : words[chance.rank(below: words.count)]
      if column + word.count > 72 {
        text += "\n"
        column = 0
      } else if column > 0 {
        text += " "
      }
      text += word
      column += word.count + 1
    }
    return text + ".\n\n"
  }

  private static let given = [
    "Ada", "Bruno", "Chloé", "Dmitri", "Elif", "Farid", "Grete", "Hugo", "Ines", "Jörg", "Keiko",
    "Lars", "Мария", "Noor", "Oskar", "Priya", "Quinn", "Rosa", "Søren", "田", "Uma", "Vera", "伟",
  ]
  private static let family = [
    "Abel", "Brandt", "Costa", "Dahl", "Eklund", "Fischer", "García", "Haddad", "Иванов", "Jansen",
    "Kovač", "Lopez", "Møller", "Novák", "Okafor", "Petit", "鈴木", "Rossi", "Smit", "Tran", "Weiß",
  ]
  private static let foreign = [
    "über", "façade", "mañana", "вопрос", "会議", "naïve", "данные", "请求", "größe", "été", "письмо",
    "予定", "señal", "📦", "œuvre", "更新", "żółty", "ответ", "køb", "👍🏽",
  ]
}
