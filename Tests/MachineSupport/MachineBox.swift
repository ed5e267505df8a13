import Foundation
package import Journal
import Maildir
package import TestSupport
package import TriageCore
package import TriageEngine

/// A machine: mail in memory, a real journal, the engine over them, and what muchsync knows of the mail.
package final class MachineBox {
  package let name: String
  package let mail: InMemoryMail
  package let journal: StepJournal
  package let engine: TriageEngine
  /// The time of day, in seconds, on all machines.
  package let clock: BoxClock
  package var replica = TagReplica()
  private let folder = temporaryFolder + "/machine-\(UUID().uuidString)"

  package init(
    _ name: String,
    _ clock: BoxClock,
    _ messages: [MessageID: Set<MailTag>] = [:]
  ) throws {
    self.name = name
    self.clock = clock
    mail = InMemoryMail(messages.sorted { $0.key < $1.key }.map { Self.metadata($0.key, $0.value) })
    journal = try StepJournal.open(JournalLocation(state: folder, lockFolder: "\(folder)/index"))
    journal.naming = StepNaming(wall: { clock.milliseconds(of: name) }, uid: { clock.uid() })
    var settings = EngineSettings(synchronizesFlags: false, now: { clock.now })
    settings.carrier = { clock.carries[name].map { "\($0)" } }
    engine = TriageEngine(
      store: mail,
      history: journal,
      files: MaildirFiles(root: "/nowhere"),
      lock: mail,
      settings: settings
    )
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func metadata(_ id: MessageID, _ tags: Set<MailTag>) -> MessageMetadata {
    MessageMetadata(
      id: id,
      thread: ThreadID(id.text),
      date: 1,
      from: "a@example.org",
      subject: "s",
      tags: tags,
      files: ["/nowhere/cur/\(id.text)"]
    )
  }

  package var context: StepContext {
    StepContext(origin: .shell, session: name, host: name, pid: 1)
  }

  package var control: ChangeControl { ChangeControl(pause: { _ in }) }

  package func side() throws -> EngineSync {
    try EngineSync(
      engine,
      control: control,
      SyncSettings(
        name: name,
        schema: StepJournal.schema,
        birthplace: { [folder] in folder },
        context: context
      )
    )
  }

  /// What each message has now.
  package var tags: [MessageID: Set<MailTag>] {
    Dictionary(uniqueKeysWithValues: mail.all.map { ($0.id, $0.tags) })
  }

  // MARK: What happens

  @discardableResult
  package func act(_ edit: TagEdit, on messages: [MessageID]) -> ChangeResult {
    change(.perform([Command([.changeTags(edit)], on: .messages(messages))], name: nil))
  }

  @discardableResult
  package func change(_ change: Change) -> ChangeResult {
    engine.change(ChangeRequest(change, context: context), control: control)
  }

  @discardableResult
  package func undo() -> ChangeResult { change(.undo(UndoRequest())) }

  @discardableResult
  package func redo() -> ChangeResult { change(.redo(UndoRequest())) }

  package func other(_ edit: TagEdit, on message: MessageID) { mail.tag(message, edit) }

  package func deliver(_ message: MessageID, _ tags: Set<MailTag>) {
    mail.deliver([Self.metadata(message, tags)])
  }

  /// Puts tags there as muchsync does.
  package func put(_ message: MessageID, _ tags: Set<MailTag>) {
    guard self.tags[message] != tags else { return }
    deliver(message, tags)
  }

  /// The names of the groups on both lists, the next one last.
  package func lists() throws -> [[UniqueID]] {
    try [TurnList.undo, .redo].map { list in
      try journal.groups(on: list, limit: .max).reversed().map(\.position.uid)
    }
  }
}

/// The time of day of all boxes, and the names of their steps: used from one thread.
package final class BoxClock: @unchecked Sendable {
  package var now: Timestamp = 1_790_000_000
  /// The time of day in milliseconds, where it is another one.
  package var wall: Int64?
  /// How wrong clocks are, by the machine.
  package var skew: [String: Int64] = [:]
  /// How often muchsync has run on each machine: what its database looks like.
  package var carries: [String: Int] = [:]
  /// The names that the next steps get; without any they are numbered.
  package var names: [UInt64] = []
  /// How many steps have got a number.
  private var steps: UInt64 = 1

  package init() {}

  func milliseconds(of box: String) -> Int64 { (wall ?? now * 1000) + (skew[box] ?? 0) }

  func uid() -> UniqueID {
    if !names.isEmpty { return UniqueID(high: 0, low: names.removeFirst()) }
    defer { steps += 1 }
    return UniqueID(high: 1, low: steps)
  }
}

/// What muchsync keeps of a mailbox, and does with it, as measured.
package struct TagReplica {
  private struct Version: Hashable {
    let machine: String
    let number: Int
  }

  private var tags: [MessageID: Set<MailTag>] = [:]
  private var versions: [MessageID: Version] = [:]
  private var known: [String: Int] = [:]

  private func isNews(_ version: Version) -> Bool { version.number > known[version.machine] ?? 0 }

  /// Has muchsync look at a machine's mail.
  package static func scan(_ box: MachineBox) { box.replica.scan(box) }

  private mutating func scan(_ box: MachineBox) {
    let changed = box.tags.filter { tags[$0.key] != $0.value }
    guard !changed.isEmpty else { return }
    let version = newVersion(box)
    for (message, held) in changed { (tags[message], versions[message]) = (held, version) }
  }

  private mutating func newVersion(_ box: MachineBox) -> Version {
    known[box.name, default: 0] += 1
    return Version(machine: box.name, number: known[box.name] ?? 0)
  }

  /// Runs muchsync between two machines; killed half way only the first has the other's changes.
  package static func carry(_ one: MachineBox, _ other: MachineBox, killedHalfWay: Bool = false) {
    for box in [one, other] { box.clock.carries[box.name, default: 0] += 1 }
    one.replica.scan(one)
    other.replica.scan(other)
    var own: Version?
    for (message, version) in other.replica.versions where one.replica.isNews(version) {
      var (held, mark) = (other.replica.tags[message] ?? [], version)
      if let mine = one.replica.versions[message], other.replica.isNews(mine) {
        held.formUnion(one.replica.tags[message] ?? [])
        mark = own ?? one.replica.newVersion(one)
        own = mark
      }
      (one.replica.tags[message], one.replica.versions[message]) = (held, mark)
      one.put(message, held)
    }
    one.replica.known.merge(other.replica.known, uniquingKeysWith: max)
    if killedHalfWay { return }
    for (message, version) in one.replica.versions where other.replica.isNews(version) {
      let held = one.replica.tags[message] ?? []
      (other.replica.tags[message], other.replica.versions[message]) = (held, version)
      other.put(message, held)
    }
    other.replica.known.merge(one.replica.known, uniquingKeysWith: max)
  }
}

/// A sync of two boxes without a wire between them: its frames one after the other.
package struct BoxSync {
  /// A point before which a sync can end, and other programs can write.
  package enum Point: String, CaseIterable {
    case absorbOne, absorbOther, stepsToOne, stepsToOther, writeOne, writeOther, carry, carrying,
      carryHalf, lookOne, lookOther
  }

  package struct Killed: Error {
    package init() {}
  }

  package let one: MachineBox
  package let other: MachineBox
  /// Is called at each point; throws to end the sync there.
  package var reach: (Point) throws -> Void = { _ in }

  package init(one: MachineBox, other: MachineBox) { (self.one, self.other) = (one, other) }

  /// Syncs, and returns what came of it on the first machine.
  @discardableResult
  package func run() throws -> MergeSummary {
    let (first, second) = (try one.side(), try other.side())
    var (hello, answer) = (try first.greeting(), try second.greeting())
    try first.begin(with: answer)
    try second.begin(with: hello)
    try reach(.absorbOne)
    _ = try first.absorb()
    try reach(.absorbOther)
    _ = try second.absorb()
    let summary = try exchange(first, second)
    try reach(.carry)
    try first.carry(with: answer.machine)
    try second.carry(with: hello.machine)
    try reach(.carrying)
    var half = false
    do { try reach(.carryHalf) } catch { half = true }
    TagReplica.carry(one, other, killedHalfWay: half)
    if half { throw Killed() }
    let ours = try first.unclaimedChanges()
    let theirs = try second.unclaimedChanges()
    hello.clock = try first.greeting().clock
    answer.clock = try second.greeting().clock
    let same = try second.agreeing(with: ours)
    let equal = try first.agreeing(with: theirs)
    try reach(.lookOne)
    _ = try first.finish(with: answer, carried: same)
    try reach(.lookOther)
    _ = try second.finish(with: hello, carried: equal)
    return summary
  }

  private func exchange(_ first: EngineSync, _ second: EngineSync) throws -> MergeSummary {
    var summary = MergeSummary()
    for _ in 1...5 {
      for (to, from, point) in [(first, second, Point.stepsToOne), (second, first, .stepsToOther)] {
        try reach(point)
        let known = try to.uids()
        var steps: [SharedStep] = []
        try from.eachStep(lackedBy: known) { (step) throws(TriageFailure) in steps.append(step) }
        try to.receive(steps)
      }
      try reach(.writeOne)
      let merged = try first.merge()
      summary.groups += merged.groups
      summary.pruned += merged.pruned
      var isNew = merged.foundMore
      try reach(.writeOther)
      if try second.merge().foundMore { isNew = true }
      for side in [first, second] where try side.absorb() { isNew = true }
      if try first.uids() != second.uids() { isNew = true }
      if !isNew { return summary }
    }
    throw Killed()
  }
}
