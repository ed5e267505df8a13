private import CLinux
private import Glibc

/// What has become of a program.
package enum ChildEnd: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)
  /// It was ended but has not gone yet, held up in the kernel.
  case unknown
}

/// A program that was started, and the pipes to it.
///
/// However it is let go, nothing is left of it: no descriptor, no zombie, no process of its group.
package final class EngineChild {
  /// The program's number.
  package let process: Int32

  private var input: OwnedDescriptor?
  private var output: OwnedDescriptor?
  private var end: ChildEnd?

  /// Starts the program.
  ///
  /// - Throws: `.cannotStart`, `.system`.
  package init(_ launch: EngineLaunch) throws(LinkError) {
    let toChild = try OwnedDescriptor.pipe()
    let fromChild = try OwnedDescriptor.pipe()
    try toChild.writer.makeNonblocking()
    try fromChild.reader.makeNonblocking()
    process = try launch.spawn(input: toChild.reader.number, output: fromChild.writer.number)
    // Our copies of the child's ends go with the pipes: its output ends when the child does.
    input = toChild.takeWriter()
    output = fromChild.takeReader()
  }

  deinit {
    if end == nil { _ = reap(within: .zero) }
  }

  /// The descriptor its output is read from, non-blocking.
  package var readFD: Int32? { output?.number }

  /// The descriptor its input is written to, non-blocking.
  package var writeFD: Int32? { input?.number }

  /// Reads what it has said; does not wait.
  ///
  /// - Parameter take: Gets the bytes, piece by piece.
  /// - Returns: Whether its output has ended.
  /// - Throws: `.system`, and what `take` throws.
  func read(_ take: (ArraySlice<UInt8>) throws(LinkError) -> Void) throws(LinkError) -> Bool {
    try output?.drain(take) ?? true
  }

  /// Closes its input, which asks it to end.
  package func closeInput() {
    input = nil
  }

  /// Ends it and what it has started, at once.
  package func kill() {
    if end == nil { clinux_kill_group(process) }
  }

  /// Returns what has become of it, if it has ended by itself or was killed; does not wait.
  package func reap() -> ChildEnd? {
    if let end { return end }
    var result = clinux_end()
    switch clinux_reap(process, false, &result) {
    case 0: return nil
    case 1: end = result.by_signal ? .signalled(result.number) : .exited(result.number)
    default: end = .unknown
    }
    return end
  }

  /// Lets go of it: waits a little for it to end by itself, then ends it.
  ///
  /// A dying process can be held up in the kernel by a slow disk; nobody waits for that.
  ///
  /// - Parameter grace: How long to wait for each of the two.
  /// - Returns: What has become of it.
  package func reap(within grace: Duration) -> ChildEnd {
    input = nil
    output = nil
    if let end = wait(atMost: grace) { return end }
    kill()
    if let end = wait(atMost: grace) { return end }
    end = .unknown
    let process = process
    BackgroundThread.start {
      var result = clinux_end()
      _ = clinux_reap(process, true, &result)
    }
    return .unknown
  }

  private func wait(atMost time: Duration) -> ChildEnd? {
    let clock = ContinuousClock()
    let deadline = clock.now + time
    while true {
      if let end = reap() { return end }
      guard clock.now < deadline else { return nil }
      usleep(500)
    }
  }
}

extension Pipe {
  fileprivate consuming func takeWriter() -> OwnedDescriptor { writer }
  fileprivate consuming func takeReader() -> OwnedDescriptor { reader }
}
