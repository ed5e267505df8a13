import Foundation
import TestSupport
import Testing
import TriageCore

/// Machines that sync: muchsync's, with the program on each.
extension MuchsyncBox {
  /// Makes machines that know each other and have the same mail, which muchsync has carried once.
  static func synced(_ names: String..., mail: [SampleMessage]) throws -> [MuchsyncBox] {
    try synced(names, mail: mail)
  }

  /// Makes machines that know each other and have the same mail, which muchsync has carried once.
  static func synced(_ names: [String], mail: [SampleMessage]) throws -> [MuchsyncBox] {
    let boxes = try network(names)
    try boxes[0].mail.deliver(mail)
    for box in boxes { try box.configure() }
    for box in boxes.dropFirst() { try boxes[0].muchsync(box) }
    return boxes
  }

  /// Tells a machine its name and how others are reached; what is reached stops at a point if one is named.
  func configure(
    farPoint: String? = nil,
    farClock: String? = nil,
    carrier: String = "muchsync",
    forgetAfter: Int = 400,
    keepDays: Int = 90
  ) throws {
    let settings = [
      farPoint.map { "FAILPOINT=\($0):kill" }, farClock.map { "MULLIGAN_CLOCK=@\($0)" },
    ]
    let set = settings.compactMap(\.self)
    let stop = set.isEmpty ? [] : ["env"] + set
    let remote = (stop + [Program.path, "sync", "--stdio"]).map { "\"\($0)\"" }
    let text = """
      [sync]
      name = "\(name)"
      command = ["\(ssh)"]
      remote = [\(remote.joined(separator: ", "))]
      muchsync = ["\(carrier)", "-F", "-s", "\(ssh)", "--nonew"]
      forget_after = \(forgetAfter)
      [history]
      keep_days = \(keepDays)
      """
    let folder = "\(mail.folder)/home/.config/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: "\(folder)/config.toml", atomically: true, encoding: .utf8)
  }

  /// Syncs from here with another machine, and returns what was printed.
  @discardableResult
  func sync(_ other: MuchsyncBox, _ more: String...) throws -> String {
    let run = try mail.mulligan(["sync", other.name] + more)
    try #require(run.status == 0, "\(name) with \(other.name): \(run.output) \(run.errors)")
    return run.output
  }

  /// What `notmuch` tells of all messages: their tags and the folders of their files.
  func picture() throws -> [String: [String]] {
    let ids = try mail.notmuch("search", "--output=messages", "--exclude=false", "*").lines
    return try ids.reduce(into: [:]) { picture, line in
      let id = String(line.dropFirst("id:".count))
      picture[id] = try tags(of: id) + folders(of: id).map { "in \($0)" }
    }
  }

  /// The groups of its history, as `history` tells them, the newest first.
  func groups() throws -> [String] {
    try mail.mulligan("history", "--json", "--limit", "0").output.lines.compactMap { line in
      let step = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return step.flatMap { "\($0["uid"] ?? "") \($0["kind"] ?? "") \($0["state"] ?? "")" }
    }
  }
}

/// Checks that machines hold the same mail and the same history, and that each history is sound.
func expectAgreement(_ boxes: [MuchsyncBox], _ what: String = "") throws {
  let (picture, groups) = (try boxes[0].picture(), try boxes[0].groups())
  for box in boxes.dropFirst() {
    #expect(try box.picture() == picture, "\(box.name) \(what)")
    #expect(try box.groups() == groups, "\(box.name) \(what)")
  }
  for box in boxes {
    let verified = try box.mail.mulligan("history", "verify")
    #expect(verified.status == 0, "\(box.name) \(what): \(verified.output)\(verified.errors)")
  }
}
