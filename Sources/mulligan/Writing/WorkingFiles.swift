import CLinux
import Foundation
import Outbox
import TriageCore
import TriageUI

/// The files in which a person writes, one for each message.
///
/// They are the screen's own: its engine may be on another host. One stays until the engine has its text
/// durably, so what an editor has saved outlives the screen; its lock is the editor's too, so that the
/// next screen does not take what is still being written.
final class WorkingFiles {
  private let folder: String
  /// The folder of what must not lie on a disk; `nil` if there is none in memory.
  private let folderInMemory: String?
  /// How editors write here, if not as UTF-8.
  private let charset: String?
  private let programs: ExternalPrograms
  private let variables: [String: String]
  /// What the last editor has left, and its folder, until both are durable.
  private var unsynchronized: (path: String, folder: String)?
  /// The files that this screen has written.
  private var written: Set<String> = []

  init(_ programs: ExternalPrograms, _ environment: ProcessEnvironment) {
    self.programs = programs
    variables = environment.variables
    folder = environment.stateFolder + "/mulligan/writing"
    folderInMemory = environment.folderInMemory.map { $0 + "/mulligan/writing" }
    charset = environment.charset
  }

  /// Lets a person change a message in the editor of the configuration, else in theirs.
  func edit(_ draft: WorkingDraft, with editor: [String]) -> EditedDraft {
    guard let folder = self.folder(of: draft) else {
      return EditedDraft(draft, problem: Sentence("status.no-memory-folder"))
    }
    let path = "\(folder)/\(draft.fileName)"
    do throws(UserFacingError) {
      // What a screen that died has left cannot be kept before its text was opened: it is gone on with.
      let isLeft = draft.isSecret && !written.contains(path) && read(path)?.isEmpty == false
      let lockFile = "\(folder)/\(draft.lockName)"
      if !isLeft { try write(draft.text, to: path, in: folder, unless: lockFile) }
      written.insert(path)
      guard let lock = try lock(lockFile) else {
        let holder = OutboxLock.holder(of: lockFile).map(String.init) ?? "?"
        throw UserFacingError(Sentence("error.being-edited", .text(holder)))
      }
      lock.note(getpid())
      let complaint = try withExtendedLifetime(lock) { () throws(UserFacingError) in
        try programs.write(path, with: editor, variables, holding: lock.descriptor)
      }
      return edited(draft, path, in: folder, complaint)
    } catch {
      return EditedDraft(draft, problem: error.sentence)
    }
  }

  /// Makes durable what the last editor has left, once the person sees it; returns why that was not
  /// possible.
  func synchronize() -> Sentence? {
    guard let (path, folder) = unsynchronized else { return nil }
    unsynchronized = nil
    return synchronize(path, in: folder) ? nil : failure(path, errno, in: folder).sentence
  }

  /// What the editor has left; nothing is no text.
  private func edited(
    _ draft: WorkingDraft,
    _ path: String,
    in folder: String,
    _ complaint: Sentence?
  ) -> EditedDraft {
    unsynchronized = (path, folder)
    let bytes = read(path)
    guard let bytes, !bytes.isEmpty else {
      return EditedDraft(draft, problem: complaint ?? Sentence("status.editor.nothing"))
    }
    let written = WrittenText(bytes, locale: charset)
    var edited = draft
    (edited.text, edited.file) = (written.text, path)
    return EditedDraft(edited, problem: complaint ?? written.notice, isDoubtful: complaint != nil)
  }

  /// Removes the file of a message: the engine has its text.
  func drop(_ draft: WorkingDraft) {
    // What lay on the disk before it was to be encrypted goes, too.
    for folder in [folder, folderInMemory].compactMap(\.self) {
      let lockFile = "\(folder)/\(draft.lockName)"
      unlink("\(folder)/\(draft.fileName)")
      // Another screen may be writing another version.
      if !OutboxLock.isTaken(lockFile) { unlink(lockFile) }
    }
  }

  /// The messages whose screen has died, as their editors have left them; those that are still being
  /// written are not among them.
  func leftovers() -> [WorkingDraft] {
    leftovers(in: folder, isSecret: false)
      + (folderInMemory.map { leftovers(in: $0, isSecret: true) } ?? [])
  }

  private func leftovers(in folder: String, isSecret: Bool) -> [WorkingDraft] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      let path = "\(folder)/\(name)"
      guard var draft = WorkingDraft(fileName: name),
        !OutboxLock.isTaken("\(folder)/\(draft.lockName)"), let bytes = read(path), !bytes.isEmpty
      else { return nil }
      draft.text = WrittenText(bytes, locale: charset).text
      draft.isSecret = isSecret
      return draft
    }
  }

  private func folder(of draft: WorkingDraft) -> String? {
    draft.isSecret ? folderInMemory : folder
  }

  private func lock(_ file: String) throws(UserFacingError) -> OutboxLock? {
    do throws(FileError) { return try OutboxLock(file) } catch {
      throw UserFacingError(.failure(TriageFailure(error)))
    }
  }

  private func read(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map(Array.init)
  }

  /// Writes a text durably, for its owner alone; what was there stays if that fails: it may be all that
  /// is left of another text.
  private func write(
    _ text: String,
    to path: String,
    in folder: String,
    unless lockFile: String
  ) throws(UserFacingError) {
    let attributes = [FileAttributeKey.posixPermissions: 0o700]
    try? FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true,
      attributes: attributes
    )
    // Whoever writes it already keeps what is there.
    if OutboxLock.isTaken(lockFile) { return }
    do throws(FileError) {
      try OutgoingFolder.replace(path, with: Array(text.utf8))
    } catch {
      throw .notSaved(path, folder, error)
    }
  }

  private func failure(_ path: String, _ code: Int32, in folder: String) -> UserFacingError {
    .notSaved(path, folder, .failed(path, errno: code))
  }

  /// Makes what an editor has written durable, and its name: it may have written another file in its
  /// place.
  ///
  /// - Returns: Whether that was possible; else `errno` says why.
  private func synchronize(_ path: String, in folder: String) -> Bool {
    for name in [path, folder] {
      let file = open(name, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { continue }
      let code = fsync(file) == 0 ? 0 : errno
      close(file)
      guard code == 0 || code == EINVAL else {
        errno = code
        return false
      }
    }
    return true
  }
}

extension WorkingDraft {
  /// The name of its file: number, version and Message-ID.
  fileprivate var fileName: String { "\(id)-\(version)-\(plainMessage).eml" }

  /// The name of the file that is locked while it is edited, whichever version of it.
  fileprivate var lockName: String { "\(id)-\(plainMessage).lock" }

  private var plainMessage: String {
    message.text.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? ""
  }

  /// Reads what a file is called; its text is not known then.
  fileprivate init?(fileName: String) {
    let parts = fileName.split(separator: "-", maxSplits: 2)
    guard parts.count == 3, parts[2].hasSuffix(".eml"), let number = Int64(parts[0]),
      let version = Int64(parts[1]), let id = parts[2].dropLast(4).removingPercentEncoding
    else { return nil }
    self.init(OutgoingID(number), MessageID(id), version: version, text: "")
  }

  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@._+-"
  )
}
