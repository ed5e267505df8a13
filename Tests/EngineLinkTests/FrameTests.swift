import CLinux
import Glibc
import Testing

@testable import EngineLink

private func frame(_ contents: [UInt8]) -> [UInt8] {
  let count = contents.count
  return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + contents
}

@Suite struct FrameDecoderTests {
  @Test func `frames come out whole however the bytes are cut`() throws {
    var random = SeededGenerator(seed: 5)
    for longest in [1, 2, 5, 100, 5000] {
      let sent = (0..<40).map { _ in
        (0..<Int.random(in: 1...300, using: &random)).map { _ in
          UInt8(truncatingIfNeeded: random.next())
        }
      }
      var decoder = FrameDecoder()
      var received: [[UInt8]] = []
      for piece in sent.flatMap(frame).pieces(upTo: longest, using: &random) {
        decoder.feed(piece)
        while let contents = try decoder.next() { received.append(contents) }
      }
      #expect(received == sent)
      try decoder.finish()
    }
  }

  @Test func `the longest frame is taken`() throws {
    var decoder = FrameDecoder()
    decoder.feed([4, 0, 0, 0])
    decoder.feed([UInt8](repeating: 1, count: 64 << 20))
    let contents = try decoder.next()
    #expect(contents?.count == 64 << 20)
    try decoder.finish()
  }

  @Test func `a longer one is refused when its length is known`() {
    var decoder = FrameDecoder()
    decoder.feed([4, 0, 0, 1])
    #expect(throws: LinkError.frameTooLong(bytes: 64 << 20 + 1)) { try decoder.next() }
  }

  @Test func `an empty frame is refused`() throws {
    var decoder = FrameDecoder()
    decoder.feed(frame([1]) + [0, 0, 0, 0])
    #expect(try decoder.next() == [1])
    #expect(throws: LinkError.emptyFrame) { try decoder.next() }
  }

  @Test(arguments: 1..<7) func `an end inside a frame is an error`(count: Int) throws {
    var decoder = FrameDecoder()
    decoder.feed(frame([1, 2, 3]).prefix(count))
    #expect(try decoder.next() == (count == 7 ? [1, 2, 3] : nil))
    #expect(throws: LinkError.cutOff) { try decoder.finish() }
  }
}

@Suite struct FrameQueueTests {
  /// A pipe that holds one page, non-blocking at both ends.
  private func narrowPipe() throws -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    #expect(clinux_pipe(&ends) == 0)
    #expect(fcntl(ends[1], 1031 /* F_SETPIPE_SZ */, 4096) == 4096)
    for end in ends { #expect(clinux_set_nonblocking(end, true) == 0) }
    return (ends[0], ends[1])
  }

  private func readAll(_ descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = clinux_read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  @Test func `what the pipe does not take waits, and comes in order`() throws {
    let (reader, writer) = try narrowPipe()
    defer { closeAll(reader, writer) }
    var random = SeededGenerator(seed: 6)
    var queue = FrameQueue()
    var sent: [UInt8] = []
    var received: [UInt8] = []
    for round in 0..<3000 {
      let count = Int.random(in: 1...(round % 100 == 0 ? 20_000 : 50), using: &random)
      let frame = [UInt8](repeating: UInt8(truncatingIfNeeded: round), count: count)
      sent += frame
      queue.add(frame)
      try queue.write(to: writer)
      if round % 3 == 0 { received += readAll(reader) }
      #expect(received.count + queue.waiting <= sent.count)
    }
    while !queue.isEmpty {
      received += readAll(reader)
      try queue.write(to: writer)
    }
    received += readAll(reader)
    #expect(received == sent)
    #expect(queue.waiting == 0)
  }

  @Test func `later word of progress takes the place of word that has not gone out`() throws {
    let (reader, writer) = try narrowPipe()
    defer { closeAll(reader, writer) }
    var queue = FrameQueue()
    queue.add([1], replacing: 9)
    queue.add([2])
    queue.add([3], replacing: 9)
    queue.add([4], replacing: 8)
    queue.add([5, 5], replacing: 9)
    #expect(queue.waiting == 4)
    try queue.write(to: writer)
    #expect(readAll(reader) == [5, 5, 2, 4])
    queue.add([6], replacing: 9)
    try queue.write(to: writer)
    #expect(readAll(reader) == [6])
  }

  @Test func `word of progress that has begun to go out is not replaced`() throws {
    let (reader, writer) = try narrowPipe()
    defer { closeAll(reader, writer) }
    var queue = FrameQueue()
    queue.add([UInt8](repeating: 1, count: 5000), replacing: 9)
    try queue.write(to: writer)
    #expect(queue.waiting == 5000 - 4096)
    queue.add([2], replacing: 9)
    queue.add([3], replacing: 9)
    var received = readAll(reader)
    try queue.write(to: writer)
    received += readAll(reader)
    #expect(received == [UInt8](repeating: 1, count: 5000) + [3])
  }

  @Test func `replacing works across the queue's own housekeeping`() throws {
    let (reader, writer) = try narrowPipe()
    defer { closeAll(reader, writer) }
    var queue = FrameQueue()
    for index in 0..<6000 { queue.add([UInt8(truncatingIfNeeded: index)]) }
    queue.add([7], replacing: 1)
    try queue.write(to: writer)
    queue.add([8], replacing: 1)
    var received = readAll(reader)
    try queue.write(to: writer)
    queue.add([9], replacing: 1)
    received += readAll(reader)
    try queue.write(to: writer)
    received += readAll(reader)
    #expect(received == (0..<6000).map { UInt8(truncatingIfNeeded: $0) } + [8, 9])
  }

  @Test func `a reader that is gone is an error and no signal`() throws {
    let (reader, writer) = try narrowPipe()
    close(reader)
    defer { close(writer) }
    var queue = FrameQueue()
    queue.add([1])
    #expect(throws: LinkError.system(call: "write", errno: EPIPE)) { try queue.write(to: writer) }
  }
}
