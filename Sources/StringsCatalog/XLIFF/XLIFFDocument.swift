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

extension XLIFFDocument {
  /// The file's text.
  ///
  /// A unit with a control character that XML cannot carry is left out.
  public var text: String {
    let body = units.filter(\.isCarried).map(\.text).joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
        <file original="\(original.attribute)" source-language="\(sourceLanguage)" \
      target-language="\(targetLanguage)" datatype="plaintext">
          <body>
      \(body)    </body>
        </file>
      </xliff>

      """
  }
}

extension XLIFFDocument.Unit {
  fileprivate var isCarried: Bool {
    [id, source, target, note].compactMap(\.self).allSatisfy(\.isCarried)
  }

  fileprivate var text: String {
    var lines = ["<trans-unit id=\"\(id.attribute)\" xml:space=\"preserve\">"]
    lines.append("  <source>\(source.content)</source>")
    if let target { lines.append("  <target\(attributes)>\(target.content)</target>") }
    if let note { lines.append("  <note>\(note.content)</note>") }
    lines.append("</trans-unit>")
    return lines.map { "      \($0)\n" }.joined()
  }

  private var attributes: String {
    switch state {
    case nil: ""
    case .new?: #" state="new""#
    case .needsReview?, .stale?: #" state="needs-review-l10n""#
    case .machineTranslated?: #" state="translated" state-qualifier="leveraged-mt""#
    default: #" state="translated""#
    }
  }
}

extension String {
  /// Whether XML can carry the text.
  fileprivate var isCarried: Bool {
    unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }
  }

  /// The text as an element holds it.
  fileprivate var content: String {
    escaped { scalar in
      switch scalar {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      case "\r": "&#13;"
      default: nil
      }
    }
  }

  /// The text as an attribute holds it; raw tabs and line ends would be read as blanks.
  fileprivate var attribute: String {
    content.escaped { scalar in
      switch scalar {
      case "\"": "&quot;"
      case "\t": "&#9;"
      case "\n": "&#10;"
      default: nil
      }
    }
  }

  private func escaped(_ replacement: (UnicodeScalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let replacement = replacement(scalar) {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
