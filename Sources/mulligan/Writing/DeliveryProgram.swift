import ChildProcesses
import Foundation
import TriageCore

/// Hands a message to the program that delivers mail, and learns what became of it.
///
/// This thread waits for the program; it is the sender's, which does nothing else.
struct DeliveryProgram: MessageDelivery {
  /// The program and its arguments, as the configuration has them.
  let command: [String]
  /// All of its environment.
  let environment: [String: String]
  /// How long it may take.
  let timeout: Duration

  /// How long a program that was asked to end may take to do so.
  private static let grace = Duration.seconds(5)
  /// What is kept of its words: the end says why.
  private static let mostErrors = 4_096

  /// Describes a program that gets from our environment what passwords and addresses are found by.
  init(_ command: [String], timeout: Duration, in variables: [String: String]) {
    self.command = command
    self.timeout = timeout
    var environment = variables.filter { name, _ in
      Self.inherited.contains(name) || Self.inheritedPrefixes.contains(where: name.hasPrefix)
    }
    // Its words are read.
    environment["LC_ALL"] = "C"
    self.environment = environment
  }

  private static let inherited: Set = [
    "HOME", "PATH", "USER", "LOGNAME", "TZ", "DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK",
    "GNUPGHOME", "GPG_TTY",
  ]
  /// `pass` finds passwords by them, and msmtp's queue lies where one says.
  private static let inheritedPrefixes = ["XDG_", "PASSWORD_STORE_", "MSMTPQ_"]

  /// Runs the program once.
  ///
  /// The lock is its fourth descriptor: it lasts as long as the program, whatever becomes of us.
  func run(_ wire: String, to recipients: [String], holding lock: Int32?) -> DeliveryEnd {
    let message = open(wire, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard message >= 0 else { return notBegun(errno) }
    defer { close(message) }
    var launch = ChildLaunch(
      command + ["--"] + recipients,
      environment: environment,
      // What it has started goes on when it has ended: some deliver behind our back.
      group: .detached,
      input: .descriptor(message),
      errors: .pipe
    )
    launch.inherited = lock
    do throws(ChildStartError) {
      return end(of: try ChildProcess(launch))
    } catch {
      return notBegun(error.errno)
    }
  }

  private func notBegun(_ code: Int32) -> DeliveryEnd {
    DeliveryEnd(exit: nil, hasBegun: false, errors: String(cString: strerror(code)))
  }

  /// Waits for its end; asks it to end, then ends it, if that takes too long.
  private func end(of child: ChildProcess) -> DeliveryEnd {
    var errors = LastBytes(limit: Self.mostErrors)
    var end = wait(for: child, .now + timeout, &errors)
    if end == nil {
      kill(-child.id, SIGTERM)
      end = wait(for: child, .now + Self.grace, &errors)
      if end == nil {
        child.kill()
        _ = child.end(within: Self.grace)
      }
      // Whoever had to be told to end may have handed the message over before.
      end = .unknown
    }
    let words = String(decoding: errors.bytes, as: UTF8.self)
    var result = DeliveryEnd(exit: nil, errors: words)
    if case .exited(let code) = end {
      result.exit = code
      result.hasQueued = code == 75 && queuesAt75
    }
    return result
  }

  /// Whether the program is one whose 75 says that it has put the message into its queue.
  ///
  /// Those of OpenSMTPD and Sendmail are, by the file that the name leads to. Others say it of a message that
  /// they have not taken.
  private var queuesAt75: Bool {
    guard let program = command.first else { return false }
    let folders =
      program.contains("/")
      ? [""] : environment["PATH", default: "/usr/bin:/bin"].split(separator: ":").map { "\($0)/" }
    let paths = folders.compactMap { realpath($0 + program, nil) }
    defer { paths.forEach { free($0) } }
    guard let file = paths.first.map({ String(cString: $0) }) else { return false }
    return ["/smtpctl", "/sendmail.sendmail", "/sm.bin/sendmail", "/libexec/sendmail/sendmail"]
      .contains(where: file.hasSuffix)
  }

  /// Hears it until it has ended; `nil` if the time is over before.
  private func wait(
    for child: ChildProcess,
    _ deadline: ContinuousClock.Instant,
    _ errors: inout LastBytes
  ) -> ChildEnd? {
    while .now < deadline {
      var entries = [
        pollfd(fd: child.endFD, events: Int16(POLLIN), revents: 0),
        pollfd(fd: child.errorsFD ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let rest = ContinuousClock.now.duration(to: deadline)
      _ = poll(
        &entries,
        nfds_t(entries.count),
        Int32(max(1, min(rest / .seconds(1), 3_600) * 1_000 + 1))
      )
      if entries[1].revents != 0 { errors.append(child.readErrors()) }
      guard let end = child.reap() else { continue }
      // What lies in the pipe; others may hold its other end for as long as they like.
      for _ in 0..<16 { errors.append(child.readErrors()) }
      return end
    }
    return nil
  }
}
