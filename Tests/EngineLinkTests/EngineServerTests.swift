import CLinux
import Glibc
import TestSupport
import Testing

@testable import EngineLink

private typealias Server = EngineServer<Word, Word>

/// A server, and what a screen has of it: raw ends of pipes.
private struct Rig: ~Copyable {
  let server: Server
  let reader: OwnedDescriptor
  let writer: OwnedDescriptor

  init() throws {
    let toServer = try OwnedDescriptor.pipe()
    let fromServer = try OwnedDescriptor.pipe()
    // The pipes would close the ends that the server and this keep.
    func copy(_ end: borrowing OwnedDescriptor) -> OwnedDescriptor {
      OwnedDescriptor(owning: clinux_duplicate(end.number))
    }
    let streams = FrameStreams(input: copy(toServer.reader), output: copy(fromServer.writer))
    let server = try Server(over: streams, as: ours)
    try fromServer.reader.makeNonblocking()
    self.server = server
    reader = copy(fromServer.reader)
    writer = copy(toServer.writer)
  }

  func write(_ bytes: [UInt8]) {
    #expect(clinux_write(writer.number, bytes, bytes.count) == bytes.count)
  }

  /// Reads until so many messages have come.
  func read(_ count: Int) throws -> [Word] {
    var input = LinkInput(expecting: ours)
    var words: [Word] = []
    _ = eventually {
      _ = try? reader.drain { bytes throws(LinkError) in
        try input.feed(bytes)
        while let word = try input.next(Word.self) { words.append(word) }
      }
      return words.count >= count
    }
    return words
  }
}

@Suite struct EngineServerTests {
  @Test func `requests come in order however they are cut, then the end`() throws {
    let rig = try Rig()
    defer { rig.server.finish(within: .zero) }
    var random = SeededGenerator(seed: 8)
    let words = (0..<300).map { Word.number(sender: 0, $0) }
    let bytes = try words.reduce(ours.frame) { try $0 + MessageCoding.frame(of: $1) }
    for piece in bytes.pieces(upTo: 90, using: &random) { rig.write(piece) }
    for word in words {
      #expect(rig.server.requests.popFirst(within: hangGuard) == .request(word))
    }
    #expect(rig.server.requests.popFirst() == nil)
    #expect(rig.server.requests.popFirst(within: .milliseconds(20)) == nil)
  }

  @Test func `the end of the input is the last request`() throws {
    let server: Server
    do {
      let rig = try Rig()
      rig.write(try ours.frame + MessageCoding.frame(of: Word.progress(1)))
      server = rig.server
    }
    #expect(server.requests.popFirst(within: hangGuard) == .request(.progress(1)))
    #expect(server.requests.popFirst(within: hangGuard) == .ended(nil))
    #expect(server.requests.popFirst(within: .milliseconds(20)) == nil)
    server.finish(within: hangGuard)
  }

  @Test func `what cannot be understood is the end`() throws {
    for (bytes, cause) in [
      (Array("GET / HTTP/1.1\r\n".utf8), .notMulligan(firstLine: Array("GET / HTTP/1.1".utf8))),
      (ours.frame + [0, 0, 0, 0], .emptyFrame),
      (Greeting(number: 1, version: "").frame, LinkError?.none),
    ] {
      let rig = try Rig()
      rig.write(bytes)
      let end = rig.server.requests.popFirst(within: hangGuard)
      guard case .ended(let error?) = end else {
        Issue.record("not the end: \(String(describing: end))")
        continue
      }
      if let cause { #expect(error == cause) }
      rig.server.finish(within: .zero)
    }
  }

  @Test func `a screen that reads no more is the end`() throws {
    let rig = try Rig()
    let server = rig.server
    rig.write(ours.frame)
    #expect(try rig.read(0).isEmpty)
    let (reader, writer) = (rig.reader.number, clinux_duplicate(rig.writer.number))
    defer { close(writer) }
    // The number stays taken, so that nothing else is closed with the rig.
    let nothing = open("/dev/null", O_RDONLY)
    dup2(nothing, reader)
    close(nothing)
    try server.send(.text("anyone?"))
    #expect(
      server.requests.popFirst(within: hangGuard) == .ended(.system(call: "write", errno: EPIPE))
    )
    server.finish(within: hangGuard)
  }

  @Test func `messages of two threads arrive, each thread's in order`() throws {
    let rig = try Rig()
    let server = rig.server
    let count = 3000
    for sender in 0..<2 {
      BackgroundThread.start {
        for number in 0..<count { try? server.send(.number(sender: sender, number)) }
      }
    }
    let words = try rig.read(2 * count)
    for sender in 0..<2 {
      let numbers = words.compactMap { word -> Int? in
        if case .number(sender, let number) = word { number } else { nil }
      }
      #expect(numbers == Array(0..<count))
    }
    server.finish(within: hangGuard)
  }

  @Test func `sending waits for nobody, and late progress replaces early`() throws {
    let rig = try Rig()
    let long = String(repeating: "x", count: 200_000)
    let time = try ContinuousClock().measure {
      for number in 0..<50 {
        try rig.server.send(.text(long))
        try rig.server.send(.progress(number), replacing: 1)
      }
    }
    #expect(time < hangGuard)
    #expect(rig.server.unsent > 9_000_000)
    let words = try rig.read(51)
    let progress = words.filter { if case .progress = $0 { true } else { false } }
    #expect(progress == [.progress(49)])
    #expect(words.count == 51)
    rig.server.finish(within: hangGuard)
  }

