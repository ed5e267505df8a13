// What must come out, said without looking into any answer; and what must hold in the end.
extension ModelSchedule {
  /// Whether a machine knows all that any machine has recorded about a pair, or not yet seen.
  func knowsAll(_ machine: ModelMachine, _ pair: ModelPair) -> Bool {
    for other in machines {
      for (step, _) in other.history.claims(of: pair) {
        if !machine.steps.has(step.id) { return false }
        for turn in other.history.ordered where turn.turns(step.id) {
          if !machine.steps.has(turn.id) { return false }
        }
      }
      guard let now = other.index[pair] else { continue }
      if let own = machine.index[pair], own != now { return false }
      let isSeen = (other.held(pair) ?? now) == now
      if !isSeen, other !== machine, !isCarriedOnly(pair) { return false }
    }
    return true
  }

  /// Whether a pair can only have been changed by the steps that machines know, and by muchsync, which carried
  /// what these gave.
  private func isCarriedOnly(_ pair: ModelPair) -> Bool {
    options.isBusy && !touched.contains(pair) && !blurred.contains(pair)
  }

  /// Whether an outside change of a pair waits to be seen on a machine, or may.
  func isPending(_ pair: ModelPair) -> Bool {
    machines.contains { machine in
      guard let now = machine.index[pair] else { return false }
      return machine.mayBeCarried || (machine.held(pair) ?? now) != now
    }
  }

  /// Notes what a machine did to pairs: where it knew everything, that is the last word.
  func did(
    _ machine: ModelMachine,
    _ pairs: Set<ModelPair>,
    _ known: Set<ModelPair>,
    _ what: () -> String
  ) {
    for message in Set(pairs.map(\.message)) { opened(message, on: machine) }
    for pair in pairs {
      guard known.contains(pair), !isContested(pair.message), let value = machine.index[pair] else {
        lastWords[pair] = nil
        continue
      }
      lastWords[pair] = LastWord(value: value, why: "\(what()) on \(machine.name)")
    }
  }

  /// Lets a machine undo, redo, revert or reapply; `actions` are those that this is about.
  func turn(_ machine: ModelMachine, _ actions: [Int], _ body: () -> Void) {
    let pairs = machine.pairs(of: actions)
    let known = pairs.filter { knowsAll(machine, $0) }
    let picture = Picture(of: machine, outsideChanges)
    let count = world.made.count
    body()
    for step in world.made[count...] where step.kind == .switch {
      pictures[step.id] = picture
    }
    did(machine, pairs, known) { "turn of \(actions)" }
  }

  /// Lets another program change a tag of some message.
  func changeOutside(_ machine: ModelMachine) -> (ModelPair, Bool)? {
    if machine.index.messages.isEmpty { return nil }
    let pair = ModelPair(pick(machine.index.messages), pick(ModelTag.all))
    let was = machine.held(pair)
    // Wrong clocks order what nobody knew.
    let isUnknown = options.isSkewed && !knowsAll(machine, pair)
    let value = machine.index[pair] == false
    machine.index[pair] = value
    touched.insert(pair)
    outsideChanges += 1
    opened(pair.message, on: machine)
    let isVisible =
      was != nil && was != value && !machine.mayBeCarried && !isOpenToMuchsync && !machine.isUnsure
    let isElsewhere = machines.contains { other in
      guard other !== machine, let now = other.index[pair] else { return false }
      return (other.held(pair) ?? now) != now
    }
    if isVisible, !isElsewhere, !isUnknown {
      lastWords[pair] = LastWord(value: value, why: "another program on \(machine.name)")
    } else {
      lastWords[pair] = nil
      blurred.insert(pair)
      // Nobody can say what was there before.
      start[pair] = nil
    }
    return (pair, value)
  }

  // MARK: What muchsync decides

  /// Notes that a message has changed on a machine: if muchsync may find it so on both, it decides.
  private func opened(_ message: Int, on machine: ModelMachine) {
    guard isOpenToMuchsync else { return }
    changedOpen[message, default: []].insert(machine.number)
    guard isContested(message) else { return }
    for tag in ModelTag.all {
      let pair = ModelPair(message, tag)
      lastWords[pair] = nil
      blurred.insert(pair)
      start[pair] = nil
    }
  }

