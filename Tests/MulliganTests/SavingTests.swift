import Foundation
import MailText
import TestSupport
import Testing
import TriageCore

/// R10: attachments are saved in the chosen folder only, over nothing and through nothing.
@Suite struct SavingTests {
  @Test func `every name of the bad list is saved inside the folder, over nothing`() throws {
    let mail = try TemporaryMail()
    let folder = try Self.trap(mail)
    let file = "\(mail.root)/cur/names:2,"
    try FileManager.default.createDirectory(
      atPath: "\(mail.root)/cur",
      withIntermediateDirectories: true
    )
    try FileManager.default.copyItem(
      atPath: "\(TemporaryMail.fixtures)/mail/hostile/att-64-names.eml",
      toPath: file
    )
    try mail.notmuch("new", "--quiet")
    let parts = Self.parts(file)
    #expect(parts.count > 20)
    let (here, around) = (try Self.picture(folder), try Self.picture(mail.folder))
    let screen = try TmuxScreen(mail, ["read", "*"], columns: 150, rows: 50)
    try screen.wait("the list is there") { $0[0].hasSuffix(" 1") }
    try screen.press("Enter")
    try screen.wait(for: "attachments:")
    for (place, part) in parts.enumerated() {
      try screen.press("S")
      try screen.wait("the parts are listed") { $0.contains { $0.contains(#/│ +1  /#) } }
      if place > 0 { try screen.typeRaw(String(repeating: "j", count: place)) }
      try screen.press("Enter")
      try screen.wait("a folder is asked for") { $0.last?.hasPrefix(" Save ") == true }
      try screen.press("C-u")
      try screen.type(folder)
      try screen.wait("part \(part.number) is saved") { _ in
        (try? Self.picture(folder).count) == here.count + place + 1
      }
      try screen.wait(for: "Saved as")
      try screen.press("z")
      try screen.wait("the message has gone") { !$0.contains { $0.contains("Saved as") } }
    }
    let now = try Self.picture(folder)
    for (name, what) in here { #expect(now[name] == what, "\(name) was there before") }
    let new = now.filter { here[$0.key] == nil }
    #expect(new.count == parts.count)
    for (name, what) in new {
      #expect(!name.hasPrefix(".") && !name.hasPrefix("-") && name.utf8.count <= 200)
      #expect(what.hasPrefix("file 600"), "\(name): \(what)")
      #expect(![".sh", ".exe", ".desktop"].contains { name.hasSuffix($0) }, "\(name)")
    }
    let bytes = try parts.map { try Self.bytes($0.number, of: file) }
    #expect(Set(new.values) == Set(bytes.map { "file 600 \($0)" }))
    let untouched = try Self.picture(mail.folder)
    for name in ["outside", "saved", "mail"] { #expect(untouched[name] == around[name]) }
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `a path is the file's, an existing folder keeps the name, nothing is overwritten`()
    throws
  {
    let mail = try TemporaryMail()
    let file = "\(mail.root)/cur/one:2,"
    try FileManager.default.createDirectory(
      atPath: "\(mail.root)/cur",
      withIntermediateDirectories: true
    )
    try """
    From: Ann <ann@example.org>
    Message-ID: <one@example.org>
    Subject: Minutes
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary=b

    --b

    Hello.
    --b
    Content-Type: application/pdf
    Content-Disposition: attachment; filename*=utf-8''May%20%E2%80%93%20%22draft%22.pdf

    bytes
    --b--

    """.write(toFile: file, atomically: true, encoding: .utf8)
    try mail.notmuch("new", "--quiet")
    let screen = try TmuxScreen(mail, ["read", "*"], columns: 150, rows: 24)
    try screen.wait("the list is there") { $0[0].hasSuffix(" 1") }
    try screen.press("Enter")
    try screen.wait(for: "1 attachment:")
    let folder = "\(mail.folder)/saved"
    for (typed, saved) in [
      ("\(folder)/new/own name.pdf", "\(folder)/new/own name.pdf"),
      ("\(folder)/new", "\(folder)/new/May – \"draft\".pdf"),
      ("\(folder)/made/", "\(folder)/made/May – \"draft\".pdf"),
      ("\(folder)/new/own name.pdf", "\(folder)/new/own name-1.pdf"),
    ] {
      try screen.press("S")
      try screen.wait("a path is asked for") {
        $0.last?.hasPrefix(" Save as: ") == true && $0.last?.contains("May – \"draft\".pdf") == true
      }
      try screen.press("C-u")
      try screen.type(typed)
      try screen.wait(for: "Saved as \(saved)")
      #expect(FileManager.default.contents(atPath: saved) == Data("bytes".utf8))
      try screen.press("z")
      try screen.wait("the message has gone") { !$0.contains { $0.contains("Saved as") } }
    }
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  /// Makes a folder in which some of the names are taken: by a file, a folder, a pipe, and by links
  /// that lead out of it.
  private static func trap(_ mail: TemporaryMail) throws -> String {
    let folder = "\(mail.folder)/saved"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/x",
      withIntermediateDirectories: true
    )
    for name in ["\(mail.folder)/outside", "\(folder)/profile"] {
      try Data("mine".utf8).write(to: URL(fileURLWithPath: name))
    }
    #expect(symlink("\(mail.folder)/outside", "\(folder)/bashrc") == 0)
    #expect(symlink("\(mail.folder)/nothing-yet", "\(folder)/a.txt") == 0)
    #expect(mkfifo("\(folder)/rc", 0o644) == 0)
    return folder
  }

  /// What is in a folder, by name: kind, mode and, of small files, the bytes.
  private static func picture(_ folder: String) throws -> [String: String] {
    var picture: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
      let mode = String(status.st_mode & 0o7777, radix: 8)
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        let data = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
        picture[name] = "file \(mode) \(Array(data))"
      case S_IFLNK: picture[name] = "link"
      case S_IFDIR: picture[name] = "folder \(mode)"
      default: picture[name] = "other \(mode)"
      }
    }
    return picture
  }

  private static func parts(_ file: String) -> [PartInfo] {
    MessageReader().content(of: MessageID("x"), files: [file], options: MessageOptions()).parts
      .filter(\.isAttachment)
  }

  private static func bytes(_ number: Int, of file: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try MessageReader().readPart(number, files: [file]) { piece in
      bytes += piece
      return true
    }
    return bytes
  }
}
