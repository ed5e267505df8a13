import Foundation
import StringsCatalog
import TriageConfig
import TriageCore
import TriageUI

/// The settings of this run: the file of the configuration, and what the command line says.
struct Settings: Sendable {
  /// What is in force.
  var config: Config {
    get { (given ?? Self.standard).config }
    set {
      var changed = given ?? Self.standard
      changed.config = newValue
      given = changed
    }
  }
  /// What was read; `nil` if there is nothing to read, or nothing in it.
  private var given: ReadConfig?
  /// The file, whether it exists or not.
  private(set) var file: String
  /// The file that `--config` names.
  private(set) var namedFile: String?
  /// Everything that is wrong in the file; nothing that uses a wrong setting starts.
  private(set) var problems: [PlacedProblem]
  /// The catalogs that cannot be read; the sentences below them are shown instead.
  private(set) var brokenCatalogs: [CatalogFinding] = []
  /// What the log keeps.
  let logLevel: LogLevel
  /// Whether colours are wanted.
  let color: ColorChoice
  /// The settings in force, as a file.
  var text: String { (given ?? Self.standard).text }

  /// The settings of who has set nothing: most verbs use few of them or none, and reading them takes as long as
  /// many a verb.
  private static let standard = Config.read("")

  /// Whether the mail is fetched from nowhere, whatever the file says.
  private var isOnlyHere = false
  /// Whether the file has mistakes by now, and these are the settings before them.
  var isOutdated = false
  /// The engine that the file names, if it is not the one that serves since the start.
  private(set) var nextEngine: [String]?
  /// How often the file was read before.
  private(set) var reading = 0

  /// The variable with which a process hands outdated settings to another one of this program.
  private static let handOver = "MULLIGAN_SETTINGS"

  init(arguments: [String], environment: ProcessEnvironment) {
    let named = ArgumentRewriting.value(of: "--config", in: arguments)
    self.init(
      file: named ?? environment.configurationFile,
      namedFile: named,
      logLevel: ArgumentRewriting.value(of: "--log-level", in: arguments).flatMap(LogLevel.init),
      color: ArgumentRewriting.value(of: "--color", in: arguments).flatMap(ColorChoice.init)
    )
    if !problems.isEmpty, let text = environment.value(Self.handOver) {
      (given, problems, isOutdated) = (Config.read(text), [], true)
    }
  }

  /// The environment in which another process of this program has these settings, though the file has
  /// mistakes.
  func environment(_ variables: [String: String]) -> [String: String] {
    isOutdated ? variables.merging([Self.handOver: text]) { $1 } : variables
  }

  private init(
    file: String,
    namedFile: String?,
    mayBeMissing: Bool? = nil,
    logLevel: LogLevel?,
    color: ColorChoice?
  ) {
    do throws(FileProblem) {
      // Only a file that nobody has named need not be there.
      let mayBeMissing = mayBeMissing ?? (namedFile == nil)
      let text = try SmallFile.text(at: file, orIfMissing: mayBeMissing ? "" : nil)
      given = text.isEmpty ? nil : Config.read(text)
      problems = given?.problems.map { PlacedProblem(file: file, problem: $0) } ?? []
    } catch {
      problems = [PlacedProblem(file: file, problem: error)]
    }
    self.file = file
    self.namedFile = namedFile
    self.logLevel = logLevel ?? .notice
    self.color = color ?? .auto
  }

  /// The arguments with which another process of this program has these settings.
  var arguments: [String] {
    guard let namedFile else { return [] }
    return ["--config", URL(fileURLWithPath: namedFile).path]
  }

  /// What a person types to see every mistake of this file.
  var checkCommand: String {
    let named = namedFile.map { ["--config", $0] } ?? []
    return ShellWords.joined(["mulligan", "config", "check"] + named)
  }

  /// Whether settings of these areas are wrong, or what every verb uses.
  func hasProblems(in areas: Set<SettingsArea>) -> Bool {
    problems.contains { $0.problem.area == .all || areas.contains($0.problem.area) }
  }

  /// The settings as the file has them now, the defaults if it is no more; where the mail is, and
  /// who serves it, stays.
  func readAgain() -> Settings {
    // Standard input says it once.
    guard file != "-" else { return self }
    // Some editors take the old file away before the new one is there.
    if given != nil, access(file, F_OK) != 0 { usleep(100_000) }
    var anew = Settings(
      file: file,
      namedFile: namedFile,
      mayBeMissing: true,
      logLevel: logLevel,
      color: color
    )
    if isOnlyHere { anew = anew.onlyHere }
    anew.reading = reading + 1
    if anew.config.engine != config.engine {
      (anew.config.engine, anew.nextEngine) = (config.engine, anew.config.engine)
    }
    return anew
  }

  /// The settings for mail that lies on this machine and is fetched from nowhere.
  var onlyHere: Settings {
    var settings = self
    settings.config.engine = []
    settings.config.poll.command = []
    settings.isOnlyHere = true
    return settings
  }

  /// What a check says that has found nothing wrong, of a file that need not be there.
  var checked: Sentence {
    let isThere = file == "-" || FileManager.default.fileExists(atPath: file)
    return Sentence(isThere ? "status.checked" : "status.checked.defaults", .text(file))
  }

  /// The same settings, whose file is found from any folder.
  var absolute: Settings {
    file == "-" ? self : moved(to: URL(fileURLWithPath: file).path)
  }

  /// The same settings of another file, which is the one that is read and written from now on.
  func moved(to file: String) -> Settings {
    var settings = self
    (settings.file, settings.namedFile) = (file, file)
    return settings
  }

  /// The catalog of the person's own that lies beside the configuration, whether it exists or not.
  var ownCatalog: CatalogFile {
    CatalogFile(path: "\(folder)/strings.xcstrings", isOwn: true)
  }

