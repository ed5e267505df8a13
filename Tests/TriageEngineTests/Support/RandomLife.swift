import Foundation
import Synchronization
import TestSupport
import TriageCore
import TriageEngine

/// A seeded life of a mailbox: the same on an engine and on the model of it.
struct RandomLife {
  static let messages = (0..<4).map { MessageID("c\($0)@example.org") }
  static let tags: [MailTag] = ["inbox", "todo", "work"]
  /// What other programs change of mail that is put away, and comes back.
  static let sleepTags: [MailTag] = [
    "inbox", "snoozed", "snoozed/2027-01-15T08:01Z", "snoozed/x", "woken", "deleted", "todo",
  ]
  static let folders: [MailFolder] = ["inbox", "Archive", "Lists"]

  /// What another program does.
  enum Outside {
    case tag(Pair, Bool)
    case move(MessageID, MailFolder)
    case remove(MessageID)
    /// Brings back what was removed, without tags.
    case bringBack(MessageID)
  }

  private var random: SplitMix
  private(set) var model: ReplayModel
  /// The steps of the model's groups.
  private var steps: [StepID] = []
  /// What was done, for people who look for the reason of a failure.
  private(set) var log: [String] = []
  private let engine: TriageEngine
  /// What the engine takes for now, if much of the mail is put away and comes back; `nil` if not.
  private let clock: Clock?
  /// Whether files move, and messages go and come.
  private let hasFiles: Bool
  /// Whether nobody changes tags but by actions that mind whether mail is asleep.
  private let mindsSleep: Bool
  private let outside: (Outside) throws -> Void
  /// The folders of messages that are not there now.
  private var removed: [MessageID: MailFolder] = [:]

  /// What an engine takes for now.
  final class Clock: Sendable {
    private let time = Mutex(Timestamp(1_800_000_000))

    var now: Timestamp { time.withLock { $0 } }

    func move(by seconds: Timestamp) { time.withLock { $0 += seconds } }
  }

  /// What went wrong, and after what.
  struct Difference: Error, CustomStringConvertible {
    var what: String
    var log: [String]

    var description: String { "\(what) after\n" + log.joined(separator: "\n") }
  }

  init(
    seed: UInt64,
    engine: TriageEngine,
    hasFiles: Bool,
    clock: Clock? = nil,
    mindsSleep: Bool = false,
    outside: @escaping (Outside) throws -> Void
  ) throws {
    self.clock = clock
    random = SplitMix(seed)
    model = ReplayModel(try engine.mail(hasFiles: hasFiles))
    self.engine = engine
    self.hasFiles = hasFiles
    self.mindsSleep = mindsSleep
    self.outside = outside
  }

