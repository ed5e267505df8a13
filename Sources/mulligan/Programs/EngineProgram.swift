import CLinux
import EngineLink
import Foundation
import TriageCore
import TriageEngine
import TriageUI

/// What screen and engine say of each other first; the number changes with the messages.
let greeting = Greeting(number: 41, version: version)

typealias ScreenServer = EngineServer<EngineRequest, EngineMessage>

/// `mulligan engine`: the index thread of the engine process.
///
/// It says nothing to a person, so it starts without words and without the parser of arguments: the
/// screen waits for it.
struct EngineProgram {
  let environment: ProcessEnvironment
  let settings: CurrentSettings

  /// The words after the program's name with which a screen starts its engine.
  static func arguments(configuration file: String?) -> [String] {
    ["engine"] + (file.map { ["--config", $0] } ?? [])
  }

  /// The file of this program, which engines are started from.
  static var file: String {
    let link = "/proc/self/exe"
    return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? link
  }

  /// Runs the engine and ends the process, if these are a screen's words.
  static func runIfAsked(by words: [String]) {
    let file = words.count == 3 ? words.last : nil
    let isCounting = words == CountingProgram.arguments
    let environment = ProcessEnvironment.current
    guard isCounting || words == arguments(configuration: file), environment.hasPipes else {
      return
    }
    do {
      if isCounting { try CountingProgram(environment: environment).run() }
      let settings = Settings(arguments: words, environment: environment)
      let current = CurrentSettings(settings, environment)
      try EngineProgram(environment: environment, settings: current).run()
    } catch {
      FileHandle.standardError.write(Data("engine: \(error)\n".utf8))
      Foundation.exit(1)
    }
    Foundation.exit(0)
  }

  func run() throws {
    // A screen that has gone is an error of the write.
    signal(SIGPIPE, SIG_IGN)
    Self.limitMemory()
    let server = try Self.server()
    defer { server.finish(within: .seconds(2)) }
    let counter = CountingEngine(.ofThisProgram) { server.answer($0) }
    let transport = ServerTransport(server)
    while let mailbox = openMailbox(transport) {
      let text = try TextThread(server, environment: environment)
      mailbox.seals = text.seals
      defer { text.close() }
      let service = EngineService(
        engine: mailbox.engine,
        transport: transport,
        text: text,
        counter: counter,
        drafts: DraftKeeper(mailbox, environment: environment, lane: text),
        // Twice as often as is promised, so that the promise holds with what follows the look.
        looksEvery: settings.now.config.refresh.map { $0 / 2 },
        rest: Rest(clinux_give_memory_back)
      )
      service.run()
      if transport.hasEnded { return }
    }
  }

  /// Hostile mail may cost this process, never the machine; nothing of any mail is left in a core.
  static func limitMemory() {
    _ = clinux_limit_data(1 << 30)
    _ = clinux_leave_no_core()
    // For each query the library takes 88 bytes a message: to have them from the system and give them
    // back was a third of what it takes to read a row.
    clinux_keep_memory()
  }

  static func server() throws(LinkError) -> ScreenServer {
    try ScreenServer(over: StandardStreams.reserve(), as: greeting)
  }

  /// Opens the mail; while it cannot be opened, every request is answered with the reason, and the
  /// next request for a list tries again.
  private func openMailbox(_ transport: ServerTransport) -> Mailbox? {
    while true {
      do throws(TriageFailure) {
        return try Mailbox(environment: environment, settings: settings.now)
      } catch {
        guard transport.refuseUntilRefreshed(error) else { return nil }
      }
    }
  }
}

/// The frames thread's queue as the index thread sees it.
final class ServerTransport: EngineTransport {
  private let server: ScreenServer
  private(set) var hasEnded = false
  private var putBack: EngineRequest?

  init(_ server: ScreenServer) {
    self.server = server
  }

  func next(waiting time: Duration) -> EngineInput {
    if let request = putBack {
      putBack = nil
      return .request(request)
    }
    switch server.requests.popFirst(within: time) {
    case nil: return .nothing
    case .request(let request): return .request(request)
    case .ended:
      hasEnded = true
      return .ended
    }
  }

  func send(_ message: EngineMessage) {
    guard case .progress(let id, _) = message else { return server.answer(message) }
    try? server.send(message, replacing: UInt64(id))
  }

  /// Answers requests with a failure until a list is asked for a second time; `false` at the end.
  func refuseUntilRefreshed(_ failure: TriageFailure) -> Bool {
    var wasRefused = false
    while true {
      switch next(waiting: .seconds(60)) {
      case .nothing: continue
      case .ended: return false
      case .request(let request):
        if case .list = request.body {
          if wasRefused {
            putBack = request
            return true
          }
          wasRefused = true
        }
        send(.reply(request.id, .failed(failure)))
      }
    }
  }
}

extension ScreenServer {
  /// Sends an answer; one that is too long is answered with what it comes to, or as a failure.
  func answer(_ message: EngineMessage) {
    do throws(LinkError) {
      try send(message)
    } catch {
      guard case .reply(let id, let reply) = message else { return }
      // A shorter answer always fits.
      try? send(.reply(id, reply.shortened(because: error)))
    }
  }
}

extension EngineReply {
  /// A change that was made is told without its messages; what was only read is a failure.
  func shortened(because error: LinkError) -> EngineReply {
    guard case .changed(var result) = self else {
      return .failed(TriageFailure(.internalError, "\(error)"))
    }
    result.skipped = []
    result.changes = []
    result.resolved = []
    return .changed(result)
  }
}
