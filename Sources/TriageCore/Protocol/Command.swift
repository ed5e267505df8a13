/// What a person wants done, as a value that can be kept, sent, changed, queued and written to a file.
package struct Command: Hashable, Sendable, Codable {
  /// The actions in order: they are composed into one change a message.
  package var actions: [MailAction]
  /// The messages it is about.
  package var target: CommandTarget
  /// For a move: only files in this folder; `nil` means the message's only file.
  package var from: MailFolder?

  /// Makes a command.
  package init(
    _ actions: [MailAction],
    on target: CommandTarget,
    from folder: MailFolder? = nil
  ) {
    self.actions = actions
    self.target = target
    from = folder
  }

  /// What the command wants of each message, under the given effects of the fixed actions.
  package func edit(under effects: ActionEffects) -> MessageEdit {
    var edit = actions.messageEdit(under: effects)
    edit.move = actions.compactMap(\.folder).last.map { FolderMove(to: $0, from: from) }
    return edit
  }
}

/// What a command is about.
package enum CommandTarget: Hashable, Sendable, Codable {
  /// These messages, as they were seen.
  case messages([MessageID])
  /// What matches now, at most the newest `limit`; resolved once, before the first change.
  case query(String, limit: Int?)
  /// What matches now and is from one of these senders or lists, at most the newest `limit`.
  case sources(SourceFilter, query: String, limit: Int?)
}

/// What the engine is asked to change.
package struct ChangeRequest: Hashable, Sendable, Codable {
  /// What is asked for.
  package var change: Change
  /// Where and for whom.
  package var context: StepContext
  /// Resolve each command after those before it, excluded messages too, as `notmuch tag --batch` does.
  package var inOrder = false
  /// Find out and report, but write nothing.
  package var dryRun: Bool
  /// Report every message's change.
  package var reportsChanges: Bool
  /// What the fixed actions do to tags: the settings of whoever asks, wherever the engine runs.
  package var effects: ActionEffects
  /// What the person's own actions in it are called: only whoever asks knows.
  package var titles: ActionTitles
  /// Stop without a change if more messages than this would be asked for and it was not confirmed.
  package var confirmAbove: Int?
  /// Stop without a change if messages of one's own would leave by it.
  package var holdsBack = false

  /// Makes a request.
  package init(
    _ change: Change,
    context: StepContext,
    dryRun: Bool = false,
    reportsChanges: Bool = false,
    effects: ActionEffects = ActionEffects(),
    titles: ActionTitles = [:],
    confirmAbove: Int? = nil
  ) {
    self.change = change
    self.context = context
    self.dryRun = dryRun
    self.reportsChanges = reportsChanges
    self.effects = effects
    self.titles = titles
    self.confirmAbove = confirmAbove
  }
}

/// A change of mail: the only ways there are.
package enum Change: Hashable, Sendable, Codable {
  /// Commands in order, as one group; `name` instead of the name made from the actions.
  case perform([Command], name: ActionName?)
  /// Take back the top of the undo list; nothing happens if it is not the expected group.
  case undo(UndoRequest)
  /// Bring back the top of the redo list; nothing happens if it is not the expected group.
  case redo(UndoRequest)
  /// Take back, or bring back, groups wherever they are in the history, as one new group.
  case turn(SwitchRequest)
  /// Bring back what was put away until now or before, as one group; nothing if there is none.
  case wake
  /// Let messages of one's own leave, or stay, and do commands, all as one group.
  case depart(DepartureRequest)
}

extension Change {
  /// The actions it asks for, in order; none of a turn.
  package var actions: [MailAction] {
    switch self {
    case .perform(let commands, _): commands.flatMap(\.actions)
    case .wake: [.wake]
    case .depart(let request): request.commands.flatMap(\.actions)
    case .undo, .redo, .turn: []
    }
  }
}

