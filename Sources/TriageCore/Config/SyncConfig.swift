/// `[sync]`: one history on several machines.
package struct SyncConfig: Hashable, Sendable {
  /// What this machine is called on others; empty for the name of the host.
  package var name: String
  /// The program that reaches another machine, with its arguments; that machine and `remote` come
  /// behind them.
  package var command: [String]
  /// The program that answers there, with its arguments.
  package var remote: [String]
  /// The program that carries mail, with its arguments; empty if nothing is to be carried.
  package var muchsync: [String]
  /// For how many days the history waits for a machine that does not come.
  package var forgetAfter: Int

  /// Makes the settings.
  package init(
    name: String,
    command: [String],
    remote: [String],
    muchsync: [String],
    forgetAfter: Int
  ) {
    self.name = name
    self.command = command
    self.remote = remote
    self.muchsync = muchsync
    self.forgetAfter = forgetAfter
  }
}
