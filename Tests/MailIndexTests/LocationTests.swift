import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailIndex

/// Where configuration and index are looked for, beside where the `notmuch` program finds them.
@Suite struct LocationTests {
  /// A home of its own, with empty folders and configuration files as a test wants them.
  private struct Home {
    let mail: TemporaryMail
    var environment: [String: String] = [:]

    init() throws { mail = try TemporaryMail() }

    var path: String { "\(mail.folder)/home" }

    func make(_ folder: String) throws -> String {
      let path = folder.hasPrefix("/") ? folder : "\(path)/\(folder)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      return path
    }

    func write(_ file: String, _ text: String) throws {
      _ = try make(String(file.split(separator: "/").dropLast().joined(separator: "/")))
      try text.write(toFile: "\(path)/\(file)", atomically: false, encoding: .utf8)
    }

    func find() throws(TriageFailure) -> IndexLocation {
      try IndexLocation.find(environment: environment, home: path)
    }

    /// What notmuch says with the same home and variables.
    func notmuch(_ arguments: String...) throws -> String {
      let given = environment.map { "\($0.key)=\($0.value)" }
      let command = ["env", "-i", "HOME=\(path)", "PATH=/usr/bin:/bin"] + given + ["notmuch"]
      return try mail.run(command + arguments).lines.joined(separator: "\n")
    }

    /// Expects the database that notmuch uses, and that it can be opened.
    func agrees(_ configuration: String) throws {
      let location = try find()
      #expect(location.configuration == configuration)
      #expect(try notmuch("config", "get", "database.path") == location.database)
      let index = try NotmuchIndex(at: location, now: { 1_700_000_000 })
      #expect(try notmuch("config", "get", "database.mail_root") == index.settings.mailRoot)
      #expect(try notmuch("count", "--lastmod").hasSuffix(index.revision().uuid + "\t0"))
      #expect(FileManager.default.fileExists(atPath: location.lockFile))
    }
  }

  @Test func `the variable names the file`() throws {
    var home = try Home()
    home.environment["NOTMUCH_CONFIG"] = home.mail.configuration
    try home.write(".notmuch-config", "[database]\npath=/nowhere\n")
    try home.agrees(home.mail.configuration)
  }

  @Test func `the file in the folder of configurations comes before the one at home`() throws {
    let home = try Home()
    try home.write(".config/notmuch/default/config", "[database]\npath=\(home.mail.root)\n")
    try home.write(".notmuch-config", "[database]\npath=/nowhere\n")
    try home.agrees("\(home.path)/.config/notmuch/default/config")
  }

  @Test func `a folder of configurations elsewhere counts`() throws {
    var home = try Home()
    home.environment["XDG_CONFIG_HOME"] = "\(home.path)/elsewhere"
    try home.write("elsewhere/notmuch/default/config", "[database]\npath=\(home.mail.root)\n")
    try home.agrees("\(home.path)/elsewhere/notmuch/default/config")
  }

  @Test func `the file at home is the last resort`() throws {
    let home = try Home()
    try home.write(".notmuch-config", "# mine\n\n[database]\n  path = \(home.mail.root)\n")
    try home.agrees("\(home.path)/.notmuch-config")
  }

  @Test(arguments: [".config/notmuch/work/config", ".notmuch-config.work"])
  func `a profile has files of its own`(_ file: String) throws {
    var home = try Home()
    home.environment["NOTMUCH_PROFILE"] = "work"
    try home.write(".notmuch-config", "[database]\npath=/nowhere\n")
    try home.write(file, "[database]\npath=\(home.mail.root)\n")
    try home.agrees("\(home.path)/\(file)")
  }

  @Test func `the variable for the database comes before the file`() throws {
    var home = try Home()
    home.environment["NOTMUCH_DATABASE"] = home.mail.root
    try home.write(".notmuch-config", "[user]\nname=A\n")
    try home.agrees("\(home.path)/.notmuch-config")
    try home.write(".notmuch-config", "[database]\npath=/nowhere\n")
    let index = try NotmuchIndex(at: home.find(), now: { 1_700_000_000 })
    #expect(index.location.database == home.mail.root)
    #expect(index.settings.mailRoot == home.mail.root)
  }

  @Test func `a relative path is meant from home, and later lines win`() throws {
    let home = try Home()
    let text = "[database]\npath=/nowhere\n[user]\nname=A\n[database]\npath=own\\sfolder\n"
    try home.write(".notmuch-config", text)
    _ = try home.make("own folder")
    _ = try home.notmuch("new")
    try home.agrees("\(home.path)/.notmuch-config")
  }

  @Test(arguments: ["MAILDIR", ""])
  func `without a path in the file the usual folders are tried`(_ variable: String) throws {
    var home = try Home()
    try home.write(".notmuch-config", "[user]\nname=A\n")
    let folder = try home.make(variable.isEmpty ? "mail" : "maildir")
    if !variable.isEmpty { home.environment[variable] = folder }
    _ = try home.notmuch("new")
    try home.agrees("\(home.path)/.notmuch-config")
  }

  @Test func `an index apart from the mail needs to know the mail's root`() throws {
    let home = try Home()
    let folder = try home.make(".local/share/notmuch/default")
    let root = try home.make("letters")
    let text = "[database]\nmail_root=\(root)\n[user]\nname=A\n"
    try home.write(".notmuch-config", text)
    _ = try home.notmuch("new")
    try home.agrees("\(home.path)/.notmuch-config")
    #expect(try home.find().database == folder)
    #expect(try home.find().indexFolder == "\(folder)/xapian")
    try home.write(".notmuch-config", "[user]\nname=A\n")
    #expect(throws: TriageFailure.self) {
      try NotmuchIndex(at: home.find(), now: { 1_700_000_000 })
    }
  }

  @Test func `an index in a folder of its own has files below the mail's root`() throws {
    let mail = try TemporaryMail(layout: .apart)
    let file = try mail.write(SampleMessage("a@x"))
    try mail.notmuch("new")
    let index = try mail.index()
    #expect(index.settings.mailRoot == mail.root)
    #expect(try index.states(of: ["a@x"])["a@x"]?.files == [file])
    #expect(mail.location.indexFolder.hasPrefix("\(mail.folder)/index/"))
    let writer = try index.openForWriting()
    try writer.begin()
    try FileManager.default.moveItem(atPath: file, toPath: file + "T")
    try writer.renamed(file, to: file + "T")
    _ = try writer.end()
    try writer.close()
    #expect(try mail.notmuch("search", "--output=files", "id:a@x").lines == [file + "T"])
  }

  @Test func `without any file the index is said to be missing, which names what to run`() throws {
    let home = try Home()
    #expect(throws: TriageFailure(.noIndex, "\(home.path)/mail")) { try home.find() }
  }

  @Test func `an empty or wrong name of the file is an error as for notmuch`() throws {
    var home = try Home()
    try home.write(".notmuch-config", "[database]\npath=\(home.mail.root)\n")
    for name in ["", "/nowhere"] {
      home.environment["NOTMUCH_CONFIG"] = name
      #expect(throws: TriageFailure(.config, name, gone)) { try home.find() }
      #expect(throws: ProgramFailure.self) { try home.notmuch("count") }
    }
  }

  @Test func `without a home in the process the configuration is in doubt, not the index`() async {
    await #expect(processExitsWith: .success) {
      let mail = try TemporaryMail()
      for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] { unsetenv(name) }
      #expect {
        try mail.index()
      } throws: { error in
        let failure = error as? TriageFailure
        return failure?.code == .config && failure?.arguments.first == mail.configuration
      }
    }
  }

  private var gone: String { "No such file or directory" }
}
