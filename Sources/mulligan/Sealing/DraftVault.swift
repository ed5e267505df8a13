import Foundation
import MailText
import Outbox
import Synchronization
import TriageCore

/// Reads and writes the texts of messages in their folders: of one that will be encrypted, the text and
/// what is attached lie there encrypted to its writer's own key.
///
/// To write needs nobody; to read needs the secret key once in this process's life.
final class DraftVault: Sendable {
  /// How GnuPG is called.
  let sealer: MailSealer
  private let opened = Mutex<[OutgoingID: Opened]>([:])
  /// The versions that were made ready to leave.
  private let sealed = Mutex<[OutgoingID: Int64]>([:])

  /// What is in the file of a text that is encrypted.
  private struct Content: Codable {
    var text: String
    var attachments: [OutgoingFacts.Part]
    var sealing: OutgoingFacts.Sealing
    /// How many bytes each of the copies has, by its file's name.
    var sizes: [String: Int]
  }

  private struct Opened {
    var armor: [UInt8]
    var content: Content
  }

  init(_ sealer: MailSealer) { self.sealer = sealer }

  /// What a message is, its text, and the sizes of what is attached.
  struct Draft {
    var facts: OutgoingFacts
    var text: String
    var sizes: [Int]
  }

  /// Reads a message; `nil` if its folder does not say what it is.
  ///
  /// - Throws: `.keyLocked` if it is encrypted, was not opened yet, and nobody may be asked.
  func read(
    _ folder: OutgoingFolder,
    _ attempt: SealAttempt
  ) throws(TriageFailure) -> Draft? {
    guard let facts = (try? folder.facts()) ?? nil else { return nil }
    let text = try inFolder { () throws(FileError) in try folder.draftBytes() }
    // The facts are written after the text: a kill in between leaves those of before.
    guard text.starts(with: Self.armor.utf8), facts.isForeign != true else {
      let sizes = facts.attachments.map { Self.size(of: folder.file(of: $0)) }
      return Draft(facts: facts, text: String(decoding: text, as: UTF8.self), sizes: sizes)
    }
    let content = try content(text, of: folder.id, attempt)
    var open = facts
    open.attachments = content.attachments
    open.sealing = content.sealing
    let sizes = open.attachments.map { content.sizes[$0.file] ?? 0 }
    return Draft(facts: open, text: content.text, sizes: sizes)
  }

  private func content(
    _ armor: [UInt8],
    of id: OutgoingID,
    _ attempt: SealAttempt
  ) throws(TriageFailure) -> Content {
    if let known = opened.withLock({ $0[id] }), known.armor == armor { return known.content }
    if case .known = attempt { throw TriageFailure(.keyLocked) }
    let bytes = try sealer.opened(armor, attempt)
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)) else {
      throw TriageFailure(.notIntact)
    }
    opened.withLock { $0[id] = Opened(armor: armor, content: content) }
    return content
  }

  /// Writes what a message is, and its text; what is attached lies there already, as it did or as it is
  /// to lie.
  ///
  /// `announce` lets others know that there is another version, when nothing is left to be done but to
  /// name its files.
  func write(
    _ text: String,
    _ facts: OutgoingFacts,
    in folder: OutgoingFolder,
    announce: () throws(TriageFailure) -> Void = {}
  ) throws(TriageFailure) {
    guard let sealing = facts.sealing, let key = sealing.key else {
      try openParts(in: folder)
      return try folder.write(facts, draft: Array(text.utf8), announce: announce)
    }
    let sizes = try closeParts(for: key, in: folder)
    let content = Content(
      text: text,
      attachments: facts.attachments,
      sealing: sealing,
      sizes: sizes
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(content) else { throw TriageFailure(.internalError) }
    let armor = try sealer.closed(Array(data), for: key)
    var kept = facts
    kept.attachments = []
    try folder.write(kept, draft: armor, textFirst: true, announce: announce)
    opened.withLock { $0[folder.id] = Opened(armor: armor, content: content) }
  }

  /// Notes that all that leaves of a version is there, sealed.
  func note(sealed id: OutgoingID, version: Int64) { sealed.withLock { $0[id] = version } }

  /// Whether all that leaves of a version is there, sealed.
  func isSealed(_ id: OutgoingID, version: Int64) -> Bool {
    sealed.withLock { $0[id] == version }
  }

  private static let armor = "-----BEGIN PGP MESSAGE-----"

  /// Whether a text lies in its folder encrypted.
  static func isClosed(_ text: String) -> Bool { text.hasPrefix(armor) }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  func inFolder<Value>(
    _ body: () throws(FileError) -> Value
  ) throws(TriageFailure) -> Value {
    do throws(FileError) { return try body() } catch { throw TriageFailure(error) }
  }
}

