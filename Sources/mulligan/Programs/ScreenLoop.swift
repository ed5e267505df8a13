import EngineLink
import Logging
import Screen
import TriageCore
import TriageUI

typealias EngineLine = EngineConnection<EngineRequest, EngineMessage>

/// The screen's loop: events in, effects out, one frame after each round.
///
/// It waits in one place, for keys and the engine at once, and never for the engine alone.
final class ScreenLoop {
  private let terminal: any Terminal
  private let launch: EngineLaunch
  private let words: Wording
  private let clock: () -> LocalClock
  private let log: Logger
  private var line: EngineLine?
  private var policy = RestartPolicy()
  private var state: State
  private var exitCode: Int32?
  private var picture: Picture
  private var alarms = Alarms()

  init(
    terminal: any Terminal,
    launch: EngineLaunch,
    state: State,
    words: Wording,
    clock: @escaping () -> LocalClock,
    log: Logger
  ) {
    self.terminal = terminal
    self.launch = launch
    self.state = state
    self.words = words
    self.clock = clock
    self.log = log
    picture = view(state, words, clock: clock())
  }

  /// Runs until the person quits, or a signal or the terminal ends it; returns the exit code.
  ///
  /// `first` is the engine, started beside the terminal so that neither waits for the other.
  func run(with first: EngineLine?) -> Int32 {
    line = first
    if first == nil { take(.engineStopped("")) }
    take(.started)
    while exitCode == nil {
      picture = view(state, words, clock: clock())
      terminal.present(picture.frame)
      wait()
    }
    // What is being written is finished; only then does the mailbox of a demo go.
    line?.finish()
    waitForEnd()
    return exitCode ?? 0
  }

  private func wait() {
    let descriptors = [line?.readFD].compactMap { $0 }
    let wantsWrite = line?.wantsWrite ?? false
    let limit: Duration? = wantsWrite ? .milliseconds(5) : nil
    let timeout = [limit, alarms.untilNext(from: .now)].compactMap(\.self).min()
    let report = terminal.wait(for: descriptors, timeout: timeout)
    for event in report.events {
      switch event {
      case .hangup: exitCode = 129
      case .signal(let number): exitCode = 128 + number
      default: take(picture.event(event))
      }
    }
    line?.writable()
    if !report.readable.isEmpty { hear() }
    for timer in alarms.takeDue(at: .now) { take(.due(timer)) }
  }

  private func hear() {
    for event in line?.readable() ?? [] {
      switch event {
      case .ready(let greeting): log.info("engine \(greeting.version) is ready")
      case .message(let message): take(.engine(message))
      case .ended(let end): engineEnded(end)
      }
    }
  }

  private func engineEnded(_ end: EngineEnd) {
    log.error("engine ended: \(end)")
    line = nil
    let mayRestart = end.mayRestart && policy.mayRestart(afterDeathAt: .now)
    guard mayRestart, startEngine() else { return take(.engineStopped(end.reason)) }
    take(.engineRestarted(end.reason))
  }

  private func startEngine() -> Bool {
    do throws(LinkError) {
      line = try EngineLine(starting: launch, as: greeting)
      return true
    } catch {
      log.error("engine: \(error)")
      return false
    }
  }

  private func take(_ event: Event) {
    for effect in update(&state, event) { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .send(let request):
      do throws(LinkError) { try line?.send(request) } catch { log.error("\(error)") }
    case .quit: exitCode = exitCode ?? 0
    case .suspend: terminal.suspend()
    case .redraw: terminal.redrawFromScratch()
    case .wake(let timer, let time): alarms.set(timer, for: time.map { .now + $0 })
    case .restartEngine:
      policy.reset()
      if startEngine() { take(.engineRestarted("")) }
    }
  }

  private func waitForEnd() {
    guard let line else { return }
    // At most half a minute without an end: longer than any slice, and settling does the rest.
    for _ in 0..<600 {
      guard line.readFD != nil else { return }
      _ = terminal.wait(for: [line.readFD].compactMap { $0 }, timeout: .milliseconds(50))
      for event in line.readable() {
        if case .ended = event { return }
      }
    }
  }
}

extension EngineEnd {
  /// The end in few words, for the status line.
  fileprivate var reason: String {
    switch status {
    case .exited(let code): "exit \(code)"
    case .signalled(let number): "signal \(number)"
    case .unknown: ""
    }
  }
}
