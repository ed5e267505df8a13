import Testing
import UndoKit

/// The library and the model go through the same random calls and must agree after every one.
struct RandomSequenceTests {
  @Test(arguments: 0..<20)
  func `10,000 random sequences agree with the model at every step`(part: UInt64) {
    var failures = 0
    for seed in (part * 500)..<(part * 500 + 500) {
      var pair = Pair(seed: seed)
      for _ in 0..<25 {
        pair.step()
        let (found, wanted) = (pair.world.view(), pair.model.view())
        if found != wanted {
          Issue.record("seed \(seed)\n\(pair.calls.joined(separator: "\n"))\n\(found)\n\(wanted)")
          return
        }
      }
      #expect(pair.world.failures == pair.model.failures)
      failures += pair.model.failures
    }
    #expect(failures > 0, "some sequences meet a failing command")
  }
}

/// A generator with a seed, so that a failing sequence can be run again.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Objects and a manager, with the calls of the model.
private final class World {
  final class Target {
    let number: Int
    var value = 0

    init(_ number: Int) {
      self.number = number
    }
  }

  let manager = UndoManager()
  var targets: [Int: Target] = [:]
  var broken: Int?
  var failures = 0
  private var events: [String] = []
  private var observer: UndoManager.Observer?

  init() {
    manager.onFailure = { [unowned self] _ in failures += 1 }
    observer = manager.observe { [unowned self] notice in
      guard notice.event != .checkpoint else { return }
      events.append("\(notice.event)" + (notice.groupIsDiscardable ? " discardable" : ""))
    }
  }

  func set(_ target: Target, _ value: Int, _ kind: ReferenceModel.Kind) {
    let old = target.value
    target.value = value
    switch kind {
    case .command:
      manager.register(
        UndoCommand(target, old) { [unowned self] target, old in
          if broken == target.number { throw Failure() }
          set(target, old, kind)
        }
      )
    case .handler, .grouping, .naming, .removing, .clearing:
      manager.registerUndo(withTarget: target) { [unowned self] target in
        undo(target, old, kind)
      }
    }
  }

  private func undo(_ target: Target, _ old: Int, _ kind: ReferenceModel.Kind) {
    if kind == .grouping {
      manager.group { manager.group { set(target, old, kind) } }
    } else {
      set(target, old, kind)
    }
    switch kind {
    case .naming: manager.setActionName("named \(old)")
    case .removing:
      let other = ReferenceModel.neighbour(of: target.number)
      if let other = targets[other] { manager.removeAllActions(withTarget: other) }
    case .clearing: manager.removeAllActions()
    case .handler, .command, .grouping: break
    }
  }

  func view() -> ReferenceModel.View {
    defer { events = [] }
    return ReferenceModel.View(
      values: targets.mapValues(\.value),
      level: manager.groupingLevel,
      counts: [manager.undoCount, manager.redoCount],
      can: [manager.canUndo, manager.canRedo],
      names: [manager.undoActionName, manager.redoActionName],
      discardable: [manager.undoActionIsDiscardable, manager.redoActionIsDiscardable],
      info: manager.undoActionUserInfoValue(forKey: .init(rawValue: "info")) as? Int,
      isEnabled: manager.isUndoRegistrationEnabled,
      events: events
    )
  }
}

/// A world and its model, driven by the same random calls.
private struct Pair {
  let world = World()
  var model = ReferenceModel()
  var random: SplitMix
  var calls: [String] = []

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    for number in 0..<4 {
      world.targets[number] = World.Target(number)
      model.values[number] = 0
    }
  }

  /// Makes one call that the model says is legal.
  mutating func step() {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<26: register()
    case ..<46: undoOrRedo()
    case ..<70: group()
    case ..<80: nameOrMark()
    case ..<90: removeOrDisable()
    default: configure()
    }
  }

  private mutating func register() {
    guard model.disables > 0 || model.groupsByEvent || !model.open.isEmpty,
      let number = model.values.keys.sorted().randomElement(using: &random),
      let target = world.targets[number]
    else { return }
    let value = Int.random(in: 1...99, using: &random)
    let common: [ReferenceModel.Kind] = [.handler, .handler, .command, .command]
    let kinds = common + common + common + ReferenceModel.Kind.allCases
    let kind = kinds.randomElement(using: &random) ?? .handler
    calls.append("set \(number) to \(value), \(kind)")
    world.set(target, value, kind)
    model.set(number, value, kind)
  }

  private mutating func undoOrRedo() {
    switch Int.random(in: 0..<5, using: &random) {
    case 0, 1:
      guard model.open.isEmpty || (model.groupsByEvent && model.open.count == 1) else { return }
      calls.append("undo")
      world.manager.undo()
      model.undo()
    case 2, 3:
      guard model.open.isEmpty || model.eventIsOpen else { return }
      calls.append("redo")
      world.manager.redo()
      model.redo()
    default:
      if let open = model.open.last {
        guard case .list = open.nodes.last else { return }
      }
      calls.append("undo nested")
      world.manager.undoNestedGroup()
      model.undoNested()
    }
  }

  private mutating func group() {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2:
      calls.append("begin")
      world.manager.beginUndoGrouping()
      model.begin()
    case 3...5:
      guard model.disables > 0 || !model.open.isEmpty else { return }
      calls.append("end")
      world.manager.endUndoGrouping()
      model.end()
    default:
      calls.append("end event")
      world.manager.endEvent()
      if model.eventIsOpen { model.close() }
    }
  }

  private mutating func nameOrMark() {
    let flag = Bool.random(using: &random)
    let number = Int.random(in: 0...3, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      let name = number == 0 ? "" : "name \(number)"
      calls.append("name \(name)")
      world.manager.setActionName(name)
      model.name(name)
    case 1:
      calls.append("discardable \(flag)")
      world.manager.setActionIsDiscardable(flag)
      model.discardable(flag)
    default:
      calls.append("info \(number)")
      let info = number == 0 ? nil : number
      world.manager.setActionUserInfoValue(info, forKey: .init(rawValue: "info"))
      model.info(info)
    }
  }

  private mutating func removeOrDisable() {
    let number = Int.random(in: 0...3, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      calls.append("clear")
      world.manager.removeAllActions()
      model.clear()
    case 1...3:
      guard let target = world.targets[number] else { return }
      calls.append("remove \(number)")
      world.manager.removeAllActions(withTarget: target)
      model.remove(number)
    case 4...6:
      calls.append("disable")
      world.manager.disableUndoRegistration()
      model.disables += 1
    case 7...10:
      guard model.disables > 0 else { return }
      calls.append("enable")
      world.manager.enableUndoRegistration()
      model.disables -= 1
    default:
      calls.append("release \(number)")
      world.targets[number] = nil
      model.values[number] = nil
    }
  }

  private mutating func configure() {
    let number = Int.random(in: 0...3, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      calls.append("limit \(number)")
      world.manager.levelsOfUndo = number
      model.limit = number
      model.trim()
    case 1:
      calls.append("by event \(!model.groupsByEvent)")
      model.groupsByEvent.toggle()
      world.manager.groupsByEvent = model.groupsByEvent
    case 2:
      calls.append("discards \(!model.discardsEmpty)")
      model.discardsEmpty.toggle()
      world.manager.discardsEmptyGroups = model.discardsEmpty
    default:
      let broken = Bool.random(using: &random) ? number : nil
      calls.append("broken \(String(describing: broken))")
      world.broken = broken
      model.broken = broken
    }
  }
}
