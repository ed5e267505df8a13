import Foundation
import StringsCatalog
import TriageConfig
import TriageCore
import TriageUI

/// The settings of this run: the file of the configuration, and what the command line says.
struct Settings: Sendable {
  var config: Config
  /// The file, whether it exists or not.
  let file: String
  /// The file that `--config` names.
  let namedFile: String?
  /// Everything that is wrong in the file and in the catalogs it names.
  private(set) var problems: [PlacedProblem]
  /// Where `language` and `catalogs` stand.
  private let places: [String: FilePosition]
  /// What the log keeps.
  let logLevel: LogLevel
  /// The settings in force, as a file.
  let text: String

  init(arguments: [String], surroundings: Surroundings) {
    namedFile = ArgumentRewriting.value(of: "--config", in: arguments)
    let file = namedFile ?? surroundings.configurationFile
    let result: ReadConfig
    do throws(FileProblem) {
      // Only a file that nobody has named need not be there.
      let text = try SmallFile.text(at: file, orIfMissing: namedFile == nil ? "" : nil)
      result = Config.read(text)
      problems = result.problems.map { PlacedProblem(file: file, problem: $0) }
    } catch {
      result = Config.read("")
      problems = [PlacedProblem(file: file, problem: error)]
    }
    self.file = file
    config = result.config
    text = result.text
    places = result.places
    logLevel =
      ArgumentRewriting.value(of: "--log-level", in: arguments).flatMap(LogLevel.init) ?? .notice
  }

  /// The settings for mail that lies on this machine and is fetched from nowhere.
  var onlyHere: Settings {
    var settings = self
    settings.config.engine = []
    settings.config.poll = []
    return settings
  }

  /// The catalogs of the person's own, the one that counts most first; what is wrong with them is a
  /// problem.
  func catalogs() -> (catalogs: [Catalog], problems: [PlacedProblem]) {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    let beside = folder.appending(path: "strings.xcstrings").path
    var catalogs: [Catalog] = []
    var problems: [PlacedProblem] = []
    let named = config.catalogs.map { URL(fileURLWithPath: $0, relativeTo: folder).path }
    for (path, isNamed) in named.reversed().map({ ($0, true) }) + [(beside, false)] {
      do throws(FileProblem) {
        let text = try SmallFile.text(at: path, orIfMissing: isNamed ? nil : "")
        if !text.isEmpty { catalogs.append(try Self.catalog(text)) }
      } catch {
        problems.append(PlacedProblem(file: path, problem: error))
      }
    }
    return (catalogs, problems)
  }

  private static func catalog(_ text: String) throws(FileProblem) -> Catalog {
    do throws(CatalogError) {
      return try Catalog(text)
    } catch {
      throw FileProblem(
        .syntax,
        error.detail,
        at: error.position.map { FilePosition(line: $0.line, column: $0.column) }
      )
    }
  }

  /// The settings with more that is wrong with them.
  func with(_ more: [PlacedProblem], unknownLanguage: String?) -> Settings {
    var settings = self
    settings.problems += more
    if let unknownLanguage {
      let problem = FileProblem(.unknownLanguage, unknownLanguage, at: places["language"])
      settings.problems.append(PlacedProblem(file: file, problem: problem))
    }
    return settings
  }
}

extension CatalogError {
  /// What the text is not, in the words of the format.
  fileprivate var detail: String {
    switch self {
    case .brokenJSON(let problem, _): "\(problem)"
    case .notUTF8: "UTF-8"
    case .fieldMissing(let name), .fieldMalformed(let name, _): name
    case .unknownVersion(let version, _): "version \(version)"
    }
  }
}

/// A problem with the file it is in.
struct PlacedProblem: Sendable {
  let file: String
  let problem: FileProblem

  /// The problem in words.
  var sentence: Sentence { .problem(problem) }

  /// The line of a check: `config.toml:12:3: error: …`.
  var line: Sentence {
    let place = problem.position.map { ":\($0.line):\($0.column)" } ?? ""
    return Sentence("problem.line", .text(file + place), .sentence(sentence))
  }
}

/// The text of a file that a person writes.
enum SmallFile {
  /// Reads a file, or standard input if it is called `-`.
  ///
  /// - Throws: `FileProblem` `.unreadable`, also of what is no UTF-8.
  static func text(
    at path: String,
    orIfMissing: String? = nil,
    limit: Int = 16 << 20
  ) throws(FileProblem) -> String {
    let data: Data
    do {
      let handle =
        path == "-"
        ? FileHandle.standardInput
        : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      data = try handle.read(upToCount: limit + 1) ?? Data()
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      if let orIfMissing { return orIfMissing }
      throw FileProblem(.unreadable, String(cString: strerror(ENOENT)), at: nil)
    } catch {
      throw FileProblem(.unreadable, error.localizedDescription, at: nil)
    }
    guard data.count <= limit else {
      throw FileProblem(.unreadable, String(cString: strerror(EFBIG)), at: nil)
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw FileProblem(.unreadable, String(cString: strerror(EILSEQ)), at: nil)
    }
    return text
  }
}
