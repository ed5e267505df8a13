import Foundation
import TestSupport
import Testing

/// The time of day that whatever is dated has.
@Suite struct ClockTests {
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    return mail
  }

  private func times(_ mail: TemporaryMail) throws -> [String] {
    try mail.mulligan("history", "--json").objects.compactMap { $0["at"] as? String }
  }

  @Test func `L39 steps have the time that MULLIGAN_CLOCK says`() throws {
    let mail = try mailbox()
    let clock = ["MULLIGAN_CLOCK": "2031-05-06T07:08:09Z"]
    #expect(try mail.mulligan("tag", "+a", "--", "*", with: clock).status == 0)
    let berlin = ["MULLIGAN_CLOCK": "2031-05-06T09:10:00+02:00"]
    #expect(try mail.mulligan("tag", "+b", "--", "*", with: berlin).status == 0)
    #expect(try times(mail) == ["2031-05-06T07:10:00Z", "2031-05-06T07:08:09Z"])
  }

  @Test func `L39 WHEN counts back from that time, and pruning too`() throws {
    let mail = try mailbox()
    for day in ["01", "08"] {
      let clock = ["MULLIGAN_CLOCK": "2031-05-\(day)T12:00:00Z"]
      #expect(try mail.mulligan("tag", "+d\(day)", "--", "*", with: clock).status == 0)
    }
    let later = ["MULLIGAN_CLOCK": "2031-05-09T12:00:00Z"]
    let since = try mail.mulligan("history", "--since", "2d", "--json", with: later)
    #expect(since.objects.count == 1, "\(since)")
    #expect(try mail.mulligan("history", "prune", "--before", "3d", with: later).status == 0)
    #expect(try times(mail) == ["2031-05-08T12:00:00Z"])
  }

  @Test func `L39 a file is read at each look`() throws {
    let mail = try mailbox()
    let file = "\(mail.folder)/clock"
    for time in ["2031-05-06T07:08:09Z", "2031-05-07T00:00:00Z"] {
      try Data("\(time)\n".utf8).write(to: URL(fileURLWithPath: file))
      let clock = ["MULLIGAN_CLOCK": "@\(file)"]
      let run = try mail.mulligan("tag", "+\(time)", "--", "*", with: clock)
      #expect(run.status == 0, "\(run)")
    }
    #expect(try times(mail) == ["2031-05-07T00:00:00Z", "2031-05-06T07:08:09Z"])
  }

  @Test(arguments: [
    "noon", "2031-02-30T00:00:00Z", "2031-02-03T24:01:00Z", "@/nowhere/clock", "2031-05-06",
  ])
  func `L39 what is no time is refused and nothing is done`(text: String) throws {
    let mail = try mailbox()
    let before = try mail.dump()
    let run = try mail.mulligan("tag", "+a", "--", "*", with: ["MULLIGAN_CLOCK": text])
    #expect(run.status == 64 && run.errors.contains("MULLIGAN_CLOCK is “\(text)”"), "\(run)")
    #expect(try mail.dump() == before)
  }
}
