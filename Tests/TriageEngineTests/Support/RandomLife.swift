import TestSupport
import TriageCore
import TriageEngine

/// A seeded life of a mailbox: the same on an engine and on the model of it.
struct RandomLife {
  static let messages = (0..<4).map { MessageID("c\($0)@example.org") }
  static let tags: [MailTag] = ["inbox", "todo", "work"]

  private var random: SplitMix
  private(set) var model: ReplayModel
  /// The steps of the model's groups.
  private var steps: [StepID] = []
  /// What was done, for people who look for the reason of a failure.
  private(set) var log: [String] = []
  private let engine: TriageEngine
  private let outside: (Pair, Bool) throws -> Void

  /// What went wrong, and after what.
  struct Difference: Error, CustomStringConvertible {
    var what: String
    var log: [String]

    var description: String { "\(what) after\n" + log.joined(separator: "\n") }
  }

  init(
    seed: UInt64,
    tags: [MessageID: Set<MailTag>],
    engine: TriageEngine,
    outside: @escaping (Pair, Bool) throws -> Void
  ) {
    random = SplitMix(seed)
    model = ReplayModel(tags)
    self.engine = engine
    self.outside = outside
  }

  /// Does one thing, on both sides, and compares what they say.
  mutating func live() throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<7: try act()
    case 7..<10: try turn("undo", model.undo(), .undo(UndoRequest()))
    case 10..<12: try turn("redo", model.redo(), .redo(UndoRequest()))
    case 12: try turn("undo --any", model.undoAny(), .undo(UndoRequest(any: true)))
    case 13..<15: try turnSome()
    case 15: try restore()
    default: try changeOutside()
    }
    try compare()
  }

  /// An action on some tags of some messages; `isListed` keeps it on the undo list.
  mutating func act(isListed: Bool = false) throws {
    var edit = TagEdit()
    for tag in Self.tags where random.flip() {
      edit = edit.then(random.flip() ? TagEdit(add: [tag]) : TagEdit(remove: [tag]))
    }
    let messages = Self.messages.filter { _ in random.flip() }
    guard edit != TagEdit(), !messages.isEmpty else { return }
    let background = !isListed && Int.random(in: 0..<6, using: &random) == 0
    let expected = model.act(edit, on: messages, background: background)
    try perform(
      "\(edit) on \(messages) background: \(background)",
      .perform([Command([.changeTags(edit)], on: .messages(messages))], name: nil),
      isNew: expected != nil,
      background: background
    )
  }

  /// Takes back all that is on the undo list.
  mutating func undoAll() throws {
    while !model.undoList.isEmpty { try turn("undo", model.undo(), .undo(UndoRequest())) }
    try compare()
  }

  /// Looks what taking everything back, and bringing it back, would come to; then does it and holds
  /// it to that.
  mutating func turnAll() throws {
    for on in [false, true] {
      var request = UndoRequest()
      for look in looks(on) {
        let group = on ? model.redo() : model.undo()
        let result = perform(on ? .redo(request) : .undo(request))
        log.append("\(on ? "redo" : "undo") of all: \(result.kind) \(result.targets)")
        guard result.target?.id == group.map({ steps[$0] }), result.comes(to: look) else {
          throw difference("\(result), not \(look)")
        }
        request.after += result.targets
      }
      try compare()
    }
  }

  private func looks(_ on: Bool) -> [ChangeResult] {
    var looks: [ChangeResult] = []
    var request = UndoRequest()
    while true {
      let look = perform(on ? .redo(request) : .undo(request), dryRun: true)
      if look.failure != nil { return looks }
      looks.append(look)
      request.after += look.targets
    }
  }

  private mutating func turn(_ what: String, _ group: Int?, _ change: Change) throws {
    let result = perform(change)
    log.append("\(what): \(result.kind) \(result.targets)")
    guard result.target?.id == group.map({ steps[$0] }) else { throw difference("another group") }
    if group == nil, result.kind != .failed { throw difference("there was nothing") }
  }

  private mutating func turnSome() throws {
    guard model.groupCount > 0 else { return }
    let groups = (0..<Int.random(in: 1...2, using: &random)).map { _ in
      Int.random(in: 0..<model.groupCount, using: &random)
    }
    let reapply = random.flip()
    let expected = model.revert(Set(groups), reapply: reapply)
    try perform(
      "\(reapply ? "reapply" : "revert") \(groups.map { steps[$0] })",
      .turn(SwitchRequest(reapply ? .reapply : .revert, groups.map { steps[$0] })),
      isNew: expected != nil
    )
  }

  private mutating func restore() throws {
    guard model.groupCount > 0 else { return }
    let group = Int.random(in: 0..<model.groupCount, using: &random)
    let any = random.flip()
    let expected = model.restore(group, any: any)
    try perform(
      "restore \(steps[group]) any: \(any)",
      .turn(SwitchRequest(.restore, [steps[group]], any: any)),
      isNew: expected != nil
    )
  }

  private mutating func changeOutside() throws {
    guard let message = Self.messages.randomElement(using: &random),
      let tag = Self.tags.randomElement(using: &random)
    else { return }
    let value = random.flip()
    log.append("outside: \(message) \(tag) \(value)")
    model.change(Pair(message, tag), to: value)
    try outside(Pair(message, tag), value)
  }

  private mutating func perform(
    _ what: String,
    _ change: Change,
    isNew: Bool,
    background: Bool = false
  ) throws {
    let result = perform(change, background: background)
    log.append("\(what): \(result.kind) \(result.step?.description ?? "-")")
    guard (result.step != nil) == isNew else { throw difference("a new group or not") }
    if let step = result.step { steps.append(step) }
  }

  private func perform(
    _ change: Change,
    background: Bool = false,
    dryRun: Bool = false
  ) -> ChangeResult {
    let context = StepContext(
      origin: .shell,
      background: background,
      session: "life",
      host: "here",
      pid: 1
    )
    return engine.change(
      ChangeRequest(change, context: context, dryRun: dryRun, reportsChanges: true),
      control: ChangeControl(pause: { _ in })
    )
  }

  private func compare() throws {
    let states = try engine.store.states(of: Self.messages)
    guard states.mapValues(\.tags) == model.tags else {
      throw difference("tags \(states.mapValues(\.tags)), not \(model.tags)")
    }
    let head = try engine.history.head()
    guard head.undo?.id == model.undoList.last.map({ steps[$0] }),
      head.redo?.id == model.redoList.last.map({ steps[$0] })
    else { throw difference("the heads \(head)") }
    let all = try engine.history.steps(HistoryFilter(limit: nil, all: true))
    let live = Set(all.filter { $0.state == .live }.map(\.id))
    let wanted = Set(steps.indices.filter { model.isLive($0) }.map { steps[$0] })
    guard live == wanted else { throw difference("live are \(live), not \(wanted)") }
  }

  private func difference(_ what: String) -> Difference { Difference(what: what, log: log) }
}

extension ChangeResult {
  /// Returns whether a change came to what a dry run had said.
  fileprivate func comes(to look: ChangeResult) -> Bool {
    kind == look.kind && targets == look.targets && requested == look.requested
      && changed == look.changed && outcomes == look.outcomes && skipped == look.skipped
      && changes == look.changes
  }
}
