/// One sentence in one language: its text, whole or varied, and the parts that its text names.
public struct Localization: Hashable, Sendable {
  /// The text.
  public let text: VariedText
  /// The parts that `%#@name@` in the text stands for.
  public let substitutions: [String: Substitution]

  init(text: VariedText, substitutions: [String: Substitution]) {
    self.text = text
    self.substitutions = substitutions
  }

  /// Makes a key its own text.
  init(key: StringKey) {
    let unit = StringUnit(state: .translated, value: key.rawValue, offset: 0)
    self.init(text: .plain(unit), substitutions: [:])
  }

  /// Every single text with the path that leads to it, in a fixed order.
  public var units: [(form: TextForm, unit: StringUnit)] {
    let parts = substitutions.sorted { $0.key < $1.key }
    return text.units(under: TextForm())
      + parts.flatMap { name, part in
        part.text.units(under: TextForm(.substitution(name)))
      }
  }
}

/// A text, or the texts it varies into.
public indirect enum VariedText: Hashable, Sendable {
  /// One text.
  case plain(StringUnit)
  /// A text for each form that a number may ask for.
  case plural([PluralCategory: VariedText])
  /// A text for each kind of device; everything but Apple's devices is `other`.
  case device([String: VariedText])

  func units(under form: TextForm) -> [(form: TextForm, unit: StringUnit)] {
    switch self {
    case .plain(let unit):
      [(form, unit)]
    case .plural(let texts):
      PluralCategory.allCases.flatMap { category in
        texts[category]?.units(under: form + .plural(category)) ?? []
      }
    case .device(let texts):
      texts.sorted { $0.key < $1.key }.flatMap { device, text in
        text.units(under: form + .device(device))
      }
    }
  }
}

/// A part of a sentence that varies with a number of its own.
public struct Substitution: Hashable, Sendable {
  /// Which argument is the number, counted from 1; `nil` for the next one in the text.
  public let argument: Int?
  /// How the number is written, such as `lld`; it takes the place of `%arg`.
  public let formatSpecifier: String
  /// The part's text; `%arg` in it is the number.
  public let text: VariedText
  /// Where it stands in the catalog.
  let offset: Int
}
