import ChildProcesses
import CLinux
import Glibc
import TestSupport
import Testing

/// Programs that are started, heard and ended, as the kernel has them.
@Suite struct ChildProcessTests {
  /// Runs a script to its end and returns what it printed.
  private func output(of script: String, _ arguments: String...) throws -> (String, ChildEnd) {
    let child = try ChildProcess(launch(script, arguments))
    return (text(of: child), child.end(within: hangGuard))
  }

  @Test func `arguments and environment arrive as they are`() throws {
    let (text, end) = try output(of: #"printf '%s|' "$0" "$1"; env"#, "a b", "$(id)\n*")
    #expect(text.hasPrefix("a b|$(id)\n*|"))
    #expect(text.contains("PATH=/usr/bin:/bin\n"))
    #expect(!text.contains("HOME="))
    #expect(end == .exited(0))
  }

  @Test func `bound to us it is started as any other, and one that is not there is named`() throws {
    var bound = launch("kill -0 $PPID && ls /proc/self/fd; exit 3")
    bound.endsWithUs = true
    let child = try ChildProcess(bound)
    #expect(text(of: child).split(separator: "\n") == ["0", "1", "2", "3"])
    #expect(child.end(within: hangGuard) == .exited(3))
    var missing = ChildLaunch(["no such program"])
    missing.endsWithUs = true
    #expect(throws: ChildStartError(program: "no such program", errno: ENOENT)) {
      try ChildProcess(missing)
    }
  }

  @Test func `without an environment it has ours`() throws {
    let child = try ChildProcess(ChildLaunch(["env"], output: .pipe))
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    #expect(text(of: child).contains("PATH=\(path)\n"))
  }

  @Test func `it has the three streams and no other descriptor`() throws {
    // One of ours that is not closed on exec must not reach it either.
    let stray = dup(STDERR_FILENO)
    defer { close(stray) }
    let (text, _) = try output(of: "exec ls /proc/self/fd")
    // The fourth is the folder that ls itself reads.
    #expect(text.split(separator: "\n") == ["0", "1", "2", "3"])
  }

  @Test func `it has what it inherits as its fourth descriptor, wherever ours is`() throws {
    var pipes: [Int32] = [-1, -1]
    #expect(clinux_pipe(&pipes) == 0)
    defer { pipes.forEach { close($0) } }
    // One that is high, and the lowest that is free.
    let high = fcntl(pipes[1], F_DUPFD_CLOEXEC, 200)
    defer { close(high) }
    for number in [pipes[1], high] {
      var launch = launch("echo here >&3; exec ls /proc/self/fd")
      launch.inherited = number
      let child = try ChildProcess(launch)
      #expect(text(of: child).split(separator: "\n") == ["0", "1", "2", "3", "4"])
      _ = child.end(within: hangGuard)
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(pipes[0], &bytes, bytes.count)
      #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "here\n")
    }
  }

  @Test(arguments: [ChildGroup.own, .detached, .ours])
  func `it leads a process group of its own unless it is to stand in ours`(
    group: ChildGroup
  ) throws {
    var launch = launch("cut -d ' ' -f 5 /proc/self/stat; echo $$")
    launch.group = group
    let numbers = text(of: try ChildProcess(launch)).split(separator: "\n").map { Int32($0) }
    #expect(numbers.count == 2)
    #expect(numbers.first == (group == .ours ? getpgrp() : numbers.last))
  }

