/// A step's number in the history, shown as `#412`.
///
/// Numbers only grow.
package struct StepID: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// The number itself, from 1.
  package let number: Int64

  /// Makes an id from its number.
  package init(_ number: Int64) {
    self.number = number
  }

  package static func < (left: StepID, right: StepID) -> Bool { left.number < right.number }

  package var description: String { "#\(number)" }

  package init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int64.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

/// What a step is.
package enum StepKind: String, Sendable, Codable, CaseIterable {
  /// Tags changed, files moved: a group.
  case action
  /// Actions turned off or on again (revert, reapply, restore): a group.
  case `switch`
  case undo
  case redo
  /// What another program changed, as far as could be told.
  case external
  /// Steps of another machine that joined the history, and what the index was given because of them.
  case merge
  /// What pruned steps had come to, for machines that have not heard of it.
  case kept

  /// Returns whether the step is a group: something that can be taken back.
  package var isGroup: Bool { self == .action || self == .switch }

  /// Whether the claims of the step stand whatever is taken back.
  package var alwaysStands: Bool { self == .external || self == .kept }

  /// Whether other machines are told of the step.
  package var travels: Bool { self != .merge }
}

/// How far the write of a step has come.
package enum StepProgress: String, Sendable, Codable {
  /// Named durably; the index may or may not have it.
  case intent
  /// The index has the tags; files follow.
  case tagged
  case done
  /// Never happened.
  case void
}

/// What a person sees of a group's life.
package enum GroupState: String, Sendable, Codable {
  case live
  case undone
  case partial
  case open
}

/// Where a step came from.
package enum StepOrigin: String, Sendable, Codable, CaseIterable {
  case screen
  case shell
  /// Marked read by viewing, and the like; never an undo step.
  case automatic
}

/// Where and for whom a step is made: what every step of one request shares.
package struct StepContext: Hashable, Sendable, Codable {
  /// Where the step comes from.
  package var origin: StepOrigin
  /// A cron job's or a hook's: plain undo passes over it.
  package var background: Bool
  /// The query of the view the step was made in, if any.
  package var view: String?
  /// The message under the cursor, if any.
  package var anchor: MessageID?
  /// Names the screen or the shell command; the same for every engine of one screen.
  package var session: String
  /// The machine it is made on.
  package var host: String
  /// The process that makes it.
  package var pid: Int32
  /// Whether the commands come from a file: they say nothing of what the person usually does.
  package var planned: Bool

  /// Makes a context.
  package init(
    origin: StepOrigin,
    background: Bool = false,
    view: String? = nil,
    anchor: MessageID? = nil,
    session: String,
    host: String,
    pid: Int32,
    planned: Bool = false
  ) {
    self.origin = origin
    self.background = background
    self.view = view
    self.anchor = anchor
    self.session = session
    self.host = host
    self.pid = pid
    self.planned = planned
  }

  /// Returns whether steps of this kind of origin are on the undo and redo lists.
  package var isInteractive: Bool { origin != .automatic && !background }
}

/// What is known of a step before it is written.
package struct StepDraft: Hashable, Sendable {
  /// What the step is.
  package var kind: StepKind
  /// The group that an undo or redo is of.
  package var of: StepID?
  /// What the group is called; `nil` for what is not an action or a switch.
  package var name: ActionName?
  /// What an action is made of, in its order and notation, each once.
  package var actions: [String]
  /// Where and for whom it is made.
  package var context: StepContext
  /// When it was made; times never order steps.
  package var at: Timestamp
  /// The index before the write.
  package var revisionBefore: IndexRevision
  /// What a switch, an undo or a redo turns, in order.
  package var toggles: [Toggle]
  /// What is said of a change by other programs that muchsync may have brought.
  package var echo: EchoDate?

  /// Makes a draft.
  package init(
    kind: StepKind,
    of: StepID? = nil,
    name: ActionName? = nil,
    actions: [String] = [],
    context: StepContext,
    at: Timestamp,
    revisionBefore: IndexRevision,
    toggles: [Toggle] = []
  ) {
    self.kind = kind
    self.of = of
    self.name = name
    self.actions = actions
    self.context = context
    self.at = at
    self.revisionBefore = revisionBefore
    self.toggles = toggles
  }
}

