/// Machines, what happens to them by chance, and what must hold of it.
///
/// The same seed gives the same events, steps and answers everywhere. Whoever wants to hold another
/// history against the machines looks at them in `observe`, which is called after each event.
package final class ModelSchedule {
  /// What a pair must end with, and why.
  struct LastWord {
    var value: Bool
    var why: String
  }

  let options: ModelOptions
  let world: ModelMachine.World
  var random: SplitMix
  package let machines: [ModelMachine]
  /// All that has happened, plain muchsync before the first event included.
  package private(set) var events: [ModelEvent] = []
  /// The mail of each machine before plain muchsync first ran.
  package private(set) var mail: [ModelIndex] = []
  /// Is called after each event, which is the last of `events`.
  package var observe: ((ModelSchedule) throws -> Void)?
  private var messages: Int
  /// The pieces of the sync that is under way.
  var pieces: [ModelEvent.Piece] = []
  /// Whether another program's write may fall into muchsync's hands.
  var isOpenToMuchsync = false {
    didSet { if !isOpenToMuchsync { changedOpen = [:] } }
  }
  /// The messages that have changed while it may, and on which machines.
  var changedOpen: [Int: Set<Int>] = [:]
  /// Whether a sync is under way.
  var isSyncing = false
  /// Whether other programs write while a sync is under way.
  var isInterrupted = true
  /// The pairs changed where nobody could tell.
  var blurred: Set<ModelPair> = []
  /// The pairs that another program ever changed.
  var touched: Set<ModelPair> = []
  var lastWords: [ModelPair: LastWord] = [:]
  /// What messages had when they arrived.
  var start: [ModelPair: Bool] = [:]
  /// What machines were like before each group.
  var pictures: [Int: Picture] = [:]
  /// How often something other than a verb may have changed an index.
  var outsideChanges = 0
  /// How many undos were held against the state before their group.
  package var exactUndos = 0
  /// After each event, how many events there were, and how many steps.
  private var counts: [(events: Int, steps: Int)] = []

  /// Makes machines with mail, replicas of each other as far as chance has it.
  package init(seed: UInt64, _ options: ModelOptions = ModelOptions()) {
    var random = SplitMix(seed)
    self.options = options
    let world = ModelMachine.World(options.rules)
    let count = options.machines ?? [2, 2, 3, 3, 4][Int.random(in: 0..<5, using: &random)]
    machines = (0..<count).map { number in
      let skew = options.isSkewed ? [0, 0, 400, -400][Int.random(in: 0..<4, using: &random)] : 0
      return ModelMachine(number, skew: skew, in: world)
    }
    self.world = world
    messages = options.messages ?? Int.random(in: 1...3, using: &random)
    self.random = random
    let spread = chance(0.5) ? 0.9 : 0.4
    for message in 0..<messages {
      let tags = newTags(of: message)
      let holders = chance(spread) ? machines : [pick(machines)]
      for machine in holders { machine.index[message] = tags }
    }
    mail = machines.map(\.index)
    for machine in machines { machine.replica.scan(machine.index) }
    for (one, other) in pairs + pairs where chance(spread) {
      ModelReplica.carry(one, other)
      events.append(.carried(one.number, other.number))
    }
  }

  /// Makes replicas of each other, with mail of some tags, to which nothing happens by chance.
  package init(_ count: Int, _ mail: [[ModelTag]], _ options: ModelOptions = ModelOptions()) {
    random = SplitMix(0)
    self.options = options
    let world = ModelMachine.World(options.rules)
    self.world = world
    machines = (0..<count).map { ModelMachine($0, skew: 0, in: world) }
    messages = mail.count
    isInterrupted = false
    for (message, held) in mail.enumerated() {
      var tags = ModelTags()
      for tag in held { tags[tag] = true }
      for machine in machines { machine.index[message] = tags }
    }
    self.mail = machines.map(\.index)
    for (one, other) in pairs { ModelReplica.carry(one, other) }
  }

  /// The wall clock.
  package var now: Int { world.now }

  /// All steps, in the order in which they were made.
  package var steps: [ModelStep] { world.made }

  /// Each two machines.
  var pairs: [(ModelMachine, ModelMachine)] {
    machines.indices.flatMap { one in
      machines[(one + 1)...].map { (machines[one], $0) }
    }
  }

  // MARK: Chance

  /// Returns true as often as a share says.
  func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private func newTags(of message: Int) -> ModelTags {
    var tags = ModelTags()
    for tag in ModelTag.all {
      tags[tag] = chance(0.4)
      start[ModelPair(message, tag)] = tags[tag]
    }
    return tags
  }

  // MARK: The log

  /// Notes an event that has happened, and lets it be looked at.
  func happened(_ event: ModelEvent) throws {
    if isSyncing { return pieces.append(.acted(event)) }
    events.append(event)
    counts.append((events.count, world.made.count))
    try observe?(self)
  }

  /// Events, and before each the steps that were made in it.
  private var log: [String] {
    var lines: [String] = []
    var done = (events: 0, steps: 0)
    for next in counts + [(events.count, world.made.count)] {
      lines += world.made[done.steps..<next.steps].map { "      \($0)" }
      lines += events[done.events..<next.events].map { "  \($0)" }
      done = next
    }
    return lines
  }

  /// Fails with all that has happened unless something holds.
  func check(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    if !holds { throw ModelFailure(what: what(), log: log) }
  }

  // MARK: Events

  /// Lets events happen, and then everything settle; throws where something does not hold.
  package func run() throws {
    let count = options.events ?? Int.random(in: 4...24, using: &random)
    for _ in 0..<count { try next() }
    try settle()
    try checkEnd()
  }

  /// Lets the next event happen, if there is anything for it to happen to.
  private func next() throws {
    world.now += pick([10, 10, 20, 300])
    let machine = pick(machines)
    switch options.turns ? turningShare() : Double.random(in: 0..<1, using: &random) {
    case ..<0.26: try act(machine)
    case ..<0.50: try chance(0.65) ? undo(machine) : redo(machine)
    case ..<0.57: try revert(machine)
    case ..<0.60: try reapply(machine)
    case ..<0.74:
      if let (pair, value) = changeOutside(machine) {
        try happened(.wrote(machine: machine.number, pair, value))
      }
    case ..<0.76: try arrive(machine)
    case ..<0.80 where options.prunes: try prune(machine)
    case ..<0.80 where options.isMixed: try carry(machine)
    default: try sync(machine, pick(others(machine)), kill: chance(0.3))
    }
  }

  /// A share that makes most events turns of groups.
  private func turningShare() -> Double {
    let shares = [0.1, 0.3, 0.3, 0.3, 0.3, 0.55, 0.55, 0.58, 0.58, 0.58, 0.9]
    return pick(machines.count > 1 ? shares : shares.dropLast())
  }

  private func others(_ machine: ModelMachine) -> [ModelMachine] {
    machines.filter { $0 !== machine }
  }

  /// Lets the person at a machine do something while it syncs.
  func actMeanwhile(_ machine: ModelMachine) throws {
    forgetOverwritten(on: machine)
    switch Double.random(in: 0..<1, using: &random) {
    case ..<0.5: try act(machine)
    case ..<0.8: try undo(machine)
    case ..<0.9: try redo(machine)
    default: try revert(machine)
    }
  }

  private func act(_ machine: ModelMachine) throws {
    let held = machine.index.messages.shuffled(using: &random)
    let messages = held.prefix(Int.random(in: 1...2, using: &random)).sorted()
    if messages.isEmpty { return }
    var edit: [ModelTag: Bool] = [:]
    let tags = ModelTag.all.shuffled(using: &random)
    for tag in tags.prefix(Int.random(in: 1...2, using: &random)) { edit[tag] = random.flip() }
    let pairs = Set(messages.flatMap { message in edit.keys.map { ModelPair(message, $0) } })
    let known = pairs.filter { pair in
      knowsAll(machine, pair)
        || !options.isSkewed && !blurred.contains(pair) && !isPending(pair)
    }
    let picture = Picture(of: machine, outsideChanges)
    guard let step = machine.act(messages, edit) else { return }
    pictures[step.id] = picture
    did(machine, pairs, known) { "action \(step.id)" }
    try happened(.act(machine: machine.number, messages: messages, edit: edit))
  }

  private func undo(_ machine: ModelMachine) throws {
    guard let group = machine.history.lists.undo.last else { return }
    turn(machine, [group] + (machine.steps[group]?.turned ?? [])) { machine.undo() }
    try checkExactness(of: group, on: machine)
    try happened(.undo(machine: machine.number))
  }

  private func redo(_ machine: ModelMachine) throws {
    guard let group = machine.history.lists.redo.last else { return }
    turn(machine, [group] + (machine.steps[group]?.turned ?? [])) { machine.redo() }
    try happened(.redo(machine: machine.number))
  }

  private func actions(_ machine: ModelMachine, standing: Bool) -> [Int] {
    machine.steps.all.filter {
      $0.kind == .action && machine.history.stands($0.id) == standing
    }.map(\.id)
  }

  private func revert(_ machine: ModelMachine) throws {
    let actions = actions(machine, standing: true)
    if actions.isEmpty { return }
    let action = pick(actions)
    turn(machine, [action]) { machine.revert(action) }
    try happened(.revert(machine: machine.number, action: action))
  }

  private func reapply(_ machine: ModelMachine) throws {
    let actions = actions(machine, standing: false)
    if actions.isEmpty { return }
    let action = pick(actions)
    turn(machine, [action]) { machine.reapply(action) }
    try happened(.reapply(machine: machine.number, action: action))
  }

  private func arrive(_ machine: ModelMachine) throws {
    let tags = newTags(of: messages)
    machine.index[messages] = tags
    outsideChanges += 1
    messages += 1
    try happened(.arrived(machine: machine.number, message: messages - 1, tags))
  }

  private func prune(_ machine: ModelMachine) throws {
    let isPatient = random.flip()
    let steps = machine.steps.all
    if steps.isEmpty { return }
    var horizon = pick(steps).clock
    for step in steps where isPatient {
      let isUnheard = machine.heard.values.contains { !$0.contains(step.id) }
      if isUnheard { horizon = min(horizon, step.clock - 1) }
    }
    forget(machine.raise(horizon), on: machine)
    try happened(.pruned(machine: machine.number, horizon: horizon))
  }

  /// What a machine has pruned returns to no first value; at first contact what nobody names is
  /// muchsync's.
  func forget(_ pairs: Set<ModelPair>, on machine: ModelMachine) {
    let hasStrangers = others(machine).contains { machine.heard[$0.number] == nil }
    for pair in pairs {
      start[pair] = nil
      if hasStrangers { lastWords[pair] = nil }
    }
  }

  private func carry(_ machine: ModelMachine) throws {
    let other = pick(others(machine))
    ModelReplica.carry(machine, other)
    machine.hasCarried = true
    other.hasCarried = true
    outsideChanges += 1
    lastWords = [:]
    try happened(.carried(machine.number, other.number))
  }

  /// Lets all machines meet each other, twice round.
  func settle() throws {
    isInterrupted = false
    for (one, other) in pairs + pairs { try sync(one, other, kill: false) }
  }
}
