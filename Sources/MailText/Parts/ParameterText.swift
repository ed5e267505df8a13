import CGMime
import Glibc
import TriageCore

/// Reads the parameters of `Content-Type` and `Content-Disposition`, their text as texts are read.
enum ParameterText {
  /// A parameter, its name in lower case.
  typealias Parameter = (name: String, value: String)
  typealias List = UnsafeMutablePointer<GMimeParamList>

  /// Returns the parameters of a part's type; `known` is what GMime read of them.
  static func content(of object: UnsafeMutablePointer<GMimeObject>, known: List?) -> [Parameter] {
    guard let field = Field("Content-Type", of: object) else { return parameters(known) }
    let type = field.withValue { g_mime_content_type_parse(nil, $0) }
    defer { type.map { g_object_unref($0) } }
    return field.decoded(parameters(type.flatMap(g_mime_content_type_get_parameters)))
  }

  /// Returns the parameters of a part's disposition.
  static func disposition(
    of object: UnsafeMutablePointer<GMimeObject>,
    known: List?
  ) -> [Parameter] {
    guard let field = Field("Content-Disposition", of: object) else { return parameters(known) }
    let disposition = field.withValue { g_mime_content_disposition_parse(nil, $0) }
    defer { disposition.map { g_object_unref($0) } }
    return field.decoded(
      parameters(disposition.flatMap(g_mime_content_disposition_get_parameters))
    )
  }

  private static func parameters(_ list: List?) -> [Parameter] {
    guard let list else { return [] }
    return (0..<g_mime_param_list_length(list)).compactMap { index in
      let parameter = g_mime_param_list_get_parameter_at(list, index)
      guard let name = g_mime_param_get_name(parameter),
        let value = g_mime_param_get_value(parameter)
      else { return nil }
      return (String(cString: name).lowercased(), String(cString: value))
    }
  }
}

/// A field with text in a charset: in encoded words, or by RFC 2231.
private struct Field {
  private var value: [UInt8]
  /// The charsets of parameters that GMime decodes as ISO 8859-1, which keeps their bytes.
  private var charsets: [String: String] = [:]

  /// Takes a field of a part; `nil` if it has no such text.
  init?(_ name: String, of object: UnsafeMutablePointer<GMimeObject>) {
    guard let header = g_mime_header_list_get_header(g_mime_object_get_header_list(object), name),
      let raw = g_mime_header_get_raw_value(header),
      strstr(raw, "=?") != nil || strstr(raw, "*=") != nil || strstr(raw, "*0=") != nil
    else { return nil }
    value = EncodedWords.prepared(
      Array(UnsafeRawBufferPointer(start: raw, count: strlen(raw)))[...]
    )
    replaceCharsets()
  }

  func withValue<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    (value + [0]).withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: CChar.self)) }
  }

  /// Puts ISO 8859-1 in the place of the charset in `name*=charset'language'` and `name*0*=…`.
  private mutating func replaceCharsets() {
    let bytes = value
    value = []
    var rest = bytes[...]
    while let mark = rest.firstRange(of: [0x2a, 0x3d]) {
      value += rest[..<mark.upperBound]
      let before = rest[..<mark.lowerBound].reversed().prefix { $0 > 0x20 && $0 != 0x3b }
      let name = String(decoding: before.reversed(), as: UTF8.self).lowercased()
      rest = rest[mark.upperBound...]
      let blanks = rest.prefix { $0 <= 0x20 || $0 == 0x22 }
      let charset = rest[blanks.endIndex...].prefix(64).prefix {
        $0 > 0x20 && $0 != 0x27 && $0 != 0x3b
      }
      let end = charset.endIndex
      guard !charset.isEmpty, end < rest.endIndex, rest[end] == 0x27 else { continue }
      charsets[name.hasSuffix("*0") ? String(name.dropLast(2)) : name] =
        String(decoding: charset, as: UTF8.self)
      value += blanks + Array(Charset.latin1.name.utf8)
      rest = rest[end...]
    }
    value += rest
  }

  /// Returns parameters with their bytes decoded by their charsets.
  func decoded(_ parameters: [ParameterText.Parameter]) -> [ParameterText.Parameter] {
    parameters.map { parameter in
      guard let charset = charsets[parameter.name] else {
        // Words that were cut into several parameters.
        let isEncoded = parameter.value.contains("=?")
        let text = Array(parameter.value.utf8)[...]
        return isEncoded ? (parameter.name, HeaderText.decode(text)) : parameter
      }
      let bytes = parameter.value.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
      guard bytes.count == parameter.value.unicodeScalars.count else { return parameter }
      let text = TextDecoder(bytes, declared: charset).text
      return (parameter.name, String(decoding: text, as: UTF8.self))
    }
  }
}
