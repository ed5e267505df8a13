import CLinux
import Foundation
import Outbox
import TriageCore
import TriageUI

/// The files in which a person writes, one for each version of a message.
///
/// They are the screen's own: its engine may be on another host. A file stays until the engine has its text
/// durably, so that what an editor has saved outlives the screen. Its message is locked until then, by the
/// editor too: no other screen writes, changes or removes it. A file that has changed since it was read here
/// is neither overwritten nor removed, since nobody else has its text.
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
  /// The locks that this screen holds, by their names.
  private var locks: [String: OutboxLock] = [:]
  /// What was in the files when this screen read them last, by their paths.
  private var known: [String: [UInt8]] = [:]

  init(_ programs: ExternalPrograms, _ environment: ProcessEnvironment) {
    self.programs = programs
    variables = environment.variables
    folder = Self.folder(environment)
    folderInMemory = environment.folderInMemory.map { $0 + "/mulligan/writing" }
    charset = environment.charset
  }

  private static func folder(_ environment: ProcessEnvironment) -> String {
    environment.stateFolder + "/mulligan/writing"
  }

  /// Lets a person change a message in the editor of the configuration, else in theirs.
  ///
  /// A text that was left in the file, by another screen or by an editor that went on, is not overwritten.
  func edit(_ draft: WorkingDraft, with editor: [String]) -> EditedDraft {
    guard let folder = self.folder(of: draft) else {
      return EditedDraft(draft, problem: Sentence("status.no-memory-folder"))
    }
    let path = "\(folder)/\(draft.fileName)"
    var edited = draft
    do throws(UserFacingError) {
      make(folder)
      try lock(draft)
      let bytes = read(path) ?? []
      if bytes.isEmpty || draft.file == path && known[path] == bytes {
        try write(draft.text, to: path, in: folder)
      }
      edited.file = path
      return try write(edited, in: path, folder, with: editor)
    } catch {
      if edited.file == nil { release(draft) }
      return EditedDraft(edited, problem: error.sentence)
    }
  }

  /// Makes durable what the last editor has left, once the person sees it; returns why that was not
  /// possible.
  func synchronize() -> Sentence? {
    guard let (path, folder) = unsynchronized else { return nil }
    unsynchronized = nil
    return synchronize(path, in: folder) ? nil : failure(path, errno, in: folder).sentence
  }

  /// Runs the editor and reads what it has left; an empty file is no text.
  private func write(
    _ draft: WorkingDraft,
    in path: String,
    _ folder: String,
    with editor: [String]
  ) throws(UserFacingError) -> EditedDraft {
    let held = locks[draft.lockName]?.descriptor
    let complaint = try programs.write(path, with: editor, variables, holding: held)
    unsynchronized = (path, folder)
    let bytes = read(path) ?? []
    known[path] = bytes
    guard !bytes.isEmpty else {
      try write(draft.text, to: path, in: folder)
      return EditedDraft(draft, problem: complaint ?? Sentence("status.editor.nothing"))
    }
    let written = WrittenText(bytes, locale: charset)
    var edited = draft
    edited.text = written.text
    return EditedDraft(edited, problem: complaint ?? written.notice, isDoubtful: complaint != nil)
  }

  /// Removes the files of a message, whose text the engine has, and unlocks it.
  ///
  /// A file in which an editor has saved something since stays: the next start finds it.
  func drop(_ draft: WorkingDraft) {
    // What lay on the disk before it was to be encrypted goes, too.
    for folder in [folder, folderInMemory].compactMap(\.self) {
      let path = "\(folder)/\(draft.fileName)"
      if let bytes = known[path], read(path) == bytes { unlink(path) }
    }
    release(draft)
  }

  /// Unlocks a message and leaves its files to whoever edits it next.
  func release(_ draft: WorkingDraft) {
    for folder in [folder, folderInMemory].compactMap(\.self) {
      known["\(folder)/\(draft.fileName)"] = nil
    }
    // Removed while it is held; a process that the editor has left behind may hold it for ever.
    if locks[draft.lockName] != nil { unlink("\(folder)/\(draft.lockName)") }
    locks[draft.lockName] = nil
  }

  /// Refuses to file or discard a message that is open in an editor of another screen.
  func refusal(of request: EngineRequest) -> EngineMessage? {
    guard case .draft(.file(let id, let message, _)) = request.body else { return nil }
    let draft = WorkingDraft(id, message, version: 0, text: "")
    guard locks[draft.lockName] == nil else { return nil }
    return Self.failure(of: draft, in: folder).map { .reply(request.id, .failed($0)) }
  }

  /// Checks that no editor on this host has a message.
  static func checkIsFree(
    _ id: OutgoingID,
    _ message: MessageID,
    _ environment: ProcessEnvironment
  ) throws(TriageFailure) {
    let draft = WorkingDraft(id, message, version: 0, text: "")
    if let failure = failure(of: draft, in: folder(environment)) { throw failure }
  }

  private static func failure(of draft: WorkingDraft, in folder: String) -> TriageFailure? {
    let file = "\(folder)/\(draft.lockName)"
    guard OutboxLock.isTaken(file) else { return nil }
    return TriageFailure(.beingEdited, OutboxLock.holder(of: file).map(String.init) ?? "?")
  }

  /// The texts that screens which have died have left, and editors that went on.
  ///
  /// Each is locked until it is dropped or released. Those that are still being written are not among them.
  func leftovers() -> [WorkingDraft] {
    leftovers(in: folder, isSecret: false)
      + (folderInMemory.map { leftovers(in: $0, isSecret: true) } ?? [])
  }

  private func leftovers(in folder: String, isSecret: Bool) -> [WorkingDraft] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      let path = "\(folder)/\(name)"
      guard var draft = WorkingDraft(fileName: name), (try? lock(draft)) != nil else { return nil }
      guard let bytes = read(path), !bytes.isEmpty else {
        release(draft)
        return nil
      }
      known[path] = bytes
      (draft.text, draft.file) = (WrittenText(bytes, locale: charset).text, path)
      draft.isSecret = isSecret
      return draft
    }
  }

  private func folder(of draft: WorkingDraft) -> String? {
    draft.isSecret ? folderInMemory : folder
  }

  /// Locks a message for this screen.
  ///
  /// - Throws: Why that is not possible: another screen has it, or the same draft of another program under
  ///   another number.
  private func lock(_ draft: WorkingDraft) throws(UserFacingError) {
    guard locks[draft.lockName] == nil else { return }
    make(folder)
    let file = "\(folder)/\(draft.lockName)"
    do throws(FileError) { locks[draft.lockName] = try OutboxLock(file) } catch {
      throw UserFacingError(.failure(TriageFailure(error)))
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let others = names.filter { $0.drop(while: \.isNumber) == draft.endOfLockName }
    for name in others where locks[name] == nil && OutboxLock.isTaken("\(folder)/\(name)") {
      let holder = OutboxLock.holder(of: "\(folder)/\(name)").map(String.init) ?? "?"
      release(draft)
      throw UserFacingError(.failure(TriageFailure(.beingEdited, holder)))
    }
    locks[draft.lockName]?.note(getpid())
  }

  private func read(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map(Array.init)
  }

  private func make(_ folder: String) {
    try? FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  /// Writes a text durably, for its owner alone; what was there stays if that fails.
  private func write(
    _ text: String,
    to path: String,
    in folder: String
  ) throws(UserFacingError) {
    let bytes = Array(text.utf8)
    do throws(FileError) { try OutgoingFolder.replace(path, with: bytes) } catch {
      throw .notSaved(path, folder, error)
    }
    known[path] = bytes
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
  fileprivate var lockName: String { "\(id)\(endOfLockName)" }

  /// What that ends in, whichever number the message has.
  fileprivate var endOfLockName: String { "-\(plainMessage).lock" }

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
