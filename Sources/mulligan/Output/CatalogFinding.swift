import Foundation
import Screen
import StringsCatalog
import TriageCore
import TriageUI

/// Something missing or wrong in a catalog's file, in a form that can be shown.
struct CatalogFinding: Error, Sendable {
  let file: String
  private var position: TextPosition?
  private var key: StringKey?
  private var language: LanguageTag?
  private var form = TextForm()
  private let code: String
  private let detail: String

  /// A problem of one sentence.
  init(file: String, _ problem: CatalogProblem) {
    self.file = file
    position = problem.position
    key = problem.key
    language = problem.language
    form = problem.form
    code = problem.code.rawValue
    detail = problem.detail
  }

  /// A text that is no catalog at all.
  init(file: String, _ error: CatalogError) {
    self.file = file
    position = error.position
    (code, detail) =
      switch error {
      case .brokenJSON(let problem, _): (problem.code, "")
      case .notUTF8: ("not-utf8", "")
      case .fieldMissing(let field): ("field-missing", field)
      case .fieldMalformed(let field, _): ("field-malformed", field)
      case .unknownVersion(let version, _): ("unknown-version", version)
      }
  }

  private init(unreadable file: String, _ problem: FileProblem) {
    self.file = file
    code = "unreadable"
    detail = problem.arguments.first ?? ""
  }

  /// Reads a file's bytes; a file that cannot be read is a finding.
  static func bytes(at path: String) throws(CatalogFinding) -> [UInt8] {
    do throws(FileProblem) {
      return try SmallFile.bytes(at: path)
    } catch {
      throw CatalogFinding(unreadable: path, error)
    }
  }

  /// What is wrong and how to mend it.
  private var sentence: Sentence { Sentence("catalog.\(code)", .text(detail)) }

  /// What it is about: key, language, form.
  private var subject: String? {
    guard let key else { return nil }
    let place = [language?.rawValue, form.description].compactMap(\.self).filter { !$0.isEmpty }
    return place.isEmpty ? key.rawValue : "\(key) (\(place.joined(separator: ", ")))"
  }

  /// The line of a check: `strings.xcstrings:12:9: undo.menu (de): …`.
  func line(_ words: Wording) -> DisplayText { words.display(text(words)) }

  /// The line with what comes from the file exactly as it is.
  func text(_ words: Wording) -> String {
    let place = position.map { "\(file):\($0.line):\($0.column)" } ?? file
    return [place, subject, words.string(sentence)].compactMap(\.self).joined(separator: ": ")
  }

  func json(_ words: Wording) -> JSONLine {
    var line = JSONLine(type: "problem")
    line.add("file", .string(file))
    line.add("line", position.map { .int($0.line) } ?? .null)
    line.add("column", position.map { .int($0.column) } ?? .null)
    line.add("code", .string(code))
    line.add("title", .string(words.string(sentence)))
    line.add("key", .optional(key?.rawValue))
    line.add("language", .optional(language?.rawValue))
    line.add("form", .optional(form.description.isEmpty ? nil : form.description))
    return line
  }
}

extension JSONProblem {
  fileprivate var code: String {
    switch self {
    case .endsTooSoon: "ends-too-soon"
    case .unexpectedCharacter: "unexpected-character"
    case .rawControlCharacter: "raw-control-character"
    case .unknownEscape: "unknown-escape"
    case .trailingText: "trailing-text"
    case .tooDeep: "too-deep"
    }
  }
}

extension Error {
  /// Why a file could not be read or written, in the system's words.
  var reason: String {
    let cause = (self as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? self as NSError
    let number: Int? =
      switch self {
      case CocoaError.fileNoSuchFile, CocoaError.fileReadNoSuchFile: Int(ENOENT)
      case CocoaError.fileReadNoPermission, CocoaError.fileWriteNoPermission: Int(EACCES)
      default: cause.domain == NSPOSIXErrorDomain ? cause.code : nil
      }
    return number.map { String(cString: strerror(Int32($0))) } ?? localizedDescription
  }
}
