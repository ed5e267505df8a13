import Foundation
import TestSupport
import Testing

/// What translators do in the shell.
@Suite struct StringsVerbTests {
  private let mail: TemporaryMail
  private var settings: [String: String] { ["XDG_CONFIG_HOME": mail.folder + "/config"] }
  private var own: String { mail.folder + "/config/mulligan/strings.xcstrings" }

  init() throws { mail = try TemporaryMail() }

  private func file(_ name: String, _ text: String) throws -> String {
    let path = "\(mail.folder)/\(name)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func run(_ arguments: String...) throws -> ShellRun {
    try mail.mulligan(["strings"] + arguments, with: settings)
  }

  private func catalog(_ entries: String) -> String {
    #"{"sourceLanguage": "en", "version": "1.0", "strings": {"# + entries + "}}"
  }

  private func entry(_ key: String, _ texts: [String: String]) -> String {
    let units = texts.sorted { $0.key < $1.key }.map { language, text in
      #""\#(language)": {"stringUnit": {"state": "translated", "value": "\#(text)"}}"#
    }
    return #""\#(key)": {"localizations": {"# + units.joined(separator: ", ") + "}}"
  }

  @Test func `the program's own catalog is whole`() throws {
    let whole = ShellRun(output: "Localizable.xcstrings: no problems\n", errors: "", status: 0)
    #expect(try run("check") == whole)
  }

  @Test func `the check names place, key, language and what to do`() throws {
    let path = try file(
      "a.xcstrings",
      catalog(
        entry("undo.menu", ["de": "Rückgängig", "ja": "%@を取り消す "]) + ",\n"
          + entry("menu.edit", ["en": "Edit everything there is to edit here"]) + ",\n"
          + entry("undo.nobody", ["en": "x"])
      )
    )
    let run = try run("check", path)
    #expect(run.status == 1)
    #expect(
      run.output.replacing(path, with: "a").split(separator: "\n") == [
        "a:1:142: undo.menu (de): the text lacks %1$@, which the source has; add it",
        "a:1:212: undo.menu (ja): the text begins or ends with a blank, as if glued to another; "
          + "write a whole sentence",
        "a:2:87: menu.edit (en): the title is too wide for a menu (37 > 30 columns); shorten it",
        "a:3:1: undo.nobody: the program does not use this key; remove it",
        "a:3:1: undo.nobody (de): not translated; the source language is shown instead",
        "a:3:1: undo.nobody (ja): not translated; the source language is shown instead",
      ]
    )
    let problem = try #require(try self.run("check", "--json", path).objects.first)
    #expect(problem["type"] as? String == "problem")
    #expect(problem["code"] as? String == "missing-argument")
    #expect(problem["key"] as? String == "undo.menu")
    #expect(problem["language"] as? String == "de")
    #expect(problem["line"] as? Int == 1)
  }

  @Test(
    arguments: [
      ("", "1:1", "endet zu früh"), (#"{"a": tru}"#, "1:7", "dieses Zeichen"),
      (#"{"sourceLanguage": "en", "strings": {}, "version": "2.0"}"#, "1:52", "2.0"),
      (#"{"sourceLanguage": "en", "version": "1.0"}"#, nil, "„strings“ fehlt"),
    ] as [(String, String?, String)]
  )
  func `a text that is no catalog is told of in the person's language`(
    text: String,
    place: String?,
    words: String
  ) throws {
    let path = try file("broken.xcstrings", text)
    let run = try run("check", path, "--language", "de")
    #expect(run.status == 1)
    #expect(run.output.hasPrefix(place.map { "\(path):\($0): " } ?? "\(path): "))
    #expect(run.output.contains(words))
  }

  /// What a translator brings back who writes every `e` as `è`.
  private func italian() throws -> String {
    let exported = try run("export", "it")
    #expect(exported.status == 0)
    let translated = exported.output.replacing(#/<source>(.*?)<\/source>/#) {
      // The names of parts stay as they are.
      let text = $0.output.1.replacing(#/#@[a-z]+@|e/#) { $0.output == "e" ? "è" : $0.output }
      return "\($0.output.0)<target state=\"translated\">\(text)</target>"
    }
    return try file("it.xliff", translated)
  }

  @Test func `a ninth language is on the screen after README's lines`() throws {
    #expect(try run("import", italian()).status == 0)
    var variables = settings
    variables["LC_ALL"] = "it_IT.UTF-8"
    variables["TMPDIR"] = mail.folder
    let screen = try TmuxScreen(mail, ["demo"], variables: variables)
    try screen.wait(for: "Seed swap on")
    try screen.wait(for: "Mèssagè  Edit  Vièw")
    try screen.press("A")
    try screen.wait(for: "Undo Mark as Rèad and Archivè")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `a ninth language goes to a translator and comes back`() throws {
    let xliff = try italian()
    let imported = try run("import", xliff)
    #expect(imported.status == 0)
    #expect(imported.output.hasSuffix("texts into \(own)\n"))
    #expect(imported.errors == "")
    let checked = try run("check")
    #expect(checked.output.contains("\(own): no problems"))
    let again = try Data(contentsOf: URL(fileURLWithPath: own))
    #expect(try run("import", xliff).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: own)) == again)
  }

  @Test func `a language that was not finished is missing sentence by sentence`() throws {
    try FileManager.default.createDirectory(
      atPath: mail.folder + "/config/mulligan",
      withIntermediateDirectories: true
    )
    try catalog(entry("undo.menu", ["it": "Annulla %@"]))
      .write(toFile: own, atomically: true, encoding: .utf8)
    let run = try run("check")
    #expect(run.status == 1)
    #expect(run.output.contains("redo.menu (it): not translated"))
    #expect(!run.output.contains(" undo.menu (it)"))
  }

  @Test func `a file that is no XLIFF changes nothing`() throws {
    let run = try run("import", try file("x.xliff", "hello"))
    #expect(run.status == 1)
    #expect(run.errors.contains("x.xliff:1:1 is not an XLIFF 1.2 file that can be read"))
    #expect(!FileManager.default.fileExists(atPath: own))
    #expect(try self.run("import", "/nonexistent").errors.contains("No such file"))
    #expect(try self.run("export", "no language").status == 64)
  }

  @Test func `a broken catalog is never written over`() throws {
    let xliff = try file("it.xliff", try run("export", "it").output)
    let path = try file("mine.xcstrings", "{")
    #expect(try run("import", xliff, path).status == 1)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{")
  }
}
