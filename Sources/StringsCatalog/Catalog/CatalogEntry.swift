/// What a catalog says about one key.
public struct CatalogEntry: Sendable {
  /// The key.
  public let key: StringKey
  /// What translators should know.
  public let comment: String?
  /// How the key came into the catalog.
  public let extractionState: ExtractionState?
  /// Whether the sentence is to be translated; a product's name may not be.
  public let shouldTranslate: Bool
  /// The sentence in each language that has it; without one for the source language, the key itself
  /// is the sentence there.
  public let localizations: [LanguageTag: Localization]
  /// What in the entry is malformed; those parts are left out of it.
  let findings: [Finding]
  /// Where the key stands.
  let offset: Int
}

/// One sentence in one language: its text, whole or varied, and the parts that its text names.
public struct Localization: Hashable, Sendable {
  /// The text.
  public let text: VariedText
  /// The parts that `%#@name@` in the text stands for.
  public let substitutions: [String: Substitution]

  /// Every single text with the path that leads to it, in a fixed order.
  public var units: [(form: TextForm, unit: StringUnit)] {
    let parts = substitutions.sorted { $0.key < $1.key }
    return text.units(under: TextForm())
      + parts.flatMap { name, part in
        part.text.units(under: TextForm(.substitution(name)))
      }
  }
}

extension Localization {
  /// Makes a key its own text.
  init(key: StringKey) {
    let unit = StringUnit(state: .translated, value: key.rawValue, offset: 0)
    self.init(text: .plain(unit), substitutions: [:])
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
  /// How the number is written, such as `lld`; it stands in for `%arg`.
  public let formatSpecifier: String
  /// The part's text; `%arg` in it is the number.
  public let text: VariedText
  /// Where it stands in the catalog.
  let offset: Int
}

/// One translated text and how far its translation has come.
public struct StringUnit: Hashable, Sendable {
  /// How far the translation has come.
  public let state: TranslationState
  /// The text, with its placeholders.
  public let value: String
  /// Where the value's literal stands in the catalog.
  let offset: Int

  /// Whether the translation is still missing: new, and empty.
  public var isUntranslated: Bool { state == .new && value.isEmpty }
}

/// How far a translation has come; states that this library does not know are kept.
public struct TranslationState: RawRepresentable, Hashable, Sendable {
  /// The state as the catalog has it.
  public let rawValue: String

  /// Makes a state of its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nobody has translated it yet.
  public static let new = TranslationState(rawValue: "new")
  /// Done.
  public static let translated = TranslationState(rawValue: "translated")
  /// Somebody should look at it again.
  public static let needsReview = TranslationState(rawValue: "needs_review")
  /// What it translates has changed or gone.
  public static let stale = TranslationState(rawValue: "stale")
  /// A machine translated it (Xcode 26).
  public static let machineTranslated = TranslationState(rawValue: "machine_translated")
}

/// How a key came into the catalog; states that this library does not know are kept.
public struct ExtractionState: RawRepresentable, Hashable, Sendable {
  /// The state as the catalog has it.
  public let rawValue: String

  /// Makes a state of its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A person wrote it.
  public static let manual = ExtractionState(rawValue: "manual")
  /// It came from an older kind of file.
  public static let migrated = ExtractionState(rawValue: "migrated")
  /// It was found in source code together with its text.
  public static let extractedWithValue = ExtractionState(rawValue: "extracted_with_value")
  /// The source code has it no more.
  public static let stale = ExtractionState(rawValue: "stale")
}

/// The path to one text among those that a sentence varies into; empty for a plain sentence.
///
/// As text it is what Xcode writes into XLIFF files: `plural.few`, `device.iphone.plural.one`,
/// `substitutions.files.plural.other`.
public struct TextForm: Hashable, Sendable {
  /// One step of the path.
  public enum Step: Hashable, Sendable {
    /// To the text for a device.
    case device(String)
    /// To the text for a plural form.
    case plural(PluralCategory)
    /// To a part of the sentence; only ever the first step.
    case substitution(String)
  }

  /// The steps from the outside in.
  public let steps: [Step]

  /// Makes a path of its steps.
  public init(_ steps: Step...) {
    self.steps = steps
  }

  /// Makes a path of its steps.
  public init(steps: [Step]) {
    self.steps = steps
  }

  static func + (form: TextForm, step: Step) -> TextForm {
    TextForm(steps: form.steps + [step])
  }
}

extension TextForm: LosslessStringConvertible {
  /// Reads a path as Xcode writes it; `nil` if it is not formed like one.
  public init?(_ text: String) {
    var words = text.split(separator: ".", omittingEmptySubsequences: false)[...]
    var steps: [Step] = []
    while let kind = words.popFirst() {
      guard let step = Self.step(kind, &words, isFirst: steps.isEmpty) else { return nil }
      steps.append(step)
    }
    self.steps = steps
  }

  private static func step(
    _ kind: Substring,
    _ words: inout ArraySlice<Substring>,
    isFirst: Bool
  ) -> Step? {
    guard let word = words.popFirst(), !word.isEmpty else { return nil }
    switch kind {
    case "device": return .device(String(word))
    case "plural": return PluralCategory(rawValue: String(word)).map(Step.plural)
    case "substitutions" where isFirst:
      guard word.hasPrefix("@") else { return .substitution(String(word)) }
      var name = word
      while !name.hasSuffix("@") || name.utf8.count == 1 {
        guard let next = words.popFirst() else { return nil }
        name += "." + next
      }
      return .substitution(String(name.dropFirst().dropLast()))
    default: return nil
    }
  }

  /// The path as Xcode writes it; a part's name with a point in it is put between `@`.
  public var description: String {
    let words = steps.map { step in
      switch step {
      case .device(let device): "device.\(device)"
      case .plural(let category): "plural.\(category.rawValue)"
      case .substitution(let name):
        name.contains(".") ? "substitutions.@\(name)@" : "substitutions.\(name)"
      }
    }
    return words.joined(separator: ".")
  }
}
