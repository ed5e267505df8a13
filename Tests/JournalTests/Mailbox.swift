import TestSupport
import TriageCore

/// A small mailbox whose changes are recorded in two histories at once, as the engine does it:
/// planned from what a history says, one message after the other, then written.
struct Mailbox {
  static let messages = (0..<5).map { MessageID("m\($0)@x") }
  static let tags: [MailTag] = [.inbox, .unread, .flagged]
  static let folders: [MailFolder] = ["INBOX", "Archive", "Lists"]

  private var random: SplitMix
  /// What the index holds; a message that is gone is not in it.
  private var index: [MessageID: Set<MailTag>] = [:]
  /// Where the files of each message lie.
  private var files: [MessageID: [CopyLocation]] = [:]
  private var names = 0

  init(seed: UInt64) {
    random = SplitMix(seed)
    for message in Self.messages {
      index[message] = [.inbox, .unread]
      let locations = (0...Int(random.next() % 2)).map { _ in CopyLocation("INBOX", freshName()) }
      files[message] = locations
    }
  }

  private mutating func freshName() -> FileName {
    names += 1
    return FileName("f\(names)")
  }

  /// Does something that people and other programs do to mail.
  mutating func live(
    _ histories: [any HistoryStore]
  ) throws {
    switch random.next() % 16 {
    case 0...4: try act(on: histories)
    case 5...8: try turn(histories, on: false)
    case 9...11: try turn(histories, on: true)
    case 12: try switchActions(histories)
    case 13: random.flip() ? meddle() : carryOff()
    case 14: appear()
    default: try undoAny(histories)
    }
  }

  /// Another program changes a tag.
  private mutating func meddle() {
    guard let message = Self.messages.randomElement(using: &random),
      let tag = Self.tags.randomElement(using: &random)
    else { return }
    if index[message]?.remove(tag) == nil { index[message]?.insert(tag) }
  }

  /// Another program moves a file, and may give it another name.
  private mutating func carryOff() {
    guard let message = Self.messages.randomElement(using: &random),
      let folder = Self.folders.randomElement(using: &random),
      let old = files[message]?.first
    else { return }
    let location = CopyLocation(folder, random.flip() ? old.name : freshName())
    files[message]?[0] = location
  }

  /// A message goes, or is delivered again.
  private mutating func appear() {
    guard let message = Self.messages.randomElement(using: &random) else { return }
    index[message] = index[message] == nil ? [.inbox, .unread] : nil
  }

  private mutating func act(on histories: [any HistoryStore]) throws {
    let picked = Self.tags.shuffled(using: &random).prefix(2)
    let tags = TagEdit(add: random.flip() ? Set(picked.prefix(1)) : [], remove: Set(picked))
    let messages = Self.messages.shuffled(using: &random).prefix(Int(random.next() % 4) + 1)
    let pairs = messages.flatMap { message in Self.tags.map { Pair(message, $0) } }
    let edit = MessageEdit(random.next() % 4 == 0 ? TagEdit() : tags, move: folderMove())
    let files = files
    try record(.action(context(), at: time()), in: histories) { history, index, naming in
      let known = try history.histories(of: pairs)
      let copies = try history.copies(of: Array(messages))
      return messages.map { message in
        Planner.act(
          message,
          edit,
          now: index[message].map { MessageState(tags: $0) },
          copies: MessageCopies(known: copies[message] ?? [], present: files[message] ?? []),
          naming: naming(message)
        ) { known[$0] ?? PairHistory() }
      }
    }
  }

  private mutating func folderMove() -> FolderMove? {
    guard random.flip(), let folder = Self.folders.randomElement(using: &random) else { return nil }
    return FolderMove(
      to: folder,
      from: random.flip() ? Self.folders.randomElement(using: &random) : nil
    )
  }

  private mutating func turn(_ histories: [any HistoryStore], on: Bool) throws {
    let head = try histories[0].head()
    guard let target = on ? head.redo : head.undo else { return }
    try turn(target, on: on, histories)
  }

  private mutating func undoAny(_ histories: [any HistoryStore]) throws {
    let steps = try histories[0].steps(HistoryFilter(limit: nil, all: true))
    let target = steps.first { $0.state == .live && $0.context.origin != .automatic }
    if let target { try turn(target, on: false, histories) }
  }

