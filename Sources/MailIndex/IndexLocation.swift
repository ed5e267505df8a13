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
  /// - Throws: `.configuration` if the configuration cannot be read or names no usable path,
  ///   `.noIndex` if there is none, or no database folder can be found.
  package static func find(
    environment: [String: String],
    home: String
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
