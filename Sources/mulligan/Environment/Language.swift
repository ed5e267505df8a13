import ArgumentParser
import Foundation
import ProgramStrings
import Screen
import StringsCatalog
import TriageCore
import TriageUI

/// Chooses the person's language: from the flag, then the configuration, then the environment.
enum Language {
  /// The words and settings of this run; stops with 64 if the flag names a language there is none of.
  ///
  /// Catalogs are read at once only if the person has named a language or has catalogs, which may
  /// be wrong.
  static func chosen(
    arguments: [String],
    environment: ProcessEnvironment
  ) -> (words: Wording, settings: Settings) {
    let settings = Settings(arguments: arguments, environment: environment)
    let asked = ArgumentRewriting.value(of: "--language", in: arguments)
    if asked == nil, settings.language == nil, settings.ownCatalogs.isEmpty {
      let actions = settings.ownActions
      let words = Wording(isUTF8: environment.isUTF8) {
        localizer(for: LanguageTag(environment: environment.variables) ?? "en", titles: actions)
      }
      return (words, settings.with(titlesFrom: CatalogStack([compiled])))
    }
    return chosen(by: settings, environment, in: asked, orRefuse: true)
  }

  /// The words of settings, in the language that is wanted, else the command line's, else their own; and
  /// the settings with what is wrong with the catalogs and the language that they name.
  static func chosen(
    by settings: Settings,
    _ environment: ProcessEnvironment,
    in wanted: String? = nil,
    orRefuse: Bool = false
  ) -> (words: Wording, settings: Settings) {
    let asked = wanted ?? ArgumentRewriting.value(of: "--language", in: CommandLine.arguments)
    var own: [Catalog] = []
    var broken: [CatalogFinding] = []
    for file in settings.ownCatalogs {
      do throws(CatalogFinding) { own.append(try file.read()) } catch { broken.append(error) }
    }
    let stack = CatalogStack(own + [compiled])
    let detected = LanguageTag(environment: environment.variables) ?? "en"
    let set = settings.language
    let unknown = set.flatMap { tag($0, in: stack) == nil ? $0 : nil }
    if orRefuse, let asked, tag(asked, in: stack) == nil { refuse(asked, stack, environment) }
    let language = (asked ?? set).flatMap { tag($0, in: stack) } ?? detected
    let words = localizer(for: language, own: own, titles: settings.ownActions)
    return (
      Wording(words, isUTF8: environment.isUTF8),
      settings.with(brokenCatalogs: broken, unknownLanguage: unknown, of: names(stack))
        .with(titlesFrom: stack)
    )
  }

  private static func localizer(
    for language: LanguageTag,
    own: [Catalog] = [],
    titles actions: [UserAction]
  ) -> Localizer {
    let stack = CatalogStack(own + [compiled])
    let titles = OwnTitles.catalog(of: actions, in: stack, for: language)
    return CatalogStack(own + titles + [compiled]).localizer(for: language)
  }

  private static func tag(_ name: String, in stack: CatalogStack) -> LanguageTag? {
    LanguageTag(name).flatMap { $0.matches(among: stack.languages).isEmpty ? nil : $0 }
  }

  /// The languages there are, for a sentence.
  private static func names(_ stack: CatalogStack) -> String {
    stack.languages.map(\.description).joined(separator: ", ")
  }

  /// The sentences that the program carries, for readers.
  private static let compiled: CompiledCatalog = {
    do { return try CompiledCatalog(Localizable.table) } catch {
      stopProgram("the compiled catalog: \(error)")
    }
  }()

  /// The same as translators have them, for what checks, exports or imports.
  static let embedded: Catalog = {
    let bytes = Localizable.source.withUTF8Buffer { Array($0) }
    do { return try Catalog(bytes) } catch { stopProgram("the embedded catalog: \(error)") }
  }()

  private static func refuse(
    _ asked: String,
    _ stack: CatalogStack,
    _ environment: ProcessEnvironment
  ) -> Never {
    let english = Wording(stack.localizer(for: "en"), isUTF8: environment.isUTF8)
    let sentence = Sentence("error.usage.language", .text(asked), .text(names(stack)))
    let text = english.text(Sentence("status.error", .sentence(sentence))).text + "\n"
    FileHandle.standardError.write(Data(text.utf8))
    Foundation.exit(Exit.usage.rawValue)
  }
}

/// The titles of the person's own actions, as a catalog like any other.
enum OwnTitles {
  /// The catalog of these actions; none if there are no actions.
  static func catalog(
    of actions: [UserAction],
    in stack: CatalogStack,
    for language: LanguageTag
  ) -> [Catalog] {
    guard !actions.isEmpty else { return [] }
    let entries = actions.map { action in
      let texts = texts(of: action, in: stack, for: language)
      return ("action.\(action.id).title", entry(texts))
    }
    let catalog = JSONValue.object([
      ("sourceLanguage", .string("en")), ("version", .string("1.0")),
      ("strings", .object(entries)),
    ])
    do { return [try Catalog(catalog.text)] } catch { stopProgram("own actions: \(error)") }
  }

  /// The texts by language; English always.
  private static func texts(
    of action: UserAction,
    in stack: CatalogStack,
    for language: LanguageTag
  ) -> [String: String] {
    switch action.name {
    case .id: ["en": action.id]
    case .texts(let texts): ["en": action.id].merging(texts) { $1 }
    case .catalogKey(let key):
      stack.contains(StringKey(key))
        ? ["en": stack.localizer(for: "en").string(StringKey(key))].merging(
          [language.description: stack.localizer(for: language).string(StringKey(key))]
        ) { $1 }
        : ["en": key]
    }
  }

  private static func entry(_ texts: [String: String]) -> JSONValue {
    let sentences = texts.sorted { $0.key < $1.key }.map { language, text in
      let unit = JSONValue.object([
        ("state", .string("translated")),
        ("value", .string(text.replacing("%", with: "%%"))),
      ])
      return (name: language, value: JSONValue.object([("stringUnit", unit)]))
    }
    return .object([("localizations", .object(sentences))])
  }
}
