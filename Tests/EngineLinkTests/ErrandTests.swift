import EngineLink
import Foundation
import TestSupport
import Testing

/// Programs that are run for what they do.
@Suite struct ErrandTests {
  private func end(of errand: Errand) -> ChildEnd? {
    _ = eventually { errand.result != nil }
    return errand.result
  }

  private let environment = ProcessInfo.processInfo.environment

  @Test func `the end and the complaints are known, and nothing reaches the terminal`() throws {
    let errand = try Errand(
      ["sh", "-c", "echo said; echo first >&2; echo last >&2; exit 3"],
      environment: environment,
      folder: "/tmp"
    )
    #expect(end(of: errand) == .exited(3))
    #expect(String(decoding: errand.complaint, as: UTF8.self) == "first\nlast\n")
  }

  @Test func `complaints without end are cut at their beginning`() throws {
    let errand = try Errand(
      ["sh", "-c", "yes complaint | head -c 3000000 >&2; echo last >&2"],
      environment: environment,
      folder: "/tmp"
    )
    #expect(end(of: errand) == .exited(0))
    #expect(errand.complaint.count == 4096)
    #expect(String(decoding: errand.complaint, as: UTF8.self).hasSuffix("last\n"))
  }

  @Test func `arguments are no words of a shell`() throws {
    let errand = try Errand(
      ["sh", "-c", "test \"$1\" = '; exit 9'", "sh", "; exit 9"],
      environment: environment,
      folder: "/tmp"
    )
    #expect(end(of: errand) == .exited(0))
  }

  @Test func `what is stopped ends with all it has started`() throws {
    let errand = try Errand(
      ["sh", "-c", "sleep 1000 & sleep 1000"],
      environment: environment,
      folder: "/tmp"
    )
    errand.stop()
    #expect(end(of: errand) == .signalled(9))
    errand.stop()
  }

  @Test func `a program that is not there is an error`() {
    #expect(throws: LinkError.cannotStart(program: "/no/such", errno: ENOENT)) {
      try Errand(["/no/such"], environment: environment, folder: "/tmp")
    }
  }
}
