/// What UndoManager should do, said once more with plain values: stacks of lists of lists.
///
/// It shares nothing with the library. Targets are numbers, actions are "set this target to that
/// value", and undoing one registers the value found.
struct ReferenceModel {
  enum Kind: CaseIterable {
    case handler, command, grouping, naming, removing, clearing
  }

  struct Action {
    var target: Int
    var value: Int
    var kind: Kind
    var isDiscardable = false
  }

  indirect enum Node {
    case action(Action)
    case list(List)
  }

  struct List {
    var nodes: [Node] = []
    var name: String?
    var info: Int?
    var isEvent = false
    var nameOrNone: String { name ?? "" }

    var actions: [Action] {
      nodes.flatMap { node in
        switch node {
        case .action(let action): [action]
        case .list(let list): list.actions
        }
      }
    }

    var isDiscardable: Bool { !actions.isEmpty && actions.allSatisfy(\.isDiscardable) }
  }

  /// What a program can see of a manager between two calls.
  struct View: Equatable {
    var values: [Int: Int]
    var level: Int
    var counts: [Int]
    var can: [Bool]
    var names: [String]
    var discardable: [Bool]
    var info: Int?
    var isEnabled: Bool
    var events: [String]
  }

  var undoStack: [List] = []
  var redoStack: [List] = []
  var open: [List] = []
  var disables = 0
  var limit = 0
  var groupsByEvent = true
  var discardsEmpty = false
  /// The values of the targets that are alive.
  var values: [Int: Int] = [:]
  /// The target whose commands fail.
  var broken: Int?
  var events: [String] = []
  var failures = 0

  var eventIsOpen: Bool { groupsByEvent && open.count == 1 && open[0].isEvent }

  var canUndo: Bool { !undoStack.isEmpty || open.contains { !$0.nodes.isEmpty } }

  /// Whether the open lists count for what undo would take now.
  var openCounts: Bool {
    canUndo && !open.isEmpty && !(discardsEmpty && open.allSatisfy(\.actions.isEmpty))
  }

  /// The list that undo would take, with what is open in it.
  var next: List? {
    guard openCounts, var top = open.first else { return canUndo ? undoStack.last : nil }
    top.nodes = open.flatMap(\.nodes)
    return top
  }

  mutating func view() -> View {
    defer { events = [] }
    return View(
      values: values,
      level: open.count,
      counts: [undoStack.count, redoStack.count],
      can: [canUndo, !redoStack.isEmpty],
      names: [next?.nameOrNone ?? "", redoStack.last?.nameOrNone ?? ""],
      discardable: [next?.isDiscardable ?? false, redoStack.last?.isDiscardable ?? false],
      info: next?.info,
      isEnabled: disables == 0,
      events: events
    )
  }

  // MARK: Registering and grouping

  mutating func set(_ target: Int, _ value: Int, _ kind: Kind) {
    let old = values[target] ?? 0
    values[target] = value
    guard disables == 0 else { return }
    if open.isEmpty { push(isEvent: true) }
    open[open.count - 1].nodes.append(.action(Action(target: target, value: old, kind: kind)))
    redoStack = []
  }

  mutating func push(isEvent: Bool) {
    open.append(List(isEvent: isEvent))
    events.append("didOpenUndoGroup")
  }

  mutating func begin() {
    guard disables == 0 else { return }
    if groupsByEvent && open.isEmpty { push(isEvent: true) }
    push(isEvent: false)
  }

  mutating func end() {
    guard disables == 0 else { return }
    close()
  }

  mutating func close() {
    let list = open.removeLast()
    let mark = list.isDiscardable ? " discardable" : ""
    events += ["willCloseUndoGroup" + mark, "didCloseUndoGroup" + mark]
    if discardsEmpty && list.actions.isEmpty { return }
    if open.isEmpty {
      undoStack.append(list)
    } else {
      open[open.count - 1].nodes.append(.list(list))
    }
    trim()
  }

  mutating func trim() {
    guard limit > 0 else { return }
    undoStack = undoStack.suffix(limit)
    redoStack = redoStack.suffix(limit)
  }

  mutating func name(_ name: String) {
    guard disables == 0 else { return }
    for index in open.indices { open[index].name = name }
  }

  mutating func info(_ info: Int?) {
    guard disables == 0, !open.isEmpty else { return }
    open[0].info = info
  }

  mutating func discardable(_ flag: Bool) {
    guard disables == 0, !open.isEmpty else { return }
    _ = Self.markLast(&open[open.count - 1], flag)
  }

  private static func markLast(_ list: inout List, _ flag: Bool) -> Bool {
    for index in list.nodes.indices.reversed() {
      switch list.nodes[index] {
      case .action(var action):
        action.isDiscardable = flag
        list.nodes[index] = .action(action)
        return true
      case .list(var inner):
        guard markLast(&inner, flag) else { continue }
        list.nodes[index] = .list(inner)
        return true
      }
    }
    return false
  }

  mutating func clear() {
    (undoStack, redoStack, open, disables) = ([], [], [], 0)
  }

  mutating func remove(_ target: Int) {
    undoStack = undoStack.compactMap { Self.without(target, $0) }
    redoStack = redoStack.compactMap { Self.without(target, $0) }
    open = open.map {
      Self.without(target, $0) ?? List(name: $0.name, info: $0.info, isEvent: $0.isEvent)
    }
  }

  /// Returns a list without one target's actions, or nil when that empties it.
  static func without(_ target: Int, _ list: List) -> List? {
    var rest = list
    rest.nodes = list.nodes.compactMap { node in
      switch node {
      case .action(let action): action.target == target ? nil : node
      case .list(let inner): without(target, inner).map { .list($0) }
      }
    }
    return rest.nodes.isEmpty && !list.nodes.isEmpty ? nil : rest
  }
}
