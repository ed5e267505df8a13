import StringsCatalog
import Testing

struct CatalogErrorTests {
  private func error(_ text: String) -> CatalogError? {
    error(Array(text.utf8))
  }

  private func error(_ bytes: [UInt8]) -> CatalogError? {
    do throws(CatalogError) {
      _ = try Catalog(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test
  func `broken JSON is reported with its line and column`() {
    let text = "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : { \"ä\" : }\n}"
    let position = TextPosition(offset: 52, line: 3, column: 23)
    #expect(error(text) == .brokenJSON(.unexpectedCharacter, at: position))
  }

  @Test(arguments: [
    ("", JSONProblem.endsTooSoon), ("{", .endsTooSoon), (#"{"a"#, .endsTooSoon),
    (#"{"a":1}}"#, .trailingText), ("{\"a\":\"\n\"}", .rawControlCharacter),
    (#"{"a":"\q"}"#, .unknownEscape), (#"{"a":"\u12"}"#, .unknownEscape),
    (#"{"a":tru}"#, .unexpectedCharacter), (#"{"a":-}"#, .unexpectedCharacter),
    (#"{"a":1,}"#, .unexpectedCharacter), (#"{"a":[1 2]}"#, .unexpectedCharacter),
    ("[]", .unexpectedCharacter), (#"{"a":"#, .endsTooSoon), (#"{"a":"\"#, .endsTooSoon),
  ])
  func `text that is not JSON says why`(text: String, problem: JSONProblem) {
    guard case .brokenJSON(let found, _) = error(text) else {
      Issue.record("\(text) was read")
      return
    }
    #expect(found == problem)
  }

  @Test
  func `JSON nested without end is refused`() {
    let text = String(repeating: #"{"a":"#, count: 100_000)
    guard case .brokenJSON(.tooDeep, let position)? = error(text) else {
      Issue.record("not refused")
      return
    }
    #expect(position.offset == 128 * 5)
  }

  @Test
  func `bytes that are not UTF-8 are refused where they stand`() {
    let bytes = Array("{\n \"a".utf8) + [0xFF] + Array("\":1}".utf8)
    #expect(error(bytes) == .notUTF8(at: TextPosition(offset: 5, line: 2, column: 4)))
  }

  @Test
  func `a catalog for a reader of the future is refused`() {
    let text = Fixtures.everything.replacing(#""version" : "1.0""#, with: #""version" : "2.0""#)
    guard case .unknownVersion("2.0", let position)? = error(text) else {
      Issue.record("not refused")
      return
    }
    #expect(position.column == 15)
  }

  @Test
  func `fields that are missing or malformed are named`() {
    #expect(error(#"{"strings":{},"version":"1.0"}"#) == .fieldMissing("sourceLanguage"))
    #expect(error(#"{"strings":{},"sourceLanguage":"en"}"#) == .fieldMissing("version"))
    #expect(error(#"{"version":"1.0","sourceLanguage":"en"}"#) == .fieldMissing("strings"))
    let strings = error(#"{"version":"1.0","sourceLanguage":"en","strings":[]}"#)
    let place = TextPosition(offset: 49, line: 1, column: 50)
    #expect(strings == .fieldMalformed("strings", at: place))
    let language = error(#"{"version":"1.0","sourceLanguage":"?","strings":{}}"#)
    #expect(language?.position?.column == 35)
    #expect(error(#"{"version":1,"sourceLanguage":"en","strings":{}}"#)?.position?.column == 12)
  }
}
