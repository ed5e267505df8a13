import CGMime
import Glibc
import TriageCore

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

  /// - Throws: `.missing`, `.notAFile`, `.unreadable`.
  init(path: String) throws(MessageFileError) {
    self.path = path
    descriptor = path.withFileName { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    var status = stat()
    let error = descriptor < 0 || fstat(descriptor, &status) < 0 ? errno : 0
    size = Int(status.st_size)
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
