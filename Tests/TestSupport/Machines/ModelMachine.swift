/// A machine: an index, a journal, a look (what the index held when it was last looked at), and
/// muchsync's replica.
package final class ModelMachine {
  /// What all machines of a world share.
  final class World {
    let rules: Set<ModelRule>
    /// The wall clock.
    var now = 0
    /// The steps in the order in which they were made.
    var made: [ModelStep] = []

    init(_ rules: Set<ModelRule>) { self.rules = rules }
  }

  let world: World
  package let number: Int
  /// How wrong its wall clock is.
  package let skew: Int
  package var index = ModelIndex()
  /// `nil` before the first sync.
  package internal(set) var look: ModelIndex?
  package private(set) var steps = ModelSteps()
  /// What a sync has brought and not yet written.
  package internal(set) var inbox: [ModelStep] = []
  package internal(set) var clock = 0
  var replica: ModelReplica
  /// Steps up to this clock are gone.
  package internal(set) var horizon = 0
  /// The steps that each peer is known to have.
  package internal(set) var heard: [Int: Set<Int>] = [:]
  /// The clock at the last look.
  private(set) var looked = 0
  /// Whether muchsync ran since the last look.
  var hasCarried = false
  /// Whether a sync's muchsync may be running since the last look.
  var isCarrying = false
  /// Whether a first muchsync with a peer may have run since the last look.
  var isUnsure = false
  /// The machines that it has been through a whole muchsync with.
  var met: Set<Int> = []
  private var merged: MergedHistory?

  init(_ number: Int, skew: Int, in world: World) {
    self.number = number
    self.skew = skew
    self.world = world
    replica = ModelReplica(number)
  }

  /// What a machine is called.
  package static func name(_ number: Int) -> String { ["A", "B", "C", "D"][number % 4] }

  /// What it is called.
  package var name: String { Self.name(number) }

  // MARK: The journal

  /// What its steps say.
  package var history: MergedHistory {
    let history = merged ?? MergedHistory(steps, world.rules)
    merged = history
    return history
  }

  /// Moves the clock on (M3).
  func tick() -> Int {
    clock = max(clock + 1, world.rules.contains(.hybrid) ? world.now + skew : 0)
    return clock
  }

  /// Takes steps of others into the history.
  func join(_ others: [ModelStep]) {
    if others.isEmpty { return }
    for step in others {
      clock = max(clock, step.clock)
      steps.insert(step)
    }
    merged = nil
  }

  /// Makes a step.
  @discardableResult
  func append(
    _ kind: ModelStep.Kind,
    at given: Int? = nil,
    _ content: ModelStep.Content
  ) -> ModelStep {
    let step = ModelStep(world.made.count + 1, given ?? tick(), by: number, kind, content)
    world.made.append(step)
    steps.insert(step)
    merged = nil
    return step
  }

  func remove(_ gone: [ModelStep]) {
    for step in gone { steps.remove(step.id) }
    merged = nil
  }

  // MARK: The look

  /// What the index is expected to hold; `nil` of a newcomer, and where nobody can say.
  private func expected(_ pair: ModelPair) -> Bool? {
    world.rules.contains(.look) || look?.has(pair.message) == false
      ? held(pair) : history.value(of: pair)
  }

  /// What the index held when it was last looked at, or as the history says.
  func held(_ pair: ModelPair) -> Bool? {
    if look?.has(pair.message) == false { return nil }
    return history.value(of: pair) ?? look.flatMap { $0[pair] }
  }

  /// Whether muchsync may have changed the index since the last look.
  var mayBeCarried: Bool { hasCarried || isCarrying }

  /// Makes external claims of what has changed since the look: all of it, or some pairs.
  ///
  /// After muchsync with a peer, what nobody claimed and both held then is muchsync's, and no claim.
  @discardableResult
  func absorb(
    _ pairs: Set<ModelPair>? = nil,
    carried: [ModelPair: Bool] = [:],
    except own: Set<ModelPair> = []
  ) -> Bool {
    let before = world.made.count
    var changed = changes(pairs, carried).filter { !own.contains($0.pair) }
    if mayBeCarried {
      // muchsync may have brought what nobody had claimed: as old as the look.
      let weak = changed.filter { !history.names($0.pair) }
      changed.removeAll(where: weak.contains)
      if !weak.isEmpty { found(weak, at: looked) }
    }
    if !changed.isEmpty { found(changed) }
    if pairs == nil {
      hasCarried = false
      isCarrying = false
    }
    for pair in pairs ?? [] where look?.has(pair.message) == false {
      look?[pair.message] = index[pair.message]
    }
    return world.made.count != before
  }

  /// The pairs that are the same here and on another machine, with their values.
  func agreement(with other: ModelMachine) -> [ModelPair: Bool] {
    var agreement: [ModelPair: Bool] = [:]
    for message in index.messages {
      for tag in ModelTag.all {
        let pair = ModelPair(message, tag)
        if let value = index[pair], other.index[pair] == value { agreement[pair] = value }
      }
    }
    return agreement
  }

  private func changes(_ pairs: Set<ModelPair>?, _ carried: [ModelPair: Bool]) -> [ModelClaim] {
    var changed: [ModelClaim] = []
    for message in index.messages {
      for tag in ModelTag.all {
        let pair = ModelPair(message, tag)
        guard pairs?.contains(pair) ?? true, let now = index[pair], let was = expected(pair),
          was != now
        else { continue }
        let isMuchsyncs = isUnsure || carried[pair] == now
        if isMuchsyncs, !history.names(pair) { continue }
        changed.append(ModelClaim(pair: pair, found: was, wanted: now))
      }
    }
    return changed
  }

  private func found(_ changes: [ModelClaim], at given: Int? = nil) {
    var content = ModelStep.Content(claims: changes, seen: Set(steps.ids), echoes: mayBeCarried)
    let clock = given ?? tick()
    content.found = given == nil ? clock : tick()
    append(.external, at: clock, content)
  }

  /// Looks at the index; newcomers join only once the answers of their pairs are written.
  func see(newcomers: Bool = true) {
    isUnsure = false
    looked = clock
    guard let old = look, !newcomers else {
      look = index
      return
    }
    var seen = ModelIndex()
    for message in index.messages where old.has(message) || isAnswered(message) {
      seen[message] = index[message]
    }
    look = seen
  }

  /// Whether a message has all that the history says of it.
  private func isAnswered(_ message: Int) -> Bool {
    ModelTag.all.allSatisfy { tag in
      let pair = ModelPair(message, tag)
      return history.value(of: pair).map { $0 == index[pair] } ?? true
    }
  }

  /// Sets the index to the answers of all pairs that the history names.
  func writeAnswers() { writeAnswers(of: index.messages) }

  /// Sets the index to the answers of some messages.
  func writeAnswers(of messages: [Int]) {
    for message in messages {
      for tag in ModelTag.all {
        let pair = ModelPair(message, tag)
        if let value = history.value(of: pair) { index[pair] = value }
      }
    }
  }
}
