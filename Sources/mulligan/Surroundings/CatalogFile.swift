import Foundation
import Screen
import StringsCatalog

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

  /// The person's own catalog, whether there is one or not.
  static func own(_ shell: Shell) -> CatalogFile {
    let folder = URL(fileURLWithPath: shell.surroundings.configurationFile)
      .deletingLastPathComponent()
    return CatalogFile(path: folder.appending(path: "strings.xcstrings").path, isOwn: true)
  }

  /// The catalogs whose sentences are shown.
  static func inForce(_ shell: Shell) -> [CatalogFile] {
    let own = own(shell)
    let isThere = FileManager.default.fileExists(atPath: own.name)
    return [CatalogFile(embeddedAs: "Localizable.xcstrings")] + (isThere ? [own] : [])
  }

  /// Reads the catalog.
  func read() throws(CatalogFinding) -> Catalog {
    guard let path else { return Language.embedded }
    let bytes: [UInt8]
    do {
      bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw CatalogFinding(file: name, unreadable: error)
    }
    do throws(CatalogError) {
      return try Catalog(bytes)
    } catch {
      throw CatalogFinding(file: name, error)
    }
  }

  /// Everything that is missing or wrong in the catalog, in the order of its text.
  func findings(_ shell: Shell) -> [CatalogFinding] {
    do throws(CatalogFinding) {
      let catalog = try read()
      return check(of: catalog).problems(in: catalog).map { CatalogFinding(file: name, $0) }
    } catch {
      return [error]
    }
  }

  private func check(of catalog: Catalog) -> CatalogCheck {
    var check = CatalogCheck()
    guard path != nil else {
      check.titleRoom = .menus
      return check
    }
    let shared = catalog.keys.contains { Language.embedded.contains($0) }
    guard isOwn || shared else { return check }
    check.titleRoom = .menus
    check.base = Self.base(of: catalog, isOwn: isOwn)
    let own = catalog.keys.filter { $0.rawValue.hasPrefix("action.") }
    check.usedKeys = Set(Language.embedded.keys + own)
    return check
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
