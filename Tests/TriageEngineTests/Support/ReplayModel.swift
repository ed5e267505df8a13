import TriageCore

/// The history as the plainest rule says it: the mail is the replay of what stands.
///
/// Groups have numbers of the model's own, from 0; nothing is shared with planner, journal or engine.
struct ReplayModel {
  /// What can be said of: a tag of a message, or the folder of its file.
  struct Subject: Hashable {
    var message: MessageID
    /// `nil` for the folder.
    var tag: MailTag?
  }

  /// What is said of it.
  enum Value: Hashable {
    case tag(Bool)
    case folder(MailFolder)
  }

  /// A message that is there.
  struct Message: Equatable {
    var tags: Set<MailTag>
    var folder: MailFolder
  }

  /// What somebody said of some subjects, in the order in which it was said.
  private struct Word {
    /// The group that said it; `nil` for another program.
    var group: Int?
    var found: [Subject: Value]
    var wanted: [Subject: Value]
    /// What of it does not count.
    var off: Set<Subject> = []

    func value(of subject: Subject) -> Value? { off.contains(subject) ? nil : wanted[subject] }
    func changes(_ subject: Subject) -> Bool { found[subject] != wanted[subject] }
  }

  /// What a group is.
  private enum Group {
    case action(background: Bool)
    case turning([Switched])
  }

  /// An action turned off or on.
  struct Switched: Equatable {
    var action: Int
    var on: Bool
  }

  /// What turning came to.
  private struct Turned {
    /// Whether something was, or should have been, written.
    var isNamed = false
    /// Whether something could not be turned for want of its message.
    var isStuck = false
  }

  /// The messages that are there.
  private(set) var mail: [MessageID: Message]
  private(set) var undoList: [Int] = []
  private(set) var redoList: [Int] = []
  private var words: [Word] = []
  private var groups: [Group] = []
  private var turnedOff: Set<Int> = []
  /// Switches that were taken back only in part.
  private var halfOff: Set<Int> = []
  /// The actions that were turned last.
  private var turnedLast: Set<Int> = []
  /// When each group that woke mail did so.
  private var wakings: [Int: Timestamp] = [:]
  /// Which actions stood after each group was made.
  private var standing: [Set<Int>] = []

  init(_ mail: [MessageID: Message]) {
    self.mail = mail
  }

  var groupCount: Int { groups.count }

  func state(of group: Int) -> GroupState {
    guard turnedOff.contains(group) else { return .live }
    let isPartial =
      switch groups[group] {
      case .action:
        words.contains { word in
          word.group == group && word.wanted.keys.contains { !word.off.contains($0) }
        }
      case .turning: halfOff.contains(group)
      }
    return isPartial ? .partial : .undone
  }

  /// Another program changes a tag, or moves a file.
  mutating func change(_ subject: Subject, to value: Value) { set(subject, value) }

  /// Another program deletes a message.
  mutating func remove(_ message: MessageID) { mail[message] = nil }

  /// A message is delivered, again perhaps.
  mutating func deliver(_ message: MessageID, _ state: Message) { mail[message] = state }

  /// An action; returns its number, or `nil` if it changes nothing.
  mutating func act(_ edit: MessageEdit, on messages: [MessageID], background: Bool) -> Int? {
    var wanted: [Subject: Value] = [:]
    for message in messages where mail[message] != nil {
      let said = words.flatMap { $0.found.keys.filter { $0.message == message } }
      let tags = edit.tags(of: mail[message]?.tags ?? [], claimed: Set(said.compactMap(\.tag)))
      for tag in tags.add { wanted[Subject(message: message, tag: tag)] = .tag(true) }
      for tag in tags.remove { wanted[Subject(message: message, tag: tag)] = .tag(false) }
      if let move = edit.move { wanted[Subject(message: message)] = .folder(move.folder) }
    }
    let found = wanted.keys.reduce(into: [:]) { $0[$1] = now($1) }
    guard found != wanted else { return nil }
    hear(wanted.keys)
    words.append(Word(group: groups.count, found: found, wanted: wanted))
    for (subject, value) in wanted { set(subject, value) }
    return add(.action(background: background), isListed: !background)
  }

  /// Notes that a group has woken mail.
  mutating func noteWaking(_ group: Int, at time: Timestamp) { wakings[group] = time }

