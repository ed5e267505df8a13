package import TriageCore

/// How often keys were used while their hints were shown: who knows a key needs its hint no more.
package struct HintMemory: Hashable, Sendable, Codable {
  /// Uses by the id of the action, no more than are enough.
  private var uses: [String: Int] = [:]

  /// After so many uses a key is known.
  package static let enough = 3

  /// Makes a memory without a key.
  package init() {}

  /// Returns whether the keys of an action were used often enough to be known.
  package func knows(_ action: ActionID) -> Bool { uses[action.id, default: 0] >= Self.enough }

  /// Counts a use; what is known is counted no further.
  mutating func count(_ action: ActionID) { uses[action.id, default: 0] += 1 }

  /// Returns the uses of two screens: of each action the greater number.
  package func adding(_ other: HintMemory) -> HintMemory {
    var result = self
    result.uses.merge(other.uses) { max($0, $1) }
    return result
  }
}

/// What this screen shares with others, now and later: it is kept in the state folder.
struct ScreenMemory: Sendable {
  /// What was typed in prompts.
  var typed: TypedTexts
  /// The letters that tags are chosen by.
  var tagLetters = TagLetters()
  /// Which keys are known.
  var hints: HintMemory
}

extension Shared {
  /// What was typed in prompts.
  var typed: TypedTexts {
    get { memory.typed }
    set { memory.typed = newValue }
  }
  /// The letters that tags are chosen by.
  var tagLetters: TagLetters {
    get { memory.tagLetters }
    set { memory.tagLetters = newValue }
  }

  /// Notes that a key has done something that the pane gives a hint for.
  mutating func noteUse(of action: ActionID, in pane: any Pane) {
    guard !pane.isQuestion, !memory.hints.knows(action), pane.hints(self).contains(action) else {
      return
    }
    memory.hints.count(action)
    send(.keepHints(memory.hints))
  }
}
