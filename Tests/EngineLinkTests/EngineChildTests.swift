import CLinux
import Glibc
import TestSupport
import Testing

@testable import EngineLink

@Suite struct EngineChildTests {
  /// Runs a script to its end and returns what it printed.
  private func output(of script: String, _ arguments: String...) throws -> (String, ChildEnd) {
    let child = try EngineChild(launch(script, arguments))
    var bytes: [UInt8] = []
    var isAtEnd = false
    _ = eventually {
      isAtEnd = (try? child.read { bytes += $0 }) ?? true
      return isAtEnd
    }
    #expect(isAtEnd)
    return (String(decoding: bytes, as: UTF8.self), child.reap(within: hangGuard))
  }

  @Test func `arguments and environment arrive as they are`() throws {
    let (text, end) = try output(of: #"printf '%s|' "$0" "$1"; env"#, "a b", "$(id)\n*")
    #expect(text.hasPrefix("a b|$(id)\n*|"))
    #expect(text.contains("PATH=/usr/bin:/bin\n"))
    #expect(!text.contains("HOME="))
    #expect(end == .exited(0))
  }

  @Test func `without an environment it has ours`() throws {
    var launch = launch("env")
    launch.environment = nil
    let child = try EngineChild(launch)
    var bytes: [UInt8] = []
    _ = eventually { (try? child.read { bytes += $0 }) ?? true }
    let home = getenv("PATH").map { String(cString: $0) } ?? ""
    #expect(String(decoding: bytes, as: UTF8.self).contains("PATH=\(home)\n"))
  }

  @Test func `it has the three streams and no other descriptor`() throws {
    // One of ours that is not closed on exec must not reach it either.
    let stray = dup(STDERR_FILENO)
    defer { close(stray) }
    let (text, _) = try output(of: "exec ls /proc/self/fd")
    // The fourth is the folder that ls itself reads.
    #expect(text.split(separator: "\n") == ["0", "1", "2", "3"])
  }

  @Test func `it leads a process group of its own`() throws {
    let (text, _) = try output(of: "cut -d ' ' -f 5 /proc/self/stat; echo $$")
    let numbers = text.split(separator: "\n")
    #expect(numbers.count == 2)
    #expect(numbers.first == numbers.last)
  }

  @Test func `it begins with every signal at its default and none blocked`() async {
    await #expect(processExitsWith: .success) {
      for signal in [SIGPIPE, SIGINT, SIGXFSZ] { #expect(clinux_signal_ignore(signal) == 0) }
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, nil)
      let child = try EngineChild(launch("exec cat /proc/self/status"))
      var bytes: [UInt8] = []
      _ = eventually { (try? child.read { bytes += $0 }) ?? true }
      let masks = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        .filter { ["SigBlk:", "SigIgn:", "SigCgt:"].contains($0.prefix(7)) }
        .compactMap { UInt64($0.suffix(16), radix: 16) }
      // glibc lets the two signals that are its own be ignored until a program uses threads.
      #expect(masks.map { $0 & ~(0b11 << 31) } == [0, 0, 0])
    }
  }

  @Test func `its end is told as it was`() throws {
    #expect(try output(of: "exit 3").1 == .exited(3))
    #expect(try output(of: "kill -TERM $$").1 == .signalled(SIGTERM))
  }

  @Test func `a program that is not there cannot be started`() {
    let launch = EngineLaunch(arguments: ["/nonexistent/engine"], errorOutput: STDERR_FILENO)
    #expect(throws: LinkError.cannotStart(program: "/nonexistent/engine", errno: ENOENT)) {
      _ = try EngineChild(launch)
    }
    #expect(throws: LinkError.cannotStart(program: "", errno: EINVAL)) {
      _ = try EngineChild(EngineLaunch(arguments: [], errorOutput: STDERR_FILENO))
    }
  }

  @Test func `killing it ends what it has started too`() throws {
    let child = try EngineChild(launch("sleep 1000 & echo $!; wait"))
    var bytes: [UInt8] = []
    _ = eventually {
      _ = try? child.read { bytes += $0 }
      return bytes.last == UInt8(ascii: "\n")
    }
    let grandchild = try #require(Int32(String(decoding: bytes.dropLast(), as: UTF8.self)))
    #expect(kill(grandchild, 0) == 0)
    child.kill()
    #expect(child.reap(within: hangGuard) == .signalled(SIGKILL))
    #expect(eventually { isGone(grandchild) })
  }

  @Test func `its end ends what it has left behind`() throws {
    let (text, end) = try output(of: "sleep 1000 >/dev/null & echo $!")
    let grandchild = try #require(Int32(text.dropLast()))
    #expect(end == .exited(0))
    #expect(eventually { isGone(grandchild) })
  }

  @Test func `killing, reaping and closing again do nothing`() throws {
    let child = try EngineChild(launch("exec sleep 1000"))
    #expect(child.reap() == nil)
    for _ in 0..<2 {
      child.kill()
      child.closeInput()
      #expect(child.reap(within: hangGuard) == .signalled(SIGKILL))
      #expect(child.reap() == .signalled(SIGKILL))
      #expect(child.readFD == nil && child.writeFD == nil)
    }
  }

  @Test func `nothing is left of it, however it is let go`() async {
    await #expect(processExitsWith: .success) {
      let before = openDescriptors()
      for round in 0..<60 {
        let script = ["exec cat", "exit 1", "sleep 1000 & wait", "trap '' TERM; exec sleep 1000"]
        let child = try EngineChild(launch(script[round % 4]))
        if round % 3 == 0 { child.kill() }
        if round % 3 == 1 { _ = child.reap(within: .milliseconds(5)) }
        _ = try? EngineChild(EngineLaunch(arguments: ["/nonexistent"], errorOutput: 2))
      }
      #expect(openDescriptors() < before + fewDescriptors)
      // No child is left, not even a dead one.
      #expect(eventually { waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD })
    }
  }

  @Test func `it can be started when our standard streams are closed`() async {
    await #expect(processExitsWith: .success) {
      close(STDIN_FILENO)
      close(STDOUT_FILENO)
      let child = try EngineChild(launch("read line; echo \"got $line\""))
      // What this process prints must not get into the pipes.
      #expect(child.readFD.map { $0 > STDERR_FILENO } == true)
      #expect(child.writeFD.map { $0 > STDERR_FILENO } == true)
      let line = Array("word\n".utf8)
      #expect(clinux_write(child.writeFD ?? -1, line, line.count) == line.count)
      var bytes: [UInt8] = []
      _ = eventually { (try? child.read { bytes += $0 }) ?? true }
      #expect(bytes == Array("got word\n".utf8))
    }
  }

  @Test func `too few descriptors are an error and leak none`() async {
    await #expect(processExitsWith: .success) {
      let before = openDescriptors()
      for most in [3, 4, 5, 6, 7, 8, 9, 3, 4, 5, 6, 7, 8, 9] {
        var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: 1024)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        _ = try? EngineChild(launch("exit 0"))
        limit.rlim_cur = 1024
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #expect(openDescriptors() < before + fewDescriptors)
      }
    }
  }
}

/// Whether a process has ended: it may still be in the table, dead, until init looks.
private func isGone(_ process: Int32) -> Bool {
  [nil, "Z"].contains(processState(process))
}
