import Foundation
import TriageCore

/// The lists that messages are from, as the beginnings of their files say: each is read once, and
/// what it said kept in a file of the cache, `LIST<Tab>MESSAGE-ID` on a line.
///
/// The file is only added to, a whole line at a time, so any number of processes may share it; what
/// is no such line is not read. Without it everything is found out again.
final class ListMemory: ListLookup {
  private let folder: String
  private var remembered: [MessageID: String?]?

  /// A file that has grown beyond this, in bytes, is begun anew.
  private static let limit = 64 << 20

  /// Names the folder of caches; nothing is read before anything is asked.
  init(_ cacheFolder: String) {
    folder = cacheFolder + "/mulligan"
  }

  private var path: String { folder + "/lists" }

  func known(_ message: MessageID) -> String?? { entries[message] }

  func lists(of messages: [(id: MessageID, files: [String])]) -> [String?] {
    var lines = ""
    let lists = messages.map { message -> String? in
      guard let head = MailHead.bytes(of: message.files) else { return nil }
      let list = MailSource.list(head)
      remembered?[message.id] = .some(list)
      lines += Self.line(message.id, list)
      return list
    }
    append(lines)
    return lists
  }

  // MARK: The file

  private var entries: [MessageID: String?] {
    if let remembered { return remembered }
    let entries = read()
    remembered = entries
    return entries
  }

  private func read() -> [MessageID: String?] {
    guard let data = FileManager.default.contents(atPath: path) else { return [:] }
    guard data.count <= Self.limit else {
      unlink(path)
      return [:]
    }
    return data.withUnsafeBytes { Self.entries($0) }
  }

  /// The entries of whole lines; the last of a message counts.
  private static func entries(_ bytes: UnsafeRawBufferPointer) -> [MessageID: String?] {
    var entries: [MessageID: String?] = [:]
    entries.reserveCapacity(bytes.count / 40)
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      let line = bytes[start..<end]
      start = end + 1
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let id = line[(tab + 1)...]
      guard !id.isEmpty, !id.contains(UInt8(ascii: "\t")) else { continue }
      let list = line[..<tab]
      // Encoded words were kept as they came once.
      if list.starts(with: "=?".utf8) { continue }
      entries[MessageID(String(decoding: id, as: UTF8.self))] = .some(
        list.isEmpty ? nil : String(decoding: list, as: UTF8.self)
      )
    }
    return entries
  }

  /// What the file says of a message; nothing if that does not fit in a line.
  private static func line(_ id: MessageID, _ list: String?) -> String {
    let list = list ?? ""
    let fits = !(id.text + list).unicodeScalars.contains { $0 == "\t" || $0 == "\n" }
    return fits ? "\(list)\t\(id.text)\n" : ""
  }

  /// Adds lines; what cannot be kept is not kept.
  private func append(_ lines: String) {
    guard !lines.isEmpty else { return }
    try? FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(lines.utf8)
    _ = write(descriptor, bytes, bytes.count)
  }
}

/// The beginning of a mail file.
enum MailHead {
  /// Most headers end within this; a longer one is read on.
  private static let first = 4_096
  /// Fields beyond this are not looked for.
  private static let limit = 65_536

  /// Returns the beginning of the first of a message's files that can be read.
  static func bytes(of files: [String]) -> [UInt8]? {
    // A lazy map would read the file that it finds twice.
    for file in files { if let bytes = bytes(of: file) { return bytes } }
    return nil
  }

  /// Returns the beginning of a file, with its whole header unless that is too long; `nil` if it
  /// cannot be read.
  static func bytes(of file: String) -> [UInt8]? {
    let descriptor = file.withFileName { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let room = bytes.isEmpty ? first : limit - bytes.count
      let more = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        // What is not read is not there.
        count = max(0, read(descriptor, buffer.baseAddress, room))
      }
      if more.isEmpty { break }
      bytes = bytes.isEmpty ? more : bytes + more
      if hasWholeHeader(bytes) { break }
    }
    return bytes
  }

  private static func hasWholeHeader(_ bytes: [UInt8]) -> Bool {
    var lineIsEmpty = false
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if lineIsEmpty { return true }
        lineIsEmpty = true
      } else if byte != UInt8(ascii: "\r") {
        lineIsEmpty = false
      }
    }
    return false
  }
}

extension UnsubscribeMethod {
  /// Returns the ways that the first file of a message names that can be read.
  static func all(in message: MessageMetadata) -> [UnsubscribeMethod] {
    MailHead.bytes(of: message.files).map { all(in: $0) } ?? []
  }
}
