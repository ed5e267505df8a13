extension ReferenceModel {
  mutating func undo() {
    guard canUndo else { return }
    if !open.isEmpty { close() }
    guard let list = undoStack.popLast() else { return }
    let (result, inverse) = run(list, "Undo")
    if result != nil || inverse != nil { settle(result, inverse, on: \.undoStack, \.redoStack) }
  }

  mutating func redo() {
    guard !redoStack.isEmpty else { return }
    if !open.isEmpty { close() }
    guard let list = redoStack.popLast() else { return }
    let (result, inverse) = run(list, "Redo")
    if result != nil || inverse != nil { settle(result, inverse, on: \.redoStack, \.undoStack) }
  }

  mutating func undoNested() {
    guard !open.isEmpty else { return undo() }
    guard case .list(var list) = open[open.count - 1].nodes.removeLast() else { return }
    if list.nameOrNone == "" { list.name = open[0].name }
    let (failed, inverse) = run(list, "Undo")
    if let failed {
      open[open.count - 1].nodes.append(.list(failed))
    } else {
      settle(nil, inverse, on: \.undoStack, \.redoStack)
    }
  }

  private mutating func settle(
    _ failed: List?,
    _ inverse: List?,
    on source: WritableKeyPath<Self, [List]>,
    _ target: WritableKeyPath<Self, [List]>
  ) {
    if let failed { self[keyPath: source].append(failed) }
    if let inverse, !inverse.nodes.isEmpty { self[keyPath: target].append(inverse) }
    trim()
  }

  /// Runs a list and returns what is left of it if it failed, or else its inverse.
  private mutating func run(_ list: List, _ verb: String) -> (failed: List?, inverse: List?) {
    events.append("will\(verb)Change")
    defer { events.append("did\(verb)Change") }
    var rest: List? = list
    var pending = Array(list.actions.reversed())
    var inverse = List()
    while !pending.isEmpty {
      let action = pending.removeFirst()
      guard values[action.target] != nil else { continue }
      if action.kind == .command, broken == action.target {
        failures += 1
        takeBack(inverse, &rest)
        return (rest, nil)
      }
      perform(action, into: &inverse)
      switch action.kind {
      case .removing:
        let other = Self.neighbour(of: action.target)
        remove(other)
        pending.removeAll { $0.target == other }
        rest = rest.flatMap { Self.without(other, $0) }
        inverse = Self.without(other, inverse) ?? List(name: inverse.name)
      case .clearing:
        clear()
        return (nil, nil)
      case .handler, .command, .grouping, .naming: break
      }
    }
    if inverse.name == nil { inverse.name = list.name }
    if list.isDiscardable { inverse.nodes = inverse.nodes.map(Self.discardable) }
    return (nil, inverse)
  }

  private mutating func perform(_ action: Action, into inverse: inout List) {
    let old = values[action.target] ?? 0
    values[action.target] = action.value
    guard disables == 0 else { return }
    inverse.nodes.append(
      .action(Action(target: action.target, value: old, kind: action.kind))
    )
    if action.kind == .naming { inverse.name = "named \(action.value)" }
  }

  /// Runs the inverses of a run that failed, and forgets what they register.
  private mutating func takeBack(_ inverse: List, _ rest: inout List?) {
    var pending = Array(inverse.actions.reversed())
    var forgotten = List()
    while !pending.isEmpty {
      let action = pending.removeFirst()
      guard values[action.target] != nil else { continue }
      if action.kind == .command, broken == action.target { return }
      perform(action, into: &forgotten)
      guard action.kind == .removing || action.kind == .clearing else { continue }
      if action.kind == .clearing {
        clear()
        rest = nil
        return
      }
      let other = Self.neighbour(of: action.target)
      remove(other)
      pending.removeAll { $0.target == other }
      rest = rest.flatMap { Self.without(other, $0) }
    }
  }

  private static func discardable(_ node: Node) -> Node {
    guard case .action(var action) = node else { return node }
    action.isDiscardable = true
    return .action(action)
  }

  /// The target whose actions a removing handler drops: another slot's first object.
  static func neighbour(of target: Int) -> Int { (target + 1) % 4 }
}
