import Foundation
import Glibc
import Journal
import TestSupport
import Testing
import TriageCore

@Suite struct PrivacyTests {
  @Test(arguments: [0, 0o777] as [mode_t])
  func `files are private whatever the umask`(mask: mode_t) async throws {
    let site = JournalSite()
    await #expect(processExitsWith: .success) {
      [
        state = site.state as String, mask = mask as mode_t
      ] in
      umask(mask)
      let place = JournalLocation(state: state, lockFolder: "/mail")
      let journal = try StepJournal.open(place)
      try journal.make(.action(), .removing(from: "a"))
      let expected: [String: mode_t] = [
        "journal": 0o700, (place.folder as NSString).lastPathComponent: 0o700,
        "journal.sqlite": 0o600, "journal.sqlite-wal": 0o600, "journal.sqlite-shm": 0o600,
      ]
      #expect(place.modes == expected)
    }
  }

  @Test func `a journal that others could read is closed to them`() throws {
    let site = JournalSite()
    try site.open().make(.action(), .removing(from: "a"))
    chmod(site.location().folder, 0o755)
    for suffix in ["", "-wal", "-shm"] { chmod(site.location().file + suffix, 0o644) }
    try site.open().make(.action(), .removing(from: "b"))
    let modes = site.location().modes
    for suffix in ["", "-wal", "-shm"] { #expect(modes["journal.sqlite" + suffix] == 0o600) }
    #expect(modes[(site.location().folder as NSString).lastPathComponent] == 0o700)
  }

  @Test(arguments: [0o500, 0o700] as [mode_t])
  func `a journal that may only be read can be browsed`(folderMode: mode_t) async throws {
    let site = JournalSite()
    try site.open().make(.action(), .removing(from: "a"))
    chmod(site.location().file, 0o400)
    chmod(site.location().folder, folderMode)
    // Root may write everywhere, so the child becomes somebody else, who owns the journal.
    let nobody: uid_t = 65534
    if geteuid() == 0 {
      for path in [
        site.state, site.state + "/mulligan", site.location().root, site.location().folder,
        site.location().file, site.location().file + "-wal", site.location().file + "-shm",
      ] {
        chown(path, nobody, nobody)
      }
    }
    await #expect(processExitsWith: .success) {
      [
        state = site.state as String, nobody = nobody as uid_t
      ] in
      if geteuid() == 0 {
        try #require(setgid(nobody) == 0 && setuid(nobody) == 0)
      }
      let place = JournalLocation(state: state, lockFolder: "/mail/.notmuch/xapian")
      let journal = try StepJournal.open(place)
      #expect(journal.isReadOnly)
      #expect(try journal.tops() == [1, nil])
      #expect(try journal.histories(of: [Pair("a", .inbox)]).count == 1)
      #expect(try journal.verify() == [])
      let error = #expect(throws: TriageFailure.self) { try journal.begin(.action()) }
      #expect(error == TriageFailure(.journalUnwritable, place.file, "it may only be read"))
      #expect(throws: TriageFailure.self) {
        try journal.advance(1, from: .done, to: .void, revisionAfter: nil)
      }
    }
    chmod(site.location().folder, 0o700)
  }
}

extension JournalLocation {
  /// The modes of the journal's folders and files, by their names.
  fileprivate var modes: [String: mode_t] {
    var modes: [String: mode_t] = [:]
    for path in [root, folder, file, file + "-wal", file + "-shm"] {
      var status = stat()
      if stat(path, &status) == 0 {
        modes[(path as NSString).lastPathComponent] = status.st_mode & 0o777
      }
    }
    return modes
  }
}
