import TriageCore

extension InMemoryHistory {
  /// What the finished steps come to, taken one after the other.
  struct Folding {
    private struct Place: Hashable {
      let step: StepID
      let message: MessageID
      let subject: ClaimSubject
    }

    /// Groups that plain undo takes, the next one last.
    private(set) var undoList: [StepID] = []
    /// Groups that redo brings back, the next one last.
    private(set) var redoList: [StepID] = []
    private var taken: Set<Place> = []
    private var off: Set<StepID> = []
    private var partial: Set<StepID> = []

    init(_ entries: [Entry]) {
      let byID = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0) })
      for entry in entries where entry.isFinished {
        for toggle in entry.draft.toggles {
          guard let action = byID[toggle.action] else { continue }
          turn(action, on: toggle.on, leaving: entry.left)
        }
        let group = entry.draft.of.flatMap { byID[$0] }
        switch entry.draft.kind {
        case .action, .switch: if entry.draft.context.isInteractive { enlist(entry.id) }
        case .undo: if let group { take(back: group, leaving: entry.left) }
        case .redo: if let group { bring(back: group) }
        case .external, .merge, .kept: break
        }
      }
    }

    private mutating func turn(_ action: Entry, on: Bool, leaving left: [LeftOut]) {
      let stuck = Set(
        left.filter { $0.action == action.id && $0.outcome.leavesClaim }
          .map { Place(step: action.id, message: $0.message, subject: $0.subject) }
      )
      let places =
        action.claims.map {
          Place(step: action.id, message: $0.pair.message, subject: .tag($0.pair.tag))
        }
        + action.moves.map {
          Place(step: action.id, message: $0.message, subject: .copy($0.copy))
        }
        + action.departures.map {
          Place(step: action.id, message: $0.message, subject: .departure($0.outgoing))
        }
      for place in places where !stuck.contains(place) {
        if on { taken.remove(place) } else { taken.insert(place) }
      }
      let standsSomewhere = places.contains { !taken.contains($0) }
      mark(action.id, off: !on, partial: !on && standsSomewhere)
    }

    private mutating func enlist(_ group: StepID) {
      undoList.append(group)
      redoList = []
    }

    private mutating func take(back group: Entry, leaving left: [LeftOut]) {
      undoList.removeAll { $0 == group.id }
      redoList.removeAll { $0 == group.id }
      redoList.append(group.id)
      guard group.draft.kind == .switch else { return }
      mark(group.id, off: true, partial: left.contains(where: \.outcome.leavesClaim))
    }

    private mutating func bring(back group: Entry) {
      redoList.removeAll { $0 == group.id }
      if group.draft.context.isInteractive {
        undoList.append(group.id)
        undoList.sort()
      }
      if group.draft.kind == .switch { mark(group.id, off: false, partial: false) }
    }

    private mutating func mark(_ group: StepID, off isOff: Bool, partial isPartial: Bool) {
      if isOff { off.insert(group) } else { off.remove(group) }
      if isPartial { partial.insert(group) } else { partial.remove(group) }
    }

    /// Returns whether a claim of a step counts.
    func stands(_ message: MessageID, _ subject: ClaimSubject, in step: StepID) -> Bool {
      !taken.contains(Place(step: step, message: message, subject: subject))
    }

    /// Returns what a person sees of a group; `nil` for what is none.
    func state(of entry: Entry) -> GroupState? {
      guard entry.draft.kind.isGroup else { return nil }
      if entry.progress == .intent { return .open }
      if partial.contains(entry.id) { return .partial }
      return off.contains(entry.id) ? .undone : .live
    }
  }
}
