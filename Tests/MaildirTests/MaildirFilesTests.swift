import Foundation
import TestSupport
import Testing
import TriageCore

@testable import Maildir

/// Renaming and finding real files.
@Suite(.serialized) struct MaildirFilesTests {
  private let mail: TemporaryMail

  init() throws {
    mail = try TemporaryMail()
    try mail.makeMaildir("in")
  }

  private func file(_ name: String, _ text: String = "text") throws -> String {
    let path = "\(mail.root)/in/\(name)"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test(arguments: [MaildirFiles.Renaming.atomic, .linking])
  func `a rename moves the file and its bytes`(_ renaming: MaildirFiles.Renaming) throws {
    let files = MaildirFiles(root: mail.root, renaming: renaming)
    let old = try file("new/a", "mine")
    let new = "\(mail.root)/in/cur/a:2,S"
    try files.rename(old, to: new)
    try files.settle([new])
    #expect(!files.exists(old))
    #expect(try text(new) == "mine")
  }

  @Test(arguments: [MaildirFiles.Renaming.atomic, .linking])
  func `a rename never overwrites`(_ renaming: MaildirFiles.Renaming) throws {
    let files = MaildirFiles(root: mail.root, renaming: renaming)
    let old = try file("cur/a:2,", "mine")
    let new = try file("cur/a:2,S", "other")
    #expect(throws: FileError.exists(new)) { try files.rename(old, to: new) }
    #expect(try text(old) == "mine")
    #expect(try text(new) == "other")
  }

  @Test(arguments: [MaildirFiles.Renaming.atomic, .linking])
  func `a rename that was broken off with both names there is finished`(
    _ renaming: MaildirFiles.Renaming
  ) throws {
    let files = MaildirFiles(root: mail.root, renaming: renaming)
    let old = try file("cur/a:2,", "mine")
    let new = "\(mail.root)/in/cur/a:2,S"
    try FileManager.default.linkItem(atPath: old, toPath: new)
    try files.rename(old, to: new)
    #expect(!files.exists(old))
    #expect(try text(new) == "mine")
  }

  @Test(arguments: [MaildirFiles.Renaming.atomic, .linking])
  func `what is missing is named`(_ renaming: MaildirFiles.Renaming) throws {
    let files = MaildirFiles(root: mail.root, renaming: renaming)
    let gone = "\(mail.root)/in/cur/gone:2,"
    #expect(throws: FileError.missing(gone)) { try files.rename(gone, to: gone + "S") }
    let old = try file("cur/a:2,")
    let nowhere = "\(mail.root)/no/cur/a:2,"
    #expect(throws: FileError.missing(nowhere)) { try files.rename(old, to: nowhere) }
    #expect(files.exists(old))
  }

  @Test func `a name that is too long leaves the file as it is`() throws {
    let files = MaildirFiles(root: mail.root)
    let old = try file("cur/a:2,")
    let new = "\(mail.root)/in/cur/\(String(repeating: "x", count: 300)):2,"
    #expect(throws: FileError.notWritable(old)) { try files.rename(old, to: new) }
    #expect(files.exists(old))
  }

  @Test func `settling folders that have gone is no failure`() throws {
    try MaildirFiles(root: mail.root).settle(["\(mail.root)/no/cur/a:2,S", "\(mail.root)/in/cur/b"])
  }

  @Test func `a moved file is found by the part before its letters`() throws {
    let files = MaildirFiles(root: mail.root)
    let old = "\(mail.root)/in/new/a.M1"
    #expect(files.find(old) == nil)
    let new = try file("cur/a.M1:2,FS")
    #expect(files.find(old) == new)
    #expect(files.find("\(mail.root)/in/cur/a.M1:2,") == new)
    try FileManager.default.moveItem(atPath: new, toPath: "\(mail.root)/in/cur/a.M1:2,S")
    #expect(files.find(old) == "\(mail.root)/in/cur/a.M1:2,S")
    _ = try file("new/a.M1")
    #expect(files.find(old) == nil)
    #expect(files.find("\(mail.root)/in/a.M1") == nil)
  }

  @Test func `a file that has got a number, or another one, is found by the part before it`() throws
  {
    let files = MaildirFiles(root: mail.root)
    let old = "\(mail.root)/in/cur/a.M1:2,S"
    let numbered = try file("cur/a.M1,U=7:2,S")
    #expect(files.find(old) == numbered)
    #expect(files.find("\(mail.root)/in/cur/a.M1,U=3:2,F") == numbered)
    _ = try file("new/a.M1x,U=7")
    _ = try file("cur/a.M1,V=7:2,S")
    #expect(files.find(old) == numbered)
    let exact = try file("cur/a.M1,U=3:2,")
    #expect(files.find("\(mail.root)/in/cur/a.M1,U=3:2,F") == exact, "its own number counts first")
    #expect(files.find(old) == nil, "which of two cannot be told")
  }

  @Test func `names that only begin alike are not found`() throws {
    let files = MaildirFiles(root: mail.root)
    _ = try file("cur/a.M12:2,S")
    _ = try file("cur/.a.M1:2,S")
    #expect(files.find("\(mail.root)/in/cur/a.M1:2,") == nil)
  }

  @Test func `files may be renamed only where their folders are`() throws {
    let path = try file("cur/a:2,")
    #expect(MaildirFiles(root: mail.root).mayRename(path))
    #expect(!MaildirFiles(root: mail.root).mayRename("\(mail.root)/no/cur/a:2,"))
    #expect(!MaildirFiles(root: mail.root).mayRename("\(mail.root)/a"))
  }

  @Test(.enabled(if: geteuid() != 0, "nothing is forbidden to root"))
  func `a folder without permission may not be renamed in`() throws {
    let path = try file("new/a")
    let folder = "\(mail.root)/in/cur"
    chmod(folder, 0o555)
    defer { chmod(folder, 0o755) }
    #expect(!MaildirFiles(root: mail.root).mayRename(path))
    #expect(throws: FileError.notWritable(path)) {
      try MaildirFiles(root: mail.root).rename(path, to: "\(folder)/a:2,S")
    }
  }

  @Test func `many lost files are found with one look at the folder`() throws {
    let files = MaildirFiles(root: mail.root)
    for number in 0..<500 { _ = try file("cur/\(number).M:2,S", "") }
    let start = processorTime()
    for number in 0..<500 {
      #expect(files.find("\(mail.root)/in/new/\(number).M")?.hasSuffix("\(number).M:2,S") == true)
    }
    // A look for each takes more than ten times as long.
    #expect(processorTime() - start < .seconds(1))
  }
}