  private mutating func turn(
    _ target: StepSummary,
    on: Bool,
    _ histories: [any HistoryStore]
  ) throws {
    var toggles = [Toggle(target.id, on: on)]
    if target.kind == .switch {
      toggles =
        on ? target.toggles : target.toggles.reversed().map { Toggle($0.action, on: !$0.on) }
    }
    try turn(.turning(on ? .redo : .undo, of: target.id, toggles, context()), histories)
  }

  /// Reverts some actions and reapplies others, at will.
  private mutating func switchActions(_ histories: [any HistoryStore]) throws {
    let actions = try histories[0].steps(HistoryFilter(limit: nil, all: true))
      .filter { $0.kind == .action && $0.progress == .done }
      .shuffled(using: &random).prefix(3)
    guard !actions.isEmpty else { return }
    let toggles = actions.map { Toggle($0.id, on: $0.state != .live) }
    try turn(.turning(.switch, toggles, context()), histories)
  }

  private mutating func turn(_ draft: StepDraft, _ histories: [any HistoryStore]) throws {
    let toggles = draft.toggles
    let files = files
    // Now and then a folder cannot be reached.
    let obstacle: Outcome? = random.next() % 6 == 0 ? .folderMissing : nil
    try record(draft, in: histories) { history, index, naming in
      var plans: [StepPlan] = []
      var cursor: Int64?
      repeat {
        let page = try history.claimed(by: toggles.map(\.action), from: cursor, limit: 2)
        for (message, pairs, copies) in page.messages {
          plans.append(
            Planner.turn(
              message,
              toggles,
              now: index[message].map { MessageState(tags: $0) },
              pairs: pairs,
              copies: MessageCopies(known: copies, present: files[message] ?? []),
              naming: naming(message)
            ) { subject in
              if case .copy = subject { obstacle } else { nil }
            }
          )
        }
        cursor = page.next
      } while cursor != nil
      return plans
    }
  }

  /// Gives the files of a message their new names.
  private typealias Naming = (MessageID) -> () -> FileName

  /// Records the same step in each history, by its own plan, and writes it to the index.
  private mutating func record(
    _ draft: StepDraft,
    in histories: [any HistoryStore],
    plan: (any HistoryStore, [MessageID: Set<MailTag>], Naming) throws -> [StepPlan]
  ) throws {
    // An interrupted write, or one that other files follow, now and then.
    let ending = random.next() % 8
    var written: [Claim] = []
    var moved: [MoveClaim] = []
    names += 1
    let base = names
    // Each history gets the same names, in whatever order it plans.
    let naming = { (message: MessageID) in
      var count = 0
      return {
        count += 1
        return FileName("f\(base).\(message).\(count)")
      }
    }
    for history in histories {
      let record = try history.begin(draft)
      let plans = try plan(history, index, naming)
      for plan in plans { try record.append(plan) }
      written = plans.flatMap(\.written)
      moved = plans.flatMap(\.moved)
      let isEmpty = written.isEmpty && moved.isEmpty
      if draft.kind == .action, isEmpty {
        record.abandon()
        continue
      }
      let step = try record.commit(as: isEmpty ? .done : .intent)
      guard !isEmpty else { continue }
      let next: StepProgress = ending == 0 ? .void : ending == 1 ? .tagged : .done
      _ = try history.advance(step, from: .intent, to: next, revisionAfter: .at(ending))
      if ending == 1 { _ = try history.advance(step, from: .tagged, to: .done, revisionAfter: nil) }
    }
    guard ending != 0 else { return }
    for move in moved {
      let index = files[move.message]?.firstIndex(of: move.found)
      if let index { files[move.message]?[index] = move.wanted }
    }
    for claim in written {
      if claim.wanted {
        index[claim.pair.message]?.insert(claim.pair.tag)
      } else {
        index[claim.pair.message]?.remove(claim.pair.tag)
      }
    }
  }

  private mutating func context() -> StepContext {
    let contexts: [StepContext] = [.screen, .screen, .shell, .background, .automatic]
    return contexts.randomElement(using: &random) ?? .screen
  }

  private mutating func time() -> Timestamp { Timestamp(random.next() % 1_000) }
}
