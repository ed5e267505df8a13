import TestSupport
import Testing
import TriageCore

/// Files in folders, and a history in memory that moves them as the engine does.
///
/// Beside it stands the rule, as plainly as it can be said: for each file, which the history does not
/// know but by its names, the folder it began in and what each group wanted.
private struct FileWorld {
  static let folders: [MailFolder] = ["A", "B", "C"]

  struct File {
    var location: CopyLocation
    let start: MailFolder
    var moves: [(step: StepID, folder: MailFolder)] = []
  }

  let history = InMemoryHistory()
  var files: [MessageID: [File]] = [:]
  var stands: [StepID: Bool] = [:]
  private var names = 0

  init(_ messages: [MessageID], _ random: inout SplitMix) {
    for message in messages {
      for _ in 0...Int(random.next() % 2) {
        let folder = Self.folders.randomElement(using: &random) ?? "A"
        files[message, default: []].append(
          File(location: CopyLocation(folder, freshName()), start: folder)
        )
      }
    }
  }

  private mutating func freshName() -> FileName {
    names += 1
    return FileName("f\(names)")
  }

  private func copies(_ message: MessageID, _ known: [KnownCopy]) -> MessageCopies {
    MessageCopies(known: known, present: files[message, default: []].map(\.location))
  }

  private func draft(_ kind: StepKind, of group: StepID? = nil, _ toggles: [Toggle] = [])
    -> StepDraft
  {
    StepDraft(
      kind: kind,
      of: group,
      context: StepContext(origin: .shell, session: "s", host: "h", pid: 1),
      at: 1,
      revisionBefore: IndexRevision(uuid: "u", number: 1),
      toggles: toggles
    )
  }

  mutating func act(_ messages: [MessageID], _ move: FolderMove) {
    let known = history.copies(of: messages)
    var plan = StepPlan()
    for message in messages {
      plan.add(
        Planner.act(
          message,
          MessageEdit(move: move),
          now: MessageState(tags: []),
          copies: copies(message, known[message] ?? []),
          naming: { freshName() }
        ) { _ in PairHistory() }
      )
    }
    guard !plan.moved.isEmpty, let step = record(plan, draft(.action)) else { return }
    stands[step] = true
    for message in messages {
      let all = files[message, default: []]
      for index in all.indices {
        let before = plan.moves.first { $0.message == message && $0.found == all[index].location }
        if before != nil { files[message]?[index].moves.append((step, move.folder)) }
      }
    }
    write(plan)
  }

  mutating func turn(_ toggles: [Toggle]) -> StepPlan {
    var plan = StepPlan()
    for message in history.claimed(by: toggles.map(\.action), from: nil, limit: .max).messages {
      plan.add(
        Planner.turn(
          message.id,
          toggles,
          now: MessageState(tags: []),
          pairs: message.pairs,
          copies: copies(message.id, message.copies),
          naming: { freshName() }
        )
      )
    }
    _ = record(plan, draft(.switch, toggles))
    for toggle in toggles { stands[toggle.action] = toggle.on }
    write(plan)
    return plan
  }

  private func record(_ plan: StepPlan, _ draft: StepDraft) -> StepID? {
    let record = history.begin(draft)
    do {
      try record.append(plan)
      return try record.commit(as: .done)
    } catch {
      return nil
    }
  }

  private mutating func write(_ plan: StepPlan) {
    for move in plan.moved {
      guard let index = files[move.message]?.firstIndex(where: { $0.location == move.found }) else {
        Issue.record("a file is moved that is not there: \(move)")
        continue
      }
      files[move.message]?[index].location = move.wanted
    }
  }

  /// The folders of all files, message by message.
  var now: [MessageID: [MailFolder]] { files.mapValues { $0.map(\.location.folder) } }

  /// What they must be without outside change: the newest standing move decides.
  var ruled: [MessageID: [MailFolder]] {
    files.mapValues { files in
      files.map { file in file.moves.last { stands[$0.step] == true }?.folder ?? file.start }
    }
  }
}

@Suite struct MoveLawTests {
  private let messages = (1...4).map { MessageID("m\($0)@example.org") }

  private func move(_ random: inout SplitMix) -> FolderMove {
    let folder = FileWorld.folders.randomElement(using: &random) ?? "A"
    return FolderMove(
      to: folder,
      from: random.flip() ? FileWorld.folders.randomElement(using: &random) : nil
    )
  }

  private func live(_ world: inout FileWorld, _ random: inout SplitMix) {
    if random.flip() {
      world.act(messages.filter { _ in random.flip() }, move(&random))
    } else {
      let actions = world.stands.keys.sorted().shuffled(using: &random).prefix(2)
      let toggles = actions.map { Toggle($0, on: world.stands[$0] == false) }
      if !toggles.isEmpty { _ = world.turn(toggles) }
    }
  }

  @Test func `J6 each file is where the newest standing group wants it, in any order of turning`() {
    for seed in 0..<2_000 {
      var random = SplitMix(UInt64(seed))
      var world = FileWorld(messages, &random)
      for _ in 0..<14 {
        live(&world, &random)
        #expect(world.now == world.ruled, "seed \(seed)")
      }
    }
  }

  @Test func `J7 taking back and bringing back any one group is the identity`() {
    for seed in 0..<1_000 {
      var random = SplitMix(UInt64(seed))
      var world = FileWorld(messages, &random)
      for _ in 0..<8 { live(&world, &random) }
      guard let step = world.stands.keys.sorted().randomElement(using: &random) else { continue }
      let (before, stood) = (world.now, world.stands[step] == true)
      _ = world.turn([Toggle(step, on: !stood)])
      _ = world.turn([Toggle(step, on: stood)])
      #expect(world.now == before, "seed \(seed)")
    }
  }

  @Test func `J4 what another program moved is never moved by turning`() {
    for seed in 0..<1_000 {
      var random = SplitMix(UInt64(seed))
      var world = FileWorld(messages, &random)
      for _ in 0..<5 { live(&world, &random) }
      let message = messages[Int(random.next() % 4)]
      guard let old = world.files[message]?.first?.location else { continue }
      let others = FileWorld.folders.filter { $0 != old.folder }
      let theirs = others.randomElement(using: &random) ?? "A"
      world.files[message]?[0].location = CopyLocation(theirs, old.name)
      for step in world.stands.keys.sorted().shuffled(using: &random) {
        _ = world.turn([Toggle(step, on: world.stands[step] == false)])
        #expect(world.files[message]?[0].location.folder == theirs, "seed \(seed)")
      }
    }
  }
}
