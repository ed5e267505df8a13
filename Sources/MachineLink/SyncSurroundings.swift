package import TriageCore

/// What a sync needs of its process, which alone knows clocks, programs and threads.
package struct SyncSurroundings {
  /// What this side says first.
  package var opening: Opening
  /// Made by chance for this sync, and noted where another process of this machine finds it.
  package var nonce: UniqueID
  /// The time of day, in milliseconds.
  package var wall: () -> Int64
  /// Waits for the id of the program that carries mail, once; empty if there is none.
  package var carrier: () -> String = { "" }
  /// Fetches mail as its person does, so that nothing is left to do for whoever carries it; throws
  /// `.locked` where that would wait for another program.
  package var poll: () throws(TriageFailure) -> Void = {}
  /// Starts a thread that ends with its body.
  package var startThread: (@escaping @Sendable () -> Void) -> Void
  /// Is told the name of each point at which a debug build may stop.
  package var reached: @Sendable (String) -> Void = { _ in }
  /// How often the other side hears from us.
  package var pulse = Duration.seconds(5)
  /// How long it may be silent.
  package var patience = Duration.seconds(30)
  /// How long it may take until it is reached: its person may be asked for a passphrase.
  package var patienceToReach = Duration.seconds(120)

  /// Describes a process.
  package init(
    _ opening: Opening,
    nonce: UniqueID,
    wall: @escaping () -> Int64,
    startThread: @escaping (@escaping @Sendable () -> Void) -> Void
  ) {
    self.opening = opening
    self.nonce = nonce
    self.wall = wall
    self.startThread = startThread
  }
}

/// What a sync has come to.
package struct SyncReport: Hashable, Sendable {
  /// The other machine.
  package var peer: MachineName
  /// What became of its steps here.
  package var here = MergeSummary()
  /// What became of ours there.
  package var there = MergeSummary()
  /// How often steps went both ways.
  package var rounds = 0
  /// Whether mail was carried.
  package var isCarried = false

  /// Makes the report of a sync that has done nothing yet.
  package init(_ peer: MachineName) {
    self.peer = peer
  }
}
