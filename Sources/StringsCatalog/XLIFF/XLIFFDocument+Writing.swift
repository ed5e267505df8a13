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
