import ArgumentParser
import CCatalog
import Foundation
import Screen
import StringsCatalog
import TriageUI

/// Chooses the person's language, from the flag, then the environment.
enum Language {
  /// The words of this run; stops with 64 if the flag names a language there is none of.
  static func wording(arguments: [String], surroundings: Surroundings) -> Wording {
    let catalog = embedded
    guard let asked = ArgumentRewriting.value(of: "--language", in: arguments) else {
      let detected = LanguageTag(environment: surroundings.environment)
      return Wording(catalog.localizer(for: detected ?? "en"), isUTF8: surroundings.isUTF8)
    }
    let english = Wording(catalog.localizer(for: "en"), isUTF8: surroundings.isUTF8)
    guard let tag = LanguageTag(asked), !tag.matches(among: catalog.languages).isEmpty else {
      let names = catalog.languages.map(\.description).joined(separator: ", ")
      stop(english, Sentence("error.usage.language", .text(asked), .text(names)))
    }
    return Wording(catalog.localizer(for: tag), isUTF8: surroundings.isUTF8)
  }

  /// The catalog that the program carries.
  private static var embedded: Catalog {
    // Both come from one `#embed`.
    let bytes = Array(
      UnsafeBufferPointer(start: mulligan_catalog, count: mulligan_catalog_size)
    )
    do { return try Catalog(bytes) } catch { stopProgram("the embedded catalog: \(error)") }
  }

  private static func stop(_ words: Wording, _ sentence: Sentence) -> Never {
    let text = words.text(Sentence("status.error", .sentence(sentence))).text + "\n"
    FileHandle.standardError.write(Data(text.utf8))
    Foundation.exit(Exit.usage.rawValue)
  }
}
