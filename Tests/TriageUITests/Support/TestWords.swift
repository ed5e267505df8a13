import ProgramStrings
import StringsCatalog
import Synchronization

@testable import TriageUI

/// A catalog with the localizers of it that were asked for.
///
/// A localizer keeps the sentences that it has read: without optimisation it takes longer to read
/// them for each screen anew than to draw it.
final class TestWords: Sendable {
  /// The catalog that the program carries.
  static let program = Result {
    TestWords(try Catalog(Localizable.source.withUTF8Buffer { Array($0) }))
  }

  let catalog: Catalog
  private let localizers = Mutex<[LanguageTag: Localizer]>([:])

  init(_ catalog: Catalog) { self.catalog = catalog }

  func localizer(for language: LanguageTag) -> Localizer {
    localizers.withLock { kept in
      let localizer = kept[language] ?? catalog.localizer(for: language)
      kept[language] = localizer
      return localizer
    }
  }
}

extension Wording {
  /// The program's words in a language.
  static func test(_ language: LanguageTag, isUTF8: Bool = true) throws -> Wording {
    Wording(try TestWords.program.get().localizer(for: language), isUTF8: isUTF8)
  }
}

/// The catalog that the program carries.
func testCatalog() throws -> Catalog { try TestWords.program.get().catalog }
