import Glibc

/// The lines of a text as ranges, without their line feeds.
struct LineRanges: Sequence, IteratorProtocol {
  private let text: UnsafeBufferPointer<UInt8>
  private var start = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  mutating func next() -> Range<Int>? {
    guard start < text.count, let base = text.baseAddress else { return nil }
    let newline = memchr(base + start, 0x0a, text.count - start)
    let end = newline.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? text.count
    defer { start = end + 1 }
    return start..<end
  }
}
