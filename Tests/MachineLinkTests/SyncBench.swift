import CLinux
import Foundation
import MachineLink
import Synchronization
import TriageCore

/// Both ends of a sync over real pipes, each on a thread of its own.
struct SyncBench {
  var near = Side()
  var far = Side()
  var carry: SyncSession.Carrier?
  var isDryRun = false
  /// Whom the far side admits.
  var admit: (MachineGreeting) throws(TriageFailure) -> Void = { _ in }

  /// What one end is given.
  struct Side {
    var opening = Opening(schema: 17, version: "0.1.0")
    var nonce = UniqueID.fresh()
    var carrier = ""
    /// After so many frames its stream is cut.
    var cutAfter: Int?
    /// The points at which it has been.
    let points = Points()
  }

  /// Names of points, from whichever thread.
  final class Points: Sendable {
    private let names = Mutex<[String]>([])

    var all: [String] { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { $0.append(name) } }
  }

  /// What has become of both ends.
  struct Ends {
    var near: Result<SyncReport, TriageFailure>
    var far: Result<SyncReport, TriageFailure>
  }

  func surroundings(_ side: Side, _ machine: MemoryMachine) -> SyncSurroundings {
    var surroundings = SyncSurroundings(side.opening, nonce: side.nonce) {
      machine.wall
    } startThread: { body in
      Thread(block: body).start()
    }
    surroundings.carrier = { side.carrier }
    surroundings.pulse = .milliseconds(20)
    surroundings.patience = .seconds(10)
    surroundings.reached = { [points = side.points] in points.add($0) }
    return surroundings
  }

  /// Syncs two machines and waits for both ends.
  func run(_ near: MemoryMachine, _ far: MemoryMachine) -> Ends {
    let (there, back) = (pipe(), pipe())
    nonisolated(unsafe) var ended: Result<SyncReport, TriageFailure>?
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let far = far
    nonisolated(unsafe) let bench = self
    Thread {
      let stream = bench.stream(input: there.reader, output: back.writer, bench.far)
      let session = SyncSession(far: stream, far, bench.surroundings(bench.far, far))
      ended = Result { () throws(TriageFailure) in try session.serve(bench.admit) }
      done.signal()
    }.start()
    let mine = run(
      near,
      over: stream(input: back.reader, output: there.writer, self.near)
    )
    done.wait()
    return Ends(near: mine, far: ended ?? .failure(TriageFailure(.internalError)))
  }

  private func run(
    _ machine: MemoryMachine,
    over stream: any ByteStream
  ) -> Result<SyncReport, TriageFailure> {
    let session = SyncSession(
      near: stream,
      machine,
      with: "desk",
      surroundings(near, machine)
    )
    return Result { () throws(TriageFailure) in
      try isDryRun ? session.count() : session.run(carrying: carry)
    }
  }

  private func stream(input: Int32, output: Int32, _ side: Side) -> any ByteStream {
    let stream = DescriptorStream(input: input, output: output)
    return side.cutAfter.map { CutStream(stream, after: $0) } ?? stream
  }

  private func pipe() -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    precondition(clinux_pipe(&ends) == 0)
    return (ends[0], ends[1])
  }
}

/// A stream that is cut in the middle of a frame, as by a kill.
final class CutStream: ByteStream {
  private let stream: Mutex<DescriptorStream?>
  private let rest: Mutex<Int>

  init(_ stream: DescriptorStream, after frames: Int) {
    self.stream = Mutex(stream)
    rest = Mutex(frames)
  }

  private var open: DescriptorStream? { stream.withLock { $0 } }

  func read(within time: Duration) throws(WireError) -> [UInt8] {
    guard let open else { throw .ended }
    return try open.read(within: time)
  }

  func write(_ bytes: [UInt8], within time: Duration) throws(WireError) {
    guard let open else { throw .ended }
    // What only says that we are alive counts nothing: it depends on time.
    let isAlive = bytes == [0, 0, 0, 1, 0]
    let isLast = rest.withLock { rest in
      if !isAlive { rest -= 1 }
      return rest < 0
    }
    guard isLast else { return try open.write(bytes, within: time) }
    try open.write(Array(bytes.prefix(bytes.count / 2)), within: time)
    stream.withLock { $0 = nil }
    throw .ended
  }
}
