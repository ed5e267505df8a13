import CLinux
import Foundation
import Glibc
package import TriageCore

/// The folder of one message that is being written or sent.
///
/// ```
/// outgoing/7/draft.eml    what its writer edits: a block of fields, an empty line, the text
///            facts.json   what stays the same: its Message-ID, its account, what it answers
///            parts/1 2 …  copies of what is attached
///            parts/1.pgp  the same, encrypted to their writer's own key, as the text is then
///            copy.eml     the message in MIME, while it is being filed
///            wire.eml     the message exactly as it leaves
///            sent.eml     the same with its blind copies named, if it has any: one's own copy
///            envelope     from whom and to whom it leaves
///            seen         the attempt to hand it over of whose end a person knows
///            lock         held as long as a program that delivers it runs
/// ```
package struct OutgoingFolder: Sendable {
  /// The message's number.
  package let id: OutgoingID
  /// The folder's absolute name.
  package let path: String

  static let draft = "draft.eml"
  private static let facts = "facts.json"
  private static let parts = "parts"
  private static let envelope = "envelope"
  private static let own = "sent.eml"
  private static let seen = "seen"
  /// No text that a person has written is longer.
  private static let longest = 64 << 20

  init(_ id: OutgoingID, in folder: String) {
    self.id = id
    path = "\(folder)/\(id)"
  }

  /// The absolute name of the message in MIME, while it is being filed.
  package var copy: String { "\(path)/copy.eml" }

  /// The absolute name of the message as it leaves.
  package var wire: String { "\(path)/wire.eml" }

  /// The absolute name of the file that is locked while a program delivers the message.
  package var lock: String { "\(path)/lock" }

  /// The absolute name of one's own copy of what was sent.
  package var sentCopy: String { access(ownCopy, F_OK) == 0 ? ownCopy : wire }

  private var ownCopy: String { "\(path)/\(Self.own)" }

  // MARK: Reading

  /// Reads the text as it was written last.
  package func draft() throws(FileError) -> String {
    String(decoding: try read(Self.draft), as: UTF8.self)
  }

  /// Reads the bytes of the text, of a message that came as it is.
  package func draftBytes() throws(FileError) -> [UInt8] { try read(Self.draft) }

  /// Reads what the message is; `nil` if the file does not say so.
  package func facts() throws(FileError) -> OutgoingFacts? {
    try? JSONDecoder().decode(OutgoingFacts.self, from: Data(try read(Self.facts)))
  }

  /// The absolute name of something attached.
  package func file(of part: OutgoingFacts.Part) -> String { "\(path)/\(part.file)" }

  // MARK: Writing

  /// Writes the text; the one of before stays if that fails.
  package func write(draft text: String) throws(FileError) { try write(draft: Array(text.utf8)) }

  /// Writes a message that came as it is.
  package func write(draft bytes: [UInt8]) throws(FileError) { try write(Self.draft, bytes) }

  /// Writes what the message is.
  package func write(_ facts: OutgoingFacts) throws(FileError) {
    try write(Self.facts, try encoded(facts))
  }

  private func encoded(_ facts: OutgoingFacts) throws(FileError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(facts) else {
      throw .failed("\(path)/\(Self.facts)", errno: EINVAL)
    }
    return Array(data)
  }

  /// Writes a version, which is announced when nothing is left to be done but to name its files: where the
  /// disk is full nothing was announced.
  ///
  /// - Parameters:
  ///   - facts: What the message is now.
  ///   - text: Its text.
  ///   - textFirst: Whether the text is named first: an encrypted one says itself what else there is.
  ///   - announce: Lets others know that there is another version.
  /// - Throws: What keeps it from being written, or announced; the version of before is there then.
  package func write(
    _ facts: OutgoingFacts,
    draft text: [UInt8],
    textFirst: Bool = false,
    announce: () throws(TriageFailure) -> Void
  ) throws(TriageFailure) {
    let inOrder = textFirst ? [Self.draft, Self.facts] : [Self.facts, Self.draft]
    let names = inOrder.map { "\(path)/\($0)" }
    var isAnnounced = false
    defer { if !isAnnounced { names.forEach { unlink($0 + ".new") } } }
    do throws(FileError) {
      let contents = [try encoded(facts), text]
      for (name, bytes) in zip(names, textFirst ? contents.reversed() : contents) {
        if let error = Self.stage(name, { Self.write(bytes[...], to: $0) }) { throw error }
      }
    } catch {
      throw TriageFailure(error)
    }
    try announce()
    isAnnounced = true
    for name in names {
      if let error = Self.place(name) { throw TriageFailure(error) }
    }
  }

  /// Writes the message in MIME.
  ///
  /// - Parameter body: Writes to a descriptor and returns 0, or the system's error.
  /// - Returns: Why the file is not there; `nil` if it is.
  /// - Throws: What `body` throws; there is no file then.
  package func writeCopy<Failure>(
    _ body: (Int32) throws(Failure) -> Int32
  ) throws(Failure) -> FileError? {
    try Self.write(copy, body)
  }

  /// Writes the message as it leaves, and one's own copy if that is another.
  ///
  /// - Parameters:
  ///   - wire: Writes the message to a descriptor and returns 0, or the system's error.
  ///   - own: The same for one's own copy; `nil` if it is the same.
  /// - Returns: Why they are not there; `nil` if they are.
  /// - Throws: What the closures throw.
  package func writeWire<Failure>(
    _ wire: (Int32) throws(Failure) -> Int32,
    own: ((Int32) throws(Failure) -> Int32)?
  ) throws(Failure) -> FileError? {
    unlink(ownCopy)
    if let own, let error = try Self.write(ownCopy, own) { return error }
    return try Self.write(self.wire, wire)
  }

  /// Writes the message as it leaves, and one's own copy if that is another.
  package func write(wire: [UInt8], own: [UInt8]?) throws(FileError) {
    unlink(ownCopy)
    if let own { try write(Self.own, own) }
    try write("wire.eml", wire)
  }

  /// Writes from whom and to whom the message leaves.
  package func write(_ envelope: OutgoingEnvelope) throws(FileError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(envelope) else {
      throw .failed("\(path)/\(Self.envelope)", errno: EINVAL)
    }
    try write(Self.envelope, Array(data))
  }

  /// Reads from whom and to whom the message leaves; `nil` if that is not known.
  package func envelope() -> OutgoingEnvelope? {
    guard let bytes = try? read(Self.envelope) else { return nil }
    return try? JSONDecoder().decode(OutgoingEnvelope.self, from: Data(bytes))
  }

  /// Notes that a person knows what became of the attempts to hand the message over that began then.
  package func write(seen attempt: Timestamp) throws(FileError) {
    try write(Self.seen, Array("\(attempt)".utf8))
  }

  /// When the attempts began of which a person knows what became of them; `nil` if nobody has looked.
  package func seen() -> Timestamp? {
    (try? read(Self.seen)).flatMap { Timestamp(String(decoding: $0, as: UTF8.self)) }
  }

  /// Where the folder of a message is on the file system of a machine with this id; `nil` if it is not there.
  package func place(on machine: String) -> OutgoingPlace? {
    var (inode, birth): (UInt64, Int64) = (0, 0)
    guard clinux_file_identity(path, &inode, &birth) == 0 else { return nil }
    return OutgoingPlace(machine: machine, inode: inode, birth: birth)
  }

  /// Removes the folder: the mail has all that was in it.
  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Removes the message in MIME, once the mail has it.
  package func removeCopy() { unlink(copy) }

  /// Removes the folder of a message whose text could not be written.
  package func removeUnlessWritten() {
    guard access("\(path)/\(Self.draft)", F_OK) != 0 else { return }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Copies a file that is attached, and returns its name below this folder.
  ///
  /// - Parameters:
  ///   - source: The file's absolute name.
  ///   - number: How many parts there were before, and this one.
  /// - Returns: The copy's name.
  /// - Throws: What keeps it from being read or written.
  package func attach(_ source: String, as number: Int) throws(FileError) -> String {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let input = source.withFileName { open($0, flags) }
    guard input >= 0 else { throw failure(errno, source) }
    defer { close(input) }
    return try attach(as: number) { Self.copy(from: input, to: $0) }
  }

  /// Keeps bytes that are attached, and returns their file's name below this folder.
  package func attach(_ bytes: [UInt8], as number: Int) throws(FileError) -> String {
    try attach(as: number) { Self.write(bytes[...], to: $0) }
  }

  private func attach(as number: Int, _ body: (Int32) -> Int32) throws(FileError) -> String {
    try makeFolder("\(path)/\(Self.parts)")
    let name = "\(Self.parts)/\(number)"
    if let error = Self.write("\(path)/\(name)", body) { throw error }
    return name
  }

  /// The names of the copies of what is or was attached, such as `parts/1`, encrypted ones too.
  package func partFiles() -> [String] {
    let folder = "\(path)/\(Self.parts)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasSuffix(".new") }.sorted().map { "\(Self.parts)/\($0)" }
  }

  /// Reads a copy of something attached, by its name below this folder.
  package func read(part name: String) throws(FileError) -> [UInt8] { try read(name) }

  /// Writes a copy of something attached, by its name below this folder.
  package func write(part name: String, _ bytes: [UInt8]) throws(FileError) {
    try makeFolder("\(path)/\(Self.parts)")
    try write(name, bytes)
  }

  /// Removes a copy of something attached.
  package func remove(part name: String) { unlink("\(path)/\(name)") }

  private func read(_ name: String) throws(FileError) -> [UInt8] {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(errno, file) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    // What does not fit is not cut: it would be lost with the next edit.
    guard let data = try? handle.read(upToCount: Self.longest + 1) ?? Data(),
      data.count <= Self.longest
    else { throw .failed(file, errno: EFBIG) }
    return Array(data)
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws(FileError) {
    try Self.replace("\(path)/\(name)", with: bytes)
  }

  /// Writes a file for its owner alone, durably; what was there stays if that fails.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    if let error = write(path, { write(bytes[...], to: $0) }) { throw error }
  }

  /// Writes a file whole or not at all: under another name, which it loses when it is durable.
  private static func write<Failure>(
    _ path: String,
    _ body: (Int32) throws(Failure) -> Int32
  ) throws(Failure) -> FileError? {
    try stage(path, body) ?? place(path)
  }

  /// Gives a file that was staged its own name.
  private static func place(_ path: String) -> FileError? {
    guard rename(path + ".new", path) == 0 else {
      let error = failure(errno, path)
      unlink(path + ".new")
      return error
    }
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    do { try synchronize(folder) } catch { return error }
    return nil
  }

  /// Writes a file durably, under another name.
  private static func stage<Failure>(
    _ path: String,
    _ body: (Int32) throws(Failure) -> Int32
  ) throws(Failure) -> FileError? {
    let temporary = path + ".new"
    unlink(temporary)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(temporary, flags, 0o600)
    guard descriptor >= 0 else { return failure(errno, temporary) }
    // Whatever the mask of the process is.
    fchmod(descriptor, 0o600)
    var isWritten = false
    defer {
      close(descriptor)
      if !isWritten { unlink(temporary) }
    }
    let code = try body(descriptor)
    guard code == 0 else { return failure(code, path) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { return failure(errno, path) }
    isWritten = true
    return nil
  }

  /// Writes bytes; 0 or the system's error.
  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Copies to the end of a file; 0 or the system's error.
  private static func copy(from input: Int32, to output: Int32) -> Int32 {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = Glibc.read(input, &buffer, buffer.count)
      if count == 0 { return 0 }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      let error = write(buffer[..<count], to: output)
      if error != 0 { return error }
    }
  }
}
