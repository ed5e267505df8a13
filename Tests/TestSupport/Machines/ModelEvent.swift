/// A point of a sync before which it can be killed, and other programs can write.
package enum ModelFrame: String, CaseIterable, Sendable, CustomStringConvertible {
  case absorbA, absorbB, stepsToA, stepsToB, writeA, writeB, carry, carrying, carryHalf, lookA,
    lookB

  /// Those of schedules in which nobody acts while a sync is under way.
  static let unattended = allCases.filter { $0 != .carrying }

  package var description: String { rawValue }
}

/// What happens to machines, with all that chance had to decide: enough to do it again elsewhere.
package enum ModelEvent: CustomStringConvertible {
  /// A piece of a sync, in the order of time.
  package enum Piece: CustomStringConvertible {
    case reached(ModelFrame)
    case wrote(machine: Int, ModelPair, Bool)
    /// The person at one of the machines acts.
    case acted(ModelEvent)
    /// The wall clock from here on.
    case time(Int)
    case killed(ModelFrame)
    /// The machines did not come to rest in five rounds.
    case unsettled

    package var description: String {
      switch self {
      case .reached(let frame): "\(frame)"
      case .wrote(let machine, let pair, let value):
        "[\(ModelMachine.name(machine)): other program \(pair) = \(value)]"
      case .acted(let event): "[\(event)]"
      case .time(let now): "\(now)"
      case .killed(let frame): "killed before \(frame)"
      case .unsettled: "unsettled"
      }
    }
  }

  case act(machine: Int, messages: [Int], edit: [ModelTag: Bool])
  /// Undo of the newest group of the machine's list.
  case undo(machine: Int)
  case redo(machine: Int)
  case revert(machine: Int, action: Int)
  case reapply(machine: Int, action: Int)
  /// Another program changes a tag.
  case wrote(machine: Int, ModelPair, Bool)
  case arrived(machine: Int, message: Int, ModelTags)
  case pruned(machine: Int, horizon: Int)
  /// Plain muchsync.
  case carried(Int, Int)
  case synced(Int, Int, [Piece])

  /// The wall clock as it went on in a sync.
  package var times: [Int] {
    guard case .synced(_, _, let pieces) = self else { return [] }
    return pieces.compactMap { if case .time(let now) = $0 { now } else { nil } }
  }

  package var description: String {
    let name = ModelMachine.name
    switch self {
    case .act(let machine, let messages, let edit):
      let signs = edit.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { "\($0.value ? "+" : "-")\($0.key)" }
      return (["\(name(machine)): act"] + signs + messages.map { "m\($0)" }).joined(separator: " ")
    case .undo(let machine): return "\(name(machine)): undo"
    case .redo(let machine): return "\(name(machine)): redo"
    case .revert(let machine, let action): return "\(name(machine)): revert \(action)"
    case .reapply(let machine, let action): return "\(name(machine)): reapply \(action)"
    case .wrote(let machine, let pair, let value):
      return "\(name(machine)): other program \(pair) = \(value)"
    case .arrived(let machine, let message, let tags):
      return "\(name(machine)): new mail m\(message) \(ModelTag.all.filter { tags[$0] })"
    case .pruned(let machine, let horizon): return "\(name(machine)): prune to \(horizon)"
    case .carried(let one, let other): return "muchsync \(name(one)) \(name(other))"
    case .synced(let one, let other, let pieces):
      let isWhole = pieces.allSatisfy { if case .reached = $0 { true } else { false } }
      let shown = isWhole ? [] : pieces.map { "\($0)" }
      return (["sync \(name(one)) \(name(other))"] + shown).joined(separator: " ")
    }
  }
}

/// Something that must hold of every schedule did not.
package struct ModelFailure: Error, CustomStringConvertible {
  /// The sentence that does not hold.
  package var what: String
  /// Events and steps up to there.
  package var log: [String]

  package var description: String { ([what] + log).joined(separator: "\n") }
}
