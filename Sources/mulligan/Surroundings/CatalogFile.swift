import Foundation
import Screen
import StringsCatalog
import TriageCore

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
