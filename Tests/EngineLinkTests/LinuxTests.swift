import CLinux
import Foundation
import Glibc
import Testing

/// The calls that Swift does not see, against the kernel.
@Suite struct LinuxTests {
  private let folder = NSTemporaryDirectory() + "clinux-\(UUID().uuidString)"

  private func inFolder(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body()
  }

  @Test func `a rename never overwrites`() throws {
    try inFolder {
      let (old, new) = (folder + "/old", folder + "/new")
      try "old".write(toFile: old, atomically: false, encoding: .utf8)
      #expect(clinux_rename_noreplace(old, new) == 0)
      try "other".write(toFile: old, atomically: false, encoding: .utf8)
      #expect(clinux_rename_noreplace(old, new) == EEXIST)
      #expect(try String(contentsOfFile: new, encoding: .utf8) == "old")
      #expect(try String(contentsOfFile: old, encoding: .utf8) == "other")
      #expect(clinux_rename_noreplace(folder + "/none", folder + "/there") == ENOENT)
    }
  }

  @Test func `a lock is seen while it is held, and the look takes nothing`() throws {
    try inFolder {
      let file = folder + "/lock"
      try Data().write(to: URL(fileURLWithPath: file))
      #expect(clinux_lock_probe(file) == 0)
      let holder = open(file, O_RDWR | O_CLOEXEC)
      var lock = flock(l_type: Int16(F_WRLCK), l_whence: 0, l_start: 0, l_len: 1, l_pid: 0)
      #expect(fcntl(holder, 37 /* F_OFD_SETLK */, &lock) == 0)
      for _ in 0..<3 { #expect(clinux_lock_probe(file) == 1) }
      close(holder)
      #expect(clinux_lock_probe(file) == 0)
      #expect(clinux_lock_probe(folder + "/none") == -ENOENT)
    }
  }

  @Test func `a lock on another part of the file does not count`() throws {
    try inFolder {
      let file = folder + "/lock"
      try Data().write(to: URL(fileURLWithPath: file))
      let holder = open(file, O_RDWR | O_CLOEXEC)
      defer { close(holder) }
      var lock = flock(l_type: Int16(F_WRLCK), l_whence: 0, l_start: 1, l_len: 1, l_pid: 0)
      #expect(fcntl(holder, 37 /* F_OFD_SETLK */, &lock) == 0)
      #expect(clinux_lock_probe(file) == 0)
    }
  }

  @Test func `a write that nobody reads raises no signal, nor takes another's`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [-1, -1]
      #expect(clinux_pipe(&ends) == 0)
      close(ends[0])
      var blocked = sigset_t()
      sigemptyset(&blocked)
      sigaddset(&blocked, SIGPIPE)
      // Without the wrapper, a write would end this process.
      pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
      #expect(clinux_signal_default(SIGPIPE) == 0)
      #expect(clinux_write(ends[1], "x", 1) == -Int(EPIPE))
      pthread_sigmask(SIG_BLOCK, &blocked, nil)
      pthread_kill(pthread_self(), SIGPIPE)
      #expect(clinux_write(ends[1], "x", 1) == -Int(EPIPE))
      var pending = sigset_t()
      sigpending(&pending)
      #expect(sigismember(&pending, SIGPIPE) == 1)
    }
  }

  @Test
  func `K22: limits bind this process, are never raised, and can be put back by its children`()
    async
  {
    await #expect(processExitsWith: .success) {
      var before = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &before)
      #expect(clinux_leave_no_core() == 0)
      #expect(clinux_limit_data(4 << 30) == 0)
      #expect(clinux_limit_data(8 << 30) == 0)
      let limits = try String(contentsOfFile: "/proc/self/limits", encoding: .utf8)
      func limit(_ name: String) -> [Substring] {
        let line = limits.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return line.dropFirst(26).split(separator: " ").prefix(1).map { $0 }
      }
      var core = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
      #expect(limit("Max core file size") == [core.rlim_max == 0 ? "0" : "1"])
      #expect(limit("Max data size") == ["4294967296"])
      var after = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &after)
      #expect(after.rlim_max == before.rlim_max)
    }
  }

  @Test func `signals are ignored, reported or left to do what they do`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      // The threads that tests run on begin with signals blocked.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_UNBLOCK, &all, nil)
      var ends: [Int32] = [-1, -1]
      #expect(clinux_pipe(&ends) == 0)
      #expect(clinux_signal_ignore(SIGXFSZ) == 0)
      raise(SIGXFSZ)
      #expect(clinux_signal_report(SIGTERM, ends[1]) == 0)
      raise(SIGTERM)
      var byte: UInt8 = 0
      #expect(read(ends[0], &byte, 1) == 1)
      #expect(Int32(byte) == SIGTERM)
      #expect(clinux_signal_ignore(SIGKILL) == EINVAL)
      #expect(clinux_signal_default(SIGTERM) == 0)
      raise(SIGTERM)
    }
  }
}
