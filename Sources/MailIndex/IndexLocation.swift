import Glibc
package import TriageCore

/// Where notmuch's configuration and its index are.
package struct IndexLocation: Hashable, Sendable {
  /// The absolute path of notmuch's configuration file.
  package var configuration: String
  /// The folder that notmuch calls the database path: the index lies in it, or in its `.notmuch`.
  package var database: String
  /// Whether the database was found apart from the mail, so that the configuration must name the
  /// mail's root.
  package var isApart: Bool

  /// Makes a location from known paths.
  package init(configuration: String, database: String, isApart: Bool = false) {
    self.configuration = configuration
    self.database = database
    self.isApart = isApart
  }

  /// Finds configuration and database by notmuch's own rules.
  ///
  /// Reads only what it is given, never the process's environment.
  ///
  /// - Parameters:
  ///   - environment: The variables notmuch heeds: `NOTMUCH_CONFIG`, `NOTMUCH_PROFILE`,
  ///     `NOTMUCH_DATABASE`, `XDG_CONFIG_HOME`, `XDG_DATA_HOME`, `MAILDIR`.
  ///   - home: The home folder.
  /// - Returns: The configuration and database that the `notmuch` program would use.
  /// - Throws: `.config` if the configuration cannot be read or names no usable path,
  ///   `.noIndex` if there is none, or no database folder can be found.
  package static func find(
    environment: [String: String],
    home: String
  ) throws(TriageFailure) -> IndexLocation {
    do { return try located(environment, home) } catch { throw TriageFailure(error) }
  }

  private static func located(
    _ environment: [String: String],
    _ home: String
  ) throws(IndexError) -> IndexLocation {
    let rules = Rules(environment: environment, home: home)
    let path = rules.configuration
    // Whoever has no configuration of notmuch yet has no index either.
    guard environment["NOTMUCH_CONFIG"] != nil || access(path, F_OK) == 0 else {
      throw .noIndex(path: "\(home)/mail")
    }
    guard let (database, isApart) = rules.database(try KeyFile(path: path)) else {
      throw .noIndex(path: "\(home)/mail")
    }
    guard database.hasPrefix("/") else {
      throw .configuration(path: path, detail: "database.path=\(database)")
    }
    return IndexLocation(configuration: path, database: database, isApart: isApart)
  }

  /// The folder of the Xapian index, with the lock file `flintlock`.
  package var indexFolder: String {
    let inside = "\(database)/xapian"
    return access("\(inside)/iamglass", F_OK) == 0 ? inside : "\(database)/.notmuch/xapian"
  }

  /// The file whose first byte is Xapian's write lock.
  package var lockFile: String { "\(indexFolder)/flintlock" }

  /// Throws if a value of the configuration would make libnotmuch end the process.
  func checkConfiguration() throws(IndexError) {
    let key = "database.autocommit"
    if let value = try KeyFile(path: configuration)[key], !isCount(value) {
      throw .configuration(path: configuration, detail: "\(key)=\(value)")
    }
  }
}

/// Returns whether C's `strtoul` would use up all of the text.
private func isCount(_ text: String) -> Bool {
  let digits = text.hasPrefix("+") || text.hasPrefix("-") ? text.dropFirst() : text[...]
  return digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    && (digits.count == text.count || !digits.isEmpty)
}

func describe(_ error: Int32) -> String { String(cString: strerror(error)) }

/// notmuch's search orders, as notmuch-config(1) gives them.
private struct Rules {
  let environment: [String: String]
  let home: String

  var configuration: String {
    if let path = environment["NOTMUCH_CONFIG"] { return path }
    let path = "\(folder("XDG_CONFIG_HOME", ".config"))/config"
    if access(path, R_OK) == 0 { return path }
    return "\(home)/.notmuch-config" + (environment["NOTMUCH_PROFILE"].map { ".\($0)" } ?? "")
  }

  func database(_ file: KeyFile) -> (path: String, isApart: Bool)? {
    if let path = environment["NOTMUCH_DATABASE"] { return (path, false) }
    if let path = file["database.path"] {
      return (path.hasPrefix("/") ? path : "\(home)/\(path)", false)
    }
    let own = folder("XDG_DATA_HOME", ".local/share")
    if isFolder(own) { return (own, true) }
    if let path = environment["MAILDIR"] { return (path, false) }
    return isFolder("\(home)/mail") ? ("\(home)/mail", false) : nil
  }

  private func folder(_ variable: String, _ standard: String) -> String {
    let root = environment[variable] ?? "\(home)/\(standard)"
    return "\(root)/notmuch/\(environment["NOTMUCH_PROFILE"] ?? "default")"
  }
}

func isFolder(_ path: String) -> Bool {
  var information = stat()
  return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
}

/// What must be known of notmuch's configuration file before libnotmuch reads it.
///
/// The library reads the file itself and has the last word; some values make it end the process, so
/// these are looked at first.
struct KeyFile {
  private var values: [String: String] = [:]

  /// Reads a file; throws `.configuration` if it cannot be read.
  init(path: String) throws(IndexError) {
    let bytes = try readFile(path)
    var section = ""
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.hasPrefix("["), let end = line.lastIndex(of: "]") {
        section = String(line[line.index(after: line.startIndex)..<end])
      } else if !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") {
        let key = line[..<sign].trimmed
        values["\(section).\(key)"] = unescaped(line[line.index(after: sign)...].trimmedStart)
      }
    }
  }

  /// Returns the value of `section.key`, the last one if there are several.
  subscript(key: String) -> String? { values[key] }
}

extension Substring {
  fileprivate var trimmedStart: Substring { drop { $0 == " " || $0 == "\t" } }

  fileprivate var trimmed: Substring {
    var text = trimmedStart
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}

private func unescaped(_ text: Substring) -> String {
  var result = ""
  var isEscape = false
  for character in text {
    if isEscape {
      result.append(escapes[character] ?? character)
      isEscape = false
    } else if character == "\\" {
      isEscape = true
    } else {
      result.append(character)
    }
  }
  return result
}

private let escapes: [Character: Character] = ["s": " ", "n": "\n", "t": "\t", "r": "\r"]

/// Returns the bytes of a small file.
private func readFile(_ path: String) throws(IndexError) -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard file >= 0 else { throw .configuration(path: path, detail: describe(errno)) }
  defer { close(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 16_384)
  while true {
    let count = read(file, &buffer, buffer.count)
    if count == 0 { return bytes }
    if count < 0 {
      let error = errno
      guard error == EINTR else { throw .configuration(path: path, detail: describe(error)) }
    } else {
      bytes += buffer[..<count]
    }
  }
}
