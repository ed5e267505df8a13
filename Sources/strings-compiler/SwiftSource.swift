import StringsCatalog

/// A catalog as Swift: literals that stand in the program as they are, and need no start.
struct SwiftSource {
  private let catalog: Catalog
  private let name: String

  init(of catalog: Catalog, named name: String) {
    self.catalog = catalog
    self.name = name
  }

  var text: String {
    """
    /// The sentences of \(name).xcstrings.
    package enum \(name) {
      /// For `CompiledCatalog`.
      package static let table: StaticString = "\(Self.escaped(catalog.compiled()))"
      /// The catalog as translators know it.
      package static let source: StaticString = "\(Self.escaped(catalog.bytes))"
    }

    """
  }

  /// UTF-8 as it stands in a literal.
  private static func escaped(_ bytes: [UInt8]) -> String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
