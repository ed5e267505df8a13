import Foundation
import TestSupport
import Testing
import TriageConfig
import TriageCore
import TriageUI

@testable import mulligan

/// The file of the configuration, written by the screen.
@Suite final class ConfigFileTests {
  private let base = "\(temporaryFolder)/config-\(UUID().uuidString)"

  deinit { try? FileManager.default.removeItem(atPath: base) }

  private let view = SavedView(name: "Work", query: "tag:work")
  private let own = "# mine\n[[view]]\nname = \"A\"\nquery = \"tag:a\"   # so\n"

  @Test func `E26: a view is added to the file, whose mode stays`() throws {
    let folder = try folder()
    let file = "\(folder)/config.toml"
    try write(own, to: file, mode: 0o640)
    try ConfigFile(path: file).append(view)
    #expect(try text(file) == own + "\n[[view]]\nname = \"Work\"\nquery = \"tag:work\"\n")
    #expect(try mode(file) == 0o640)
    #expect(try names(in: folder) == ["config.toml"])
  }

  @Test func `E26: links are followed, also one to a file that is not there`() throws {
    let folder = try folder()
    try FileManager.default.createDirectory(
      atPath: "\(folder)/real",
      withIntermediateDirectories: true
    )
    let links = ["one": "two", "two": "real/config.toml"]
    for (link, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(link)",
        withDestinationPath: target
      )
    }
    try ConfigFile(path: "\(folder)/one").append(view)
    try ConfigFile(path: "\(folder)/one")
      .append(SavedView(name: "More", query: "tag:more"))
    let views = Config.read(try text("\(folder)/real/config.toml")).config.views
    #expect(views.map(\.name).suffix(2) == ["Work", "More"])
    #expect(try names(in: folder) == ["one", "real", "two"])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/two")
        == "real/config.toml"
    )
  }

  @Test func `E26: a file that is not there is made with its folder, for its owner alone`() throws {
    let file = "\(try folder())/new/mulligan/config.toml"
    try ConfigFile(path: file).append(view)
    #expect(Config.read(try text(file)).config.views == Config.standard.views + [view])
    #expect(try mode(file) == 0o600)
  }

  @Test func `E26: a file that is not to be written stays, and that is said`() throws {
    let folder = try folder()
    let file = "\(folder)/config.toml"
    try write(own, to: file, mode: 0o444)
    let end = "; nothing was changed"
    #expect(try refusal(file) == "\(file) cannot be written: Permission denied\(end)")
    #expect(try text(file) == own && names(in: folder) == ["config.toml"])
    #expect(try refusal(folder) == "\(folder) cannot be written: Invalid argument\(end)")
  }

  @Test func `E26: a broken file stays as it is, and its first mistake is named`() throws {
    let file = "\(try folder())/config.toml"
    try write("\nthem = \"dark\"\n", to: file, mode: 0o600)
    let said = try refusal(file)
    let start = "\(file) has mistakes; nothing was saved: \(file):2:1: error: "
    #expect(said?.hasPrefix(start) == true)
    #expect(try text(file) == "\nthem = \"dark\"\n")
    try Data([0x23, 0xFF, 0x0A]).write(to: URL(fileURLWithPath: file))
    #expect(try refusal(file)?.contains("cannot be written") == true)
    try write(own.replacing("\"A\"", with: "\"Work\""), to: file, mode: 0o600)
    #expect(try refusal(file) == "There is a view “Work” already; nothing was saved")
  }

  @Test(arguments: [false, true])
  func `E26: a file that was changed or made meanwhile stays so, and that is said`(
    isThere: Bool
  ) throws {
    let folder = try folder()
    let file = "\(folder)/config.toml"
    if isThere { try write(own, to: file, mode: 0o600) }
    let config = ConfigFile(path: file)
    let draft = try config.draft(adding: view)
    try write("\(own)# hers\n", to: file, mode: 0o600)
    let error = #expect(throws: UserFacingError.self) { try config.write(draft) }
    let said = try mulligan.words.string(#require(error).sentence)
    #expect(said == "\(file) is being changed by another program; nothing was saved. Try again.")
    #expect(try text(file) == "\(own)# hers\n" && names(in: folder) == ["config.toml"])
  }

  // MARK: Support

  private func folder() throws -> String {
    let path = "\(base)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func refusal(_ file: String) throws -> String? {
    do {
      try ConfigFile(path: file).append(view)
      return nil
    } catch {
      return mulligan.words.string(error.sentence)
    }
  }

  private func write(_ text: String, to file: String, mode: Int) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: file, encoding: .utf8)
  }

  private func mode(_ file: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }
}
