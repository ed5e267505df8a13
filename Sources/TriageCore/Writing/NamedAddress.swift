/// A mailbox as the address fields of a header name it.
package struct NamedAddress: Hashable, Sendable, Codable {
  /// The person, decoded; empty if there is only an address.
  package var name: String
  /// The address itself.
  package var address: String

  /// Makes a mailbox, whatever its parts are: `isValid` judges.
  package init(name: String = "", _ address: String) {
    self.name = name.onOneLine
    self.address = address.onOneLine
  }

  /// The mailbox as it stands in a field, in Unicode: `"Ward, Robin" <robin@example.org>`.
  package var text: String {
    name.isEmpty ? address : "\(Self.phrase(name)) <\(address)>"
  }

  /// What a person is called in few words: by name, else by address.
  package var shownName: String { name.isEmpty ? address : name }

  /// Whether mail can be sent to it: an ASCII local part, and a domain.
  package var isValid: Bool { AddressSyntax.isAddress(address) }

  /// A name as it may stand before an address: in quotes if it needs them.
  private static func phrase(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar == " " || !scalar.isASCII || AddressSyntax.isAtomic(scalar)
    }
    if isPlain, name.first != " ", name.last != " " { return name }
    var quoted = "\""
    for character in name.unicodeScalars {
      if character == "\"" || character == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(character)
    }
    return quoted + "\""
  }
}

/// A text that names no mailbox that mail could be sent to.
package struct AddressError: Error, Hashable, Sendable {
  /// The part of the text that is wrong, short enough to be shown.
  package var text: String

  /// Names what is wrong.
  package init(_ text: some StringProtocol) {
    self.text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(200)))
  }
}

/// What an address is made of (RFC 5322, without its obsolete forms).
enum AddressSyntax {
  /// The longest address in bytes: longer ones are no one's, and would not fit in a line.
  private static let longest = 500

  /// Whether a character may stand in a word without quotes.
  static func isAtomic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    case "!", "#", "$", "%", "&", "'", "*", "+", "-", "/", "=", "?", "^", "_", "`", "{", "|", "}",
      "~":
      true
    default: false
    }
  }

  /// Whether a text is `local@domain`.
  ///
  /// Dots may stand anywhere in the local part: some providers have given out such addresses.
  static func isAddress(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard text.utf8.count <= longest, let at = scalars.lastIndex(of: "@") else { return false }
    return isLocal(scalars[..<at]) && isDomain(scalars[scalars.index(after: at)...])
  }

  private static func isLocal(_ local: Substring.UnicodeScalarView) -> Bool {
    guard local.first == "\"" else {
      return !local.isEmpty && local.allSatisfy { $0 == "." || isAtomic($0) }
    }
    guard local.count > 2, local.last == "\"" else { return false }
    var isEscaped = false
    for scalar in local.dropFirst().dropLast() {
      guard scalar.isASCII, scalar.value >= 0x20, scalar.value != 0x7F else { return false }
      if isEscaped {
        isEscaped = false
      } else if scalar == "\"" {
        return false
      } else {
        isEscaped = scalar == "\\"
      }
    }
    return !isEscaped
  }

  private static func isDomain(_ domain: Substring.UnicodeScalarView) -> Bool {
    if domain.first == "[" {
      return domain.count > 2 && domain.last == "]"
        && domain.dropFirst().dropLast().allSatisfy {
          $0.isASCII && $0.value > 0x20 && $0.value < 0x7F && !"[]\\".unicodeScalars.contains($0)
        }
    }
    return domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      !label.isEmpty && label.first != "-" && label.last != "-" && label.allSatisfy(isOfLabel)
    }
  }

  /// Whether a character may stand in a part of a domain; names of other scripts are encoded later.
  private static func isOfLabel(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
    default:
      !scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || scalar.properties.generalCategory == .nonspacingMark)
    }
  }
}

extension Unicode.Scalar {
  /// Whether it ends a line or does something else that is not to be seen.
  package var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension String {
  /// The text with one blank for each run of control characters, and none at its ends.
  package var onOneLine: String {
    guard unicodeScalars.contains(where: \.isControl) else { return trimmingBlanks }
    var result = String.UnicodeScalarView()
    var isRun = false
    for scalar in unicodeScalars {
      if scalar.isControl {
        if !isRun { result.append(" ") }
      } else {
        result.append(scalar)
      }
      isRun = scalar.isControl
    }
    return String(result).trimmingBlanks
  }

  private var trimmingBlanks: String {
    let scalars = unicodeScalars
    guard scalars.first == " " || scalars.last == " " else { return self }
    var rest = scalars.drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return String(String.UnicodeScalarView(rest))
  }
}
