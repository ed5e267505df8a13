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
  /// Whether XML can carry all of its text.
  var isCarried: Bool {
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

extension XLIFFDocument {
  /// Reads an XLIFF 1.2 file.
  ///
  /// Elements that a translator's tool puts into texts are left out, what they hold stays.
  ///
  /// - Throws: An ``XLIFFError`` that says where the text is not XLIFF 1.2.
  public init(_ bytes: [UInt8]) throws(XLIFFError) {
    let lines = { (offset: Int) in LineIndex(bytes).position(of: offset) }
    if let offset = bytes.invalidUTF8 {
      throw XLIFFError(problem: .notUTF8, position: lines(offset))
    }
    var parser = XLIFFParser(bytes)
    do throws(XMLFault) {
      self = try parser.document()
    } catch {
      throw XLIFFError(problem: error.problem, position: lines(error.offset))
    }
  }
}

/// Reads one file.
private struct XLIFFParser {
  private var reader: XMLReader
  private var path: [String] = []
  private var original = ""
  private var languages: (source: LanguageTag, target: LanguageTag)?
  private var units: [XLIFFDocument.Unit] = []
  private var unit: XLIFFDocument.Unit?

  init(_ bytes: [UInt8]) {
    reader = XMLReader(bytes)
  }

  mutating func document() throws(XMLFault) -> XLIFFDocument {
    while let piece = try reader.next() {
      switch piece {
      case .start(let name, let attributes):
        try begin(name, attributes)
        path.append(name)
      case .end(let name):
        path.removeLast()
        if name == "trans-unit", let unit {
          units.append(unit)
          self.unit = nil
        }
      case .text(let text): add(text)
      }
    }
    guard let languages else { throw reader.fault(.languageMissing) }
    return XLIFFDocument(
      original: original,
      sourceLanguage: languages.source,
      targetLanguage: languages.target,
      units: units
    )
  }

  private mutating func begin(_ name: String, _ attributes: [String: String]) throws(XMLFault) {
    switch (path.count, name) {
    case (0, _):
      guard name == "xliff", attributes["version"] == "1.2" else { throw reader.fault(.notXLIFF) }
    case (1, "file"):
      try beginFile(attributes)
    case (_, "trans-unit"):
      guard let id = attributes["id"] else { throw reader.fault(.idMissing) }
      unit = XLIFFDocument.Unit(id: id, source: "")
    case (_, "target") where path.last == "trans-unit":
      unit?.target = ""
      unit?.state = TranslationState(
        xliff: attributes["state"],
        qualifier: attributes["state-qualifier"]
      )
    case (_, "note") where path.last == "trans-unit":
      if unit?.note == nil { unit?.note = "" }
    default: break
    }
  }

  private mutating func beginFile(_ attributes: [String: String]) throws(XMLFault) {
    let source = attributes["source-language"].flatMap { LanguageTag($0) }
    let target = attributes["target-language"].flatMap { LanguageTag($0) }
    guard let source, let target else { throw reader.fault(.languageMissing) }
    if let languages, languages != (source, target) { throw reader.fault(.severalLanguages) }
    languages = (source, target)
    if original.isEmpty { original = attributes["original"] ?? "" }
  }

  /// Adds text to that part of the unit in which it stands, at whatever depth.
  private mutating func add(_ text: String) {
    guard unit != nil, let index = path.lastIndex(of: "trans-unit"), index + 1 < path.count else {
      return
    }
    switch path[index + 1] {
    case "source": unit?.source += text
    case "target": unit?.target? += text
    case "note": unit?.note? += text
    default: break
    }
  }
}

extension TranslationState {
  /// Reads a state of XLIFF; `nil` if none is given.
  fileprivate init?(xliff state: String?, qualifier: String?) {
    switch state {
    case nil: return nil
    case "new"?, "needs-translation"?, "needs-l10n"?, "needs-adaptation"?: self = .new
    case let state? where state.hasPrefix("needs-review"): self = .needsReview
    default: self = qualifier == "leveraged-mt" ? .machineTranslated : .translated
    }
  }
}
