import Glibc

/// A program to be run once, from the outside: what a person would type.
struct Program {
  var arguments: [String]
  var environment: [String: String]
  /// A file for its standard input; nothing otherwise.
  var input = "/dev/null"

  /// What a run took.
  struct Run {
    var seconds: Double
    /// The processor's time, its own and that of the programs it has waited for, in seconds.
    var processor: Double
    /// The most memory it had, in megabytes; 0 if it was not looked for.
    var peak: Double
    var output: [UInt8]
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - keepsOutput: Whether its output is read; else it goes nowhere, which is how it is timed.
  ///   - looksAtMemory: Whether its peak is read while it runs. A child's own figure begins with its
  ///     parent's size, and would say nothing of a program smaller than this one.
  /// - Returns: What the run took.
  /// - Throws: `Failure` if it cannot be started or does not end with 0.
  func run(keepsOutput: Bool = false, looksAtMemory: Bool = false) throws -> Run {
    var ends: [Int32] = [-1, -1]
    if keepsOutput, pipe(&ends) != 0 { throw Failure("no pipe") }
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let start = ContinuousClock.now
    let child = try spawn(writingTo: ends[1])
    if keepsOutput { close(ends[1]) }
    let output = keepsOutput ? Files.readAll(ends[0]) : []
    if keepsOutput { close(ends[0]) }
    let peak = looksAtMemory ? watch(child) : 0
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    let time = ContinuousClock.now - start
    guard status == 0 else {
      throw Failure("\(arguments.joined(separator: " ")): ended with status \(status >> 8)")
    }
    let processor = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000
    }
    return Run(seconds: time / .seconds(1), processor: processor, peak: peak, output: output)
  }

  /// Returns its output, in lines.
  func lines() throws -> [Substring] {
    String(decoding: try run(keepsOutput: true).output, as: UTF8.self).split(separator: "\n")
  }

  private func spawn(writingTo output: Int32) throws -> pid_t {
    try Spawning.start(arguments, environment) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
      if output >= 0 {
        posix_spawn_file_actions_adddup2(&actions, output, 1)
      } else {
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      }
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
  }

  /// Reads the child's peak until it has ended.
  private func watch(_ child: pid_t) -> Double {
    var peak = 0.0
    while true {
      var info = siginfo_t()
      let isEnded = waitid(P_PID, id_t(child), &info, WEXITED | WNOHANG | WNOWAIT)
      if isEnded != 0 || info._sifields._sigchld.si_pid == child { return peak }
      peak = max(peak, ProcessTree.peak(of: child))
      usleep(2_000)
    }
  }

  /// Whether a program of a name is in `PATH`.
  static func isInstalled(_ name: String) -> Bool {
    if name.contains("/") { return access(name, X_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}

/// Starting a child with streams of its own.
enum Spawning {
  static func start(
    _ arguments: [String],
    _ environment: [String: String],
    inNewSession: Bool = false,
    _ streams: (inout posix_spawn_file_actions_t) -> Void
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    streams(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID
    if inNewSession { posix_spawnattr_setflags(&attributes, 0x80) }
    let words = arguments.map { strdup($0) } + [nil]
    let settings =
      environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var child: pid_t = 0
    let reason = posix_spawnp(&child, arguments[0], &actions, &attributes, words, settings)
    guard reason == 0 else {
      throw Failure("\(arguments[0]): \(String(cString: strerror(reason)))")
    }
    return child
  }

  /// The environment of this process.
  static var environment: [String: String] {
    var found: [String: String] = [:]
    var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { found[String(parts[0])] = String(parts[1]) }
      entry = entry.advanced(by: 1)
    }
    return found
  }
}
