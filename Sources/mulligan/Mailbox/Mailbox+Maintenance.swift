import Foundation
import Journal
import TriageCore
import TriageEngine

extension Mailbox {
  /// How much history is kept, unless the person says otherwise.
  func keeping(at now: Timestamp) -> PrunePolicy? {
    keeps.map { keeps in
      PrunePolicy(
        before: now - Timestamp(min(keeps.keepDays, 1_000_000)) * 86_400,
        groups: keeps.keepGroups,
        bytes: Int64(min(keeps.keepMebibytes, 1_000_000)) * 1_048_576,
        patience: patience(at: now)
      )
    }
  }

  /// Since when a machine must have been met to be waited for; `nil` where the settings cannot say.
  func patience(at now: Timestamp) -> Timestamp? {
    guard !settings.hasProblems(in: [.sync]) else { return nil }
    return now - Timestamp(min(settings.config.sync.forgetAfter, 1_000_000)) * 86_400
  }

  /// The newest earlier step, if the clock is so far ahead of it that it may be wrong; `nil` if it is not.
  ///
  /// What a wrong clock dates itself says nothing: a step counts after a week.
  func stepBeforeClockJump(at now: Timestamp) throws(TriageFailure) -> Timestamp? {
    guard let keeps, keeps.keepDays > 0 else { return nil }
    let most = Timestamp(min(keeps.keepDays, 1_000_000)) * 86_400 / 2
    let step = try history.newestStep(until: now - min(7 * 86_400, most / 2))
    return step.flatMap { now - $0 > most ? $0 : nil }
  }

  /// Drops old steps, at most once a day and only if nobody is writing now; none by their age where the
  /// clock may be wrong.
  ///
  /// Nothing is lost if it fails: the next change tries again.
  func pruneIfDue() {
    guard let last = try? history.lastPruning() ?? 0, abs(Timestamp.now - last) > 86_400,
      var policy = keeping(at: .now)
    else { return }
    do {
      if try stepBeforeClockJump(at: .now) != nil { policy.before = nil }
    } catch { return }
    let control = ChangeControl(pause: { _ in }, lockTimeout: .zero)
    _ = try? prune(policy, dryRun: false, control)
  }

  func prune(
    _ policy: PrunePolicy,
    dryRun: Bool,
    _ control: ChangeControl
  ) throws(TriageFailure) -> PruneResult {
    let journal = try history
    return try engine.holdingLock(control) { () throws(TriageFailure) in
      try journal.prune(policy, at: .now, dryRun: dryRun)
    }
  }

  /// Returns what is wrong inside the history.
  func problems() throws(TriageFailure) -> [JournalProblem] {
    do {
      return try history.verify()
    } catch  where error.code == .journalDamaged {
      return [JournalProblem(.structure, detail: error.arguments.last ?? "")]
    }
  }

  /// Moves the history aside while nobody can write, and returns where it is now.
  func resetHistory(_ control: ChangeControl) throws(TriageFailure) -> String? {
    // Whoever sends says in this history what becomes of a message.
    let lock = hasHistory ? try Sender.lock(of: journalLocation) : nil
    if hasHistory, lock == nil {
      throw TriageFailure(.locked, journalLocation.file)
    }
    return try withExtendedLifetime(lock) { () throws(TriageFailure) in
      try engine.holdingLock(control) { [journalLocation] () throws(TriageFailure) in
        try journalLocation.reset()
      }
    }
  }

  /// Returns where the index lay whose histories are of this one too: it was moved, or copied.
  func otherHistories() -> [String] {
    guard let revision = try? engine.store.revision() else { return [] }
    return journalLocation.others(of: revision.uuid)
  }
}
