/// A step as it travels from machine to machine.
///
/// Nothing of it is a number of one machine's journal. What its machine had written, and where its
/// files lie, does not travel.
package struct SharedStep: Hashable, Sendable {
  /// What a machine knew of the steps of others, by the last clock of each.
  package typealias Knowledge = [UniqueID: Int64]

  /// The step's name.
  package var uid: UniqueID
  /// Its place in the order of all steps.
  package var clock: Int64
  /// The clock of its machine when it was made: of a change by other programs that was found late,
  /// more than `clock`.
  package var made: Int64
  /// The machine it was made on.
  package var machine: MachineName
  /// What it is.
  package var kind: StepKind
  /// The group that an undo or redo is of.
  package var of: UniqueID?
  /// When it was made.
  package var at: Timestamp
  /// What the group is called; `nil` for what is no group.
  package var name: ActionName?
  /// What an action is made of.
  package var actions: [String]
  /// Where it comes from.
  package var origin: StepOrigin
  /// Whether plain undo passes over it.
  package var background: Bool
  /// Whether its commands come from a file.
  package var planned: Bool
  /// What it claims of messages and tags; of an undo, a redo or a switch nothing.
  package var claims: [Claim]
  /// What it claims of files and folders.
  package var moves: [SharedMove]
  /// What an undo, a redo or a switch turned, in order.
  package var turns: [SharedTurn]
  /// What its machine knew then, of a change by other programs that plain muchsync may have brought.
  ///
  /// `nil` for everything else.
  package var echo: Knowledge?
  /// Whether it let a message leave on its machine: that does not travel.
  package var departed = false
  /// Of an answer that pruning has kept: the clock of the last step that touched its pairs.
  package var touched: Int64?

  /// Makes a step without claims.
  package init(
    uid: UniqueID,
    clock: Int64,
    machine: MachineName,
    kind: StepKind,
    at: Timestamp,
    origin: StepOrigin
  ) {
    self.uid = uid
    self.clock = clock
    made = clock
    self.machine = machine
    self.kind = kind
    self.at = at
    self.origin = origin
    actions = []
    background = false
    planned = false
    claims = []
    moves = []
    turns = []
  }

  /// Its place in the order of all steps.
  package var position: StepPosition {
    StepPosition(clock: clock, touched: touched, uid: uid)
  }
}

/// What a step claims of a file of a message, which is known by what is in it.
package struct SharedMove: Hashable, Sendable {
  /// The message it is about.
  package var message: MessageID
  /// The SHA-256 of the file: 32 bytes.
  package var content: [UInt8]
  /// The folder it was found in.
  package var found: MailFolder
  /// The folder it was wanted in.
  package var wanted: MailFolder

  /// Makes a claim of a file.
  package init(_ message: MessageID, content: [UInt8], found: MailFolder, wanted: MailFolder) {
    self.message = message
    self.content = content
    self.found = found
    self.wanted = wanted
  }
}

/// An action that a step turned off, which sets a mark with the step's uid on it, or on, which lifts
/// the marks it names.
package struct SharedTurn: Hashable, Sendable {
  /// The action.
  package var action: UniqueID
  /// The marks that are lifted; `nil` if it was turned off.
  package var lifted: [UniqueID]?

  /// Makes a turn.
  package init(_ action: UniqueID, lifting lifted: [UniqueID]? = nil) {
    self.action = action
    self.lifted = lifted
  }
}
