extension ModelMachine {
  /// Adds and removes tags of messages, as one group; without an effect there is none.
  @discardableResult
  func act(_ messages: [Int], _ edit: [ModelTag: Bool]) -> ModelStep? {
    var wanted: [ModelPair: Bool] = [:]
    for message in messages where index.has(message) {
      for (tag, value) in edit { wanted[ModelPair(message, tag)] = value }
    }
    if wanted.allSatisfy({ index[$0] == $1 }) { return nil }
    lookAfterCarrying()
    absorb(Set(wanted.keys))
    let claims = wanted.sorted { $0.key < $1.key }.map { pair, value in
      ModelClaim(pair: pair, found: index[pair] == true, wanted: value)
    }
    let step = append(.action, ModelStep.Content(claims: claims))
    for (pair, value) in wanted { write(pair, value) }
    return step
  }

  private func write(_ pair: ModelPair, _ value: Bool?) {
    index[pair] = value
    if index.has(pair.message) { look?[pair] = value }
  }

  /// Looks at all of the index where muchsync may have run since the last look.
  private func lookAfterCarrying() {
    guard look != nil, mayBeCarried else { return }
    absorb()
    see(newcomers: false)
  }

  /// The pairs that actions claim.
  func pairs(of actions: some Sequence<Int>) -> Set<ModelPair> {
    Set(actions.flatMap { steps[$0]?.claims.map(\.pair) ?? [] })
  }

  /// The pairs that its own steps are about, but for those steps that a peer has.
  func ownPairs(besides known: Set<Int>) -> Set<ModelPair> {
    let own = steps.all.filter { step in
      step.machine == number && !known.contains(step.id) && step.kind != .external
        && step.kind != .kept
    }
    return Set(own.flatMap { $0.claims.map(\.pair) }).union(pairs(of: own.flatMap(\.turned)))
  }

  /// Turns actions off and on, and writes what then holds.
  private func turn(
    _ kind: ModelStep.Kind,
    of group: Int? = nil,
    off: [Int] = [],
    on: [ModelLift] = []
  ) {
    let pairs = pairs(of: off + on.map(\.action))
    lookAfterCarrying()
    absorb(pairs)
    let left = pairs.filter { !index.has($0.message) }
    append(kind, ModelStep.Content(off: off, on: on, of: group, left: left))
    for pair in pairs { write(pair, history.value(of: pair)) }
  }

  private func lift(_ action: Int) -> ModelLift {
    ModelLift(action: action, marks: history.marks(on: action))
  }

  /// Takes back the newest group of the undo list.
  package func undo() {
    guard let group = history.lists.undo.last, let step = steps[group] else { return }
    if step.kind == .action { return turn(.undo, of: group, off: [group]) }
    turn(
      .undo,
      of: group,
      off: step.on.map(\.action).filter(steps.has),
      on: step.off.filter(steps.has).map {
        ModelLift(action: $0, marks: history.marks(of: group, on: $0))
      }
    )
  }

  /// Brings back the newest group of the redo list.
  package func redo() {
    guard let group = history.lists.redo.last, let step = steps[group] else { return }
    if step.kind == .action { return turn(.redo, of: group, on: [lift(group)]) }
    turn(
      .redo,
      of: group,
      off: step.off.filter(steps.has),
      on: step.on.map(\.action).filter(steps.has).map(lift)
    )
  }

  /// Takes back one action, as a new group.
  package func revert(_ action: Int) { turn(.switch, off: [action]) }

  /// Brings one action back, as a new group.
  package func reapply(_ action: Int) { turn(.switch, on: [lift(action)]) }
}

extension ModelMachine {
  /// Drops what is older than a horizon, and returns the pairs that lost a step.
  ///
  /// What a peer has not heard of, and what younger claims lie upon, leaves its answers behind.
  @discardableResult
  func raise(_ horizon: Int) -> Set<ModelPair> {
    guard horizon > self.horizon else { return [] }
    self.horizon = horizon
    let all = steps.all
    let gone = all.filter {
      $0.clock <= horizon && !($0.kind == .kept && $0.content.horizon >= horizon)
    }
    let ids = Set(gone.map(\.id))
    let (touched, unheard) = touches(of: ids)
    let upon = all.filter { !ids.contains($0.id) }.flatMap { $0.claims.map(\.pair) }
    var answers: [ModelPair: Bool] = [:]
    for pair in touched.keys where unheard.contains(pair) || upon.contains(pair) {
      let claims = history.claims(of: pair).filter { ids.contains($0.step.id) }
      answers[pair] = history.answer(of: claims, about: pair)
    }
    remove(gone)
    if world.rules.contains(.horizon) { keep(answers, touched) }
    return Set(touched.keys)
  }

  /// When the pairs of steps were last touched, and which of them a peer has not heard all of.
  private func touches(
    of gone: Set<Int>
  ) -> (clocks: [ModelPair: Int], unheard: Set<ModelPair>) {
    var clocks: [ModelPair: Int] = [:]
    var unheard: Set<ModelPair> = []
    for step in steps.all {
      let own = gone.contains(step.id) ? step.claims.map(\.pair) : []
      let isUnheard = heard.isEmpty || heard.values.contains { !$0.contains(step.id) }
      for pair in pairs(of: step.turned.filter(gone.contains)).union(own) {
        clocks[pair] = max(clocks[pair] ?? 0, step.clock)
        if isUnheard { unheard.insert(pair) }
      }
    }
    return (clocks, unheard)
  }

  private func keep(_ answers: [ModelPair: Bool], _ touched: [ModelPair: Int]) {
    let times = Set(answers.keys.compactMap { touched[$0] })
    for last in times.sorted() {
      let claims = answers.filter { touched[$0.key] == last }.sorted { $0.key < $1.key }
        .map { ModelClaim(pair: $0.key, found: $0.value, wanted: $0.value) }
      var content = ModelStep.Content(claims: claims, horizon: horizon)
      content.touched = last
      append(.kept, at: min(last, horizon), content)
    }
  }
}
