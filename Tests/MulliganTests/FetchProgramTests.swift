import Foundation
import TestSupport
import Testing
import TriageUI

@testable import mulligan

/// The person's program that fetches mail.
@Suite struct FetchProgramTests {
  private func end(of command: [String]) throws -> PollEnd? {
    let fetch = try FetchProgram(command, environment: ProcessInfo.processInfo.environment)
    while true {
      var entries = fetch.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, nfds_t(entries.count), 120_000) > 0 else { return nil }
      if let end = fetch.readable() { return end }
    }
  }

  @Test func `its end and the last it complained of are known`() throws {
    let end = try end(of: ["sh", "-c", "echo said; echo first >&2; echo last >&2; exit 3"])
    #expect(end == PollEnd(isSuccess: false, status: "exit 3", complaint: "last"))
  }

  @Test func `complaints without end are cut at their beginning`() throws {
    let end = try end(of: ["sh", "-c", "yes complaint | head -c 3000000 >&2; echo last >&2"])
    #expect(end == PollEnd(isSuccess: true, status: "exit 0", complaint: "last"))
  }

  @Test func `arguments are no words of a shell`() throws {
    let end = try end(of: ["sh", "-c", "test \"$1\" = '; exit 9'", "sh", "; exit 9"])
    #expect(end?.isSuccess == true)
  }

  @Test func `what it leaves behind does not keep its end from being known`() throws {
    #expect(try end(of: ["sh", "-c", "sleep 1000 & echo trouble >&2"])?.complaint == "trouble")
  }
}