  /// The catalogs of the person's own, the one that counts most first.
  var ownCatalogs: [CatalogFile] {
    let named = (given?.config.catalogs ?? []).reversed().map { path in
      let folder = URL(fileURLWithPath: String(folder), isDirectory: true)
      return CatalogFile(path: URL(fileURLWithPath: path, relativeTo: folder).path, isOwn: true)
    }
    return named + (ownCatalog.exists ? [ownCatalog] : [])
  }

  /// The queries of the person's own views.
  var viewQueries: [ViewQuery] { given?.viewQueries ?? [] }

  /// The language that the person has set.
  var language: String? { given?.config.language }

  /// The actions that the person has made.
  var ownActions: [UserAction] { given?.config.actions.own ?? [] }

  private var folder: Substring {
    // Of a whole path no URL is made: every start of the program asks.
    let path = file.hasPrefix("/") ? file : URL(fileURLWithPath: file).path
    return path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
  }

  /// The settings, with what is wrong with the catalogs and the language that they name.
  func with(
    brokenCatalogs: [CatalogFinding],
    unknownLanguage: String?,
    of languages: String
  ) -> Settings {
    var settings = self
    settings.brokenCatalogs = brokenCatalogs
    if let unknownLanguage {
      let problem = FileProblem(
        .unknownLanguage,
        unknownLanguage,
        languages,
        at: given?.positions["language"]
      )
      settings.problems.append(PlacedProblem(file: file, problem: problem))
    }
    return settings
  }
}

extension Settings {
  /// The settings, with the titles of the person's own actions that stand in catalogs.
  func with(titlesFrom catalogs: @autoclosure () -> CatalogStack) -> Settings {
    let isKeyed = { (action: UserAction) in
      if case .catalogKey = action.name { true } else { false }
    }
    guard ownActions.contains(where: isKeyed) else { return self }
    let stack = catalogs()
    let actions = config.actions.own.map { action in
      guard case .catalogKey(let key) = action.name else { return action }
      var action = action
      guard stack.contains(StringKey(key)) else {
        action.titles["en"] = key
        return action
      }
      let english = stack.localizer(for: "en").string(StringKey(key))
      for language in stack.languages {
        let words = stack.localizer(for: language).string(StringKey(key))
        // A language without a translation has the English words.
        if words != english { action.titles[language.description] = words }
      }
      action.titles["en"] = english
      return action
    }
    var settings = self
    settings.config.actions = ActionTable(effects: config.actions.effects, own: actions)
    return settings
  }
}

/// A problem with the file it is in.
struct PlacedProblem: Sendable {
  let file: String
  let problem: FileProblem

  /// The problem in words.
  var sentence: Sentence { .problem(problem) }

  /// The same where there is no room for the file's name: the line and the column come first.
  var shortLine: Sentence {
    guard let position = problem.position else { return line }
    return Sentence(
      "problem.line.short",
      .text(String(position.line)),
      .text(String(position.column)),
      .sentence(sentence)
    )
  }

  /// The line of a check: `config.toml:12:3: error: …`.
  var line: Sentence {
    let location = problem.position.map { ":\($0.line):\($0.column)" } ?? ""
    return Sentence("problem.line", .text(file + location), .sentence(sentence))
  }
}

/// The text of a file that a person writes.
enum SmallFile {
  /// Reads a file, or standard input if it is called `-`; a byte order mark is no part of the text.
  ///
  /// - Throws: `FileProblem` `.unreadable`, also of what is no UTF-8.
  static func text(
    at path: String,
    orIfMissing: String? = nil,
    limit: Int = 16 << 20
  ) throws(FileProblem) -> String {
    let missing = orIfMissing.map { Array($0.utf8) }
    let bytes = try bytes(at: path, orIfMissing: missing, limit: limit)
    guard let text = String(validating: bytes.withoutByteOrderMark, as: UTF8.self) else {
      throw FileProblem(.unreadable, String(cString: strerror(EILSEQ)), at: nil)
    }
    return text
  }

  /// Reads a file's bytes, or those of standard input if it is called `-`.
  ///
  /// - Throws: `FileProblem` `.unreadable`.
  static func bytes(
    at path: String,
    orIfMissing: [UInt8]? = nil,
    limit: Int = 16 << 20
  ) throws(FileProblem) -> [UInt8] {
    guard let handle = try handle(at: path) else {
      if let orIfMissing { return orIfMissing }
      throw FileProblem(.unreadable, String(cString: strerror(ENOENT)), at: nil)
    }
    let data: Data
    do {
      data = try handle.read(upToCount: limit + 1) ?? Data()
    } catch {
      throw FileProblem(.unreadable, error.reason, at: nil)
    }
    guard data.count <= limit else {
      throw FileProblem(.unreadable, String(cString: strerror(EFBIG)), at: nil)
    }
    return Array(data)
  }

  /// Opens a file; `nil` if there is none, which most people have for their settings: Foundation's error
  /// of that takes as long to be looked at as many a verb.
  private static func handle(at path: String) throws(FileProblem) -> FileHandle? {
    if path == "-" { return .standardInput }
    let opened = path.withFileName { name in
      let descriptor = open(name, O_RDONLY | O_CLOEXEC)
      return descriptor < 0 ? -errno : descriptor
    }
    if opened == -ENOENT { return nil }
    guard opened >= 0 else {
      throw FileProblem(.unreadable, String(cString: strerror(-opened)), at: nil)
    }
    return FileHandle(fileDescriptor: opened, closeOnDealloc: true)
  }
}

extension [UInt8] {
  /// The bytes without the mark that editors of Windows put before a text in UTF-8.
  var withoutByteOrderMark: ArraySlice<UInt8> {
    dropFirst(starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }
}