/// Which messages of one's own are to leave, or to stay.
package struct DepartureRequest: Hashable, Sendable, Codable {
  /// What is wanted of the messages: the raw value is the id of the action.
  package enum Goal: String, Hashable, Sendable, Codable, CaseIterable {
    /// Drafts leave, once their hold is over.
    case send
    /// What is held is a draft again.
    case cancel = "cancel-sending"
    /// What may have left leaves, perhaps a second time.
    case retry = "send-again"

    /// How far a message must have come.
    package var found: OutgoingState {
      switch self {
      case .send: .draft
      case .cancel: .held
      case .retry: .unknown
      }
    }

    /// How far it has come then.
    package var wanted: OutgoingState {
      switch self {
      case .send, .retry: .held
      case .cancel: .draft
      }
    }
  }

  /// What is wanted.
  package var goal: Goal
  /// The messages.
  package var messages: [OutgoingID]
  /// What is done beside it, in the same group.
  package var commands: [Command]
  /// What the group is called; `nil` for a name made from the actions.
  package var name: ActionName?

  /// Makes a request.
  package init(
    _ goal: Goal,
    _ messages: [OutgoingID],
    with commands: [Command] = [],
    name: ActionName? = nil
  ) {
    self.goal = goal
    self.messages = messages
    self.commands = commands
    self.name = name
  }
}

/// Which group an undo or redo means.
package struct UndoRequest: Hashable, Sendable, Codable {
  /// The group whose title was shown; `nil` takes the head as it is found.
  package var expected: StepID?
  /// The newest group not undone, background ones included.
  package var any: Bool
  /// Leave alone messages that anyone changed since.
  package var strict: Bool
  /// Pass over what other machines did.
  package var here: Bool
  /// Of a dry run: the groups that are taken to be turned already, in this order.
  package var after: [StepID] = []

  /// Makes a request.
  package init(
    expected: StepID? = nil,
    any: Bool = false,
    strict: Bool = false,
    here: Bool = false
  ) {
    self.expected = expected
    self.any = any
    self.strict = strict
    self.here = here
  }
}

/// Which groups a switch turns off or on.
package struct SwitchRequest: Hashable, Sendable, Codable {
  /// What the switch is for: the raw value is JSON's `verb`.
  package enum Goal: String, Hashable, Sendable, Codable, CaseIterable {
    /// Take back exactly these groups.
    case revert
    /// Bring these groups back.
    case reapply
    /// Let those actions stand that stood right after the one step, or before a time.
    case restore
  }

  /// What the switch is for.
  package var goal: Goal
  /// The groups; of `.restore`, the one step.
  package var steps: [StepID]
  /// Of `.restore` without a step: to right before the first step of this time or later, in the order
  /// of the history.
  package var moment: Timestamp?
  /// Restoring turns actions of cron jobs and hooks too.
  package var any: Bool
  /// Leave alone messages that anyone changed since.
  package var strict: Bool

  /// Makes a request.
  package init(_ goal: Goal, _ steps: [StepID], any: Bool = false, strict: Bool = false) {
    self.goal = goal
    self.steps = steps
    self.any = any
    self.strict = strict
  }
}

/// Commands in a queue: a value that can be written to a file, read, changed, and run as one group.
package struct Plan: Hashable, Sendable {
  /// The version of the format, which every file names.
  package static let version = 1

  /// What the group is called; `nil` for a name made from the actions.
  package var name: String?
  /// The commands, in order: queries are resolved before the first, and the last word counts.
  package var commands: [Command]

  /// Makes a plan.
  package init(name: String? = nil, _ commands: [Command]) {
    self.name = name
    self.commands = commands
  }

  /// The change that runs the plan.
  package var change: Change { .perform(commands, name: name.map(ActionName.custom)) }
}

/// What one command of several came to.
package struct CommandCount: Hashable, Sendable, Codable {
  /// The messages it was about.
  package var requested: Int
  /// Those that it changes, after the commands before it.
  package var changed = 0

  /// Counts nothing changed yet.
  package init(requested: Int) {
    self.requested = requested
  }
}