  /// Wakes what is due: what sleeps until now or without a time, but what was sent back to sleep for
  /// a day after it woke; returns the number of the group, or `nil` if nothing was due.
  mutating func wakeDue(at now: Timestamp) -> Int? {
    let due = mail.filter { message, state in
      let times = state.tags.compactMap { WakeTime($0)?.time }
      let isOver = times.min().map { $0 <= now } ?? state.tags.contains("snoozed")
      return isOver && !rests(message, at: now)
    }
    guard !due.isEmpty else { return nil }
    let aside = mail.filter { $1.tags.contains("woken") && !$1.tags.contains("inbox") }
    let messages = Set(due.keys).union(aside.keys).sorted { $0.text < $1.text }
    let edit = MessageEdit(.wake(unread: false))
    let group = act(edit, on: messages, background: true)
    if let group { noteWaking(group, at: now) }
    return group
  }

  /// Whether a message has woken within a day of now, and a person has taken that back.
  private func rests(_ message: MessageID, at now: Timestamp) -> Bool {
    let subject = Subject(message: message, tag: "snoozed")
    let word = words.last {
      $0.group != nil && $0.wanted[subject] != nil && $0.changes(subject)
    }
    guard let word, word.off.contains(subject), word.wanted[subject] == .tag(false),
      let time = word.group.flatMap({ wakings[$0] })
    else { return false }
    return abs(now - time) < 86_400
  }

  /// Takes back the top of the undo list; returns what it was.
  mutating func undo() -> Int? {
    guard let group = undoList.last else { return nil }
    takeBack(group)
    return group
  }

  /// Takes back the newest group that has not been taken back, whoever made it.
  mutating func undoAny() -> Int? {
    guard let group = groups.indices.last(where: { state(of: $0) == .live }) else { return nil }
    takeBack(group)
    return group
  }

  /// Brings back the top of the redo list.
  mutating func redo() -> Int? {
    guard let group = redoList.popLast() else { return nil }
    turnedOff.remove(group)
    turn(turns(of: group, on: true))
    if isListed(group) { undoList = (undoList + [group]).sorted() }
    return group
  }

  /// Takes groups back, or brings them back, as a new group; `nil` if nothing has to be turned.
  mutating func revert(_ some: Set<Int>, reapply: Bool) -> Int? {
    // Of two groups that turn the same action the older decides.
    let all = some.sorted(by: >).flatMap { turns(of: $0, on: reapply) }
    return addTurning(all.reduce(into: [Int: Bool]()) { $0[$1.action] = $1.on })
  }

  /// Lets those actions stand that stood right after a group was made; `any` turns background ones.
  mutating func restore(_ group: Int, any: Bool) -> Int? {
    let then = standing[group]
    var wanted: [Int: Bool] = [:]
    for action in groups.indices where isTurnable(action, any) {
      wanted[action] = then.contains(action)
    }
    return addTurning(wanted)
  }

  private func isTurnable(_ group: Int, _ any: Bool) -> Bool {
    guard case .action(let background) = groups[group] else { return false }
    return any || !background
  }

  private func isListed(_ group: Int) -> Bool {
    guard case .action(let background) = groups[group] else { return true }
    return !background
  }
}

/// Whose word it is that some of a message was left as it was when actions were turned.
struct Keepers: Equatable {
  /// Groups that stand and whose word is the last on what the actions had changed.
  var groups: Set<Int> = []
  /// Whether another program's word is the last.
  var isOutside = false
}

extension ReplayModel {
  /// Who has the last word on what the actions that were turned last had changed of a message, but for
  /// these actions themselves: together they came to what was wanted.
  func keepers(of message: MessageID) -> Keepers {
    var keepers = Keepers()
    for word in words where word.group.map(turnedLast.contains) ?? false {
      for subject in word.wanted.keys where subject.message == message && word.changes(subject) {
        let others = words.filter { !($0.group.map(turnedLast.contains) ?? false) }
        guard let last = others.last(where: { $0.value(of: subject) != nil }) else { continue }
        if let group = last.group { keepers.groups.insert(group) } else { keepers.isOutside = true }
      }
    }
    return keepers
  }
}

