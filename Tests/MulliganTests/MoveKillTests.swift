import Foundation
import TestSupport
import Testing
import TriageCore
import TriageEngine

/// The real program, killed at every point of a write that moves files.
@Suite struct MoveKillTests {
  /// What is killed.
  enum Write: String, CaseIterable {
    case tagsAndMoves
    case movesOnly
    case undo

    static let compound = ["apply", "mark-read-and-archive", "move:Archive", "--", "*"]

    var arguments: [String] {
      switch self {
      case .tagsAndMoves: Self.compound
      case .movesOnly: ["move", "Archive", "--", "*"]
      case .undo: ["undo"]
      }
    }
  }

  /// Without flags in file names, only the write of both kinds unless the sweep is whole.
  private static let writes = Write.allCases.flatMap { write in
    [(write, true)] + (sweepsAreWhole || write == .tagsAndMoves ? [(write, false)] : [])
  }

  @Test(arguments: writes)
  func `J11 a kill at any point leaves all or nothing, and notmuch finds nothing to do`(
    write: Write,
    synchronizesFlags: Bool
  ) throws {
    #if DEBUG
      let mail = try mailbox(synchronizesFlags)
      try mail.save(as: "start")
      for point in WritePoint.allCases {
        try mail.restore("start")
        let start = try Snapshot(of: mail)
        if write == .undo { #expect(try mail.mulligan(Write.compound).status == 0) }
        let before = try Snapshot(of: mail)
        let killed = try mail.mulligan(
          write.arguments,
          with: ["FAILPOINT": "\(point.rawValue):kill"]
        )
        let recovered = try mail.mulligan("history", "recover")
        #expect(recovered.status == 0, "\(point)")
        let settled = try Snapshot(of: mail)
        try mail.notmuch("new", "--full-scan")
        #expect(try Snapshot(of: mail) == settled, "\(point)")
        #expect(settled.contents == start.contents, "\(point)")
        let isDone = settled.folders != before.folders
        if !isDone { #expect(settled == before, "\(point): \(killed) \(recovered)") }
        if write == .undo {
          if !isDone { #expect(try mail.mulligan("undo").status == 0, "\(point)") }
        } else if isDone {
          #expect(try mail.mulligan("undo").status == 0, "\(point)")
        } else {
          #expect(try mail.mulligan("history").output == "", "\(point)")
        }
        #expect(try Snapshot(of: mail) == start, "\(point)")
        #expect(try mail.mulligan("history", "verify").status == 0, "\(point)")
        let left = try mail.run(["find", mail.root, "-name", "tmp", "-not", "-empty"])
        #expect(left == "", "\(point)")
      }
    #endif
  }

  @Test func `J12 a kill while settling is settled by the next one`() throws {
    #if DEBUG
      let mail = try mailbox(true)
      try mail.save(as: "start")
      let firsts = [
        WritePoint.recorded, .committed, .tagged, .renaming, .renamed, .indexed, .followed,
      ]
      for (place, first) in firsts.enumerated() {
        let seconds = [WritePoint.judged, .renaming, .renamed, .indexed, .followed, .done]
        // Every point is first, and every one second; the whole sweep has all pairs.
        let some = sweepsAreWhole ? seconds : [0, 3].map { seconds[(place + $0) % seconds.count] }
        for second in some {
          try mail.restore("start")
          let start = try Snapshot(of: mail)
          _ = try mail.mulligan(Write.compound, with: ["FAILPOINT": "\(first.rawValue):kill"])
          _ = try mail.mulligan(
            "history",
            "recover",
            with: ["FAILPOINT": "\(second.rawValue):kill"]
          )
          #expect(try mail.mulligan("history", "recover").status == 0)
          let settled = try Snapshot(of: mail)
          try mail.notmuch("new", "--full-scan")
          #expect(try Snapshot(of: mail) == settled, "\(first) \(second)")
          if settled.folders != start.folders { _ = try mail.mulligan("undo") }
          #expect(try Snapshot(of: mail) == start, "\(first) \(second)")
        }
      }
    #endif
  }

  private func mailbox(_ synchronizesFlags: Bool) throws -> TemporaryMail {
    let mail = try TemporaryMail(synchronizesFlags: synchronizesFlags)
    try mail.deliver(
      (0..<3).map { SampleMessage("c\($0)@example.org", tags: ["inbox", "unread"]) }
    )
    try mail.makeMaildir("Archive")
    // The first look renames what is new, as it does for everybody.
    if synchronizesFlags { try mail.notmuch("new") }
    return mail
  }
}

/// What must be the same again: tags, folders, letters, and all mail.
private struct Snapshot: Equatable {
  var tags: [String]
  var folders: [String]
  var contents: [String]

  init(of mail: TemporaryMail) throws {
    tags = try mail.dump()
    let files = try mail.notmuch("search", "--output=files", "--exclude=false", "*").lines
    folders = files.map { file in
      let words = file.split(separator: "/")
      let letters = words.last?.split(separator: ":", omittingEmptySubsequences: false).dropFirst()
      return "\(words.dropLast(2).last ?? "") \(letters?.joined() ?? "")"
    }.sorted()
    contents = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }.sorted()
    let all = try mail.run(["find", mail.root, "-type", "f", "-path", "*/cur/*"]).lines
    contents.append("\(all.count) files")
  }
}
