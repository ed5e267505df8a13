import ChildProcesses
import Glibc
import TestSupport
import Testing

@testable import EngineLink

/// The engine is a shell script that prints what an engine might, or might not.
@Suite struct EngineConnectionTests {
  private let greet = ours.frame.printing

  private func say(_ words: Word...) throws -> String {
    try words.map { try MessageCoding.frame(of: $0).printing }.joined(separator: ";")
  }

  @Test func `an engine that echoes is heard, in order, from the greeting to the end`() throws {
    let connection = try Connection(to: ["cat"])
    let words = (0..<2000).map { Word.text(String(repeating: "w\($0) ", count: $0 % 200)) }
    for word in words { try connection.link.send(word) }
    #expect(connection.link.unsent > 0)
    var events = connection.run { $0.count > words.count }
    #expect(events.first == .ready(ours))
    #expect(events.compactMap(\.message) == words)
    connection.link.finish()
    events = connection.runToEnd()
    #expect(events == [.ended(LinkEnd(greeting: ours))])
    #expect(connection.link.readFD == nil && connection.link.writeFD == nil)
    #expect(connection.link.readable().isEmpty)
  }

  @Test func `a message of many megabytes goes there and back`() throws {
    let connection = try Connection(to: ["/bin/cat"])
    let word = Word.text(String(repeating: "mail ", count: 4 << 20))
    try connection.link.send(word)
    let events = connection.run { $0.count == 2 }
    #expect(events.last == .message(word))
  }