  /// Forgets the last words that muchsync has written over on a machine, where nothing puts them back: the sync
  /// has not come to its end there.
  func forgetOverwritten(on machine: ModelMachine) {
    guard isOpenToMuchsync else { return }
    for pair in lastWords.keys {
      guard let now = machine.index[pair], let value = machine.history.value(of: pair), value != now
      else { continue }
      lastWords[pair] = nil
      blurred.insert(pair)
    }
  }

  private func isContested(_ message: Int) -> Bool {
    isOpenToMuchsync && changedOpen[message, default: []].count > 1
  }

  // MARK: The end

  /// What must hold when everything has settled, and when everything is undone.
  func checkEnd() throws {
    try checkAgreement("in the end")
    let machine = machines[0]
    for (pair, last) in lastWords.sorted(by: { $0.key < $1.key }) {
      guard let now = machine.index[pair] else { continue }
      try check(now == last.value, "M3: the last word is kept: \(pair), \(last.why)")
    }
    if options.isMixed { try checkEchoes() }
    try checkTakeBacks()
    try checkUndoOfEverything()
  }

  private func checkAgreement(_ when: String) throws {
    let first = machines[0]
    for other in machines.dropFirst() {
      let names = "\(first.name) and \(other.name) \(when)"
      try check(first.steps.ids == other.steps.ids, "M1: the same steps on \(names)")
      try check(
        first.history.lists == other.history.lists,
        "M1: the same lists on \(names)"
      )
      try check(first.index == other.index, "M1: the same tags on \(names)")
    }
    for pair in first.history.pairs {
      guard let now = first.index[pair] else { continue }
      try check(
        first.history.value(of: pair) == now,
        "M4: the history explains the index \(when): \(pair)"
      )
    }
  }

  /// muchsync's conflicts only add: what it took away is an echo.
  private func checkEchoes() throws {
    let machine = machines[0]
    var own = ModelSteps()
    for step in machine.steps.all where step.kind != .external { own.insert(step) }
    let history = MergedHistory(own, options.rules)
    for pair in history.pairs where !touched.contains(pair) {
      guard let now = machine.index[pair] else { continue }
      let wanted = history.value(of: pair) ?? false
      try check(!wanted || now, "M9: an echo takes nothing: \(pair)")
    }
  }

  private func checkTakeBacks() throws {
    let machine = machines[0]
    let steps = machine.steps.all
    for step in steps {
      for action in step.off where machine.steps.has(action) {
        let isLifted = steps.contains { other in
          other.on.contains { $0.action == action && $0.marks.contains(step.id) }
        }
        if isLifted { continue }
        for claim in machine.steps[action]?.claims ?? [] where claim.found != claim.wanted {
          try check(
            !isOnlyWanted(claim, by: action, on: machine),
            "M5: undone stays undone: \(action), taken back by \(step.id), which nobody lifted"
          )
        }
      }
    }
  }

  /// Whether a pair shows what an action wanted, and no other claim or first value asks for it.
  private func isOnlyWanted(_ claim: ModelClaim, by action: Int, on machine: ModelMachine) -> Bool {
    guard machine.index[claim.pair] == claim.wanted else { return false }
    let claims = machine.history.claims(of: claim.pair)
    let asks = claims.contains { step, other in
      step.id != action && (step.kind != .action || machine.history.stands(step.id))
        && other.wanted == claim.wanted
    }
    return !asks && claims.first?.claim.found != claim.wanted
  }

  private func checkUndoOfEverything() throws {
    var turns = 0
    while machines.contains(where: { !$0.history.lists.undo.isEmpty }) {
      world.now += 10
      let machine = machines[turns % machines.count]
      if let group = machine.history.lists.undo.last {
        machine.undo()
        try checkExactness(of: group, on: machine)
        try happened(.undo(machine: machine.number))
      }
      turns += 1
      if turns % 3 == 0 { try settle() }
      try check(turns < 500, "M6: undo comes to an end")
    }
    try settle()
    let isAllBack = machines.allSatisfy { machine in
      machine.steps.all.allSatisfy { $0.kind != .action || !machine.history.stands($0.id) }
    }
    try check(isAllBack, "M6: everything is taken back")
    try checkAgreement("after undoing everything")
    let machine = machines[0]
    for (pair, first) in start where machine.history.names(pair) && !options.isMixed {
      guard let now = machine.index[pair] else { continue }
      let isOthers = machine.history.claims(of: pair).contains {
        $0.step.kind == .external || $0.step.kind == .kept
      }
      try check(isOthers || now == first, "M6: undoing everything returns every pair: \(pair)")
    }
  }
}
