import TriageCore

/// A question on the prompt line.
struct PromptState: Sendable {
  /// What the answer is for.
  enum Purpose: Hashable, Sendable {
    case search
    case argument(ArgumentAction)
  }

  let purpose: Purpose
  var field = TextField()
}