/// When a change by other programs was made that muchsync may have brought.
package struct EchoDate: Hashable, Sendable {
  /// The clock of the look that had not seen it yet, if it is no younger than that; `nil` for now.
  package var clock: Int64?

  /// Makes a date.
  package init(clock: Int64?) {
    self.clock = clock
  }
}

/// One action turned off (taken back) or on (brought back).
package struct Toggle: Hashable, Sendable, Codable {
  /// The action that is turned.
  package var action: StepID
  /// Whether it is brought back.
  package var on: Bool

  /// Makes a toggle.
  package init(_ action: StepID, on: Bool) {
    self.action = action
    self.on = on
  }
}

/// A step as the history lists it.
package struct StepSummary: Hashable, Sendable, Codable {
  /// The number of the step.
  package var id: StepID
  /// What the step is.
  package var kind: StepKind
  /// How far the write has come.
  package var progress: StepProgress
  /// `nil` for what is not a group.
  package var state: GroupState?
  /// The group that an undo or redo is of.
  package var of: StepID?
  /// What the group is called; `nil` for what is not an action or a switch.
  package var name: ActionName?
  /// What an action is made of, in its order and notation; empty if it was not written down then.
  package var actions: [String]
  /// Where and for whom it is made.
  package var context: StepContext
  /// When it was made; times never order steps.
  package var at: Timestamp
  /// How many messages the step names.
  package var messages: Int
  /// The index before the write.
  package var revisionBefore: IndexRevision
  /// The index after the write; `nil` while it is open.
  package var revisionAfter: IndexRevision?
  /// What a switch, an undo or a redo turned, in order.
  package var toggles: [Toggle]
  /// What of the group has left; `nil` if nothing has.
  package var left: LeftDeparture?
  /// Its place in the order of all steps.
  package var position: StepPosition
  /// Whether it was made on another machine, and when it came from there.
  package var received: Reception?

  /// Makes a summary.
  package init(
    id: StepID,
    kind: StepKind,
    progress: StepProgress,
    state: GroupState?,
    of: StepID?,
    name: ActionName?,
    actions: [String] = [],
    context: StepContext,
    at: Timestamp,
    messages: Int,
    revisionBefore: IndexRevision,
    revisionAfter: IndexRevision?,
    toggles: [Toggle],
    position: StepPosition? = nil
  ) {
    self.id = id
    self.position = position ?? StepPosition(clock: id.number, uid: UniqueID(high: 0, low: 0))
    self.kind = kind
    self.progress = progress
    self.state = state
    self.of = of
    self.name = name
    self.actions = actions
    self.context = context
    self.at = at
    self.messages = messages
    self.revisionBefore = revisionBefore
    self.revisionAfter = revisionAfter
    self.toggles = toggles
  }
}

/// Where a step of another machine comes from.
package struct Reception: Hashable, Sendable, Codable {
  /// What people call the machine.
  package var machine: String
  /// When the step came here.
  package var at: Timestamp
  /// Whether it let a message leave there, which no other machine can take back.
  package var departed: Bool

  /// Makes a record.
  package init(from machine: String, at: Timestamp, departed: Bool = false) {
    self.machine = machine
    self.at = at
    self.departed = departed
  }
}

/// What undo and redo would take now: the tops of the two lists.
package struct HistoryHead: Hashable, Sendable, Codable {
  /// The top of the undo list.
  package var undo: StepSummary?
  /// The top of the redo list.
  package var redo: StepSummary?

  /// Makes a head.
  package init(undo: StepSummary? = nil, redo: StepSummary? = nil) {
    self.undo = undo
    self.redo = redo
  }
}