// MARK: - What is attached

extension DraftVault {
  private static let closed = ".pgp"

  /// Keeps bytes that are attached.
  func attach(
    _ bytes: [UInt8],
    as number: Int,
    _ facts: OutgoingFacts,
    in folder: OutgoingFolder
  ) throws(TriageFailure) -> String {
    let name = "parts/\(number)"
    if let key = facts.sealing?.key {
      let armor = try sealer.closed(bytes, for: key)
      try inFolder { () throws(FileError) in
        try folder.write(part: name + Self.closed, armor)
      }
      opened.withLock { $0[folder.id]?.content.sizes[name] = bytes.count }
    } else {
      try inFolder { () throws(FileError) in try folder.write(part: name, bytes) }
    }
    return name
  }

  /// Keeps a copy of a file that is attached.
  func attach(
    _ path: String,
    as number: Int,
    _ facts: OutgoingFacts,
    in folder: OutgoingFolder
  ) throws(TriageFailure) -> String {
    guard facts.sealing?.isClosed == true else {
      return try inFolder { () throws(FileError) in try folder.attach(path, as: number) }
    }
    return try attach(try MessageMaker.bytes(of: path), as: number, facts, in: folder)
  }

  /// A number that no copy in a folder has.
  static func freeNumber(in folder: OutgoingFolder) -> Int {
    let names = folder.partFiles().compactMap { $0.split(separator: "/").last }
    return (names.compactMap { Int($0.split(separator: ".")[0]) }.max() ?? 0) + 1
  }

  /// What is attached, for the message that leaves: the bytes of what lies there encrypted.
  func attachments(
    of facts: OutgoingFacts,
    in folder: OutgoingFolder,
    _ attempt: SealAttempt
  ) throws(TriageFailure) -> [OutgoingMail.Attachment] {
    var attachments: [OutgoingMail.Attachment] = []
    for part in facts.attachments {
      let content: OutgoingMail.Attachment.Content =
        facts.sealing?.isClosed == true
        ? .bytes(try bytes(of: part.file, in: folder, attempt)) : .file(folder.file(of: part))
      attachments.append(
        OutgoingMail.Attachment(
          name: part.name,
          type: part.type,
          content,
          fields: part.fields ?? []
        )
      )
    }
    return attachments
  }

  private func bytes(
    of name: String,
    in folder: OutgoingFolder,
    _ attempt: SealAttempt
  ) throws(TriageFailure) -> [UInt8] {
    let closed = name + Self.closed
    // One that was put back into the clear before a kill is there as it was.
    guard folder.partFiles().contains(closed) else {
      return try inFolder { () throws(FileError) in try folder.read(part: name) }
    }
    let armor = try inFolder { () throws(FileError) in try folder.read(part: closed) }
    return try sealer.opened(armor, attempt)
  }

  /// Encrypts all copies that lie there in clear, also of what is not attached any more.
  ///
  /// - Returns: How many bytes each of the copies has.
  private func closeParts(
    for key: String,
    in folder: OutgoingFolder
  ) throws(TriageFailure) -> [String: Int] {
    var sizes = opened.withLock { $0[folder.id]?.content.sizes ?? [:] }
    for name in folder.partFiles() where !name.hasSuffix(Self.closed) {
      let bytes = try inFolder { () throws(FileError) in try folder.read(part: name) }
      let armor = try sealer.closed(bytes, for: key)
      try inFolder { () throws(FileError) in
        try folder.write(part: name + Self.closed, armor)
      }
      folder.remove(part: name)
      sizes[name] = bytes.count
    }
    return sizes
  }

  /// Puts all copies back into the clear: a person wants the message to leave so.
  private func openParts(in folder: OutgoingFolder) throws(TriageFailure) {
    for closed in folder.partFiles() where closed.hasSuffix(Self.closed) {
      let name = String(closed.dropLast(Self.closed.count))
      let bytes = try bytes(of: name, in: folder, .quiet)
      try inFolder { () throws(FileError) in try folder.write(part: name, bytes) }
      folder.remove(part: closed)
    }
  }
}
