private import Glibc

/// A program that was run to its end: what it printed, and how it ended.
package struct ChildRun: Hashable, Sendable {
  /// What it printed; cut where it was too much.
  package var output: [UInt8]
  /// How it ended.
  package var end: ChildEnd
  /// What it took too much of, so that it was ended.
  package var exceeded: ChildLimits.Kind?
}

/// How much a program may take until it is ended.
package struct ChildLimits: Hashable, Sendable {
  /// What is limited.
  package enum Kind: Hashable, Sendable { case time, output }

  /// How long it may run.
  package var time: Duration
  /// How many bytes it may print.
  package var output: Int

  /// Sets limits.
  package init(time: Duration, output: Int) {
    self.time = time
    self.output = output
  }
}

extension ChildRun {
  /// How long a program that was ended is waited for.
  private static let grace = Duration.seconds(1)

  /// Runs a program to its end: it is given its whole input, and all it prints is kept.
  ///
  /// This thread waits; it is for one that has nothing else to do meanwhile.
  ///
  /// - Parameters:
  ///   - launch: The program; its input and output become pipes.
  ///   - input: What it can read.
  ///   - limits: What it may take; then it is ended, with all it has started.
  /// - Throws: Why it was not started.
  package init(
    of launch: ChildLaunch,
    input: [UInt8],
    limits: ChildLimits
  ) throws(ChildStartError) {
    var launch = launch
    (launch.input, launch.output) = (.pipe, .pipe)
    self.init(of: try ChildProcess(launch), input: input, limits: limits)
  }

  /// Runs a program to its end that was started with pipes for its input and output.
  ///
  /// - Parameters:
  ///   - child: The program; nobody else reads or writes.
  ///   - input: What it can read.
  ///   - limits: What it may take from now on; then it is ended, with all it has started.
  package init(of child: ChildProcess, input: [UInt8], limits: ChildLimits) {
    var exchange = Exchange(child: child, rest: input[...], limits: limits)
    exceeded = exchange.run()
    output = exchange.output
    if exceeded != nil { child.kill() }
    end = child.end(within: Self.grace)
  }
}

/// Bytes on their way to a program and from it, whichever can go.
private struct Exchange {
  let child: ChildProcess
  var rest: ArraySlice<UInt8>
  let limits: ChildLimits
  var output: [UInt8] = []

  /// Goes on until the program has ended, however much of its input it has read.
  mutating func run() -> ChildLimits.Kind? {
    let deadline = ContinuousClock.now + limits.time
    while true {
      if rest.isEmpty { child.closeInput() }
      // A negative descriptor is passed over.
      var entries = [
        pollfd(fd: child.endFD, events: Int16(POLLIN), revents: 0),
        pollfd(fd: child.outputFD ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: child.inputFD ?? -1, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&entries, until: deadline), .now < deadline else { return .time }
      if entries[2].revents != 0 { rest = rest.dropFirst(child.write(rest)) }
      if entries[1].revents != 0 { output += child.readOutput() }
      let hasEnded = child.reap() != nil
      if hasEnded { readRest() }
      if output.count > limits.output { return .output }
      if hasEnded { return nil }
    }
  }

  /// Reads what lies in the pipe: what the program has started can add nothing, for it has been ended.
  private mutating func readRest() {
    while output.count <= limits.output {
      let piece = child.readOutput()
      if piece.isEmpty { return }
      output += piece
    }
  }
}

/// The last bytes of what comes in pieces.
package struct LastBytes: Hashable, Sendable {
  /// The bytes that are kept.
  package private(set) var bytes: [UInt8] = []
  private let limit: Int

  /// Keeps so many bytes at most.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Adds a piece, and drops from the beginning what is too much.
  package mutating func append(_ piece: [UInt8]) {
    bytes += piece
    bytes.removeFirst(max(0, bytes.count - limit))
  }
}
