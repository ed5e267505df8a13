extension ModelSchedule {
  /// A sync ended before its end.
  private struct Interruption: Error {}

  /// Lets two machines sync, or begin to.
  func sync(_ one: ModelMachine, _ other: ModelMachine, kill: Bool) throws {
    pieces = []
    outsideChanges += 1
    isSyncing = true
    defer { isSyncing = false }
    let points = options.isBusy ? ModelFrame.allCases : ModelFrame.unattended
    do {
      try frames(one, other, kill: kill ? pick(points) : nil)
    } catch is Interruption {
      for machine in [one, other] { forgetOverwritten(on: machine) }
    }
    isSyncing = false
    isOpenToMuchsync = false
    outsideChanges += 1
    try happened(.synced(one.number, other.number, pieces))
  }

  private func reach(
    _ frame: ModelFrame,
    _ one: ModelMachine,
    _ other: ModelMachine,
    kill: ModelFrame?
  ) throws {
    if frame == kill {
      pieces.append(.killed(frame))
      throw Interruption()
    }
    pieces.append(.reached(frame))
    if options.isBusy {
      // What was done here and there has an order.
      world.now += 1
      pieces.append(.time(world.now))
      if isInterrupted, chance(0.15) { try actMeanwhile(random.flip() ? one : other) }
    }
    guard isInterrupted, chance(0.06) else { return }
    let machine = random.flip() ? one : other
    if let (pair, value) = changeOutside(machine) {
      pieces.append(.wrote(machine: machine.number, pair, value))
    }
  }

  private func frames(_ one: ModelMachine, _ other: ModelMachine, kill: ModelFrame?) throws {
    let isFirst = !one.met.contains(other.number) || !other.met.contains(one.number)
    // Hello: what is absorbed now is newer than all that the peer has.
    one.clock = max(one.clock, other.clock)
    other.clock = one.clock
    one.heard[other.number] = one.heard[other.number] ?? []
    other.heard[one.number] = other.heard[one.number] ?? []
    for (machine, frame) in [(one, ModelFrame.absorbA), (other, .absorbB)] {
      try reach(frame, one, other, kill: kill)
      machine.absorb()
      forget(machine.raise(max(one.horizon, other.horizon)), on: machine)
      machine.see(newcomers: false)
      // An interrupted sync's is worth nothing.
      if options.rules.contains(.inbox) { machine.inbox.removeAll() }
    }
    try exchange(one, other, kill: kill)
    try carry(one, other, isFirst: isFirst, kill: kill)
  }

  /// Steps both ways and answers, until nothing new is found.
  private func exchange(_ one: ModelMachine, _ other: ModelMachine, kill: ModelFrame?) throws {
    for _ in 1...5 {
      for (to, from, frame) in [(one, other, ModelFrame.stepsToA), (other, one, .stepsToB)] {
        try reach(frame, one, other, kill: kill)
        let news = from.steps.all.filter { !to.steps.has($0.id) }
        to.clock = max(to.clock, news.map(\.clock).max() ?? 0)
        if options.rules.contains(.inbox) {
          to.inbox = news
        } else {
          to.join(news)
        }
      }
      guard options.rules.contains(.first) else { return }
      var isNew = false
      for (machine, frame) in [(one, ModelFrame.writeA), (other, .writeB)] {
        try reach(frame, one, other, kill: kill)
        // Under the lock, once more.
        if machine.absorb() { isNew = true }
        writeInbox(of: machine)
      }
      // From here on another program's write may fall into muchsync's hands.
      isOpenToMuchsync = true
      for machine in [one, other] {
        if machine.absorb() { isNew = true }
        machine.see(newcomers: false)
      }
      if one.steps.ids != other.steps.ids { isNew = true }
      if !isNew { return }
      isOpenToMuchsync = false
    }
    pieces.append(.unsettled)
    throw Interruption()
  }

  /// The inbox joins the history, and the index gets the answers.
  private func writeInbox(of machine: ModelMachine) {
    machine.join(machine.inbox)
    machine.inbox.removeAll()
    machine.writeAnswers()
    machine.see()
  }

  private func carry(
    _ one: ModelMachine,
    _ other: ModelMachine,
    isFirst: Bool,
    kill: ModelFrame?
  ) throws {
    try reach(.carry, one, other, kill: kill)
    let both = Set(one.steps.ids).intersection(other.steps.ids)
    one.heard[other.number] = both
    other.heard[one.number] = both
    let known = [one.index, other.index]
    for machine in [one, other] {
      machine.isUnsure = isFirst
      // Durable: what is found after a kill may be muchsync's.
      machine.isCarrying = true
    }
    if options.isBusy { try reach(.carrying, one, other, kill: kill) }
    ModelReplica.carry(one, other, killedHalfWay: kill == .carryHalf)
    outsideChanges += 1
    for machine in [one, other] { machine.hasCarried = true }
    if kill == .carryHalf {
      pieces += [.reached(.carryHalf), .killed(.carryHalf)]
      throw Interruption()
    }
    one.met.insert(other.number)
    other.met.insert(one.number)
    guard options.rules.contains(.first) else {
      for (machine, frame) in [(one, ModelFrame.writeA), (other, .writeB)] {
        try reach(frame, one, other, kill: kill)
        writeInbox(of: machine)
      }
      return
    }
    // Each tells its clock: what is found now is younger than all that muchsync can have brought.
    let latest = max(one.clock, other.clock)
    let carried = one.agreement(with: other)
    for (known, (machine, frame)) in zip(known, [(one, ModelFrame.lookA), (other, .lookB)]) {
      try reach(frame, one, other, kill: kill)
      machine.isUnsure = false
      machine.clock = max(machine.clock, latest)
      // What its person did meanwhile holds against muchsync's rules.
      let own = options.rules.contains(.meanwhile) ? machine.ownPairs(besides: both) : []
      machine.absorb(carried: carried, except: own)
      machine.writeAnswers(of: machine.index.messages.filter { !known.has($0) })
      for pair in own { machine.index[pair] = machine.history.value(of: pair) }
      machine.absorb(carried: carried)
      machine.see()
    }
  }
}
