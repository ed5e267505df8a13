import Foundation
import Screen
import StringsCatalog
import TriageCore
import TriageUI

/// A strings catalog as a file, and what it is checked for.
struct CatalogFile {
  /// What people know it by.
  let name: String
  /// Where it lies; `nil` for the catalog within the program.
  private let path: String?
  /// Whether it is one of the person's own, laid over the program's.
  private let isOwn: Bool

  /// Names a file.
  init(path: String, isOwn: Bool = false) {
    name = path
    self.path = path
    self.isOwn = isOwn
  }

  private init(embeddedAs name: String) {
    self.name = name
    path = nil
    isOwn = false
  }

  /// The catalogs whose sentences are shown.
  static func inForce(_ settings: Settings) -> [CatalogFile] {
    [CatalogFile(embeddedAs: "Localizable.xcstrings")] + settings.ownCatalogs
  }

  /// Whether there is such a file.
  var exists: Bool { path.map { FileManager.default.fileExists(atPath: $0) } ?? true }

  /// Reads the catalog.
  func read() throws(CatalogFinding) -> Catalog {
    guard let path else { return Language.embedded }
    let bytes = try CatalogFinding.bytes(at: path)
    do throws(CatalogError) {
      return try Catalog(bytes)
    } catch {
      throw CatalogFinding(file: name, error)
    }
  }

  /// Everything that is missing or wrong in the catalog, in the order of its text.
  func findings(_ settings: Settings) -> [CatalogFinding] {
    do throws(CatalogFinding) {
      let catalog = try read()
      let problems = check(of: catalog, settings).problems(in: catalog)
      return problems.map { CatalogFinding(file: name, $0) }
    } catch {
      return [error]
    }
  }

  private func check(of catalog: Catalog, _ settings: Settings) -> CatalogCheck {
    var check = CatalogCheck()
    guard path != nil else {
      check.titleRoom = .menus
      return check
    }
    let shared = catalog.keys.contains { Language.embedded.contains($0) }
    guard isOwn || shared else { return check }
    check.titleRoom = .menus
    check.base = Self.base(of: catalog, isOwn: isOwn)
    let own = keys(of: settings.config.actions, in: catalog)
    check.usedKeys = Set(Language.embedded.keys + own)
    return check
  }

  /// The keys by which the person's own actions are called, as far as the catalog has them.
  private func keys(of actions: ActionTable, in catalog: Catalog) -> [StringKey] {
    let keys = actions.own.flatMap { action in
      let name: [String] = if case .catalogKey(let key) = action.name { [key] } else { [] }
      let made = ["title", "done.threads", "done.messages"].map { "action.\(action.id).\($0)" }
      return (name + made).map { StringKey($0) }
    }
    return keys.filter(catalog.contains)
  }

  /// The program's catalog, if another one is laid over it: one that has all of its sentences is a
  /// later state of the program's own and stands alone, and one that has none is another program's.
  static func base(of catalog: Catalog, isOwn: Bool) -> Catalog? {
    let program = Language.embedded
    if isOwn { return program }
    let shared = program.keys.count { catalog.contains($0) }
    return shared == 0 || shared == program.keys.count ? nil : program
  }
}

extension TitleRoom {
  /// What titles of menus and of the actions and commands in them have, so that a menu with keys
  /// and frame fits on the smallest screen.
  fileprivate static let menus = TitleRoom(
    limit: 30,
    isTitle: { key in
      let name = key.rawValue
      return name.hasPrefix("menu.")
        || (name.hasPrefix("action.") || name.hasPrefix("command.")) && name.hasSuffix(".title")
    },
    width: { DisplayText($0).width }
  )
}

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
    let details = [language?.rawValue, form.description].compactMap(\.self).filter { !$0.isEmpty }
    return details.isEmpty ? key.rawValue : "\(key) (\(details.joined(separator: ", ")))"
  }

  /// The line of a check: `strings.xcstrings:12:9: undo.menu (de): …`.
  func line(_ words: Wording) -> DisplayText { words.display(text(words)) }

  /// The line with what comes from the file exactly as it is.
  func text(_ words: Wording) -> String {
    let location = position.map { "\(file):\($0.line):\($0.column)" } ?? file
    return [location, subject, words.string(sentence)].compactMap(\.self).joined(separator: ": ")
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
