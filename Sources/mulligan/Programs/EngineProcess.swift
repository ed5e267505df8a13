import ChildProcesses
import EngineLink
import Foundation
import TriageCore
import TriageUI

/// The screen's engine: a child process, and the connection over the pipes to it.
///
/// Nothing here waits longer than about a frame, and that only for an engine that dies.
final class EngineProcess {
  typealias Connection = EngineConnection<EngineRequest, EngineMessage>

  /// What the screen receives of its engine.
  enum Event {
    case ready(Greeting)
    case message(EngineMessage)
    /// It is gone; nothing comes after this.
    case ended(EngineEnd)
  }

  /// How long a dying engine is waited for before it is ended, and after.
  private static let grace = Duration.milliseconds(25)

  private let child: ChildProcess
  /// What to poll, what to write to; `readable` here knows more of an end.
  let connection: Connection

  /// How the engine is started: apart from the terminal, to which not even its complaints go.
  static func launch(
    _ arguments: [String],
    environment: [String: String],
    log: Int32
  ) -> ChildLaunch {
    ChildLaunch(
      arguments,
      environment: environment,
      input: .pipe,
      output: .pipe,
      errors: .descriptor(log)
    )
  }

  /// Starts an engine and greets it.
  init(starting launch: ChildLaunch, as ours: Greeting) throws(EngineStartError) {
    do throws(ChildStartError) {
      child = try ChildProcess(launch)
    } catch {
      throw .process(error)
    }
    guard let output = child.releaseOutput(), let input = child.releaseInput() else {
      throw .process(ChildStartError(program: launch.arguments.first ?? "", errno: EPIPE))
    }
    do throws(LinkError) {
      let streams = FrameStreams(
        input: OwnedDescriptor(owning: output),
        output: OwnedDescriptor(owning: input)
      )
      connection = try Connection(over: streams, as: ours)
    } catch {
      throw .link(error)
    }
  }

  /// The engine's process.
  var process: Int32 { child.id }

  /// Returns what the engine has sent since, in order.
  func readable() -> [Event] {
    connection.readable().map { event in
      switch event {
      case .ready(let greeting): .ready(greeting)
      case .message(let message): .message(message)
      case .ended(let end): .ended(reap(end))
      }
    }
  }

  /// Ends the engine at once: a request has taken too long.
  ///
  /// - Returns: Its end; `nil` if that was already reported.
  func kill() -> EngineEnd? {
    child.kill()
    return connection.close().map(reap)
  }

  private func reap(_ end: LinkEnd) -> EngineEnd {
    // What cannot be understood is not waited for.
    if end.cause != nil { child.kill() }
    return EngineEnd(link: end, status: child.end(within: Self.grace))
  }
}

/// Why an engine was not started.
enum EngineStartError: Error {
  case process(ChildStartError)
  case link(LinkError)
}

/// How an engine ended.
struct EngineEnd {
  var link: LinkEnd
  /// What became of its process.
  var status: ChildEnd

  /// Whether a new start of the same program may help.
  var mayRestart: Bool { link.mayRestart }
}

extension Sentence {
  /// Why an engine ended, in few words for the status line; `silentFor` is the time it was given.
  static func reason(of end: EngineEnd, silentFor limit: Duration?) -> Sentence {
    if let cause = end.link.cause { return reason(of: cause) }
    if let limit { return Sentence("status.engine-silent", .number(Int(limit.components.seconds))) }
    return switch end.status {
    case .exited(let code): Sentence("status.engine-exit", .number(Int(code)))
    case .signalled(let number): Sentence("status.engine-signal", .number(Int(number)))
    case .unknown: Sentence("status.engine-garbled")
    }
  }

  /// Why an engine was not started.
  static func reason(of error: EngineStartError) -> Sentence {
    switch error {
    case .process(let error): cannotStart(error.program, error.errno)
    case .link(let error): reason(of: error)
    }
  }

  /// Why there is no understanding with an engine.
  private static func reason(of error: LinkError) -> Sentence {
    switch error {
    case .system(let call, let reason): cannotStart(call, reason)
    case .notMulligan(let line):
      Sentence("status.engine-banner", .text(String(decoding: line, as: UTF8.self)))
    case .otherProtocol(let ours, let theirs):
      Sentence(
        "status.engine-protocol",
        .text("\(theirs.version) (\(theirs.number))"),
        .text("\(ours.version) (\(ours.number))")
      )
    case .emptyFrame, .frameTooLong, .cutOff, .undecodable, .unencodable:
      Sentence("status.engine-garbled")
    }
  }

  private static func cannotStart(_ what: String, _ reason: Int32) -> Sentence {
    Sentence("status.engine-cannot-start", .text(what), .text(String(cString: strerror(reason))))
  }
}
