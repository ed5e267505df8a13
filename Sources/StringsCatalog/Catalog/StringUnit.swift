/// One translated text and how far its translation has come.
public struct StringUnit: Hashable, Sendable {
  /// How far the translation has come.
  public let state: TranslationState
  /// The text, with its placeholders.
  public let value: String
  /// Where the value's literal stands in the catalog.
  let offset: Int

  /// Whether it is still to be translated: a text of its own is not there yet.
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
