import Foundation
import TestSupport
import Testing
import TriageCore

/// What muchsync does, as far as machines rely on it: measured on muchsync itself.
@Suite(.serialized, .enabled(if: MuchsyncBox.isThere, "needs muchsync"))
struct MuchsyncTests {
  private let laptop: MuchsyncBox
  private let desk: MuchsyncBox

  init() throws {
    let boxes = try MuchsyncBox.network("laptop", "desk")
    (laptop, desk) = (boxes[0], boxes[1])
  }

  /// Gives both machines messages with tags.
  private func share(_ tags: Set<MailTag>, count: Int = 1) throws {
    try laptop.mail.deliver((0..<count).map { SampleMessage("m\($0)@example.org", tags: tags) })
    try laptop.muchsync(desk)
    #expect(try laptop.muchsync(desk) == .nothing)
    #expect(try desk.mail.dump() == laptop.mail.dump())
  }

  @Test func `tags changed on one side win, and those of both sides are all there`() throws {
    try share(["inbox"])
    try laptop.mail.tag("-inbox", "+spam", "id:m0@example.org")
    try desk.muchsync(laptop)
    #expect(try desk.tags(of: "m0@example.org") == ["spam"])
    try laptop.mail.tag("-spam", "+inbox", "id:m0@example.org")
    try desk.mail.tag("+later", "id:m0@example.org")
    try laptop.muchsync(desk)
    for box in [laptop, desk] {
      #expect(try box.tags(of: "m0@example.org") == ["inbox", "later", "spam"])
    }
    #expect(try laptop.muchsync(desk) == .nothing)
  }

  @Test func `M10: sets that both sides made equal stay as they are`() throws {
    try share(["inbox"])
    try laptop.mail.tag("-inbox", "+later", "id:m0@example.org")
    try desk.mail.tag("+later", "id:m0@example.org")
    try desk.mail.tag("-inbox", "id:m0@example.org")
    let before = try [laptop.revision(), desk.revision()]
    let run = try laptop.muchsync(desk)
    for box in [laptop, desk] { #expect(try box.tags(of: "m0@example.org") == ["later"]) }
    // It says so and writes them again all the same: their revision is a new one.
    #expect(run == MuchsyncSummary(received: [0, 0, 1], sent: [0, 0, 1]))
    #expect(try [laptop.revision(), desk.revision()] == before.map { $0 + 1 })
    #expect(try laptop.muchsync(desk) == .nothing)
  }

  @Test func `every message that it changes counts once in the revision`() throws {
    try share(["inbox"], count: 5)
    try laptop.mail.tag("-inbox", "+done", "id:m0@example.org or id:m1@example.org")
    let before = try desk.revision()
    try laptop.muchsync(desk)
    #expect(try desk.revision() == before + 2)
  }

  /// Moves the one file of a message to another folder.
  private func move(_ box: MuchsyncBox, to folder: String, name: String? = nil) throws {
    try box.mail.makeMaildir(folder)
    let old = try #require(try box.files(of: "m0@example.org").first)
    let name = try name ?? #require(old.split(separator: "/").last.map(String.init))
    try FileManager.default.moveItem(atPath: old, toPath: "\(box.mail.root)/\(folder)/cur/\(name)")
    try box.mail.notmuch("new", "--full-scan")
  }

  @Test func `M14: a file moved apart is in both folders, moved to one it is one file`() throws {
    try share(["inbox"])
    try move(laptop, to: "One")
    try move(desk, to: "Two")
    try laptop.muchsync(desk)
    for box in [laptop, desk] {
      #expect(try box.folders(of: "m0@example.org") == ["One", "Two"])
    }
  }

  @Test func `M14: a file moved to one folder on both sides is one there, each with its name`()
    throws
  {
    try share(["inbox"])
    try move(laptop, to: "One", name: "laptop:2,S")
    try move(desk, to: "One", name: "desk:2,S")
    try laptop.muchsync(desk)
    for box in [laptop, desk] {
      #expect(try box.files(of: "m0@example.org") == ["\(box.mail.root)/One/cur/\(box.name):2,S"])
    }
    #expect(try laptop.muchsync(desk) == .nothing)
  }

  @Test func `a file deleted here and moved there is where it was moved to`() throws {
    try share(["inbox"])
    let file = try #require(try laptop.files(of: "m0@example.org").first)
    try FileManager.default.removeItem(atPath: file)
    try laptop.mail.notmuch("new", "--full-scan")
    try move(desk, to: "One")
    try laptop.muchsync(desk)
    for box in [laptop, desk] { #expect(try box.folders(of: "m0@example.org") == ["One"]) }
  }

  @Test func `the model's replicas behave as muchsync does`() throws {
    let names = ["laptop", "desk", "attic"]
    let boxes = try MuchsyncBox.network(names[0], names[1], names[2])
    let count = 8
    let mail = (0..<count).map { $0.isMultiple(of: 2) ? [ModelTag.inbox] : [.spam, .later] }
    let schedule = ModelSchedule(boxes.count, mail)
    for (number, tags) in mail.enumerated() {
      let message = ModelPair(number, .inbox).pair.message.text
      try boxes[0].mail.deliver(SampleMessage(message, tags: Set(tags.map(\.tag))))
    }
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try boxes[one].muchsync(boxes[other]) }
    var random = SplitMix(22)
    for round in 0..<(sweepsAreWhole ? 200 : 8) {
      for machine in boxes.indices {
        var lines: [String] = []
        for _ in 0..<4 {
          let pair = ModelPair(
            Int.random(in: 0..<count, using: &random),
            ModelTag.all[Int.random(in: 0..<3, using: &random)]
          )
          let value = random.flip()
          try schedule.perform(.wrote(machine: machine, pair, value))
          lines.append("\(value ? "+" : "-")\(pair.tag) -- id:m\(pair.message)\n")
        }
        try boxes[machine].mail.notmuch("tag", "--batch", input: lines.joined())
      }
      let one = Int.random(in: 0..<3, using: &random)
      let other = (one + Int.random(in: 1...2, using: &random)) % 3
      try boxes[one].muchsync(boxes[other])
      try schedule.perform(.carried(one, other))
      for machine in boxes.indices {
        for number in 0..<count {
          let held = ModelTag.all.filter { schedule.machines[machine].index[number]?[$0] == true }
          let tags = try boxes[machine].tags(of: "m\(number)")
          let place = "round \(round), \(names[machine]), m\(number)"
          #expect(tags == held.map(\.description).sorted(), "\(place)")
        }
      }
    }
  }
}
