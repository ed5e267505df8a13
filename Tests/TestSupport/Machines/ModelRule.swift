/// A rule of the merged history that can be taken out of the model, which then breaks.
package enum ModelRule: CaseIterable, Sendable {
  /// External claims for every pair that changed, not only for those that the journal names (M8).
  case look
  /// Answers are written before muchsync runs, not after it (M10).
  case first
  /// Received steps count only from the write that sets the index to their answers (M11).
  case inbox
  /// Bringing back lifts the take-backs that it knew; else the last turn in the order wins (M5).
  case lifts
  /// Undoing a switch lifts what undoing others has put in the place of its marks, too (M5).
  case restored
  /// Clocks follow the wall clock where nothing younger was heard (M3).
  case hybrid
  /// A take-back counts for messages that its machine has not got (M7).
  case gone
  /// Outside changes that muchsync explains do not count (M9).
  case echo
  /// What a person did while mail was carried is written again where muchsync has decided otherwise (M9).
  case meanwhile
  /// Pruning that a peer has not heard of leaves its answers behind (M20).
  case horizon
}

/// Which worlds a schedule may be about.
package struct ModelOptions: Sendable {
  /// The rules that hold.
  package var rules = Set(ModelRule.allCases)
  /// How many machines; by chance without.
  package var machines: Int?
  /// How many messages there are at first; by chance without.
  package var messages: Int?
  /// How many events; by chance without.
  package var events: Int?
  /// Whether plain muchsync runs between syncs, too.
  package var isMixed = false
  /// Whether clocks are wrong.
  package var isSkewed = false
  /// Whether machines prune, patiently or not.
  package var prunes = false
  /// Whether almost everything is undo, redo, revert and reapply.
  package var turns = false
  /// Whether people act while a sync is under way, too.
  package var isBusy = false

  /// The worlds as they are.
  package init() {}
}
