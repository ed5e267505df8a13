import ChildProcesses
import EngineLink
import Foundation
import Glibc
import TestSupport
import Testing

/// A small message in either direction.
enum Word: Codable, Sendable, Equatable {
  case text(String)
  case number(sender: Int, Int)
  case progress(Int)
  case bytes([UInt8])
}

let ours = Greeting(number: 7, version: "1.2.3")

/// A connection to a program, which ends with it.
final class Connection {
  let child: ChildProcess
  let link: EngineConnection<Word, Word>

  init(to arguments: [String]) throws {
    child = try ChildProcess(
      ChildLaunch(
        arguments,
        environment: ["PATH": "/usr/bin:/bin"],
        input: .pipe,
        output: .pipe,
        errors: .descriptor(STDERR_FILENO)
      )
    )
    let (output, input) = (try #require(child.releaseOutput()), try #require(child.releaseInput()))
    let streams = FrameStreams(
      input: OwnedDescriptor(owning: output),
      output: OwnedDescriptor(owning: input)
    )
    link = try EngineConnection(over: streams, as: ours)
  }

  /// Does what the screen's loop does, until something is heard that fits.
  func run(until isDone: ([LinkEvent<Word>]) -> Bool) -> [LinkEvent<Word>] {
    var events: [LinkEvent<Word>] = []
    let deadline = ContinuousClock.now + hangGuard
    while !isDone(events), link.readFD != nil, ContinuousClock.now < deadline {
      var entries = [
        pollfd(fd: link.readFD ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: link.writeFD ?? -1, events: Int16(POLLOUT), revents: 0),
      ]
      poll(&entries, 2, 20)
      link.writable()
      events += link.readable()
    }
    return events
  }

  /// Runs to the connection's end.
  func runToEnd() -> [LinkEvent<Word>] {
    run { $0.last?.end != nil }
  }
}

/// Random numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension Collection<UInt8> {
  /// Cuts bytes at random places.
  func pieces(upTo longest: Int, using random: inout some RandomNumberGenerator) -> [[UInt8]] {
    var rest = Array(self)[...]
    var pieces: [[UInt8]] = []
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...longest, using: &random))
      pieces.append(Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }

  /// The shell's command that prints these bytes.
  var printing: String {
    let octal = map { "\\\($0 >> 6)\($0 >> 3 & 7)\($0 & 7)" }
    return "printf '\(octal.joined())'"
  }
}

/// Starts a shell script as the engine.
func connect(to script: String) throws -> Connection {
  try Connection(to: ["/bin/sh", "-c", script])
}

extension LinkEvent {
  var end: LinkEnd? {
    if case .ended(let end) = self { end } else { nil }
  }

  var message: Message? {
    if case .message(let message) = self { message } else { nil }
  }
}

/// How many descriptors this process has open.
func openDescriptors() -> Int {
  (0..<1024).count { fcntl($0, F_GETFD) >= 0 }
}

/// How many descriptors the machinery of tests may open meanwhile: fewer than a leak would add up to.
let fewDescriptors = 10

/// A file by which a test and the script that plays the engine wait for each other.
final class Signpost {
  let path = temporaryPath()

  deinit { unlink(path) }

  /// The shell's command that sets it up.
  var setting: String { ": >'\(path)'" }

  /// The shell's command that waits until it stands.
  var waiting: String { "while [ ! -e '\(path)' ]; do sleep 0.01; done" }

  /// Sets it up.
  func set() { close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)) }

  /// Waits until it stands.
  func isSet() -> Bool { eventually { access(path, F_OK) == 0 } }
}

/// A path where nothing is.
func temporaryPath() -> String {
  "\(temporaryFolder)/enginelink-\(UUID().uuidString)"
}

func closeAll(_ descriptors: Int32...) {
  for descriptor in descriptors { close(descriptor) }
}
