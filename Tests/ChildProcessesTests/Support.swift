import ChildProcesses
import Glibc
import TestSupport
import Testing

/// A shell script that is heard.
func launch(_ script: String, _ arguments: [String] = []) -> ChildLaunch {
  ChildLaunch(
    ["/bin/sh", "-c", script] + arguments,
    environment: ["PATH": "/usr/bin:/bin"],
    output: .pipe,
    errors: .descriptor(STDERR_FILENO)
  )
}

/// All that a program prints.
func text(of child: ChildProcess) -> String {
  var bytes: [UInt8] = []
  while let output = child.outputFD {
    var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 120_000) == 1 else { break }
    bytes += child.readOutput()
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The number on the first line that a program prints.
func firstNumber(from child: ChildProcess) throws -> Int32 {
  var bytes: [UInt8] = []
  _ = eventually {
    bytes += child.readOutput()
    return bytes.last == UInt8(ascii: "\n")
  }
  return try #require(Int32(String(decoding: bytes.dropLast(), as: UTF8.self)))
}

/// How many descriptors this process has open.
func openDescriptors() -> Int {
  (0..<1024).count { fcntl($0, F_GETFD) >= 0 }
}

/// The limit below which so many descriptors are free.
func descriptorLimit(free: Int) -> Int {
  var (limit, found) = (0, 0)
  while found < free || limit < 3 {
    if fcntl(Int32(limit), F_GETFD) < 0 { found += 1 }
    limit += 1
  }
  return limit
}

/// True if a program can be started while only `descriptorsFree` descriptors are free.
func startsChild(descriptorsFree: Int) -> Bool {
  var limit = rlimit(rlim_cur: rlim_t(descriptorLimit(free: descriptorsFree)), rlim_max: 1024)
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  defer {
    limit.rlim_cur = 1024
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
  return (try? ChildProcess(launch("exit 0"))) != nil
}

/// How many descriptors the machinery of tests may open meanwhile: fewer than a leak would add up to.
let fewDescriptors = 10

/// Whether a process has ended: it may still be in the table, dead, until init looks.
func isGone(_ process: Int32) -> Bool {
  if kill(process, 0) != 0 { return true }
  guard let file = fopen("/proc/\(process)/stat", "r") else { return true }
  defer { fclose(file) }
  var buffer = [CChar](repeating: 0, count: 256)
  let count = fread(&buffer, 1, 255, file)
  let text = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  return text.contains(") Z")
}
