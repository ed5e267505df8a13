import ChildProcesses
import EngineLink
import Foundation
import TestSupport
import Testing

@testable import mulligan

/// The screen's engine as a process: what becomes of one that is none, or does not behave.
@Suite struct EngineProcessTests {
  private func engine(_ script: String) throws -> EngineProcess {
    let launch = EngineProcess.launch(
      ["/bin/sh", "-c", script],
      environment: ["PATH": "/usr/bin:/bin"],
      log: STDERR_FILENO
    )
    return try EngineProcess(starting: launch, as: greeting)
  }

  /// Polls until the engine has ended.
  private func end(of engine: EngineProcess) -> EngineEnd? {
    while let descriptor = engine.connection.readFD {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 120_000) == 1 else { return nil }
      for case .ended(let end) in engine.readable() { return end }
    }
    return nil
  }

  /// On a busy machine it may not have gone yet.
  private func wasKilled(_ end: EngineEnd?) -> Bool {
    end?.status == .signalled(SIGKILL) || end?.status == .unknown
  }

  @Test func `an engine that goes by itself tells its status, and may be started again`() throws {
    for (script, status) in [
      ("exit 127", ChildEnd.exited(127)), ("kill -ABRT $$", .signalled(SIGABRT)),
    ] {
      let engine = try engine(script)
      // It has gone, and is not yet forgotten.
      var info = siginfo_t()
      #expect(waitid(P_PID, id_t(engine.process), &info, WEXITED | WNOWAIT) == 0)
      let end = try #require(self.end(of: engine))
      #expect(end.status == status)
      #expect(end.link == LinkEnd() && end.mayRestart)
    }
  }

  @Test func `what is no engine is ended and not started again`() throws {
    let end = try end(of: engine("echo Welcome to host; exec sleep 1000"))
    #expect(end?.link.cause == .notMulligan(firstLine: Array("Welcome to host".utf8)))
    #expect(wasKilled(end) && end?.mayRestart == false)
  }

  @Test func `an engine that closes its output but stays is ended`() throws {
    #expect(wasKilled(try end(of: engine("exec sleep 1000 >&-"))))
  }

  @Test func `one that never speaks is ended at once, and only once`() throws {
    let engine = try engine("trap '' TERM; sleep 1000")
    #expect(wasKilled(engine.kill()))
    #expect(engine.kill() == nil && engine.connection.readFD == nil && engine.readable().isEmpty)
  }

  @Test func `a program that is not there is named`() {
    let launch = EngineProcess.launch(["/no/engine"], environment: [:], log: STDERR_FILENO)
    #expect {
      try EngineProcess(starting: launch, as: greeting)
    } throws: { error in
      guard case .process(let error) = error as? EngineStartError else { return false }
      return error == ChildStartError(program: "/no/engine", errno: ENOENT)
    }
  }
}
