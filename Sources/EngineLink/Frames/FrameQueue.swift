private import CLinux
private import Glibc

/// The frames that wait until the other side takes them.
///
/// There is no bound: the producer decides what to do about `waiting`.
package struct FrameQueue: Sendable {
  private struct Entry {
    var frame: [UInt8]
    var key: UInt64?
  }

  /// Those before `first` have been written; `dropped` more are not even here any more.
  private var entries: [Entry] = []
  private var first = 0
  private var dropped = 0
  /// How much of the first frame has been written.
  private var written = 0
  /// The numbers, since the beginning, of the frames that a later one may replace.
  private var places: [UInt64: Int] = [:]
  /// How many bytes wait.
  package private(set) var waiting = 0

  /// Makes an empty queue.
  package init() {}

  /// Whether there is nothing to write.
  package var isEmpty: Bool { first == entries.count }

  /// Adds a frame at the end.
  ///
  /// - Parameters:
  ///   - frame: The whole frame, length included.
  ///   - key: If a frame with the same key waits and none of it is written, this one takes that
  ///     one's place, so that it also comes before what was added after it.
  package mutating func add(_ frame: [UInt8], replacing key: UInt64? = nil) {
    waiting += frame.count
    if let key, let place = places[key] {
      waiting -= entries[place - dropped].frame.count
      entries[place - dropped].frame = frame
    } else {
      if let key { places[key] = dropped + entries.count }
      entries.append(Entry(frame: frame, key: key))
    }
  }

  /// Forgets everything.
  package mutating func removeAll() {
    self = FrameQueue()
  }

  /// Writes what the descriptor takes without waiting; it must be non-blocking.
  ///
  /// - Throws: `.system`, with `EPIPE` when nobody reads any more.
  package mutating func write(to descriptor: Int32) throws(LinkError) {
    while !isEmpty {
      lockFirst()
      let frame = entries[first].frame
      let count = frame.withUnsafeBytes { bytes in
        clinux_write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count == -Int(EAGAIN) { return }
      guard count >= 0 else { throw .system(call: "write", errno: Int32(-count)) }
      written += count
      waiting -= count
      if written == frame.count { dropFirst() }
    }
  }

  /// Keeps the first frame from being replaced: a part of it may go out.
  private mutating func lockFirst() {
    guard let key = entries[first].key else { return }
    entries[first].key = nil
    places[key] = nil
  }

  private mutating func dropFirst() {
    entries[first].frame = []
    first += 1
    written = 0
    // Rarely, so that it costs little for each frame.
    guard isEmpty || first > 1024 && first > entries.count / 2 else { return }
    entries.removeFirst(first)
    dropped += first
    first = 0
  }
}
