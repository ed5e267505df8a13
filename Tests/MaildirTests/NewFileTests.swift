import Foundation
import Testing
import TriageCore

@testable import Maildir

/// Saving into a folder that a person has chosen.
@Suite struct NewFileTests {
  private final class Folder {
    let path: String
    init() throws {
      path = NSTemporaryDirectory() + "new-file-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func make(_ name: String) throws -> String {
      let file = try NewFile(in: path, named: name) { "\(name)-\($0)" }
      try file.write(Array("text".utf8))
      try file.finish()
      return file.path
    }
    var names: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
    }
  }

  @Test func `a file is private and can not be run, whatever the mask`() throws {
    let folder = try Folder()
    let path = try folder.make("a.txt")
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & 0o7777 == 0o600)
    #expect(FileManager.default.contents(atPath: path) == Data("text".utf8))
  }

  @Test(arguments: ["file", "link", "dangling link", "folder", "pipe"])
  func `what is there stays, and another name is taken`(kind: String) throws {
    let folder = try Folder()
    let taken = folder.path + "/a"
    let outside = try Folder()
    switch kind {
    case "file": try "old".write(toFile: taken, atomically: false, encoding: .utf8)
    case "link":
      try "old".write(toFile: outside.path + "/x", atomically: false, encoding: .utf8)
      #expect(symlink(outside.path + "/x", taken) == 0)
    case "dangling link": #expect(symlink(outside.path + "/y", taken) == 0)
    case "folder": #expect(mkdir(taken, 0o700) == 0)
    default: #expect(mkfifo(taken, 0o600) == 0)
    }
    #expect(try folder.make("a") == folder.path + "/a-1")
    #expect(try folder.make("a") == folder.path + "/a-2")
    #expect(!FileManager.default.fileExists(atPath: outside.path + "/y"))
    if kind == "file" { #expect(try String(contentsOfFile: taken, encoding: .utf8) == "old") }
    if kind == "link" {
      #expect(try String(contentsOfFile: outside.path + "/x", encoding: .utf8) == "old")
    }
  }

  @Test(arguments: ["", ".", "..", "../x", "a/b", "/etc/cron.d/x", ".profile", "a\0b"])
  func `a name that would leave the folder or hide is refused`(name: String) throws {
    let folder = try Folder()
    #expect(throws: FileError.self) { try folder.make(name) }
    #expect(folder.names.isEmpty)
  }

  @Test func `a folder that is not there or may not be written to is named`() throws {
    #expect(throws: FileError.missing("/no/such")) {
      _ = try NewFile(in: "/no/such", named: "a") { "a\($0)" }
    }
    let folder = try Folder()
    let path = try folder.make("a")
    #expect(throws: FileError.missing(path)) { _ = try NewFile(in: path, named: "b") { "b\($0)" } }
  }

  @Test func `a file that is not finished is taken away`() throws {
    let folder = try Folder()
    do {
      let file = try NewFile(in: folder.path, named: "a") { "a\($0)" }
      try file.write([1, 2, 3])
      #expect(folder.names == ["a"])
    }
    #expect(folder.names.isEmpty)
  }
}
