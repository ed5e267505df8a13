import CLinux
import Foundation
import Glibc
import Journal
import TriageCore
import TriageEngine

/// This machine as one side of a sync: what its engine must know beside index and history.
struct SyncSide {
  private let shell: Shell
  private let mailbox: Mailbox

  init(_ shell: Shell, _ mailbox: Mailbox) {
    self.shell = shell
    self.mailbox = mailbox
  }

  /// Its index, history and files.
  func store(_ control: ChangeControl) throws(TriageFailure) -> any SyncStore {
    let context = shell.environment.context(.automatic)
    let name = shell.config.sync.name
    let location = mailbox.journalLocation
    let replica = Self.replicaFile(beside: location)
    var settings = SyncSettings(
      name: name.isEmpty ? context.host : name,
      schema: StepJournal.schema,
      birthplace: { Self.birthplace(of: location) },
      context: context
    )
    settings.carriedIn = { Self.status(of: replica)?.st_mtim.tv_sec }
    settings.second = { time(nil) }
    return try EngineSync(mailbox.engine, control: control, settings)
  }

  /// Where the journal was made: another machine, index or file means that it is a copy.
  private static func birthplace(of journal: JournalLocation) -> String {
    var (inode, birth): (UInt64, Int64) = (0, 0)
    _ = clinux_file_identity(journal.file, &inode, &birth)
    return "\(Machine.id) \(inode) \(birth) \(journal.lockFolder)"
  }

  /// What muchsync's own database beside an index looks like to whoever wants to know whether it was written;
  /// `nil` if there is none.
  static func replica(beside journal: JournalLocation) -> String? {
    guard let status = status(of: replicaFile(beside: journal)) else { return nil }
    let time = status.st_mtim
    return "\(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }

  private static func replicaFile(beside journal: JournalLocation) -> String {
    URL(fileURLWithPath: journal.lockFolder).deletingLastPathComponent()
      .appending(path: "muchsync/state.db").path
  }

  private static func status(of file: String) -> stat? {
    var status = stat()
    return stat(file, &status) == 0 ? status : nil
  }
}