  @Test func `it begins with every signal at its default and none blocked`() async {
    await #expect(processExitsWith: .success) {
      for signal in [SIGPIPE, SIGINT, SIGXFSZ] { #expect(clinux_signal_ignore(signal) == 0) }
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, nil)
      let masks = text(of: try ChildProcess(launch("exec cat /proc/self/status")))
        .split(separator: "\n")
        .filter { ["SigBlk:", "SigIgn:", "SigCgt:"].contains($0.prefix(7)) }
        .compactMap { UInt64($0.suffix(16), radix: 16) }
      // glibc lets the two signals that are its own be ignored until a program uses threads.
      #expect(masks.map { $0 & ~(0b11 << 31) } == [0, 0, 0])
    }
  }

  @Test func `what it complains of fills no more memory than is read of it`() throws {
    var launch = launch("yes >&2; echo still here")
    launch.errors = .memory
    let child = try ChildProcess(launch)
    #expect(text(of: child) == "still here\n")
    #expect(child.wait() == .exited(0))
    #expect(child.readErrors().count == 1 << 16)
  }

  @Test func `what is null, piped, lent and kept in memory are four streams`() throws {
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let links = "readlink /proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2"
    var launch = launch("\(links); echo complaint >&2")
    launch.errors = .memory
    for input in [ChildStream.null, .descriptor(file)] {
      launch.input = input
      let child = try ChildProcess(launch)
      #expect(child.inputFD == nil)
      let lines = text(of: child).split(separator: "\n")
      #expect(lines.first == "/dev/null" && lines[1].hasPrefix("pipe:"))
      #expect(lines.last?.hasPrefix("/memfd:") == true)
      #expect(child.wait() == .exited(0))
      // It is a file: it can be read again.
      for _ in 0..<2 { #expect(child.readErrors() == Array("complaint\n".utf8)) }
    }
    #expect(fcntl(file, F_GETFD) >= 0)
  }

  @Test func `what it is written comes back, and its input's end is its own`() throws {
    var launch = launch("exec cat")
    launch.input = .pipe
    let child = try ChildProcess(launch)
    #expect(child.write(Array("word\n".utf8)[...]) == 5)
    child.closeInput()
    #expect(child.inputFD == nil && child.write([1]) == 0)
    #expect(text(of: child) == "word\n")
    #expect(child.outputFD == nil)
    #expect(child.wait() == .exited(0))
  }

  @Test func `writing to one that reads nothing waits for nothing and is no signal`() throws {
    var launch = launch("exec 0<&-; echo closed; exec sleep 1000")
    launch.input = .pipe
    let child = try ChildProcess(launch)
    #expect(eventually { !child.readOutput().isEmpty })
    #expect(child.write([1]) == 0)
    #expect(child.inputFD == nil)
    launch.arguments = ["sleep", "1000"]
    let full = try ChildProcess(launch)
    let much = [UInt8](repeating: 0, count: 1 << 20)
    let count = full.write(much[...])
    #expect(count > 0 && count < much.count && full.write(much[...]) == 0)
    #expect(full.inputFD != nil)
  }

  @Test func `who takes an end of a pipe over closes it`() throws {
    let child = try ChildProcess(launch("exec echo word"))
    let output = try #require(child.releaseOutput())
    #expect(child.outputFD == nil && child.releaseOutput() == nil)
    #expect(child.end(within: hangGuard) == .exited(0))
    var bytes = [UInt8](repeating: 0, count: 9)
    #expect(clinux_read(output, &bytes, 9) == 5)
    #expect(close(output) == 0)
  }

  @Test func `a program that is not there, or has no name, cannot be started`() {
    // It may be in a folder of PATH that may not be searched, if there is one.
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let isForbidden = path.split(separator: ":").contains {
      access("\($0)/x", F_OK) != 0 && errno == EACCES
    }
    let words = [["/nonexistent/engine"], ["no-such-program"], [], [""], ["a\0b"], ["true", "\0"]]
    let reasons = [ENOENT, isForbidden ? EACCES : ENOENT, EINVAL, EINVAL, EINVAL, EINVAL]
    for (arguments, errno) in zip(words, reasons) {
      #expect(throws: ChildStartError(program: arguments.first ?? "", errno: errno)) {
        _ = try ChildProcess(ChildLaunch(arguments))
      }
    }
  }

  @Test func `it can be started when our standard streams are closed`() async {
    await #expect(processExitsWith: .success) {
      close(STDIN_FILENO)
      close(STDOUT_FILENO)
      var launch = launch("read line; echo \"got $line\"")
      launch.input = .pipe
      let child = try ChildProcess(launch)
      // What this process prints must not get into the pipes.
      for end in [child.inputFD, child.outputFD, child.endFD] {
        #expect(end.map { $0 > STDERR_FILENO } == true)
      }
      #expect(child.write(Array("word\n".utf8)[...]) == 5)
      #expect(text(of: child) == "got word\n")
    }
  }
}

/// How programs end, and what is left of them.
@Suite struct ChildEndTests {
  @Test func `poll reports an end, and it is told as it was`() throws {
    for (script, end) in [
      ("exit 3", ChildEnd.exited(3)), ("kill -TERM $$", .signalled(SIGTERM)),
      // What it has closed says nothing.
      ("exec >&- 2>&-; sleep 0.1; exit 4", .exited(4)),
    ] {
      let child = try ChildProcess(launch(script))
      var entry = pollfd(fd: child.endFD, events: Int16(POLLIN), revents: 0)
      #expect(poll(&entry, 1, 120_000) == 1)
      #expect(child.reap() == end && child.reap() == end)
    }
  }

