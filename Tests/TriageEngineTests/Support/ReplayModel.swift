import TriageCore

/// The history as the plainest rule says it: the index is the replay of what stands.
///
/// Groups have numbers of the model's own, from 0; nothing is shared with planner, journal or engine.
struct ReplayModel {
  /// What somebody said of some pairs, in the order in which it was said.
  private struct Word {
    /// The group that said it; `nil` for another program.
    var group: Int?
    var found: [Pair: Bool]
    var wanted: [Pair: Bool]
    var stands = true
  }

  /// What a group is.
  private enum Group {
    case action(background: Bool)
    case turning([Turn])
  }

  /// An action turned off or on.
  struct Turn: Equatable {
    var action: Int
    var on: Bool
  }

  private(set) var tags: [MessageID: Set<MailTag>]
  private(set) var undoList: [Int] = []
  private(set) var redoList: [Int] = []
  private var words: [Word] = []
  private var groups: [Group] = []
  private var turnedOff: Set<Int> = []
  /// Which actions stood after each group was made.
  private var standing: [Set<Int>] = []

  init(_ tags: [MessageID: Set<MailTag>]) {
    self.tags = tags
  }

  var groupCount: Int { groups.count }

  func isLive(_ group: Int) -> Bool {
    switch groups[group] {
    case .action: words.contains { $0.group == group && $0.stands }
    case .turning: !turnedOff.contains(group)
    }
  }

  /// Another program changes a tag.
  mutating func change(_ pair: Pair, to value: Bool) { set(pair, value) }

  /// An action; returns its number, or `nil` if it changes nothing.
  mutating func act(_ edit: TagEdit, on messages: [MessageID], background: Bool) -> Int? {
    var wanted: [Pair: Bool] = [:]
    for message in messages {
      for tag in edit.add { wanted[Pair(message, tag)] = true }
      for tag in edit.remove { wanted[Pair(message, tag)] = false }
    }
    let found = wanted.reduce(into: [Pair: Bool]()) { $0[$1.key] = now($1.key) }
    guard found != wanted else { return nil }
    hear(wanted.keys)
    words.append(Word(group: groups.count, found: found, wanted: wanted))
    for (pair, value) in wanted { set(pair, value) }
    return add(.action(background: background), isListed: !background)
  }

  /// Takes back the top of the undo list; returns what it was.
  mutating func undo() -> Int? {
    guard let group = undoList.last else { return nil }
    takeBack(group)
    return group
  }

  /// Takes back the newest group that has not been taken back, whoever made it.
  mutating func undoAny() -> Int? {
    guard let group = groups.indices.last(where: isLive) else { return nil }
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
    let wanted = all.reduce(into: [Int: Bool]()) { $0[$1.action] = $1.on }
    return addTurning(wanted)
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

  private mutating func addTurning(_ wanted: [Int: Bool]) -> Int? {
    let needed = wanted.filter { isLive($0.key) != $0.value }.keys.sorted()
    guard !needed.isEmpty else { return nil }
    let turns = needed.map { Turn(action: $0, on: wanted[$0] ?? false) }
    turn(turns)
    return add(.turning(turns), isListed: true)
  }

  private mutating func add(_ group: Group, isListed: Bool) -> Int {
    groups.append(group)
    if isListed {
      undoList.append(groups.count - 1)
      redoList = []
    }
    standing.append(Set(words.filter(\.stands).compactMap(\.group)))
    return groups.count - 1
  }

  private mutating func takeBack(_ group: Int) {
    turn(turns(of: group, on: false))
    if case .turning = groups[group] { turnedOff.insert(group) }
    undoList.removeAll { $0 == group }
    redoList.removeAll { $0 == group }
    redoList.append(group)
  }

  private func turns(of group: Int, on: Bool) -> [Turn] {
    switch groups[group] {
    case .action: [Turn(action: group, on: on)]
    case .turning(let turns): on ? turns : turns.map { Turn(action: $0.action, on: !$0.on) }
    }
  }

  /// After others have been heard the index is the replay; it is so afterwards too.
  private mutating func turn(_ turns: [Turn]) {
    let actions = Set(turns.map(\.action))
    let pairs = Set(words.filter { $0.group.map(actions.contains) ?? false }.flatMap(\.wanted.keys))
    hear(pairs)
    for turn in turns {
      for place in words.indices where words[place].group == turn.action {
        words[place].stands = turn.on
      }
    }
    for pair in pairs { replay(pair).map { set(pair, $0) } }
  }

  /// Takes in what other programs have said of pairs since.
  private mutating func hear(_ pairs: some Sequence<Pair>) {
    let said = pairs.filter { replay($0).map { [pair = $0] in $0 != now(pair) } ?? false }
    guard !said.isEmpty else { return }
    let wanted = said.reduce(into: [Pair: Bool]()) { $0[$1] = now($1) }
    words.append(Word(group: nil, found: wanted.mapValues { !$0 }, wanted: wanted))
  }

  /// What the words come to; `nil` if nobody has said anything of the pair.
  private func replay(_ pair: Pair) -> Bool? {
    words.last { $0.stands && $0.wanted[pair] != nil }?.wanted[pair]
      ?? words.first { $0.found[pair] != nil }?.found[pair]
  }

  private func now(_ pair: Pair) -> Bool { tags[pair.message]?.contains(pair.tag) ?? false }

  private mutating func set(_ pair: Pair, _ value: Bool) {
    if value {
      tags[pair.message]?.insert(pair.tag)
    } else {
      tags[pair.message]?.remove(pair.tag)
    }
  }
}