  @Test func `finishing writes what is left, and gives up when nobody reads`() throws {
    let rig = try Rig()
    let server = rig.server
    try server.send(.text("last"))
    server.finish(within: hangGuard)
    #expect(try rig.read(1) == [.text("last")])
    try server.send(.text("too late"))
    #expect(server.unsent == 0)

    let deaf = try Rig()
    try deaf.server.send(.text(String(repeating: "x", count: 200_000)))
    let time = ContinuousClock().measure { deaf.server.finish(within: .milliseconds(50)) }
    #expect(time >= .milliseconds(50) && time < hangGuard)
  }

  @Test(arguments: [true, false])
  func `who waits for room goes on when the screen has read, or has gone`(reads: Bool) throws {
    let rig = try Rig()
    let server = rig.server
    let waiters = try WorkQueue<Int>()
    let text = Word.text(String(repeating: "x", count: 200_000))
    for _ in 0..<5 { try server.send(text) }
    BackgroundThread.start {
      server.waitUntilUnsent(isAtMost: 300_000)
      waiters.append(server.unsent)
    }
    #expect(waiters.popFirst(within: .milliseconds(100)) == nil)
    if reads {
      #expect(try rig.read(5).count == 5)
    } else {
      let nothing = open("/dev/null", O_RDONLY)
      dup2(nothing, rig.reader.number)
      close(nothing)
    }
    #expect(try #require(waiters.popFirst(within: hangGuard)) <= 300_000)
    server.finish(within: hangGuard)
  }

  @Test func `nothing is left of a server that has finished`() async {
    await #expect(processExitsWith: .success) {
      let before = openDescriptors()
      for _ in 0..<20 {
        let rig = try Rig()
        rig.write(ours.frame)
        try rig.server.send(.text("x"))
        rig.server.finish(within: hangGuard)
      }
      #expect(eventually { openDescriptors() < before + fewDescriptors })
    }
  }

  @Test func `a screen and an engine talk through a program between them`() throws {
    let folder = temporaryPath()
    let (there, back) = (folder + "/there", folder + "/back")
    #expect(mkdir(folder, 0o700) == 0 && mkfifo(there, 0o600) == 0 && mkfifo(back, 0o600) == 0)
    defer {
      for file in [there, back] { unlink(file) }
      rmdir(folder)
    }
    let script = #"exec 3<&0; cat "$1" & exec 4>"$0"; cat <&3 >&4; exec 4>&-; wait"#
    let connection = try Connection(to: ["/bin/sh", "-c", script, there, back])
    BackgroundThread.start {
      let input = OwnedDescriptor(owning: open(there, O_RDONLY | O_CLOEXEC))
      let output = OwnedDescriptor(owning: open(back, O_WRONLY | O_CLOEXEC))
      let streams = FrameStreams(input: input, output: output)
      guard let server = try? Server(over: streams, as: ours) else { return }
      while case .request(let word) = server.requests.popFirst(within: hangGuard) {
        try? server.send(word)
      }
      server.finish(within: hangGuard)
    }
    let words = (0..<500).map { Word.number(sender: 3, $0) }
    for word in words { try connection.link.send(word) }
    let events = connection.run { $0.count > words.count }
    #expect(events.compactMap(\.message) == words)
    connection.link.finish()
    #expect(connection.runToEnd().last == .ended(LinkEnd(greeting: ours)))
  }

  @Test func `frames have the standard streams to themselves`() async {
    await #expect(processExitsWith: .success) {
      var input: [Int32] = [-1, -1]
      var output: [Int32] = [-1, -1]
      #expect(clinux_pipe(&input) == 0 && clinux_pipe(&output) == 0)
      dup2(input[0], STDIN_FILENO)
      dup2(output[1], STDOUT_FILENO)
      let streams = try StandardStreams.reserve()
      print("a library's remark")
      fflush(nil)
      var byte: UInt8 = 7
      #expect(read(STDIN_FILENO, &byte, 1) == 0)
      #expect(write(streams.output.number, &byte, 1) == 1)
      #expect(write(input[1], &byte, 1) == 1)
      #expect(read(streams.input.number, &byte, 1) == 1)
      var heard = [UInt8](repeating: 0, count: 100)
      #expect(read(output[0], &heard, 100) == 1)
    }
  }
}

@Suite struct WorkQueueTests {
  @Test func `what does not fit keeps its place`() throws {
    let queue = try WorkQueue<Int>()
    for number in 1...6 { queue.append(number) }
    #expect(queue.popFirst { $0 % 2 == 0 } == 2)
    #expect(queue.popFirst { $0 % 2 == 0 } == 4)
    #expect(queue.popFirst { $0 > 9 } == nil)
    #expect(queue.popFirst(within: .milliseconds(5)) { $0 > 9 } == nil)
    #expect((1...4).compactMap { _ in queue.popFirst() } == [1, 3, 5, 6])
  }

  @Test func `a waiting thread gets everything that others put, each one's in order`() throws {
    let queue = try WorkQueue<(sender: Int, number: Int)>()
    let count = 5000
    for sender in 0..<2 {
      BackgroundThread.start {
        for number in 0..<count { queue.append((sender, number)) }
      }
    }
    var next = [0, 0]
    for _ in 0..<2 * count {
      let element = try #require(queue.popFirst(within: hangGuard))
      #expect(element.number == next[element.sender])
      next[element.sender] += 1
    }
    #expect(queue.popFirst() == nil)
  }

  @Test func `waiting takes the time it was given and no more`() throws {
    let queue = try WorkQueue<Int>()
    let time = ContinuousClock().measure {
      #expect(queue.popFirst(within: .milliseconds(30)) == nil)
    }
    #expect(time >= .milliseconds(30) && time < hangGuard)
  }
}