  @Test func `one that goes on is not waited for longer than is said`() throws {
    let child = try ChildProcess(launch("exec sleep 1000"))
    var entry = pollfd(fd: child.endFD, events: Int16(POLLIN), revents: 0)
    #expect(poll(&entry, 1, 0) == 0)
    #expect(child.reap() == nil)
    let start = ContinuousClock.now
    #expect(child.wait(atMost: .milliseconds(50)) == nil)
    #expect(start.duration(to: .now) >= .milliseconds(50))
    child.kill()
    #expect(child.wait() == .signalled(SIGKILL))
  }

  @Test func `ends are told also where SIGCHLD was ignored`() async {
    await #expect(processExitsWith: .success) {
      #expect(clinux_signal_ignore(SIGCHLD) == 0)
      let child = try ChildProcess(launch("exit 3"))
      #expect(child.wait() == .exited(3))
    }
  }

  @Test func `killing it ends what it has started too`() throws {
    let child = try ChildProcess(launch("sleep 1000 & echo $!; wait"))
    let grandchild = try firstNumber(from: child)
    #expect(kill(grandchild, 0) == 0)
    child.kill()
    #expect(child.wait() == .signalled(SIGKILL))
    #expect(eventually { isGone(grandchild) })
  }

  @Test func `its end ends what it has left behind`() throws {
    let child = try ChildProcess(launch("sleep 1000 & echo $!"))
    let grandchild = try firstNumber(from: child)
    #expect(child.wait() == .exited(0))
    #expect(eventually { isGone(grandchild) })
  }

  @Test func `what a detached one has started goes on after it and after us`() throws {
    var launch = launch("(while :; do sleep 0.02; echo x >&2 || exit; done) & echo $!")
    (launch.group, launch.errors) = (.detached, .memory)
    var child: ChildProcess? = try ChildProcess(launch)
    let grandchild = try firstNumber(from: try #require(child))
    #expect(child?.wait() == .exited(0))
    let complaints = child?.readErrors().count ?? 0
    #expect(eventually { (child?.readErrors().count ?? 0) > complaints + 10 })
    child = nil
    // With a pipe for its complaints, the next one would have been its last.
    pause(for: .milliseconds(100))
    #expect(!isGone(grandchild))
    kill(grandchild, SIGKILL)
  }

  @Test func `one of our own group is ended alone`() throws {
    var launch = launch("exec sleep 1000")
    launch.group = .ours
    let child = try ChildProcess(launch)
    child.kill()
    #expect(child.wait() == .signalled(SIGKILL))
  }

  @Test func `killing, reaping and closing again do nothing`() throws {
    let child = try ChildProcess(launch("exec sleep 1000"))
    #expect(child.reap() == nil)
    for _ in 0..<2 {
      child.kill()
      child.closeInput()
      #expect(child.end(within: hangGuard) == .signalled(SIGKILL))
      #expect(child.reap() == .signalled(SIGKILL))
      #expect(child.outputFD == nil && child.inputFD == nil)
    }
  }

  @Test func `nothing is left of it, however it is let go`() async {
    await #expect(processExitsWith: .success) {
      let before = openDescriptors()
      for round in 0..<60 {
        let script = ["exec cat", "exit 1", "sleep 1000 & wait", "trap '' TERM; exec sleep 1000"]
        var launch = launch(script[round % 4])
        launch.group = round % 5 == 0 ? .ours : .own
        let child = try ChildProcess(launch)
        if round % 3 == 0 { child.kill() }
        if round % 3 == 1 { _ = child.end(within: .milliseconds(5)) }
        _ = try? ChildProcess(ChildLaunch(["/nonexistent"], input: .pipe, output: .pipe))
      }
      #expect(openDescriptors() < before + fewDescriptors)
      // No child is left, not even a dead one.
      #expect(eventually { waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD })
    }
  }

  @Test func `too few descriptors are an error and leave nothing`() async {
    await #expect(processExitsWith: .success) {
      let before = openDescriptors()
      for free in Array(0...8) + Array(0...8) {
        // A pipe, `/dev/null` and the child's own: one less is too few. The machinery of tests may
        // open or close a descriptor meanwhile, so a try that went otherwise is made again.
        let isEnough = free >= 4
        #expect(eventually { startsChild(descriptorsFree: free) == isEnough })
        #expect(openDescriptors() < before + fewDescriptors)
      }
      #expect(eventually { waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD })
    }
  }
}
