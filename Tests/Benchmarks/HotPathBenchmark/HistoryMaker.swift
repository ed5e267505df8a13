import Glibc
import Journal
import TriageCore

/// Makes the journal of an index as if so many groups had been made, each of ten messages.
enum HistoryMaker {
  /// The groups are spread over so many seconds until now: as long as habits are remembered.
  private static let span = 80 * 86_400

  /// Writes into the state folder of the environment; ids of messages come from standard input.
  static func run(lockFolder: String, count: Int, state: String) throws {
    let journal = try StepJournal.open(JournalLocation(state: state, lockFolder: lockFolder))
    var ids: [MessageID] = []
    while let line = readLine() { ids.append(MessageID(line)) }
    guard !ids.isEmpty else { return }
    let context = StepContext(origin: .shell, session: "benchmark", host: "here", pid: 1)
    for group in 0..<count {
      let draft = StepDraft(
        kind: .action,
        name: ActionName(.fixed(.archive)),
        context: context,
        at: Timestamp(time(nil) - span + span / count * group),
        revisionBefore: IndexRevision(uuid: "", number: 0)
      )
      var plan = StepPlan()
      for place in 0..<10 {
        let pair = Pair(ids[(group * 10 + place) % ids.count], MailTag("group\(group % 50)"))
        plan.claims.append(Claim(pair, found: false, wanted: true))
      }
      let recorder = try journal.begin(draft)
      try recorder.append(plan)
      _ = try recorder.commit(as: .done)
    }
  }
}
