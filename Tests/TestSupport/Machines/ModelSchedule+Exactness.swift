// Undo of the newest group gives back what was there before it, as far as nobody else did anything.
extension ModelSchedule {
  /// What a machine was like before a group.
  struct Picture {
    let index: ModelIndex
    let standing: Set<Int>
    let undo: [Int]
    /// Whether the index held what the history says: with a newcomer that another program has
    /// changed it does not, and nobody can tell.
    let isExplained: Bool
    /// The steps that it did not make on purpose.
    private let foreign: [Int]
    private let horizon: Int
    private let outsideChanges: Int

    init(of machine: ModelMachine, _ outsideChanges: Int) {
      let steps = machine.steps.all
      let history = machine.history
      index = machine.index
      standing = Set(steps.filter { $0.kind == .action && history.stands($0.id) }.map(\.id))
      undo = history.lists.undo
      isExplained = history.pairs.allSatisfy { pair in
        machine.index[pair].map { $0 == history.value(of: pair) } ?? true
      }
      horizon = machine.horizon
      self.outsideChanges = outsideChanges
      foreign = steps.filter { step in
        step.machine != machine.number || step.kind == .external || step.kind == .kept
      }.map(\.id)
    }

    /// Whether nothing but groups and turns of its machine lies between it and a later one.
    func isOnlyOwn(_ later: Picture) -> Bool {
      foreign == later.foreign && horizon == later.horizon
        && outsideChanges == later.outsideChanges
    }
  }

  /// Checks that an undo on a machine gave back what was there before its group.
  func checkExactness(of group: Int, on machine: ModelMachine) throws {
    guard let made = machine.steps[group], made.machine == machine.number else { return }
    let since = machine.steps.all.filter { $0.machine == machine.number && $0.id >= group }
    let groups = Set(since.filter(\.kind.isGroup).map(\.id))
    let turns = since.filter { $0.kind == .undo || $0.kind == .redo }
    // What came in between was this machine's: groups, and turns of those.
    guard turns.allSatisfy({ $0.of.map(groups.contains) ?? false }) else { return }
    try checkAsIfNeverMade(groups.union(turns.map(\.id)), group, on: machine)
    let now = Picture(of: machine, outsideChanges)
    guard let then = pictures[group], then.isOnlyOwn(now) else { return }
    exactUndos += 1
    let what = "J7: undo of \(group) on \(machine.name) gives back"
    try check(now.standing == then.standing, "\(what) what stood")
    try check(now.undo == then.undo, "\(what) the undo list")
    try check(!then.isExplained || now.index == then.index, "\(what) the tags")
  }

  /// Checks that the actions of others, and older ones, stand as if groups had never been made.
  private func checkAsIfNeverMade(_ gone: Set<Int>, _ group: Int, on machine: ModelMachine) throws {
    let rest = machine.steps.all.filter { !gone.contains($0.id) }
    // Whoever turned them, or brought the same actions back meanwhile, is not to be undone with them.
    let raised = machine.steps.all.filter { gone.contains($0.id) }.flatMap { $0.on.map(\.action) }
    let isTurned = rest.contains { step in
      step.of.map(gone.contains) == true || step.turned.contains(where: gone.contains)
        || step.on.contains { step.machine != machine.number && raised.contains($0.action) }
        || step.on.contains { !$0.marks.isDisjoint(with: gone) }
    }
    guard !isTurned, machine.horizon == 0 else { return }
    var steps = ModelSteps()
    for step in rest { steps.insert(step) }
    let without = MergedHistory(steps, options.rules)
    for step in rest where step.kind == .action {
      try check(
        without.stands(step.id) == machine.history.stands(step.id),
        "M5: \(step.id) stands as if \(group), now undone on \(machine.name), had never been made"
      )
    }
  }
}