  /// Does one thing, on both sides, and compares what they say.
  mutating func live() throws {
    if clock != nil, random.flip() {
      if random.flip() { try sleepOrWake() } else { try wakeDue() }
      return try compare()
    }
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<7: try mindsSleep ? actMindfully() : act()
    case 7..<10: try turn("undo", model.undo(), .undo(UndoRequest()))
    case 10: try sleepOrWake()
    case 11: try turn("redo", model.redo(), .redo(UndoRequest()))
    case 12: try turn("undo --any", model.undoAny(), .undo(UndoRequest(any: true)))
    case 13..<15: try turnSome()
    case 15: try restore()
    default: try mindsSleep ? actMindfully() : changeOutside()
    }
    try compare()
  }

  /// An action on tags and files of some messages; `isListed` keeps it on the undo list.
  mutating func act(isListed: Bool = false) throws {
    var tags = TagEdit()
    for tag in Self.tags where random.flip() {
      tags = tags.then(random.flip() ? TagEdit(add: [tag]) : TagEdit(remove: [tag]))
    }
    let messages = Self.messages.filter { _ in random.flip() }
    let move: FolderMove? = hasFiles && random.flip() ? FolderMove(to: folder()) : nil
    let edit = MessageEdit(tags, move: move)
    guard edit != MessageEdit(), !messages.isEmpty else { return }
    let background = !isListed && Int.random(in: 0..<6, using: &random) == 0
    let expected = model.act(edit, on: messages, background: background)
    let actions =
      (tags == TagEdit() ? [] : [MailAction.changeTags(tags)])
      + (move.map { [.move($0.folder)] } ?? [])
    try perform(
      "\(edit) on \(messages) background: \(background)",
      .perform([Command(actions, on: .messages(messages))], name: nil),
      isNew: expected != nil,
      background: background
    )
  }

  /// One of the fixed actions on some messages.
  private mutating func actMindfully() throws {
    let action = FixedAction.allCases.randomElement(using: &random) ?? .archive
    let messages = Self.messages.filter { _ in random.flip() }
    let background = Int.random(in: 0..<6, using: &random) == 0
    let command = Command([.fixed(action)], on: .messages(messages))
    let edit = command.edit(under: ActionEffects())
    let expected = messages.isEmpty ? nil : model.act(edit, on: messages, background: background)
    try perform(
      "\(action) on \(messages) background: \(background)",
      .perform([command], name: nil),
      isNew: expected != nil,
      background: background
    )
  }

  /// Puts some messages away until one of a few times, or wakes them.
  mutating func sleepOrWake() throws {
    let messages = Self.messages.filter { _ in random.flip() }
    let delay: Timestamp = [0, 60, 3_600, 90_000].randomElement(using: &random) ?? 0
    let time = WakeTime(notBefore: (clock?.now ?? 1_800_000_000) + delay)
    let action = random.flip() ? MailAction.snooze(SnoozePhrase(time)) : .wake
    let edit = Command([action], on: .messages([])).edit(under: ActionEffects())
    let expected = messages.isEmpty ? nil : model.act(edit, on: messages, background: false)
    if action == .wake, let clock, let expected { model.noteWaking(expected, at: clock.now) }
    try perform(
      "\(action.notation) on \(messages)",
      .perform([Command([action], on: .messages(messages))], name: nil),
      isNew: expected != nil
    )
  }

  /// Lets time pass, or go back, and wakes what is due then.
  mutating func wakeDue() throws {
    guard let clock else { return }
    let steps: [Timestamp] = [0, 59, 60, 3_600, 86_399, 86_400, 200_000, -60, -90_000]
    clock.move(by: steps.randomElement(using: &random) ?? 0)
    let expected = model.wakeDue(at: clock.now)
    try perform("wake at \(clock.now)", .wake, isNew: expected != nil, background: true)
  }

  /// Takes back the newest group that stands, whoever made it; returns whether there was one.
  mutating func undoAny() throws -> Bool {
    let group = model.undoAny()
    try turn("undo --any", group, .undo(UndoRequest(any: true)))
    try compare()
    return group != nil
  }

  /// Brings back what was taken back last; returns whether there was something.
  mutating func redo() throws -> Bool {
    let group = model.redo()
    try turn("redo", group, .redo(UndoRequest()))
    try compare()
    return group != nil
  }

  /// Takes back all that is on the undo list.
  mutating func undoAll() throws {
    while !model.undoList.isEmpty { try turn("undo", model.undo(), .undo(UndoRequest())) }
    try compare()
  }

  /// Looks what taking everything back, and bringing it back, would come to; then does it and holds
  /// it to that.
  mutating func turnAll() throws {
    for on in [false, true] {
      var request = UndoRequest()
      for look in looks(on) {
        let group = on ? model.redo() : model.undo()
        let result = perform(on ? .redo(request) : .undo(request))
        log.append("\(on ? "redo" : "undo") of all: \(result.kind) \(result.targets)")
        guard result.target?.id == group.map({ steps[$0] }), result.comes(to: look) else {
          throw difference("\(result), not \(look)")
        }
        request.after += result.targets
      }
      try compare()
    }
  }

  private func looks(_ on: Bool) -> [ChangeResult] {
    var looks: [ChangeResult] = []
    var request = UndoRequest()
    while true {
      let look = perform(on ? .redo(request) : .undo(request), dryRun: true)
      if look.failure != nil { return looks }
      looks.append(look)
      request.after += look.targets
    }
  }

  private mutating func turn(_ what: String, _ group: Int?, _ change: Change) throws {
    let result = perform(change)
    log.append("\(what): \(result.kind) \(result.targets)")
    guard result.target?.id == group.map({ steps[$0] }) else { throw difference("another group") }
    if group == nil, result.kind != .failed { throw difference("there was nothing") }
    try compareReasons(result)
  }

  /// What another group keeps names that group; only another program has changed the rest since.
  private func compareReasons(_ result: ChangeResult) throws {
    for skip in result.skipped {
      let keepers = model.keepers(of: skip.message)
      switch skip.reason {
      case .kept:
        guard keepers.groups.contains(where: { steps[$0] == skip.by }) else {
          throw difference("\(skip) is kept by \(keepers)")
        }
      case .changedSince:
        guard keepers.isOutside else { throw difference("\(skip) is kept by \(keepers)") }
      default: break
      }
    }
  }

  private mutating func turnSome() throws {
    guard model.groupCount > 0 else { return }
    let groups = (0..<Int.random(in: 1...2, using: &random)).map { _ in
      Int.random(in: 0..<model.groupCount, using: &random)
    }
    let reapply = random.flip()
    let expected = model.revert(Set(groups), reapply: reapply)
    try perform(
      "\(reapply ? "reapply" : "revert") \(groups.map { steps[$0] })",
      .turn(SwitchRequest(reapply ? .reapply : .revert, groups.map { steps[$0] })),
      isNew: expected != nil
    )
  }

  private mutating func restore() throws {
    guard model.groupCount > 0 else { return }
    let group = Int.random(in: 0..<model.groupCount, using: &random)
    let any = random.flip()
    let expected = model.restore(group, any: any)
    try perform(
      "restore \(steps[group]) any: \(any)",
      .turn(SwitchRequest(.restore, [steps[group]], any: any)),
      isNew: expected != nil
    )
  }

  /// Brings back every message that another program has removed.
  mutating func bringBackAll() throws {
    for message in removed.keys { try interfere(.bringBack(message)) }
    removed = [:]
  }

  private mutating func folder() -> MailFolder {
    Self.folders[Int.random(in: 0..<Self.folders.count, using: &random)]
  }

  private mutating func changeOutside() throws {
    let message = Self.messages[Int.random(in: 0..<Self.messages.count, using: &random)]
    if let folder = removed[message] {
      removed[message] = nil
      model.deliver(message, ReplayModel.Message(tags: [], folder: folder))
      return try interfere(.bringBack(message))
    }
    switch hasFiles ? Int.random(in: 0..<6, using: &random) : 0 {
    case 4:
      let folder = folder()
      guard model.mail[message]?.folder != folder else { return }
      model.change(ReplayModel.Subject(message: message), to: .folder(folder))
      try interfere(.move(message, folder))
    case 5:
      removed[message] = model.mail[message]?.folder
      model.remove(message)
      try interfere(.remove(message))
    default:
      let tag = (clock == nil ? Self.tags : Self.sleepTags).randomElement(using: &random) ?? ""
      let value = random.flip()
      model.change(ReplayModel.Subject(message: message, tag: tag), to: .tag(value))
      try interfere(.tag(Pair(message, tag), value))
    }
  }

  private mutating func interfere(_ change: Outside) throws {
    log.append("outside: \(change)")
    try outside(change)
  }

  private mutating func perform(
    _ what: String,
    _ change: Change,
    isNew: Bool,
    background: Bool = false
  ) throws {
    let result = perform(change, background: background)
    log.append("\(what): \(result.kind) \(result.step?.description ?? "-")")
    guard (result.step != nil) == isNew else { throw difference("a new group or not") }
    if let step = result.step { steps.append(step) }
    if case .turn = change, isNew { try compareReasons(result) }
  }

  private func perform(
    _ change: Change,
    background: Bool = false,
    dryRun: Bool = false
  ) -> ChangeResult {
    let context = StepContext(
      origin: .shell,
      background: background,
      session: "life",
      host: "here",
      pid: 1
    )
    return engine.change(
      ChangeRequest(change, context: context, dryRun: dryRun, reportsChanges: true),
      control: ChangeControl(pause: { _ in })
    )
  }

  private func compare() throws {
    let mail = try engine.mail(hasFiles: hasFiles)
    guard mail == model.mail else { throw difference("\(mail), not \(model.mail)") }
    for (message, state) in mail where mindsSleep && !state.sleepsOrNot {
      throw difference("\(message) with \(state.tags) is neither asleep nor awake")
    }
    let head = try engine.history.head()
    guard head.undo?.id == model.undoList.last.map({ steps[$0] }),
      head.redo?.id == model.redoList.last.map({ steps[$0] })
    else { throw difference("the heads \(head)") }
    let all = try engine.history.steps(HistoryFilter(limit: nil, all: true))
    let states = all.reduce(into: [:]) { $0[$1.id] = $1.state }
    for group in steps.indices where states[steps[group]] != model.state(of: group) {
      throw difference("\(steps[group]) is not \(model.state(of: group))")
    }
  }

  private func difference(_ what: String) -> Difference { Difference(what: what, log: log) }
}