  @Test func `what an engine said before it died is heard`() throws {
    let script = try "\(greet); \(say(.text("a"), .progress(3))); kill -ABRT $$"
    let events = try connect(to: script).runToEnd()
    #expect(
      events == [
        .ready(ours), .message(.text("a")), .message(.progress(3)),
        .ended(LinkEnd(greeting: ours)),
      ]
    )
    #expect(events.last?.end?.mayRestart == true)
  }

  @Test func `a banner ends it with the banner's first line and no restart`() throws {
    let events = try connect(to: "echo; echo Welcome to host; exec cat").runToEnd()
    let cause = LinkError.notMulligan(firstLine: Array("Welcome to host".utf8))
    let end = try #require(events.last?.end)
    #expect(events.count == 1 && end.cause == cause)
    #expect(!end.mayRestart)
  }

  @Test func `what is no engine never reads a request`() throws {
    let file = temporaryPath()
    defer { unlink(file) }
    // It speaks when our greeting has come.
    let greeted = "until [ -s '\(file)' ]; do sleep 0.01; done"
    let connection = try connect(
      to: "exec 3<&0; cat <&3 >'\(file)' & \(greeted); echo Hello; wait"
    )
    try connection.link.send(.text("secret"))
    let word = try MessageCoding.frame(of: Word.text("secret"))
    #expect(connection.link.unsent == word.count)
    #expect(connection.runToEnd().last?.end?.mayRestart == false)
    #expect(size(of: file) == ours.frame.count)
    #expect(connection.link.unsent == 0)
  }

  @Test func `a prompt that waits is told when the wait is given up`() throws {
    let prompted = Signpost()
    let connection = try connect(to: "printf 'Password: '; \(prompted.setting); exec sleep 1000")
    #expect(prompted.isSet())
    #expect(connection.link.readable().isEmpty)
    let end = try #require(connection.link.close())
    #expect(end.cause == .notMulligan(firstLine: Array("Password: ".utf8)))
    #expect(connection.link.close() == nil)
  }

  @Test func `another protocol ends it with both versions and no restart`() throws {
    let theirs = Greeting(number: 8, version: "0.9")
    let end = try connect(to: "\(theirs.frame.printing); exec cat").runToEnd().last?.end
    #expect(end?.cause == .otherProtocol(ours: ours, theirs: theirs))
    #expect(end?.mayRestart == false)
  }

  @Test func `half a frame, an empty one, one too long and nonsense each end it`() throws {
    let half = [UInt8](try MessageCoding.frame(of: Word.text("half")).dropLast())
    let cases: [([UInt8], (LinkError) -> Bool)] = [
      (half, { $0 == .cutOff }),
      ([0, 0, 0, 0], { $0 == .emptyFrame }),
      ([0xFF, 0, 0, 0, 1], { $0 == .frameTooLong(bytes: 0xFF00_0000) }),
      ([0, 0, 0, 2, 1, 1], { if case .undecodable = $0 { true } else { false } }),
    ]
    for (bytes, isExpected) in cases {
      let script = try "\(greet); \(say(.text("a"))); \(bytes.printing)"
      let events = try connect(to: script).runToEnd()
      #expect(events.prefix(2) == [.ready(ours), .message(.text("a"))])
      let cause = try #require(events.last?.end?.cause)
      #expect(isExpected(cause))
      #expect(events.last?.end?.mayRestart == true)
    }
  }

  @Test func `one that never speaks is given up without a cause`() throws {
    let connection = try connect(to: "exec sleep 1000")
    try connection.link.send(.text("anyone?"))
    #expect(connection.link.readable().isEmpty)
    #expect(connection.link.close() == LinkEnd())
    #expect(connection.runToEnd().isEmpty)
  }

  @Test func `an engine that goes or closes its output has ended, whatever it said`() throws {
    #expect(try connect(to: "exit 127").runToEnd() == [.ended(LinkEnd())])
    #expect(
      try connect(to: "\(greet); exec sleep 1000 >&-").runToEnd() == [
        .ready(ours), .ended(LinkEnd(greeting: ours)),
      ]
    )
  }

  @Test func `sending to one that does not read waits for nothing`() throws {
    let connection = try connect(to: "\(greet); exec sleep 1000")
    _ = connection.run { !$0.isEmpty }
    let word = Word.text(String(repeating: "x", count: 100_000))
    for _ in 0..<100 { try connection.link.send(word) }
    #expect(connection.link.wantsWrite)
    #expect(connection.link.unsent > 9_000_000)
  }

  @Test func `sending to one that has gone is no signal and no error`() throws {
    let sent = Signpost()
    let connection = try connect(to: "exec 0<&-; \(greet); \(sent.waiting); exit 4")
    _ = connection.run { !$0.isEmpty }
    for _ in 0..<3 { try connection.link.send(.text(String(repeating: "x", count: 100_000))) }
    sent.set()
    #expect(connection.runToEnd().last?.end == LinkEnd(greeting: ours))
    try connection.link.send(.text("late"))
    #expect(connection.link.unsent == 0)
  }

  @Test func `an engine that is asked to finish gets what was sent before`() throws {
    let file = temporaryPath()
    defer { unlink(file) }
    let asked = Signpost()
    let connection = try connect(to: "\(asked.waiting); \(greet); cat >'\(file)'")
    let word = Word.text(String(repeating: "last words ", count: 50_000))
    try connection.link.send(word)
    connection.link.finish()
    try connection.link.send(.text("too late"))
    asked.set()
    #expect(connection.runToEnd().last?.end == LinkEnd(greeting: ours))
    // Its input has ended: it has read all.
    #expect(connection.child.wait() == .exited(0))
    #expect(size(of: file) == ours.frame.count + (try MessageCoding.frame(of: word)).count)
  }

  @Test func `no descriptor is left of many connections`() async {
    await #expect(processExitsWith: .success) {
      let before = openDescriptors()
      let scripts = ["exit 0", "echo no", ours.frame.printing, "exec cat"]
      for round in 0..<32 {
        let connection = try connect(to: scripts[round % 4])
        try connection.link.send(.text("x"))
        _ = connection.run { $0.count >= 2 }
        _ = connection.link.close()
      }
      #expect(openDescriptors() < before + fewDescriptors)
    }
  }
}

private func size(of file: String) -> Int {
  var status = stat()
  return stat(file, &status) == 0 ? Int(status.st_size) : -1
}
