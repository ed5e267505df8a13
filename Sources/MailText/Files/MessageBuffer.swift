import CGMime
import Glibc
import TriageCore

/// The bytes of a mail file that GMime may see, and where in the file they came from.
final class MessageBuffer {
  /// A run of the file that is missing from the buffer.
  private struct Gap {
    /// Where in the buffer it would stand.
    var position: Int
    var length: Int
  }

  private(set) var memory: UnsafeMutableRawPointer
  private(set) var count = 0
  private var capacity: Int
  private var gaps: [Gap] = []
  fileprivate(set) var cuts: IntakeCuts = []
  /// How many header fields of the message, and parts, were left out.
  fileprivate(set) var omitted = (fields: 0, parts: 0)
  /// What the limits leave for other texts of the same message.
  fileprivate(set) var left: MessageLimits

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  fileprivate init(capacity: Int, limits: MessageLimits) {
    self.capacity = capacity
    left = limits
    memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// Returns where a position of the buffer lies in the file.
  func filePosition(of position: Int) -> Int {
    gaps.reduce(position) { $1.position < position ? $0 + $1.length : $0 }
  }

  /// Returns how many bytes of the file are missing from a part whose content is this range.
  ///
  /// What is missing at its end stands before the boundary line, behind the line end that belongs to
  /// the boundary and is not in the range.
  func missing(in content: Range<Int>) -> Int {
    gaps.reduce(0) {
      (content.lowerBound...content.upperBound + 2).contains($1.position) ? $0 + $1.length : $0
    }
  }
}

// MARK: - Reading

extension MessageBuffer {
  /// How much is read at once.
  private static let stride = 1 << 18

  /// Reads a mail file as far as the limits go.
  static func read(
    _ source: any ByteSource,
    sizeHint: Int,
    limits: MessageLimits
  ) throws(MessageFileError) -> MessageBuffer {
    let hint = min(max(sizeHint, 0), limits.bodyBytes + limits.headerBytes)
    let buffer = MessageBuffer(capacity: min(hint + 1, stride) + 4096, limits: limits)
    var scanner = IntakeScanner(limits: limits)
    var reading = Reading()
    while reading.total < limits.fileBytes, !reading.isOver {
      buffer.reserve(reading.end + min(stride, max(hint + 1 - reading.end, 4096)))
      let room = UnsafeMutableRawBufferPointer(
        start: buffer.memory + reading.end,
        count: buffer.capacity - reading.end
      )
      let got = try source.read(into: room)
      reading.end += got
      reading.total += got
      buffer.judge(&reading, by: &scanner, isLast: got == 0)
      if got == 0 { break }
    }
    if reading.total >= limits.fileBytes { scanner.noteUnread() }
    buffer.cuts = scanner.cuts
    buffer.omitted = scanner.omitted
    buffer.left = scanner.left
    return buffer
  }

  /// The state of reading: `[0, count)` is kept, `[start, end)` is still to be judged.
  private struct Reading {
    var start = 0
    var end = 0
    var total = 0
    var isMidLine = false
    var isOver = false
  }

  /// Lets the scanner judge what has been read, but for a last piece of a line.
  private func judge(_ reading: inout Reading, by scanner: inout IntakeScanner, isLast: Bool) {
    while reading.start < reading.end, !reading.isOver {
      let left = reading.end - reading.start
      let newline = memchr(memory + reading.start, 0x0a, left)
      let length = newline.map {
        UnsafeRawPointer($0) - UnsafeRawPointer(memory) + 1 - reading.start
      }
      guard let length = length ?? (isLast || left >= 1 << 16 ? left : nil) else { break }
      let line = UnsafeRawBufferPointer(start: memory + reading.start, count: length)
      let verdict = reading.isMidLine ? scanner.continuation(line) : scanner.line(line)
      switch verdict {
      case .stop: reading.isOver = true
      case .skip: break
      case .keep(let kept):
        keep(kept, of: length, at: reading.start, isHeader: scanner.isHeaderLine)
      }
      reading.isMidLine = newline == nil
      reading.start += length
    }
    // What is left of a line moves down behind what is kept.
    let left = reading.end - reading.start
    memmove(memory + count, memory + reading.start, left)
    (reading.start, reading.end) = (count, count + left)
  }

