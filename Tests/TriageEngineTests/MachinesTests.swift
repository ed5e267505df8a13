import Journal
import MachineSupport
import TestSupport
import Testing
import TriageCore
import TriageEngine

@Suite struct MachinesTests {
  private let clock = BoxClock()

  private func boxes(_ names: String..., mail: [MessageID: Set<MailTag>]) throws -> [MachineBox] {
    let boxes = try names.map { try MachineBox($0, clock, mail) }
    for one in boxes {
      for other in boxes where one.name < other.name { TagReplica.carry(one, other) }
    }
    return boxes
  }

  private func sync(_ one: MachineBox, _ other: MachineBox) throws {
    clock.now += 10
    try BoxSync(one: one, other: other).run()
    clock.now += 10
  }

  @Test func `M1 what one machine did is listed, undone and done again on the other`() throws {
    let boxes = try boxes("laptop", "desk", mail: ["m": ["inbox"]])
    let (laptop, desk) = (boxes[0], boxes[1])
    laptop.act(TagEdit(add: ["spam"], remove: ["inbox"]), on: ["m"])
    try sync(laptop, desk)
    #expect(desk.tags == ["m": ["spam"]])
    let head = try desk.journal.head()
    #expect(head.undo?.received?.machine == "laptop")
    #expect(try laptop.lists() == desk.lists())
    #expect(desk.undo().kind == .done)
    #expect(desk.tags == ["m": ["inbox"]])
    try sync(laptop, desk)
    #expect(laptop.tags == ["m": ["inbox"]])
    #expect(try laptop.lists() == desk.lists())
    #expect(laptop.redo().kind == .done)
    try sync(desk, laptop)
    #expect(desk.tags == ["m": ["spam"]] && laptop.tags == desk.tags)
    for box in boxes { #expect(try box.journal.verify() == []) }
  }

  @Test func `M5 what was taken back stays taken back though the other machine tagged the message`()
    throws
  {
    let boxes = try boxes("laptop", "desk", mail: ["m": ["inbox"]])
    let (laptop, desk) = (boxes[0], boxes[1])
    laptop.act(TagEdit(add: ["spam"], remove: ["inbox"]), on: ["m"])
    try sync(laptop, desk)
    laptop.undo()
    desk.other(TagEdit(add: ["later"]), on: "m")
    try sync(laptop, desk)
    #expect(laptop.tags == ["m": ["inbox", "later"]])
    #expect(desk.tags == laptop.tags)
    #expect(desk.redo().kind == .done)
    try sync(laptop, desk)
    #expect(laptop.tags == ["m": ["spam", "later"]])
    #expect(desk.tags == laptop.tags)
    for box in boxes { #expect(try box.journal.verify() == []) }
  }

  @Test(arguments: [StepProgress.intent, .tagged])
  func `M11 a merge that never happened leaves nothing of what came with it`(
    progress: StepProgress
  ) throws {
    let boxes = try boxes("laptop", "desk", mail: ["m": ["inbox"]])
    let (laptop, desk) = (boxes[0], boxes[1])
    laptop.act(TagEdit(add: ["spam"], remove: ["inbox"]), on: ["m"])
    // The desk is killed in its write, before the index or after it; then the index is an older one.
    _ = try desk.side().greeting()
    try desk.journal.beginSharing(
      with: MachineName(laptop.journal.identity().id, "laptop"),
      clock: laptop.journal.identity().clock
    )
    try laptop.journal.eachShared(besides: []) { (step) throws(TriageFailure) in
      try desk.journal.receive([step], at: clock.now)
    }
    let merge = StepDraft(
      kind: .merge,
      context: desk.context,
      at: clock.now,
      revisionBefore: try desk.mail.revision()
    )
    let recorder = try desk.journal.begin(merge)
    let received = try #require(try desk.journal.merging().first)
    var plan = StepPlan()
    plan.effects = [
      ToggleEffect(action: received, claim: Claim(Pair("m", "spam"), found: false, wanted: true))
    ]
    try recorder.append(plan)
    let step = try recorder.commit(as: progress)
    #expect(try desk.journal.advance(step, from: progress, to: .void, revisionAfter: nil))
    #expect(try desk.journal.verify() == [])
    #expect(try desk.lists() == [[], []])
    try sync(laptop, desk)
    #expect(desk.tags == ["m": ["spam"]])
    #expect(try desk.lists() == laptop.lists())
    for box in boxes { #expect(try box.journal.verify() == []) }
  }

  @Test func `M5 restoring brings back what stood then, whoever turned it last`() throws {
    let boxes = try boxes("laptop", "desk", mail: ["m": ["inbox"]])
    let (laptop, desk) = (boxes[0], boxes[1])
    let archive = try #require(laptop.act(TagEdit(remove: ["inbox"]), on: ["m"]).step)
    try sync(laptop, desk)
    laptop.undo()
    clock.now += 1
    desk.undo()
    clock.now += 1
    // This redo is the last word on the group, but knows nothing of the desk's undo.
    let redo = try #require(laptop.redo().step)
    try sync(laptop, desk)
    #expect(laptop.tags == ["m": ["inbox"]] && desk.tags == laptop.tags)
    #expect(laptop.change(.turn(SwitchRequest(.restore, [redo]))).changed == 0)
    #expect(laptop.change(.turn(SwitchRequest(.restore, [archive]))).changed == 1)
    #expect(laptop.tags == ["m": []])
    try sync(laptop, desk)
    #expect(desk.tags == laptop.tags)
    #expect(try desk.lists() == laptop.lists())
  }

  @Test func `L22 what was done elsewhere comes where it was done, not where it arrived`() throws {
    let boxes = try boxes("laptop", "desk", mail: ["m": ["inbox", "unread"]])
    let (laptop, desk) = (boxes[0], boxes[1])
    laptop.act(TagEdit(remove: ["unread"]), on: ["m"])
    clock.now += 60
    desk.act(TagEdit(add: ["later"]), on: ["m"])
    try sync(laptop, desk)
    for box in boxes {
      var found: [MessageDeeds] = []
      try box.journal.eachDeed { found.append($0) }
      let deeds = try #require(found.first).deeds
      #expect(deeds.map(\.edit.text) == ["-unread", "+later"], "\(box.name)")
      #expect(found[0].wasUnread(before: deeds[1]) == false)
      #expect(found[0].wasUnread(before: deeds[0]) == true)
    }
  }

  @Test func `M13 what a first muchsync may have brought is no other program's change`() throws {
    let (laptop, desk) = (
      try MachineBox("laptop", clock, ["m": ["inbox"]]),
      try MachineBox("desk", clock, ["m": ["inbox", "later"]])
    )
    var sync = BoxSync(one: laptop, other: desk)
    sync.reach = { if $0 == .lookOne { throw BoxSync.Killed() } }
    #expect(throws: BoxSync.Killed.self) { try sync.run() }
    #expect(laptop.tags == ["m": ["inbox", "later"]])
    laptop.act(TagEdit(remove: ["later"]), on: ["m"])
    #expect(
      try laptop.journal.steps(HistoryFilter(limit: nil, all: true)).map(\.kind).filter {
        $0 != .merge
      } == [.action]
    )
  }

  @Test
  func
    `M6 what a switch took back while another machine did it again can be undone after the switch`()
    throws
  {
    let boxes = try boxes("laptop", "desk", mail: ["m": ["inbox"]])
    let (laptop, desk) = (boxes[0], boxes[1])
    laptop.act(TagEdit(add: ["spam"]), on: ["m"])
    try sync(laptop, desk)
    let action = try #require(try laptop.journal.head().undo)
    desk.undo()
    clock.now += 1
    laptop.change(.turn(SwitchRequest(.revert, [action.id])))
    clock.now += 1
    desk.redo()
    try sync(laptop, desk)
    // The switch holds: the redo did not know of it.
    for box in boxes { #expect(box.tags == ["m": ["inbox"]]) }
    laptop.undo()
    #expect(laptop.tags == ["m": ["inbox", "spam"]])
    #expect(try laptop.journal.head().undo?.id == action.id)
    try sync(laptop, desk)
    #expect(try laptop.lists() == desk.lists())
    desk.undo()
    #expect(desk.tags == ["m": ["inbox"]])
    try sync(laptop, desk)
    for box in boxes {
      #expect(box.tags == ["m": ["inbox"]])
      #expect(try box.journal.verify() == [])
    }
  }

  @Test(arguments: [BoxSync.Point.stepsToOne, .carry])
  func `M16 a message that comes with the steps about it gets its answers once`(
    point: BoxSync.Point
  ) throws {
    let laptop = try MachineBox("laptop", clock, ["m": ["inbox"]])
    let desk = try MachineBox("desk", clock)
    laptop.act(TagEdit(add: ["spam"]), on: ["m"])
    var sync = BoxSync(one: laptop, other: desk)
    // By plain muchsync before the steps are written, or by the sync's own after that.
    var isDone = false
    sync.reach = { now in
      guard now == point, !isDone else { return }
      isDone = true
      laptop.other(TagEdit(remove: ["spam"]), on: "m")
      if now != .carry { TagReplica.carry(laptop, desk) }
    }
    try sync.run()
    sync.reach = { _ in }
    try sync.run()
    #expect(desk.tags == laptop.tags)
    #expect(try desk.lists() == laptop.lists())
    for box in [laptop, desk] { #expect(try box.journal.verify() == []) }
  }

  @Test func `M8 what another program does to a newcomer after an action about it is kept`() throws
  {
    let laptop = try MachineBox("laptop", clock, ["m": ["inbox"]])
    let desk = try MachineBox("desk", clock)
    laptop.act(TagEdit(remove: ["inbox"]), on: ["m"])
    var broken = BoxSync(one: laptop, other: desk)
    broken.reach = { if $0 == .lookOne { throw BoxSync.Killed() } }
    #expect(throws: BoxSync.Killed.self) { try broken.run() }
    #expect(desk.tags == ["m": []])
    desk.act(TagEdit(add: ["later"]), on: ["m"])
    desk.other(TagEdit(add: ["inbox"]), on: "m")
    try sync(laptop, desk)
    for box in [laptop, desk] {
      #expect(box.tags == ["m": ["inbox", "later"]])
      #expect(try box.journal.verify() == [])
    }
  }

  @Test func `M20 what a machine that a sync was only begun with may not have heard of is kept`()
    throws
  {
    let boxes = try boxes("laptop", "desk", "attic", mail: ["m": ["inbox"]])
    let (laptop, desk, attic) = (boxes[0], boxes[1], boxes[2])
    laptop.act(TagEdit(remove: ["inbox"]), on: ["m"])
    var broken = BoxSync(one: laptop, other: desk)
    broken.reach = { if $0 == .carry { throw BoxSync.Killed() } }
    #expect(throws: BoxSync.Killed.self) { try broken.run() }
    #expect(desk.tags == ["m": []])
    clock.now += 10
    laptop.undo()
    try sync(laptop, attic)
    _ = try laptop.journal.raiseHorizon(to: laptop.journal.identity().clock)
    #expect(try laptop.journal.knownMachines().map(\.machine.name) == ["attic"])
    try sync(laptop, desk)
    for box in boxes {
      #expect(box.tags == ["m": ["inbox"]])
      #expect(try box.journal.verify() == [])
    }
  }

  /// Something done while mail is carried, and where it falls.
  struct Meanwhile: CustomStringConvertible {
    var point = BoxSync.Point.carrying
    /// When it is undone again.
    var undone: BoxSync.Point?
    var isNamed = false
    var isOnDesk = false

    var description: String {
      "\(isNamed ? "named" : "fresh")\(isOnDesk ? " on the desk" : "") \(point) \(undone.map { "\($0)" } ?? "")"
    }

    static let all = [false, true].flatMap { isNamed in
      [false, true].flatMap { isOnDesk in
        [
          Meanwhile(isNamed: isNamed, isOnDesk: isOnDesk),
          Meanwhile(point: .carry, isNamed: isNamed, isOnDesk: isOnDesk),
          Meanwhile(undone: .lookOne, isNamed: isNamed, isOnDesk: isOnDesk),
          Meanwhile(undone: .lookOther, isNamed: isNamed, isOnDesk: isOnDesk),
        ]
      }
    }
  }

  @Test(arguments: Meanwhile.all)
  func `M9 what is done while mail is carried is undone and done again on either machine`(
    deed: Meanwhile
  ) throws {
    let boxes = try boxes("laptop", "desk", mail: ["m": ["inbox"], "n": []])
    let (laptop, desk) = (boxes[0], boxes[1])
    laptop.act(TagEdit(add: [deed.isNamed ? "later" : "other"]), on: ["m"])
    laptop.undo()
    try sync(laptop, desk)
    let (one, other) = deed.isOnDesk ? (desk, laptop) : (laptop, desk)
    var carrying = BoxSync(one: laptop, other: desk)
    carrying.reach = { point in
      clock.now += 1
      if point == deed.point { one.act(TagEdit(add: ["later"]), on: ["m"]) }
      if point == deed.undone { one.undo() }
    }
    try carrying.run()
    try sync(laptop, desk)
    if deed.undone == nil {
      for box in boxes { #expect(box.tags["m"] == ["inbox", "later"], "\(box.name)") }
      #expect(other.undo().kind == .done)
      try sync(laptop, desk)
    }
    for box in boxes { #expect(box.tags["m"] == ["inbox"], "\(box.name)") }
    #expect(other.redo().kind == .done)
    try sync(laptop, desk)
    for box in boxes {
      #expect(box.tags["m"] == ["inbox", "later"], "\(box.name)")
      #expect(try box.journal.verify() == [])
    }
    #expect(try laptop.lists() == desk.lists())
  }

  @Test func `M9 what is taken away while mail is carried stays away though both had changed`()
    throws
  {
    let boxes = try boxes("laptop", "desk", mail: ["m": ["inbox"]])
    let (laptop, desk) = (boxes[0], boxes[1])
    try sync(laptop, desk)
    laptop.act(TagEdit(add: ["later"]), on: ["m"])
    var carrying = BoxSync(one: laptop, other: desk)
    // Both have written the answer: muchsync keeps whatever one of them has.
    carrying.reach = { if $0 == .carrying { desk.act(TagEdit(remove: ["inbox"]), on: ["m"]) } }
    try carrying.run()
    #expect(desk.tags == ["m": ["later"]])
    try sync(laptop, desk)
    for box in boxes {
      #expect(box.tags == ["m": ["later"]])
      #expect(try box.journal.verify() == [])
    }
    #expect(laptop.undo().kind == .done)
    #expect(laptop.tags == ["m": ["inbox", "later"]])
  }
}
