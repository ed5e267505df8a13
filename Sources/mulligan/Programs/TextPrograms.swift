import ChildProcesses
import Foundation
import TriageCore
import TriageUI

/// The programs that make text of parts, while they run: each has the time and the memory of a filter
/// of pages, and its environment, and prints into a pipe of ours.
///
/// Nobody waits for them: the loop polls their descriptors, and wakes up when their time is over.
final class TextPrograms {
  private struct Running {
    let request: RequestID
    let name: String
    let child: ChildProcess
    let deadline: ContinuousClock.Instant
    let home: TemporaryFolder
    /// The private copy of the part.
    let file: String
    var output: [UInt8] = []
  }

  private let environment: ProcessEnvironment
  private let limits: ChildLimits
  private var running: [Running] = []

  init(
    environment: ProcessEnvironment,
    limits: ChildLimits = ChildLimits(time: .seconds(5), output: 4 << 20)
  ) {
    self.environment = environment
    self.limits = limits
  }

  /// What to poll for reading.
  var descriptors: [Int32] {
    running.flatMap { [$0.child.endFD, $0.child.outputFD].compactMap(\.self) }
  }

  /// How long it is until the time of one is over; `nil` if none runs.
  func untilOverdue(from now: ContinuousClock.Instant) -> Duration? {
    running.map { max(.zero, $0.deadline - now) }.min()
  }

  /// Starts a program over a private copy, which is removed when it has ended.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - file: The copy; it is the program's input unless it has it by name.
  ///   - isNamed: Whether the program has the file by name.
  ///   - columns: What it is told of the screen's width.
  ///   - parent: Where it gets a home of its own.
  ///   - request: What `partShown` says the text is for.
  /// - Throws: Why it was not started.
  func start(
    _ command: [String],
    over file: String,
    isNamed: Bool,
    columns: Int,
    in parent: String,
    for request: RequestID
  ) throws(UserFacingError) {
    let home: TemporaryFolder
    do throws(FileError) {
      home = try TemporaryFolder(in: parent)
    } catch {
      throw UserFacingError(.temporaryFolder(parent, error))
    }
    let input = isNamed ? -1 : open(file, O_RDONLY | O_CLOEXEC)
    defer { if input >= 0 { Foundation.close(input) } }
    let launch = ChildLaunch(
      command,
      environment: .ofFilter(environment.variables, home: home.path, columns: columns),
      input: input >= 0 ? .descriptor(input) : .null,
      output: .pipe,
      errors: .memory,
      memory: filterMemory
    )
    do throws(ChildStartError) {
      running.append(
        Running(
          request: request,
          name: command.first?.split(separator: "/").last.map(String.init) ?? "",
          child: try ChildProcess(launch),
          deadline: .now + limits.time,
          home: home,
          file: file
        )
      )
    } catch {
      home.remove()
      unlink(file)
      throw UserFacingError.notStarted(error.program, error.errno)
    }
  }

  /// Reads what they have printed; says what has come of those that have ended, or are ended now.
  func readable(at now: ContinuousClock.Instant) -> [Event] {
    var events: [Event] = []
    for index in running.indices.reversed() {
      guard let shown = advance(index, at: now) else { continue }
      let program = running.remove(at: index)
      Self.clean(program)
      events.append(.partShown(program.request, shown))
    }
    return events.reversed()
  }

  /// Reads what one has printed; returns what has come of it if it is through.
  private func advance(_ index: Int, at now: ContinuousClock.Instant) -> PartShown? {
    let child = running[index].child
    running[index].output += child.readOutput()
    let end = child.reap()
    while end != nil, running[index].output.count <= limits.output {
      let piece = child.readOutput()
      if piece.isEmpty { break }
      running[index].output += piece
    }
    let (name, output) = (running[index].name, running[index].output)
    if output.count > limits.output {
      return .text(Self.text(output.prefix(limits.output)), by: name, isCut: true)
    }
    if let end { return Self.result(of: end, name, output, complaint: child.readErrors()) }
    guard now >= running[index].deadline else { return nil }
    return .failed(Sentence("error.program-slow", .text(name)))
  }

  private static func result(
    of end: ChildEnd,
    _ name: String,
    _ output: [UInt8],
    complaint: [UInt8]
  ) -> PartShown {
    guard end == .exited(0) else { return .failed(.programFailed(name, end, complaint)) }
    guard output.contains(where: { $0 > 0x20 }) else {
      return .failed(Sentence("error.program-silent", .text(name)))
    }
    return .text(text(output[...]), by: name, isCut: false)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func clean(_ program: Running) {
    program.child.kill()
    program.home.remove()
    unlink(program.file)
  }

  /// Ends all that run.
  func close() {
    running.forEach(Self.clean)
    running = []
  }
}
