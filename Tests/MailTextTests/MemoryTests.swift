import Foundation
import Testing
import TriageCore

/// What GMime and libxml2 make is given back.
@Suite struct MemoryTests {
  @Test func `reading the corpus again and again takes no more memory`() async {
    await #expect(processExitsWith: .success) {
      func resident() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? .max
      }
      func readAll(times: Int) {
        for _ in 0..<times {
          for path in Fixtures.all { _ = Mail.content(path, MessageOptions(alternative: 1)) }
        }
      }
      readAll(times: 2)
      let before = try resident()
      readAll(times: 6)
      let grown = try resident() - before
      print("grown by \(grown) kB")
      // Ten lost bytes in each of 1,500 readings would not be seen; a lost message would.
      exit(grown < 2048 ? 0 : 1)
    }
  }
}
