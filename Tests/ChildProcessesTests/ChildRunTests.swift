import ChildProcesses
import Glibc
import TestSupport
import Testing

/// Programs that are given all they read, and run to their end.
@Suite struct ChildRunTests {
  private let limits = ChildLimits(time: hangGuard, output: 1 << 20)

  private func run(
    _ script: String,
    input: [UInt8] = [],
    _ limits: ChildLimits? = nil
  ) throws -> ChildRun {
    try ChildRun(of: launch(script), input: input, limits: limits ?? self.limits)
  }

  @Test func `input larger than a pipe goes through, and all that is printed is kept`() throws {
    let page = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let run = try run("exec cat", input: page)
    #expect(run.end == .exited(0) && run.exceeded == nil)
    #expect(run.output == page)
  }

  @Test func `a program that reads nothing, or only a little, is no fault`() throws {
    let page = [UInt8](repeating: 65, count: 1_000_000)
    #expect(try run("echo text", input: page).output == Array("text\n".utf8))
    #expect(try run("exec head -c 3", input: page).output == [65, 65, 65])
  }

  @Test func `its end is told as it was`() throws {
    #expect(try run("exit 3").end == .exited(3))
    #expect(try run("kill -ABRT $$").end == .signalled(SIGABRT))
  }

  @Test(arguments: [
    "sleep 1000 & sleep 1000", "exec >&-; exec sleep 1000", "trap '' TERM; sleep 1000",
  ])
  func `one that hangs is ended when its time is over, whatever it has closed`(
    script: String
  ) throws {
    let limits = ChildLimits(time: .milliseconds(200), output: 100)
    let start = ContinuousClock.now
    let run = try run(script, limits)
    #expect(run.exceeded == .time && run.end == .signalled(SIGKILL))
    #expect(start.duration(to: .now) < hangGuard)
  }

  @Test func `one that prints too much is ended`() throws {
    let run = try run("exec yes")
    #expect(run.exceeded == .output && run.end == .signalled(SIGKILL))
    #expect(run.output.count <= limits.output + 1 << 16)
    let exact = try self.run("head -c 1048576 /dev/zero")
    #expect(exact.exceeded == nil && exact.output.count == 1 << 20)
  }

  @Test func `what it leaves behind is not waited for, though it holds the output open`() throws {
    let start = ContinuousClock.now
    let run = try run("sleep 1000 & echo text")
    #expect(run.output == Array("text\n".utf8) && run.end == .exited(0) && run.exceeded == nil)
    #expect(start.duration(to: .now) < hangGuard)
  }

  @Test func `the last bytes of many pieces are kept`() {
    var last = LastBytes(limit: 4)
    for piece in [[1, 2], [], [3, 4, 5], [6, 7, 8, 9, 10, 11]] as [[UInt8]] { last.append(piece) }
    #expect(last.bytes == [8, 9, 10, 11])
    last.append([12])
    #expect(last.bytes == [9, 10, 11, 12])
  }
}
