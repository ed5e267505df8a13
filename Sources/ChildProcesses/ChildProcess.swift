private import CLinux
private import Glibc

/// A program that was started, and our ends of the pipes to it.
///
/// Nobody has to wait for it: `endFD` tells `poll` when it has ended. However it is let go, nothing is
/// left of it: no descriptor, no zombie, and, unless it is detached, no process of its group.
package final class ChildProcess {
  /// The program's process.
  package let id: Int32

  private let group: ChildGroup
  private let process: Descriptor
  private var input: Descriptor?
  private var output: Descriptor?
  private var errors: Descriptor?
  private var end: ChildEnd?

  /// Starts a program.
  package init(_ launch: ChildLaunch) throws(ChildStartError) {
    do throws(SystemError) {
      let input = try StreamEnds(launch.input, reading: true)
      let output = try StreamEnds(launch.output, reading: false)
      let errors = try StreamEnds(launch.errors, reading: false)
      id = try launch.spawn(input.theirs, output.theirs, errors.theirs)
      process = try Self.descriptor(of: id, in: launch.group)
      group = launch.group
      (self.input, self.output, self.errors) = (input.ours, output.ours, errors.ours)
      // It has not had the time for much; one that has ended already needs no bound.
      if let memory = launch.memory { _ = clinux_limit_data_of(id, memory) }
    } catch {
      throw ChildStartError(program: launch.arguments.first ?? "", errno: error.number)
    }
  }

  deinit {
    guard end == nil else { return }
    if group != .detached { kill() }
    if reap() == nil { clinux_reap_later(id, group == .own) }
  }

  private static func descriptor(
    of child: Int32,
    in group: ChildGroup
  ) throws(SystemError) -> Descriptor {
    let number = clinux_process_descriptor(child)
    if number >= 0 { return Descriptor(owning: number) }
    // A child whose end would never be heard of is none to go on with.
    end(child, in: group)
    clinux_reap_later(child, group != .ours)
    throw SystemError(number: -number)
  }

  private static func end(_ child: Int32, in group: ChildGroup) {
    switch group {
    case .own, .detached: clinux_kill_group(child)
    case .ours: Glibc.kill(child, SIGKILL)
    }
  }
}

// MARK: - Its end

extension ChildProcess {
  /// Readable, for `poll`, once the program has ended.
  package var endFD: Int32 { process.number }

  /// Returns how it ended, or `nil` while it runs; does not wait.
  package func reap() -> ChildEnd? {
    if let end { return end }
    var result = clinux_end()
    let reaped =
      switch group {
      case .own, .ours: clinux_reap(id, false, &result)
      case .detached: clinux_release(id, &result)
      }
    switch reaped {
    case 0: return nil
    case 1: end = result.by_signal ? .signalled(result.number) : .exited(result.number)
    default: end = .unknown
    }
    return end
  }

  /// Waits for its end.
  ///
  /// - Parameter time: How long to wait; `nil` for as long as it takes.
  /// - Returns: How it ended; `nil` if the time was over before.
  package func wait(atMost time: Duration? = nil) -> ChildEnd? {
    if let end { return end }
    var entries = [pollfd(fd: endFD, events: Int16(POLLIN), revents: 0)]
    _ = poll(&entries, until: time.map { .now + $0 })
    // Whoever traces the program is told of its end before us.
    while time == nil, reap() == nil { usleep(1_000) }
    return reap()
  }

  /// Ends it and what it has started, at once; a program in our own group is ended alone.
  package func kill() {
    // Whoever is reaped has given up its number, which may be another program's.
    if end == nil { Self.end(id, in: group) }
  }

  /// Lets go of it: closes the pipes, waits a little for it to end by itself, then ends it.
  ///
  /// A dying process can be held up in the kernel by a slow disk; nobody waits for that.
  ///
  /// - Parameter grace: How long to wait for each of the two.
  /// - Returns: How it ended.
  package func end(within grace: Duration) -> ChildEnd {
    (input, output, errors) = (nil, nil, nil)
    if let end = wait(atMost: grace) { return end }
    kill()
    if let end = wait(atMost: grace) { return end }
    clinux_reap_later(id, group != .ours)
    end = .unknown
    return .unknown
  }
}

// MARK: - Its streams

extension ChildProcess {
  /// Our end of the pipe to its input, to be written; `nil` if there is none or it is closed.
  package var inputFD: Int32? { input?.number }

  /// Our end of the pipe from its output, to be read; `nil` if there is none or it has ended.
  package var outputFD: Int32? { output?.number }

  /// Our end of the pipe from its errors, to be read; `nil` if there is none or it has ended.
  package var errorsFD: Int32? { errors?.number }

  /// Hands over our end of the pipe to its input: whoever takes it closes it.
  package func releaseInput() -> Int32? {
    defer { input = nil }
    return input?.release()
  }

  /// Hands over our end of the pipe from its output: whoever takes it closes it.
  package func releaseOutput() -> Int32? {
    defer { output = nil }
    return output?.release()
  }

  /// Writes what its input takes without waiting; a program that reads no further has its input closed.
  ///
  /// - Returns: How many bytes were written.
  package func write(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let input else { return 0 }
    let count = bytes.withUnsafeBytes { clinux_write(input.number, $0.baseAddress, $0.count) }
    if count < 0, count != -Int(EAGAIN) { closeInput() }
    return max(0, count)
  }

  /// Closes its input, which tells most programs that this was all.
  package func closeInput() { input = nil }

  /// Reads what it has printed, without waiting; its output is closed once it has ended.
  package func readOutput() -> [UInt8] { Self.read(&output) }

  /// Reads what it has printed as errors, without waiting; they are closed once they have ended.
  ///
  /// Errors that are kept in memory are read again from their beginning each time.
  package func readErrors() -> [UInt8] { Self.read(&errors) }

  private static func read(_ stream: inout Descriptor?) -> [UInt8] {
    guard let end = stream else { return [] }
    if end.isFile { return end.written }
    var bytes = [UInt8](repeating: 0, count: most)
    let count = bytes.withUnsafeMutableBytes { clinux_read(end.number, $0.baseAddress, $0.count) }
    if count <= 0, count != -Int(EAGAIN) { stream = nil }
    return Array(bytes.prefix(max(0, count)))
  }

  /// The most bytes that are read at once: what a pipe holds.
  private static let most = 1 << 16
}
