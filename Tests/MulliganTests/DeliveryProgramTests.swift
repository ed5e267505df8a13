import Foundation
import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// The program that delivers mail, as real programs and scripts are it.
@Suite struct DeliveryProgramTests {
  /// A place for one test, with a script that is the delivery program.
  private final class Place: Sendable {
    let folder = "\(temporaryFolder)/delivery-\(UUID().uuidString)"
    var wire: String { "\(folder)/wire.eml" }
    var script: String { "\(folder)/sendmail" }

    init(_ text: String, mode: Int = 0o755) throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try writeProgram("#!/bin/sh\n\(text)\n", to: script, mode: mode)
      try "From: a@b.org\n\nx\n".write(toFile: wire, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// What passwords and addresses are found by, beside the home and where programs lie.
    static let wanted = [
      "USER", "LOGNAME", "TZ", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME",
      "DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK", "GNUPGHOME", "GPG_TTY", "PASSWORD_STORE_DIR",
      "PASSWORD_STORE_GPG_OPTS", "MSMTPQ_Q", "MSMTPQ_LOG",
    ]

    func file(_ name: String) -> String {
      (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
    }

    func run(
      _ options: [String] = [],
      to recipients: [String] = ["ann@example.org"],
      timeout: Duration = hangGuard,
      lock: Int32? = nil
    ) -> DeliveryEnd {
      var variables = [
        "PATH": "/usr/bin:/bin", "HOME": folder, "SECRET": "1", "LANG": "de_DE.UTF-8",
        "LD_PRELOAD": "", "BASH_ENV": "/x", "PASSWORD": "1", "GPG_KEY": "1",
        "LC_ALL": "de_DE.UTF-8", "NOTMUCH_CONFIG": "/x", "EDITOR": "vi",
      ]
      for name in Self.wanted { variables[name] = "/run/\(name)" }
      return DeliveryProgram([script] + options, timeout: timeout, in: variables)
        .run(wire, to: recipients, holding: lock)
    }
  }

  @Test func `W21: it gets the message, the recipients behind two dashes, and little of ours`()
    throws
  {
    let place = try Place(
      "cd \"$HOME\"; cat > got; printf '%s\\n' \"$@\" > arguments; env > variables; ls /proc/self/fd > open; "
        + "ps -o pid=,pgid= -p $$ > group"
    )
    let end = place.run(["-oi"], to: ["-x@example.org", "b c@example.org", "$(id)@x"])
    #expect(end == DeliveryEnd(exit: 0))
    #expect(place.file("got") == "From: a@b.org\n\nx\n")
    #expect(place.file("arguments") == "-oi\n--\n-x@example.org\nb c@example.org\n$(id)@x\n")
    let names = place.file("variables").lines.map { $0.prefix { $0 != "=" } }
    #expect(
      Set(names.map(String.init)).subtracting(["PWD", "OLDPWD", "_", "SHLVL"])
        == Set(Place.wanted + ["PATH", "HOME", "LC_ALL"])
    )
    #expect(place.file("variables").lines.contains("LC_ALL=C"))
    #expect(place.file("variables").lines.contains("SSH_AUTH_SOCK=/run/SSH_AUTH_SOCK"))
    #expect(place.file("open").lines.count == 4)
    let group = place.file("group").split(whereSeparator: \.isWhitespace)
    #expect(group.count == 2 && group.first == group.last, "a group of its own: \(group)")
  }

  @Test(arguments: [0, 1, 65, 75, 127, 255] as [Int32])
  func `W22: its exit and the end of its words are known`(exit: Int32) throws {
    let place = try Place("echo 'x: 451 not now' >&2; exit \(exit)")
    #expect(place.run() == DeliveryEnd(exit: exit, errors: "x: 451 not now\n"))
  }

  @Test func `W21: one that reads nothing and writes much is judged by its exit`() throws {
    let place = try Place("head -c 3000000 /dev/zero | tr '\\0' x >&2; echo end >&2; exit 69")
    try Data(count: 4 << 20).write(to: URL(fileURLWithPath: place.wire))
    let end = place.run()
    #expect(end.exit == 69)
    #expect(end.errors.utf8.count == 4_096 && end.errors.hasSuffix("xend\n"))
  }

  @Test(arguments: ["exec sleep 600", "trap '' TERM; while :; do sleep 1; done"])
  func `W21: one that hangs is ended, and nobody knows what it has done`(text: String) throws {
    let place = try Place("echo $$ > \"$HOME/pid\"; \(text)")
    let end = place.run(timeout: .seconds(1))
    #expect(end == DeliveryEnd(exit: nil) && DeliveryVerdict(end) == .unknown)
    let pid = try #require(Int32(place.file("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(pid, 0) != 0 && errno == ESRCH)
  }

  @Test func `W21: one that dies is not taken to have failed`() throws {
    let place = try Place("kill -SEGV $$")
    #expect(DeliveryVerdict(place.run()) == .unknown)
  }

  @Test func `W21: what it leaves behind goes on, and nobody waits for it`() throws {
    let place = try Place("(sleep 1; echo late > \"$HOME/late\") & exit 0")
    #expect(place.run().exit == 0)
    #expect(place.file("late") == "")
    try waitUntil("it has gone on") { place.file("late") == "late\n" }
  }

  @Test func `W22: one that is not there, or may not be run, has sent nothing`() throws {
    let place = try Place("exit 0", mode: 0o644)
    let refused = place.run()
    #expect(!refused.hasBegun && refused.errors == String(cString: strerror(EACCES)))
    #expect(DeliveryVerdict(refused) == .notSent)
    try FileManager.default.removeItem(atPath: place.script)
    #expect(DeliveryVerdict(place.run()) == .notSent)
    let gone = try Place("exit 0")
    try FileManager.default.removeItem(atPath: gone.wire)
    #expect(DeliveryVerdict(gone.run()) == .notSent)
  }

  @Test func `W20: a lock that it has inherited lasts as long as it does`() throws {
    let place = try Place("touch \"$HOME/begun\"; while [ ! -e \"$HOME/go\" ]; do sleep 0.02; done")
    let path = "\(place.folder)/lock"
    let lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    var wanted = flock(
      l_type: Int16(F_WRLCK),
      l_whence: Int16(SEEK_SET),
      l_start: 0,
      l_len: 0,
      l_pid: 0
    )
    #expect(fcntl(lock, 37 /* F_OFD_SETLK */, &wanted) == 0)
    let thread = Thread { _ = place.run(lock: lock) }
    thread.start()
    try waitUntil("it runs") { FileManager.default.fileExists(atPath: "\(place.folder)/begun") }
    // Our own end of it goes, as it does when we die.
    close(lock)
    func isFree() -> Bool {
      let other = open(path, O_RDWR | O_CLOEXEC)
      defer { close(other) }
      var probe = flock(
        l_type: Int16(F_WRLCK),
        l_whence: Int16(SEEK_SET),
        l_start: 0,
        l_len: 0,
        l_pid: 0
      )
      return fcntl(other, 37 /* F_OFD_SETLK */, &probe) == 0
    }
    #expect(!isFree())
    try "".write(toFile: "\(place.folder)/go", atomically: true, encoding: .utf8)
    try waitUntil("it has ended") { isFree() }
  }
}
