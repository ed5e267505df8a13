import Foundation
import StringsCatalog
import TriageUI

extension Shell {
  /// Prints what is wrong with a catalog; returns whether nothing is.
  func check(_ file: CatalogFile, json: Bool) throws -> Bool {
    let findings = file.findings(settings)
    for finding in findings {
      if json {
        try printer.line(finding.json(words))
      } else {
        try printer.text(finding.line(words))
      }
    }
    if findings.isEmpty, !json {
      try printer.text(words.text(Sentence("status.checked", .text(file.name))))
    }
    return findings.isEmpty
  }

  /// Prints a catalog's sentences for a translator; without a file, the program's with what the
  /// person has translated already.
  func exportStrings(to language: String, from path: String?) throws {
    guard let tag = LanguageTag(language) else {
      throw Refusal(sentence: Sentence("error.usage.no-language", .text(language)))
    }
    let document: XLIFFDocument
    if let path {
      let file = CatalogFile(path: path)
      document = XLIFFDocument(exporting: try read(file), to: tag, original: file.name)
    } else {
      document = XLIFFDocument(exporting: Language.embedded, to: tag, under: try readOwn())
    }
    try printer.bytes(Array(document.text.utf8))
  }

  /// Takes a translator's file into a catalog; without one, into the person's own.
  func importStrings(from translation: String, into path: String?) throws {
    let document = try readXLIFF(translation)
    let file = path.map { CatalogFile(path: $0) } ?? settings.ownCatalog
    let catalog = try path == nil ? readOwn() : read(file)
    let base = CatalogFile.base(of: catalog, isOwn: path == nil)
    var editor = CatalogEditor(catalog, over: base)
    let skipped = editor.apply(document)
    try write(editor.bytes, to: file)
    let count = document.units.count - skipped.count
    try printer.text(
      words.text(Sentence("status.strings.imported", .number(count), .text(file.name)))
    )
    for unit in skipped where unit.reason == .unknownKey {
      try printer.note(words.text(Sentence("status.strings.unknown-key", .text(unit.id))))
    }
    let untranslated = skipped.count { $0.reason == .untranslated }
    guard untranslated > 0 else { return }
    try printer.note(words.text(Sentence("status.strings.untranslated", .number(untranslated))))
  }

  /// Reads a catalog, or ends the verb with what is wrong with it.
  func read(_ file: CatalogFile) throws -> Catalog {
    do throws(CatalogFinding) {
      return try file.read()
    } catch {
      try complain(Sentence("custom", .text(error.text(words))), hint: nil)
      throw Exit.failed
    }
  }

  /// Reads the person's own catalog; an empty one if there is none yet.
  func readOwn() throws -> Catalog {
    if settings.ownCatalog.exists { return try read(settings.ownCatalog) }
    let empty = """
      {
        "sourceLanguage" : "\(Language.embedded.sourceLanguage)",
        "strings" : {

        },
        "version" : "1.0"
      }

      """
    return try Catalog(empty)
  }

  /// Reads a translator's file, or ends the verb with what is wrong with it.
  func readXLIFF(_ path: String) throws -> XLIFFDocument {
    let bytes: [UInt8]
    do throws(CatalogFinding) {
      bytes = try CatalogFinding.bytes(at: path)
    } catch {
      try complain(Sentence("custom", .text(error.text(words))), hint: nil)
      throw Exit.failed
    }
    do throws(XLIFFError) {
      return try XLIFFDocument(bytes)
    } catch {
      let position = "\(path):\(error.position.line):\(error.position.column)"
      try complain(
        Sentence("error.xliff", .text(position), .text(error.problem.rawValue)),
        hint: nil
      )
      throw Exit.failed
    }
  }

  /// Writes a catalog whole or not at all; a link stays one.
  func write(_ bytes: [UInt8], to file: CatalogFile) throws {
    let url = URL(fileURLWithPath: file.name).resolvingSymlinksInPath()
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(bytes).write(to: url, options: .atomic)
    } catch {
      try complain(
        Sentence("error.file-unwritable", .text(file.name), .text(error.reason)),
        hint: nil
      )
      throw Exit.failed
    }
  }
}
