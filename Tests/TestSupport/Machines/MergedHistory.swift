/// What a set of steps says: a pure function of it, whatever the order in which they came.
package final class MergedHistory {
  /// The groups that plain undo and redo take, the next one last.
  package struct Lists: Equatable, Sendable {
    package var undo: [Int] = []
    package var redo: [Int] = []
  }

  /// A step that claims a pair, and what it claims.
  package typealias Entry = (step: ModelStep, claim: ModelClaim)

  private let steps: ModelSteps
  private let rules: Set<ModelRule>
  /// The steps in the order of M3.
  package let ordered: [ModelStep]
  /// The claims of each pair, by its place, in that order.
  private var claimed: [[Entry]] = []
  /// The marks that were ever set on an action.
  private var marks: [Int: Set<Int>] = [:]
  /// The marks on an action that nobody lifted.
  private var down: [Int: Set<Int>] = [:]
  /// The pairs that the last turn of an action did not find.
  private var left: [Int: Set<ModelPair>] = [:]
  private var answers: [Bool?]
  /// The outside changes of a pair that do not count, by its place.
  private var echoes: [Int: Set<Int>] = [:]
  /// The outside changes that do not count, where they are known.
  private let ignored: Set<Int>?
  private lazy var folded = foldLists()

  /// Folds steps.
  package convenience init(_ steps: ModelSteps, _ rules: Set<ModelRule>) {
    self.init(steps, rules, ignoring: rules.contains(.echo) ? nil : [])
  }

  private init(_ steps: ModelSteps, _ rules: Set<ModelRule>, ignoring ignored: Set<Int>?) {
    self.steps = steps
    self.ignored = ignored
    self.rules = rules
    ordered = steps.all.sorted(by: ModelStep.isOrdered)
    answers = []
    for step in ordered {
      for claim in step.claims {
        while claimed.count <= claim.pair.place { claimed.append([]) }
        claimed[claim.pair.place].append((step, claim))
      }
    }
    foldMarks()
    answers = Array(repeating: nil, count: claimed.count)
  }

  private func foldMarks() {
    var lifted: [Int: Set<Int>] = [:]
    var isOn: [Int: Bool] = [:]
    for step in ordered {
      for action in step.off {
        marks[action, default: []].insert(step.id)
        left[action] = step.content.left
        isOn[action] = false
      }
      for lift in step.on {
        lifted[lift.action, default: []].formUnion(lift.marks)
        left[lift.action] = nil
        isOn[lift.action] = true
      }
    }
    for (action, set) in marks {
      let lifts = rules.contains(.lifts)
      down[action] = lifts ? set.subtracting(lifted[action] ?? []) : isOn[action] == true ? [] : set
    }
  }

  // MARK: What stands

  /// Whether an action stands: no mark is left on it.
  package func stands(_ action: Int) -> Bool { down[action]?.isEmpty ?? true }

  /// Whether a claim of an action stands.
  private func stands(_ action: Int, _ pair: ModelPair) -> Bool {
    stands(action) || !rules.contains(.gone) && left[action]?.contains(pair) == true
  }

  /// The marks on an action that nobody lifted: redo and reapply lift them all.
  package func marks(on action: Int) -> Set<Int> { down[action] ?? [] }

  /// A switch's own marks on an action: undoing it lifts them and no others.
  ///
  /// They are those that it set, or redoing it. Where another switch lifted nothing but such marks
  /// and was undone, the mark that this set stands for them and is one of them; if it had lifted
  /// anybody else's take-back as well, that one is to hold.
  package func marks(of group: Int, on action: Int) -> Set<Int> {
    var own: Set<Int> = [group]
    var lifted: [Int: Set<Int>] = [:]
    var replaced: [Int: Set<Int>] = [:]
    for step in ordered {
      if step.kind == .redo, step.of == group { own.insert(step.id) }
      guard let turned = step.kind == .switch ? step.id : step.of, turned != group,
        steps[turned]?.kind == .switch
      else { continue }
      for lift in step.on where lift.action == action && step.kind != .undo {
        lifted[turned, default: []].formUnion(lift.marks)
      }
      if step.kind == .undo, step.off.contains(action) {
        replaced[turned, default: []].insert(step.id)
      }
    }
    var isGrowing = rules.contains(.restored)
    while isGrowing {
      isGrowing = false
      for (other, set) in replaced where !set.isSubset(of: own) {
        let lifts = (lifted[other] ?? []).subtracting(set)
        guard !lifts.isEmpty, lifts.isSubset(of: own) else { continue }
        own.formUnion(set)
        isGrowing = true
      }
    }
    return own.intersection(marks[action] ?? [])
  }

  // MARK: Values

  /// The claims of a pair with their steps, oldest first.
  package func claims(of pair: ModelPair) -> [Entry] {
    pair.place < claimed.count ? claimed[pair.place] : []
  }

  /// The pairs that anybody claimed.
  package var pairs: [ModelPair] { claimed.compactMap { $0.first?.claim.pair } }

  /// Whether anybody claimed a pair.
  package func names(_ pair: ModelPair) -> Bool {
    pair.place < claimed.count && !claimed[pair.place].isEmpty
  }

  /// The answer of a pair: what the last standing claim wants; `nil` if nobody claimed it.
  package func value(of pair: ModelPair) -> Bool? {
    guard names(pair) else { return nil }
    if let known = answers[pair.place] { return known }
    let answer = answer(of: claims(of: pair), about: pair)
    answers[pair.place] = answer
    return answer
  }

  /// What some claims of a pair give, oldest first.
  func answer(of claims: [Entry], about pair: ModelPair) -> Bool? {
    for (step, claim) in claims.reversed() where decides(step, claim) { return claim.wanted }
    return claims.first?.claim.found
  }

  /// Whether a claim has a say: the last one that has decides.
  package func decides(_ step: ModelStep, _ claim: ModelClaim) -> Bool {
    switch step.kind {
    case .action: stands(step.id, claim.pair)
    case .external: !(ignored ?? echoes(of: claim.pair)).contains(step.id)
    case .kept: true
    case .switch, .undo, .redo: false
    }
  }

  /// The outside changes of a pair that plain muchsync explains: it brought what a step gave that their
  /// machines did not know (M9).
  ///
  /// What does not count explains no other: of two machines that each have the change from the other, one counts.
  private func echoes(of pair: ModelPair) -> Set<Int> {
    if let known = echoes[pair.place] { return known }
    var found: Set<Int> = []
    for (step, claim) in claims(of: pair) where step.kind == .external && step.content.echoes {
      if isExplained(step, claim, ignoring: found) { found.insert(step.id) }
    }
    echoes[pair.place] = found
    return found
  }

  private func isExplained(
    _ step: ModelStep,
    _ claim: ModelClaim,
    ignoring ignored: Set<Int>
  ) -> Bool {
    var known = ModelSteps()
    for other in ordered where other !== step {
      if other.clock >= step.found { break }
      known.insert(other)
      if other.machine == step.machine || step.seen.contains(other.id) { continue }
      let names =
        other.claims(claim.pair)
        || other.turned.contains { steps[$0]?.claims(claim.pair) == true }
      guard names else { continue }
      let before = MergedHistory(known, rules, ignoring: ignored)
      if before.value(of: claim.pair) == claim.wanted { return true }
    }
    return false
  }

  // MARK: Lists

  /// The groups that undo and redo take.
  package var lists: Lists { folded }

  /// Whether a step is a switch, or turns one.
  private func isOfSwitch(_ step: Int) -> Bool {
    steps[step]?.kind == .switch || steps[step]?.of.flatMap { steps[$0] }?.kind == .switch
  }

  private func foldLists() -> Lists {
    var lists = Lists()
    var set: [Int: Set<Int>] = [:]
    var lifted: [Int: Set<Int>] = [:]
    for step in ordered {
      for action in step.off { set[action, default: []].insert(step.id) }
      for lift in step.on { lifted[lift.action, default: []].formUnion(lift.marks) }
      if step.kind.isGroup {
        lists.undo.append(step.id)
        lists.redo.removeAll()
      } else if step.kind == .undo || step.kind == .redo, let group = step.of, steps.has(group) {
        // A concurrent take-back holds: what a redo does not lift waits on. What a switch has taken back stays
        // among what can be undone, as if nothing had come between: undoing the switch brings it back.
        let held = set[group, default: []].subtracting(lifted[group, default: []])
        if step.kind == .redo, !held.allSatisfy(isOfSwitch) { continue }
        // Also from neither: another machine's new group may have emptied the list meanwhile.
        lists.undo.removeAll { $0 == group }
        lists.redo.removeAll { $0 == group }
        if step.kind == .undo { lists.redo.append(group) } else { lists.undo.append(group) }
      }
    }
    let places = Dictionary(uniqueKeysWithValues: ordered.indices.map { (ordered[$0].id, $0) })
    lists.undo.sort { places[$0, default: 0] < places[$1, default: 0] }
    return lists
  }
}
