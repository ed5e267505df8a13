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
