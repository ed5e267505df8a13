/// A program to be started: its arguments, what it inherits, and where it stands.
package struct ChildLaunch: Hashable, Sendable {
  /// The program, looked for in our `PATH` if it has no slash, and its arguments; never a shell's line.
  package var arguments: [String]
  /// All of its environment; `nil` for ours, byte for byte.
  package var environment: [String: String]?
  /// Whom it stands with.
  package var group: ChildGroup
  /// Its standard input.
  package var input: ChildStream
  /// Its standard output.
  package var output: ChildStream
  /// Its standard error.
  package var errors: ChildStream
  /// A descriptor of ours that it has as its fourth, and that stays ours: a lock on it lasts as long as
  /// one of the two; `nil` for nothing.
  package var inherited: Int32?
  /// Whether the system ends it as soon as the thread ends that starts it, even by `kill -9`: then it inherits
  /// nothing.
  package var endsWithUs = false
  /// How many bytes of memory for data it may have, and each that it starts; `nil` for as many as we.
  package var memory: UInt64?

  /// Describes a program; one that hears nothing and is not heard unless its streams are named.
  package init(
    _ arguments: [String],
    environment: [String: String]? = nil,
    group: ChildGroup = .own,
    input: ChildStream = .null,
    output: ChildStream = .null,
    errors: ChildStream = .null,
    memory: UInt64? = nil
  ) {
    self.arguments = arguments
    self.environment = environment
    self.group = group
    self.input = input
    self.output = output
    self.errors = errors
    self.memory = memory
  }
}

/// The process group of a started program.
package enum ChildGroup: Hashable, Sendable {
  /// One of its own: no signal of the terminal reaches it, and all it has started ends with it.
  case own
  /// One of its own, but what it has started goes on after it, and it goes on after us: it is ended
  /// only by `kill`.
  case detached
  /// Ours: for a program that is lent the terminal.
  case ours
}

/// What a standard stream of a started program is.
package enum ChildStream: Hashable, Sendable {
  /// `/dev/null`.
  case null
  /// A pipe; its other end is ours, and non-blocking.
  case pipe
  /// An open descriptor of ours, which stays ours.
  case descriptor(Int32)
  /// A file in memory of 64 KiB: for output that may go on after us, which a pipe would turn into an
  /// error. What is more is not kept.
  case memory
  /// These bytes, to be read: they lie in a file in memory, and nobody waits for its reader.
  case bytes([UInt8])
}

/// How a program ended.
package enum ChildEnd: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)
  /// It was ended but has not gone yet, held up in the kernel.
  case unknown
}

/// Why a program was not started.
package struct ChildStartError: Error, Hashable, Sendable {
  /// The program's name, as it was given.
  package var program: String
  /// The system's error.
  package var errno: Int32

  /// Makes an error.
  package init(program: String, errno: Int32) {
    self.program = program
    self.errno = errno
  }
}
