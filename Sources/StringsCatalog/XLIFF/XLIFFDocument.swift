/// The sentences of one catalog on their way to a translator and back, as an XLIFF 1.2 file.
///
/// The file is like those that Xcode writes: a unit's id is the key, followed for a varied sentence
/// by `|==|` and the path to the text. `%arg` travels as the placeholder it stands for, which
/// translators' tools know.
///
/// ```swift
/// let text = XLIFFDocument(exporting: catalog, to: "fr").text
/// // …and when it comes back:
/// let document = try XLIFFDocument(Array(returned.utf8))
/// var editor = CatalogEditor(catalog)
/// let skipped = editor.apply(document)
/// ```
public struct XLIFFDocument: Sendable {
  /// The name of the catalog's file.
  public var original: String
  /// The language translated from.
  public var sourceLanguage: LanguageTag
  /// The language translated to.
  public var targetLanguage: LanguageTag
  /// The texts, in the order of the file.
  public var units: [Unit]

  /// One text and its translation.
  public struct Unit: Hashable, Sendable {
    /// The key, and for a varied sentence the path to the text.
    public var id: String
    /// The text to translate.
    public var source: String
    /// The translation, if there is any.
    public var target: String?
    /// How far the translation has come; `nil` if the file does not say.
    public var state: TranslationState?
    /// What translators should know.
    public var note: String?

    /// Makes a unit.
    public init(
      id: String,
      source: String,
      target: String? = nil,
      state: TranslationState? = nil,
      note: String? = nil
    ) {
      self.id = id
      self.source = source
      self.target = target
      self.state = state
      self.note = note
    }
  }

  /// What stands between a key and the path to one of its texts.
  static let delimiter = "|==|"
}

/// Why a text cannot be read as XLIFF 1.2.
public struct XLIFFError: Error, Hashable, Sendable {
  /// What is wrong.
  public let problem: XLIFFProblem
  /// Where.
  public let position: TextPosition
}

/// The ways in which a text fails to be XLIFF 1.2.
public enum XLIFFProblem: String, Codable, Sendable {
  /// The bytes are not UTF-8.
  case notUTF8
  /// The text ends in the middle of an element.
  case endsTooSoon
  /// A tag is not formed like one.
  case malformedTag
  /// An end tag does not end the element that is open.
  case wrongEnd
  /// An entity that is not one of XML's own five, or a number that is no character.
  case unknownReference
  /// There is a document type; files with one are refused.
  case documentType
  /// There is text outside all elements.
  case unexpectedText
  /// The root is not `xliff` of version 1.2.
  case notXLIFF
  /// The file does not say which language it is translated to or from.
  case languageMissing
  /// There are files for several languages in one.
  case severalLanguages
  /// A unit has no id.
  case idMissing
}
