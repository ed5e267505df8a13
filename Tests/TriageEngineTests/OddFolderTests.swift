import Foundation
import Glibc
import MailIndex
import TestSupport
import Testing
import TriageCore

@testable import TriageEngine

/// Folders whose names are no UTF-8: bytes stay bytes.
@Suite(.bothHistories) struct OddFolderTests {
  private let odd = MailFolder(String(fileName: Array("caf".utf8) + [0xE9]))

  private func make(_ folder: MailFolder, in mail: TemporaryMail) {
    for name in ["", "/cur", "/new", "/tmp"] {
      "\(mail.root)/\(folder)\(name)".withFileName { _ = mkdir($0, 0o755) }
    }
  }

  @Test func `mail is moved to and from a folder of odd bytes, and read there`() throws {
    let bench = try EngineBench(messages: 2, synchronizesFlags: true)
    make(odd, in: bench.mail)
    let before = try bench.mail.dump()
    #expect(bench.act(.move(odd), .fixed(.star)).changed == 2)
    let files = try bench.index.states(of: ["c0@example.org"]).values.flatMap(\.files)
    let path = try #require(files.first)
    #expect(path.fileName.contains(0xE9))
    #expect(path.withFileName { access($0, R_OK) } == 0)
    let tags = try bench.mail.dump()
    try bench.mail.notmuch("new", "--full-scan")
    #expect(try bench.mail.dump() == tags)
    #expect(try bench.mail.count("folder:inbox") == 0)
    // A file in such a folder follows its tags, too.
    #expect(bench.act(.fixed(.markRead)).changed == 2)
    #expect(bench.undo().kind == .done)
    let undone = bench.undo()
    #expect(undone.kind == .done && undone.changes.first?.moves.first?.from == odd)
    #expect(try bench.mail.dump() == before)
    #expect(try bench.mail.count("folder:inbox") == 2)
    #expect(bench.engine.knows(odd))
  }
}

extension TriageEngine {
  /// Returns whether a folder is offered to a person.
  fileprivate func knows(_ folder: MailFolder) -> Bool {
    guard let names = try? names() else { return false }
    return names.folders.contains { $0.utf8.elementsEqual(folder.text.utf8) }
  }
}
