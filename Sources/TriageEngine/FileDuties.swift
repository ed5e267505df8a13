import TriageCore

/// Whether a step's files must be renamed, found out while it is planned.
///
/// A group whose files could not follow is refused before anything is recorded.
struct FileDuties {
  let engine: TriageEngine
  private(set) var isNeeded = false

  init(engine: TriageEngine) {
    self.engine = engine
  }

  mutating func check(
    _ plan: StepPlan,
    _ states: [MessageID: MessageState]
  ) throws(TriageFailure) {
    guard engine.settings.synchronizesFlags else { return }
    var flags: [MessageID: [MailTag: Bool]] = [:]
    for claim in plan.written where FlagTag.letters[claim.pair.tag] != nil {
      flags[claim.pair.message, default: [:]][claim.pair.tag] = claim.wanted
    }
    for (message, flags) in flags {
      for file in states[message]?.files ?? [] {
        guard let wanted = engine.files.wantedName(of: file, flags: flags), wanted != file else {
          continue
        }
        isNeeded = true
        guard !engine.files.exists(file) || engine.files.mayRename(file) else {
          throw TriageFailure(.notWritable, file)
        }
      }
    }
  }
}