// Turning.
extension ReplayModel {
  private mutating func addTurning(_ wanted: [Int: Bool]) -> Int? {
    let needed = wanted.filter { action, on in
      turnedOff.contains(action) == on || (!on && state(of: action) == .partial)
    }.keys.sorted()
    // Off newest first, then on oldest first.
    let turns =
      needed.reversed().filter { wanted[$0] == false }.map { Switched(action: $0, on: false) }
      + needed.filter { wanted[$0] == true }.map { Switched(action: $0, on: true) }
    let before = self
    guard !turns.isEmpty, turn(turns).isNamed else {
      self = before
      return nil
    }
    return add(.turning(turns), isListed: true)
  }

  private mutating func add(_ group: Group, isListed: Bool) -> Int {
    groups.append(group)
    if isListed {
      undoList.append(groups.count - 1)
      redoList = []
    }
    let actions = Set(words.compactMap(\.group))
    standing.append(actions.subtracting(turnedOff))
    return groups.count - 1
  }

  private mutating func takeBack(_ group: Int) {
    let turned = turn(turns(of: group, on: false))
    turnedOff.insert(group)
    if turned.isStuck { halfOff.insert(group) } else { halfOff.remove(group) }
    undoList.removeAll { $0 == group }
    redoList.removeAll { $0 == group }
    redoList.append(group)
  }

  private func turns(of group: Int, on: Bool) -> [Switched] {
    switch groups[group] {
    case .action: [Switched(action: group, on: on)]
    case .turning(let turns):
      on ? turns : turns.reversed().map { Switched(action: $0.action, on: !$0.on) }
    }
  }

  /// After others have been heard the mail is the replay; it is so afterwards too.
  @discardableResult
  private mutating func turn(_ turns: [Switched]) -> Turned {
    let actions = Set(turns.map(\.action))
    turnedLast = actions
    let subjects = Set(
      words.filter { $0.group.map(actions.contains) ?? false }.flatMap(\.wanted.keys)
    )
    hear(subjects)
    var turned = Turned()
    for turn in turns {
      if turn.on { turnedOff.remove(turn.action) } else { turnedOff.insert(turn.action) }
      for place in words.indices where words[place].group == turn.action {
        for subject in words[place].wanted.keys {
          turnOne(subject, ofWord: place, on: turn.on, &turned)
        }
      }
    }
    for subject in subjects where mail[subject.message] != nil {
      replay(subject).map { set(subject, $0) }
    }
    return turned
  }

  private mutating func turnOne(
    _ subject: Subject,
    ofWord place: Int,
    on: Bool,
    _ turned: inout Turned
  ) {
    guard words[place].off.contains(subject) == on else { return }
    let before = replay(subject)
    if mail[subject.message] == nil {
      turned.isStuck = true
    } else if on {
      words[place].off.remove(subject)
    } else {
      words[place].off.insert(subject)
    }
    turned.isNamed =
      turned.isNamed || words[place].changes(subject) || replay(subject) != before
  }

  /// Takes in what other programs have said since.
  private mutating func hear(_ subjects: some Sequence<Subject>) {
    let said = subjects.filter { subject in
      guard let now = now(subject), let known = replay(subject) else { return false }
      return known != now
    }
    guard !said.isEmpty else { return }
    words.append(
      Word(
        group: nil,
        found: said.reduce(into: [:]) { $0[$1] = replay($1) },
        wanted: said.reduce(into: [:]) { $0[$1] = now($1) }
      )
    )
  }

  /// What the words come to; `nil` if nobody has said anything of it.
  private func replay(_ subject: Subject) -> Value? {
    words.last { $0.value(of: subject) != nil }?.wanted[subject]
      ?? words.first { $0.found[subject] != nil }?.found[subject]
  }

  private func now(_ subject: Subject) -> Value? {
    guard let message = mail[subject.message] else { return nil }
    return subject.tag.map { .tag(message.tags.contains($0)) } ?? .folder(message.folder)
  }

  private mutating func set(_ subject: Subject, _ value: Value) {
    switch (subject.tag, value) {
    case (let tag?, .tag(true)): mail[subject.message]?.tags.insert(tag)
    case (let tag?, .tag(false)): mail[subject.message]?.tags.remove(tag)
    case (_, .folder(let folder)): mail[subject.message]?.folder = folder
    case (nil, .tag): break
    }
  }
}