  private func keep(_ kept: Int, of length: Int, at start: Int, isHeader: Bool) {
    if start != count, kept > 0 { memmove(memory + count, memory + start, kept) }
    if isHeader, kept > 0 { replaceZeros(in: count..<count + kept) }
    count += kept
    guard kept < length else { return }
    // A line that is cut must still end, or the next one would become part of it.
    if count > 0 { memory.storeBytes(of: 0x0a, toByteOffset: count - 1, as: UInt8.self) }
    if let last = gaps.last, last.position == count {
      gaps[gaps.count - 1].length += length - kept
    } else {
      gaps.append(Gap(position: count, length: length - kept))
    }
  }

  /// Puts SUB for NUL in header lines: GMime's strings end at NUL, and nothing should be lost there.
  private func replaceZeros(in range: Range<Int>) {
    var from = range.lowerBound
    while let zero = memchr(memory + from, 0, range.upperBound - from) {
      zero.storeBytes(of: 0x1a, as: UInt8.self)
      from = UnsafeRawPointer(zero) - UnsafeRawPointer(memory) + 1
    }
  }

  private func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    let larger = max(wanted, min(capacity * 2, capacity + (8 << 20)))
    let fresh = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    fresh.copyMemory(from: memory, byteCount: capacity)
    memory.deallocate()
    memory = fresh
    capacity = larger
  }
}

/// The bytes of a mail file, from the front.
protocol ByteSource: AnyObject {
  /// Fills some of the buffer; 0 means the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MessageFileError) -> Int
  /// Goes on reading at a position counted from the beginning.
  func rewind(to position: Int) throws(MessageFileError)
}

extension ByteSource {
  /// Reads at most `limit` bytes from the front.
  func beginning(_ limit: Int) throws(MessageFileError) -> [UInt8] {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { room.deallocate() }
    var result: [UInt8] = []
    while result.count < limit {
      let got = try read(into: room)
      guard got > 0 else { break }
      result += room[0..<min(got, limit - result.count)]
    }
    return result
  }
}

/// A regular file, opened so that no pipe or device can hold us up.
final class FileSource: ByteSource {
  let path: String
  let descriptor: Int32
  /// The size when it was opened.
  let size: Int
  /// Which file it is, and as what it was opened.
  let identity: FileIdentity

  /// - Throws: `.missing`, `.notAFile`, `.unreadable`.
  init(path: String) throws(MessageFileError) {
    self.path = path
    descriptor = path.withFileName { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    var status = stat()
    let error = descriptor < 0 || fstat(descriptor, &status) < 0 ? errno : 0
    size = Int(status.st_size)
    identity = FileIdentity(status)
    // All fields are set, so `deinit` closes the descriptor when these throw.
    guard error == 0 else { throw Self.failure(error, path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether the file is compressed: notmuch reads such mail, and so do we.
  func isGzip() -> Bool {
    var magic: [UInt8] = [0, 0]
    return pread(descriptor, &magic, 2, 0) == 2 && magic == [0x1f, 0x8b]
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MessageFileError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .unreadable(path, errno: errno) }
    }
  }

  func rewind(to position: Int) throws(MessageFileError) {
    guard lseek(descriptor, position, SEEK_SET) == position else {
      throw .unreadable(path, errno: errno)
    }
  }

  private static func failure(_ code: Int32, _ path: String) -> MessageFileError {
    switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG: .missing
    case ENXIO, ENODEV: .notAFile(path)
    default: .unreadable(path, errno: code)
    }
  }
}

/// What a gzip file holds.
final class GzipSource: ByteSource {
  private let file: FileSource
  private var stream: UnsafeMutablePointer<GMimeStream>

  init(_ file: FileSource) {
    self.file = file
    stream = cgmime_gunzip(file.descriptor)
  }

  /// There is no way back in a compressed file but to begin again.
  func rewind(to position: Int) throws(MessageFileError) {
    try file.rewind(to: 0)
    g_object_unref(stream)
    stream = cgmime_gunzip(file.descriptor)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { room.deallocate() }
    var left = position
    while left > 0 {
      let wanted = UnsafeMutableRawBufferPointer(rebasing: room[0..<min(left, room.count)])
      let got = try read(into: wanted)
      guard got > 0 else { return }
      left -= got
    }
  }

  deinit { g_object_unref(stream) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MessageFileError) -> Int {
    let count = g_mime_stream_read(
      stream,
      buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
      buffer.count
    )
    // A damaged file ends where it stops to make sense.
    return max(0, count)
  }
}
