import StringsCatalog
import Testing

struct CatalogEditorTests {
  private func edited(
    _ text: String = Fixtures.everything,
    _ edit: (inout CatalogEditor) -> Void
  ) throws -> String {
    var editor = CatalogEditor(try Catalog(text))
    edit(&editor)
    _ = try editor.edited()
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  /// Returns the lines that are new and those that have gone.
  private func difference(_ text: String) -> (added: [String], removed: [String]) {
    let before = Fixtures.everything.split(separator: "\n", omittingEmptySubsequences: false)
    let after = text.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = after.difference(from: before)
    let lines = { (change: CollectionDifference<Substring>.Change) in
      switch change {
      case .insert(_, let line, _), .remove(_, let line, _): String(line)
      }
    }
    return (changes.insertions.map(lines), changes.removals.map(lines))
  }

  @Test
  func `writing back what was read changes no byte`() throws {
    #expect(try edited { _ in } == Fixtures.everything)
  }

  @Test
  func `setting every text to what it is changes no byte`() throws {
    let catalog = try Catalog(Fixtures.everything)
    let text = try edited { editor in
      for key in catalog.keys {
        for (language, localization) in catalog.entry(key)?.localizations ?? [:] {
          for (form, unit) in localization.units {
            editor.set(unit.value, for: key, in: language, form: form, state: unit.state)
          }
        }
      }
    }
    #expect(text == Fixtures.everything)
  }

  @Test
  func `only the text asked for is changed`() throws {
    let text = try edited { $0.set("Ablegen \"hier\"", for: "Archive", in: "de") }
    let (added, removed) = difference(text)
    #expect(added == [#"            "value" : "Ablegen \"hier\"""#])
    #expect(removed == [#"            "value" : "Archivieren""#])
  }

  @Test
  func `a new language is laid out and placed as Xcode does`() throws {
    let text = try edited { $0.set("Archivar", for: "Archive", in: "es") }
    let (added, removed) = difference(text)
    #expect(
      added == [
        #"        "es" : {"#, #"          "stringUnit" : {"#,
        #"            "state" : "translated","#,
        #"            "value" : "Archivar""#, "          }", "        },",
      ]
    )
    #expect(removed.isEmpty)
    #expect(text.contains("Archivieren\"\n          }\n        },\n        \"es\" : {"))
  }

  @Test
  func `new keys are laid out and placed as Xcode does`() throws {
    let text = try edited { editor in
      editor.set("z", for: "zz", in: "en")
      editor.set("c", for: "Choose", in: "en")
      editor.set("b", for: "Cancel", in: "en")
    }
    let catalog = try Catalog(text)
    #expect(
      catalog.keys.map(\.rawValue).suffix(8) == [
        "birds", "Cancel", "Choose", "Mulligan", "Old", "tap", "undo.menu", "zz",
      ]
    )
    #expect(catalog.entry("Cancel")?.extractionState == .manual)
    let cancel = [
      #"    "Cancel" : {"#, #"      "extractionState" : "manual","#, #"      "localizations" : {"#,
      #"        "en" : {"#, #"          "stringUnit" : {"#,
      #"            "state" : "translated","#, #"            "value" : "b""#, "          }",
      "        }", "      }", "    },", "",
    ]
    #expect(text.contains(cancel.joined(separator: "\n")))
    #expect(difference(text).removed.isEmpty)
  }

  @Test
  func `a plain text gives way to its forms and they to a plain text`() throws {
    let forms = try edited { editor in
      for (form, text) in [(PluralCategory.one, "%lld a"), (.other, "%lld b")] {
        editor.set(text, for: "Archive", in: "ru", form: TextForm(.plural(form)))
      }
    }
    let russian = try Catalog(forms).localizer(for: "ru")
    #expect(russian.string("Archive", 1) == "1 a")
    let problems = CatalogCheck().problems(in: try Catalog(forms))
    #expect(problems.allSatisfy { $0.code != .overlappingForms })
    let plain = try edited(forms) { $0.set("В архив", for: "Archive", in: "ru") }
    #expect(plain == Fixtures.everything)
  }

  @Test
  func `a new part takes its number from the source's part`() throws {
    let text = try edited { editor in
      editor.set("%1$@: %#@birds@", for: "birds", in: "de")
      let form = TextForm(.substitution("birds"), .plural(.other))
      editor.set("%arg Vögel", for: "birds", in: "de", form: form)
    }
    let german = try Catalog(text).localizer(for: "de")
    #expect(german.string("birds", "Ann", 7, 1) == "Ann: 7 Vögel")
  }

  @Test
  func `an empty entry and an empty catalog are filled`() throws {
    let text = try edited { $0.set("nichts", for: "", in: "de") }
    #expect(text.contains("    \"\" : {\n      \"localizations\" : {\n        \"de\" : {"))
    let head = "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {\n"
    let tail = "\n  },\n  \"version\" : \"1.0\"\n}"
    let filled = try edited(head + tail) { $0.set("x", for: "a", in: "en") }
    #expect(filled.hasPrefix(head + "    \"a\" : {\n"))
    #expect(filled.hasSuffix("\n    }" + tail))
  }

  @Test
  func `another layout is kept too`() throws {
    let text = Fixtures.catalog(Fixtures.plain("en", "x"))
    let compact = try edited(text) { $0.set("ж", for: "key", in: "ru") }
    let expected = Fixtures.catalog(Fixtures.plain("en", "x") + "," + Fixtures.plain("ru", "ж"))
    #expect(compact == expected)
    let crlf = Fixtures.everything.replacing("\n", with: "\r\n").replacing(" : ", with: ": ")
    let added = try edited(crlf) { $0.set("Archivar", for: "Archive", in: "es") }
    #expect(added.contains("\r\n        \"es\": {\r\n"))
  }

  @Test
  func `a comment can be set`() throws {
    let text = try edited { $0.setComment("A verb.", for: "Archive") }
    #expect(difference(text).added == [#"      "comment" : "A verb.","#])
    #expect(difference(text).removed.isEmpty)
  }
}
