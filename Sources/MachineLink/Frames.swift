private import Synchronization

/// What a frame is: its first byte.
///
/// Another order of numbers is another protocol.
enum FrameKind: UInt8, CaseIterable, Sendable {
  case alive = 0
  case hello
  case want
  case steps
  case end
  case ready
  case written
  case counts
  case carry
  case carried
  case differ
  case agreeing
  case bye
  case failed

  /// What the points are called at which a debug build may stop before such a frame.
  var point: String { "sync-\(self)" }
}

/// The form of a frame: its length as four bytes, the highest first, then its kind, then what it holds.
enum FrameForm {
  /// The most bytes after the length.
  static let most = 64 << 20
  /// The bytes of the length.
  static let prefix = 4

  static func length(_ count: Int) -> [UInt8] {
    (0..<prefix).map { UInt8(truncatingIfNeeded: count >> (8 * (prefix - 1 - $0))) }
  }
}

/// Sends frames, also from the thread that only says that we are alive.
final class FrameSender: Sendable {
  private let stream: any ByteStream
  private let patience: Duration
  private let reached: @Sendable (String) -> Void
  private let writing = Mutex<Void>(())

  init(
    _ stream: any ByteStream,
    patience: Duration,
    reached: @escaping @Sendable (String) -> Void
  ) {
    (self.stream, self.patience, self.reached) = (stream, patience, reached)
  }

  func send(_ kind: FrameKind, _ contents: [UInt8] = []) throws(WireError) {
    reached(kind.point)
    guard contents.count < FrameForm.most else { throw .bad("\(kind): long") }
    try write(FrameForm.length(1 + contents.count) + [kind.rawValue] + contents)
  }

  func send(_ opening: Opening) throws(WireError) {
    reached("sync-opening")
    try write(opening.frame)
  }

  private func write(_ frame: [UInt8]) throws(WireError) {
    let result = writing.withLock { _ in
      Result { () throws(WireError) in try stream.write(frame, within: patience) }
    }
    try result.get()
  }
}

/// Receives frames, on one thread; what only says that the other side is alive it keeps for itself.
struct FrameReceiver {
  struct Frame {
    var kind: FrameKind
    var contents: [UInt8]
  }

  private let stream: any ByteStream
  private let patience: Duration
  private var buffer: [UInt8] = []
  private var start = 0

  init(_ stream: any ByteStream, patience: Duration) {
    (self.stream, self.patience) = (stream, patience)
  }

  /// Returns the next frame that says something.
  mutating func next() throws(WireError) -> Frame {
    while true {
      try fill(FrameForm.prefix, patience)
      let length = buffer[start..<start + FrameForm.prefix].reduce(0) { $0 << 8 | Int($1) }
      guard (1...FrameForm.most).contains(length) else { throw .bad("length \(length)") }
      try fill(FrameForm.prefix + length, patience)
      let first = start + FrameForm.prefix
      let frame = buffer[first..<first + length]
      start = first + length
      guard let kind = frame.first.flatMap(FrameKind.init) else {
        throw .bad("kind \(frame.first ?? 0)")
      }
      if kind != .alive { return Frame(kind: kind, contents: Array(frame.dropFirst())) }
      guard length == 1 else { throw .bad("alive: longer") }
    }
  }

  /// Returns what the other side sends first, or says what came instead; it may take longer than anything
  /// later, since a person may have to be asked for a passphrase.
  mutating func opening(within time: Duration) throws(WireError) -> Opening {
    var reader = OpeningReader()
    while true {
      let bytes: [UInt8]
      do throws(WireError) {
        bytes = try stream.read(within: time)
      } catch {
        if let line = reader.line(isEnd: true) { throw .notMulligan(firstLine: line) }
        throw error
      }
      guard let (opening, rest) = try reader.feed(bytes) else { continue }
      buffer += rest
      return opening
    }
  }

  /// Waits until so many bytes from the beginning of a frame are there.
  private mutating func fill(_ count: Int, _ patience: Duration) throws(WireError) {
    while buffer.count - start < count {
      let more: [UInt8]
      do throws(WireError) {
        more = try stream.read(within: patience)
      } catch .ended where buffer.count > start {
        throw .bad("half")
      }
      // The room of one large frame is not kept for the small ones after it.
      buffer.removeSubrange(..<start)
      start = 0
      buffer += more
    }
  }
}
