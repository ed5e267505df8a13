import TestSupport
import Testing

/// The rules by which machines share one history, as an executable model: schedules of actions,
/// undo, other programs, syncs and kills by chance.
@Suite struct MachinesModelTests {
  /// Which worlds a schedule is about.
  enum Kind: CaseIterable {
    case plain, mixed, pruned, skewed, turned, busy

    var options: ModelOptions {
      var options = ModelOptions()
      options.isMixed = self == .mixed
      options.prunes = self == .pruned
      options.isSkewed = self == .skewed
      options.turns = self == .turned
      options.isBusy = self == .busy
      return options
    }
  }

  /// What does not hold of a schedule.
  private func failure(of schedule: ModelSchedule) throws -> ModelFailure? {
    do {
      try schedule.run()
      return nil
    } catch let failure as ModelFailure {
      return failure
    }
  }

  @Test(arguments: Kind.allCases)
  func `M1, M12: whatever happens, machines agree and the last word is kept`(kind: Kind) throws {
    let count: UInt64 = sweepsAreWhole ? 20_000 : kind == .plain ? 300 : 40
    var failures: [String] = []
    var exactUndos = 0
    for seed in 1...count {
      let schedule = ModelSchedule(seed: seed, kind.options)
      if let failure = try failure(of: schedule) { failures.append("seed \(seed): \(failure)") }
      exactUndos += schedule.exactUndos
    }
    // Plain muchsync may carry a state that knew less over one that knew more.
    let limit = kind == .mixed ? Int(count) / 1_000 : 0
    #expect(failures.count <= limit, "\(failures.prefix(3).joined(separator: "\n"))")
    #expect(exactUndos > 5)
  }

  /// A rule, and a schedule that breaks without it.
  struct Without {
    var rule: ModelRule
    var kind = Kind.plain
    var seed: UInt64
    var events: Int?
    var breaks: String

    func options(_ rules: Set<ModelRule>) -> ModelOptions {
      var options = kind.options
      options.rules = rules
      if let events {
        options.events = events
        options.machines = 2
        options.messages = 1
      }
      return options
    }
  }

  @Test(
    arguments: [
      Without(rule: .look, seed: 313, events: 6, breaks: "M3: the last word"),
      Without(rule: .first, seed: 1_504, events: 6, breaks: "M3: the last word"),
      Without(rule: .inbox, seed: 402, events: 6, breaks: "M1: the same steps"),
      Without(rule: .lifts, seed: 628, events: 6, breaks: "M5: 1 stands as if 2"),
      Without(rule: .restored, kind: .turned, seed: 1_260, events: 6, breaks: "M5: 1 stands as"),
      Without(rule: .hybrid, seed: 1_659, events: 6, breaks: "M3: the last word"),
      Without(rule: .gone, kind: .turned, seed: 18_465, breaks: "M5: undone stays undone"),
      Without(rule: .echo, kind: .mixed, seed: 1_487, events: 12, breaks: "M9: an echo"),
      Without(rule: .echo, kind: .busy, seed: 11_232, events: 6, breaks: "M3: the last word"),
      Without(rule: .meanwhile, kind: .busy, seed: 9_191, events: 6, breaks: "M3: the last word"),
      Without(rule: .horizon, kind: .pruned, seed: 1_463, events: 6, breaks: "M3: the last word"),
    ]
  )
  func `M3, M5, M7, M8, M9, M10, M11, M20: without any of the rules something breaks`(
    without: Without
  ) throws {
    let all = Set(ModelRule.allCases)
    let whole = ModelSchedule(seed: without.seed, without.options(all))
    #expect(try failure(of: whole) == nil)
    let rules = all.subtracting([without.rule])
    let broken = ModelSchedule(seed: without.seed, without.options(rules))
    let what = try #require(try failure(of: broken)).what
    #expect(what.hasPrefix(without.breaks), "\(what)")
  }

  @Test func `the same seed gives the same events, steps, lists and tags, and they can be watched`()
    throws
  {
    func watched(_ kind: Kind) throws -> [String] {
      var lines: [String] = []
      let schedule = ModelSchedule(seed: 7, kind.options)
      schedule.observe = { schedule in
        lines.append(schedule.events.last?.description ?? "")
        for machine in schedule.machines {
          lines.append("\(machine.name) \(machine.history.lists) \(machine.index)")
          lines += machine.steps.all.map(\.description)
          lines += machine.history.pairs.map { pair in
            "\(pair) \(machine.history.claims(of: pair).map(\.step.id))"
          }
        }
      }
      try schedule.run()
      return lines
    }
    for kind in Kind.allCases {
      let first = try watched(kind)
      #expect(first.count > 20)
      #expect(try watched(kind) == first)
    }
  }

  @Test func `M4, M9: two machines that both changed a message keep what was done last`() throws {
    let schedule = ModelSchedule(2, [[.inbox]])
    let spam: [ModelTag: Bool] = [.spam: true, .inbox: false]
    let laptop = schedule.machines[0]
    let desk = schedule.machines[1]
    try schedule.perform(.act(machine: 0, messages: [0], edit: spam))
    try schedule.perform(.synced(0, 1, []))
    try schedule.perform(.undo(machine: 0))
    try schedule.perform(.wrote(machine: 1, ModelPair(0, .later), true))
    try schedule.perform(.synced(0, 1, []))
    for machine in [laptop, desk] {
      #expect(ModelTag.all.map { machine.index[ModelPair(0, $0)] } == [true, false, true])
      #expect(machine.history.lists.undo.isEmpty && machine.history.lists.redo == [1])
    }
    try schedule.perform(.redo(machine: 1))
    #expect(ModelTag.all.map { desk.index[ModelPair(0, $0)] } == [false, true, true])
  }

  @Test func `M5: a revert undone takes along what reapplies above it had left in its place`()
    throws
  {
    let schedule = ModelSchedule(1, [[.inbox]])
    let machine = schedule.machines[0]
    try schedule.perform(.act(machine: 0, messages: [0], edit: [.inbox: false]))
    try schedule.perform(.revert(machine: 0, action: 1))
    for _ in 1...3 {
      try schedule.perform(.reapply(machine: 0, action: 1))
      try schedule.perform(.undo(machine: 0))
      #expect(!machine.history.stands(1))
    }
    try schedule.perform(.undo(machine: 0))
    #expect(machine.history.stands(1))
    #expect(machine.index[ModelPair(0, .inbox)] == false)
    try schedule.perform(.redo(machine: 0))
    #expect(!machine.history.stands(1))
    try schedule.perform(.undo(machine: 0))
    #expect(machine.history.stands(1))
  }

  @Test func `M5: a revert undone leaves what another machine took back meanwhile`() throws {
    let schedule = ModelSchedule(2, [[.inbox]])
    try schedule.perform(.act(machine: 0, messages: [0], edit: [.inbox: false]))
    try schedule.perform(.synced(0, 1, []))
    try schedule.perform(.undo(machine: 0))
    try schedule.perform(.revert(machine: 1, action: 1))
    try schedule.perform(.synced(0, 1, []))
    let desk = schedule.machines[1]
    #expect(desk.history.marks(on: 1).count == 2)
    try schedule.perform(.reapply(machine: 1, action: 1))
    #expect(desk.history.stands(1))
    try schedule.perform(.undo(machine: 1))
    #expect(!desk.history.stands(1))
    // Of the revert it is: undo of the action, on the laptop, is not undone.
    try schedule.perform(.undo(machine: 1))
    #expect(!desk.history.stands(1))
    #expect(desk.index[ModelPair(0, .inbox)] == true)
    #expect(desk.history.lists.undo.isEmpty)
  }
}