extension ChangeResult {
  /// Returns whether a change came to what a dry run had said.
  fileprivate func comes(to look: ChangeResult) -> Bool {
    kind == look.kind && targets == look.targets && requested == look.requested
      && changed == look.changed && outcomes == look.outcomes && skipped == look.skipped
      && changes == look.changes
  }
}

extension ReplayModel.Message {
  /// Whether the message is asleep until one time and out of the inbox, or has nothing of a sleep.
  fileprivate var sleepsOrNot: Bool {
    let sleep = tags.sleepTags
    return sleep.isEmpty
      || sleep.count == 2 && sleep.contains(WakeTime.asleep) && !tags.contains(.inbox)
  }
}

extension TriageEngine {
  /// The messages of a life as the index has them.
  fileprivate func mail(hasFiles: Bool) throws -> [MessageID: ReplayModel.Message] {
    try store.states(of: RandomLife.messages).mapValues { state in
      let folder = state.files.first.map { file in
        // `…/folder/cur/name`
        MailFolder(String(file.split(separator: "/").dropLast(2).last ?? ""))
      }
      return ReplayModel.Message(tags: state.tags, folder: hasFiles ? folder ?? "" : "")
    }
  }
}

extension EngineBench {
  /// Lets another program change the mail.
  func interfere(_ change: RandomLife.Outside) throws {
    switch change {
    case .tag(let pair, let value):
      try mail.tag((value ? "+" : "-") + pair.tag.text, "id:\(pair.message.text)")
    case .move(let message, let folder):
      let file = try file(of: message.text)
      try mail.run(["mv", file, "\(mail.root)/\(folder)/cur/"])
      try mail.notmuch("new", "--full-scan")
    case .remove(let message):
      let file = try file(of: message.text)
      try mail.run(["mkdir", "-p", aside])
      try mail.run(["mv", file, "\(aside)/\(message)"])
      try file.write(toFile: "\(aside)/\(message).place", atomically: false, encoding: .utf8)
      try mail.notmuch("new", "--full-scan")
    case .bringBack(let message):
      let place = "\(aside)/\(message).place"
      try mail.run(["mv", "\(aside)/\(message)", String(contentsOfFile: place, encoding: .utf8)])
      try FileManager.default.removeItem(atPath: place)
      try mail.notmuch("new", "--full-scan")
    }
  }

  private var aside: String { "\(mail.folder)/aside" }
}
