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
