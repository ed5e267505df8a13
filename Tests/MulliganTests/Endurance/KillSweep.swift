import Foundation
import TestSupport
import Testing

/// A mailbox on which the program is killed at every call that makes something durable.
struct KillSweep {
  /// The system calls that a write makes its steps durable by.
  static let calls = ["rename", "renameat2", "link", "unlink", "fdatasync", "pwrite64"]

  let mail: TemporaryMail
  /// A call that the file system does not know.
  var unknownCall: String?
  /// The action, undone or whole after each kill.
  let action: [String]
  /// How it is taken back.
  let undo: [String]
  /// What the program is told besides, such as the time.
  let variables: [String: String]
  let before: MailPicture
  let after: MailPicture
  /// The groups that were there before.
  private let earlier: Int

  /// Makes a mailbox with flag sync on, on which something may have been done, and looks at what the
  /// action does to it.
  init(
    messages: Int,
    after first: [String]? = nil,
    firstUnder runner: [String] = [],
    action: [String],
    undo: [String] = ["undo"],
    with variables: [String: String] = [:]
  ) throws {
    let mail = try TemporaryMail(synchronizesFlags: true)
    for number in 0..<messages {
      let isSeen = number.isMultiple(of: 5)
      try mail.write(
        SampleMessage("k\(number)@example.org", body: "Body \(number)\n"),
        place: isSeen || number.isMultiple(of: 3) ? "cur" : "new",
        flags: isSeen ? "S" : number.isMultiple(of: 3) ? "" : nil,
        name: "k\(number).test"
      )
    }
    try mail.makeMaildir("archive")
    try mail.notmuch("new")
    try mail.notmuch("tag", "+inbox", "--", "*")
    // The first look renames what is new, as it does for everybody.
    try mail.notmuch("new")
    try mail.shareHistoryIfAsked()
    self.mail = mail
    self.action = action
    self.undo = undo
    self.variables = variables
    earlier = first == nil ? 0 : 1
    if let first {
      let run = try mail.mulligan(first, under: runner)
      try #require(run.status == 0, "\(run)")
    }
    before = try mail.picture()
    try mail.save(as: "start")
    let run = try mail.mulligan(action, with: variables)
    try #require(run.status == 0, "\(run)")
    after = try mail.picture()
    try #require(after.tags != before.tags)
    try mail.restore("start")
  }

  /// Returns how often a verb makes each of the calls, on these files if there are any.
  func count(
    _ verb: [String],
    from state: String,
    of calls: [String] = Self.calls,
    on files: [String] = []
  ) throws -> [String: Int] {
    try mail.restore(state)
    let log = "\(mail.folder)/calls"
    let run = try mail.mulligan(
      verb,
      with: variables,
      under: tracing(calls, output: log) + files.flatMap { ["-P", $0] }
    )
    try #require(run.status == 0, "\(run)")
    let names = try String(contentsOfFile: log, encoding: .utf8).lines.map { line in
      String(line.prefix { $0 != "(" })
    }
    return Dictionary(grouping: names) { $0 }.mapValues(\.count)
  }

  /// How a program is run under a tracer of calls.
  private func tracing(_ calls: [String], output: String) -> [String] {
    let traced = (calls + [unknownCall].compactMap(\.self)).joined(separator: ",")
    return ["strace", "-qq", "-o", output, "-e", "trace=\(traced)"]
      + (unknownCall.map { ["-e", "inject=\($0):error=EINVAL"] } ?? [])
  }

  /// The points to kill at: all of them, or about so many, spread and always with both ends.
  static func points(_ count: Int, atMost samples: Int) -> [Int] {
    guard !sweepsAreWhole, count > samples else { return Array(1..<(count + 1)) }
    guard samples > 1 else { return [count / 2 + 1] }
    return (0..<samples).map { 1 + $0 * (count - 1) / (samples - 1) }
  }

  /// Runs a verb that is killed at the n-th call; returns whether it was.
  func kill(_ verb: [String], at call: String, _ number: Int) throws -> Bool {
    let inject = "inject=\(call):signal=KILL:when=\(number)"
    let run = try mail.mulligan(
      verb,
      with: variables,
      under: tracing([call], output: "/dev/null") + ["-e", inject]
    )
    try #require([0, 9].contains(run.status), "\(run)")
    return run.status == 9
  }

  /// Checks what must hold after a kill: before, after and in between nothing is half done, and one
  /// undo gives the beginning.
  func check(_ point: String) throws {
    let seen = try mail.dump()
    #expect(seen == before.tags || seen == after.tags, "\(point): a reader sees half a group")
    let recovery = try mail.mulligan("history", "recover")
    #expect(recovery.status == 0, "\(point): \(recovery)")
    let steps = try mail.mulligan("history", "--json").objects
    let states = steps.map { $0["state"] as? String }
    #expect(states.allSatisfy { $0 == "live" }, "\(point): \(states)")
    #expect([0, 1].contains(states.count - earlier), "\(point): \(states)")
    let isDone = states.count > earlier
    try agrees(with: isDone ? after : before, point)
    #expect(
      try mail.mulligan("history", "recover").output == "Nothing was interrupted\n",
      "\(point)"
    )
    #expect(try mail.mulligan("history", "verify").status == 0, "\(point)")
    if isDone {
      let undo = try mail.mulligan(undo, with: variables)
      #expect(undo.status == 0, "\(point): \(undo)")
      try agrees(with: before, "\(point), undone")
    }
  }

  /// Checks that index, names and letters say the same, and that `notmuch new` finds nothing to do.
  private func agrees(with expected: MailPicture, _ point: String) throws {
    #expect(try mail.picture() == expected, "\(point)")
    #expect(try mail.filesInIndex().sorted() == mail.filesOnDisk().sorted(), "\(point)")
    try mail.notmuch("new")
    #expect(try mail.dump() == expected.tags, "\(point), after notmuch new")
  }
}
