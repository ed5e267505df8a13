import Journal
package import TestSupport
import TriageCore
import TriageEngine

/// Does with real journals what a schedule of the model has done, and holds one against the other.
package final class ModelPlayer {
  private let clock = BoxClock()
  private var boxes: [MachineBox] = []
  /// How many steps of the schedule have been made here, too.
  private var known = 0

  /// What the two do not agree about.
  package struct Difference: Error, CustomStringConvertible {
    package let description: String
  }

  /// Follows a schedule from its beginning: called before anything has happened in it.
  package init(_ schedule: ModelSchedule) throws {
    clock.wall = Int64(schedule.now)
    for (machine, index) in zip(schedule.machines, schedule.mail) {
      clock.skew[machine.name] = Int64(machine.skew)
      var mail: [MessageID: Set<MailTag>] = [:]
      for message in index.messages { mail[Self.id(message)] = Self.tags(index[message]) }
      let box = try MachineBox(machine.name, clock, mail)
      TagReplica.scan(box)
      boxes.append(box)
    }
  }

  private static func id(_ message: Int) -> MessageID { MessageID("m\(message)") }

  private static func tags(_ tags: ModelTags?) -> Set<MailTag> {
    Set(ModelTag.all.filter { tags?[$0] == true }.map(\.tag))
  }

  /// Lets muchsync run before the first event, as often as the schedule has.
  package func replay(_ events: [ModelEvent]) throws {
    for case .carried(let one, let other) in events { TagReplica.carry(boxes[one], boxes[other]) }
    // Nothing had happened that it could have brought.
    clock.carries = [:]
  }

  /// Does what has happened last, and compares all machines.
  package func follow(_ schedule: ModelSchedule) throws {
    guard let event = schedule.events.last else { return }
    let start = event.times.first.map { $0 - 1 } ?? schedule.now
    clock.wall = Int64(start)
    // What pruning keeps has a name that nobody refers to.
    clock.names = schedule.steps.dropFirst(known).filter { $0.kind != .kept }.map { UInt64($0.id) }
    known = schedule.steps.count
    try perform(event)
    try compare(schedule, after: event)
  }

  private func perform(_ event: ModelEvent) throws {
    switch event {
    case .act(let machine, let messages, let edit):
      let wanted = TagEdit(
        add: Set(edit.filter(\.value).keys.map(\.tag)),
        remove: Set(edit.filter { !$0.value }.keys.map(\.tag))
      )
      boxes[machine].act(wanted, on: messages.map(Self.id))
    case .undo(let machine): boxes[machine].undo()
    case .redo(let machine): boxes[machine].redo()
    case .revert(let machine, let action): try turn(.revert, action, on: boxes[machine])
    case .reapply(let machine, let action): try turn(.reapply, action, on: boxes[machine])
    case .wrote(let machine, let pair, let value): write(pair, value, on: machine)
    case .arrived(let machine, let message, let tags):
      boxes[machine].deliver(Self.id(message), Self.tags(tags))
    case .carried(let one, let other): TagReplica.carry(boxes[one], boxes[other])
    case .synced(let one, let other, let pieces): try sync(boxes[one], boxes[other], pieces)
    case .pruned(let machine, let horizon):
      _ = try boxes[machine].journal.raiseHorizon(to: Int64(horizon))
    }
  }

  private func write(_ pair: ModelPair, _ value: Bool, on machine: Int) {
    let tag = pair.tag.tag
    let edit = value ? TagEdit(add: [tag]) : TagEdit(remove: [tag])
    boxes[machine].other(edit, on: Self.id(pair.message))
  }

  private func turn(_ goal: SwitchRequest.Goal, _ action: Int, on box: MachineBox) throws {
    let steps = try box.journal.steps(HistoryFilter(limit: nil, all: true))
    let uid = UniqueID(high: 0, low: UInt64(action))
    guard let step = steps.first(where: { $0.position.uid == uid }) else {
      throw Difference(description: "\(box.name) has no step \(action)")
    }
    box.change(.turn(SwitchRequest(goal, [step.id])))
  }

  private func sync(
    _ one: MachineBox,
    _ other: MachineBox,
    _ pieces: [ModelEvent.Piece]
  ) throws {
    var rest = pieces[...]
    var sync = BoxSync(one: one, other: other)
    sync.reach = { [unowned self] point in
      if point == .carryHalf {
        guard case .reached(.carryHalf)? = rest.first else { return }
        throw BoxSync.Killed()
      }
      // Only where people act while a sync is under way.
      if point == .carrying, rest.first?.frame != .carrying { return }
      guard case .reached? = rest.popFirst() else { throw BoxSync.Killed() }
      while let piece = rest.first, try meanwhile(piece) { rest.removeFirst() }
    }
    do { try sync.run() } catch is BoxSync.Killed {}
  }

  /// Does what has happened between two points of a sync, if a piece is that.
  private func meanwhile(_ piece: ModelEvent.Piece) throws -> Bool {
    switch piece {
    case .wrote(let machine, let pair, let value): write(pair, value, on: machine)
    case .acted(let event): try perform(event)
    case .time(let now): clock.wall = Int64(now)
    case .reached, .killed, .unsettled: return false
    }
    return true
  }

  private func compare(_ schedule: ModelSchedule, after event: ModelEvent) throws {
    for (machine, box) in zip(schedule.machines, boxes) {
      for message in machine.index.messages {
        let expected = Self.tags(machine.index[message])
        let found = box.tags[Self.id(message)] ?? []
        guard expected != found else { continue }
        throw Difference(
          description: """
            \(box.name) m\(message): \(found.sorted()), not \(expected.sorted()) after \(event)
            """
        )
      }
      let lists = machine.history.lists
      let expected = [lists.undo, lists.redo].map { $0.map { UInt64($0) } }
      let found = try box.lists().map { $0.map(\.low) }
      guard expected != found else { continue }
      throw Difference(description: "\(box.name): \(found), not \(expected) after \(event)")
    }
  }
}

extension ModelEvent.Piece {
  /// The point of the sync that it is about.
  fileprivate var frame: ModelFrame? {
    switch self {
    case .reached(let frame), .killed(let frame): frame
    case .wrote, .acted, .time, .unsettled: nil
    }
  }
}
