private import CLinux
private import Glibc

/// The standard input and output of a process that uses them for frames.
package enum StandardStreams {
  /// Keeps them for frames: what else reads in this process finds nothing, and what a library
  /// prints goes to standard error instead of between two frames.
  ///
  /// - Returns: Where the frames are read and written.
  /// - Throws: `.system`.
  package static func reserve() throws(LinkError) -> FrameStreams {
    let input = try duplicate(STDIN_FILENO)
    let output = try duplicate(STDOUT_FILENO)
    let nothing = OwnedDescriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))
    try replace(STDIN_FILENO, with: nothing.number)
    try replace(STDOUT_FILENO, with: STDERR_FILENO)
    return FrameStreams(input: input, output: output)
  }

  private static func duplicate(_ descriptor: Int32) throws(LinkError) -> OwnedDescriptor {
    let copy = clinux_duplicate(descriptor)
    guard copy >= 0 else { throw .system(call: "fcntl", errno: -copy) }
    return OwnedDescriptor(owning: copy)
  }

  private static func replace(_ descriptor: Int32, with other: Int32) throws(LinkError) {
    guard dup2(other, descriptor) >= 0 else { throw .system(call: "dup2", errno: errno) }
  }
}

/// Where frames are read and written.
package struct FrameStreams: ~Copyable, Sendable {
  let input: OwnedDescriptor
  let output: OwnedDescriptor

  /// Takes over two open descriptors.
  package init(input: consuming OwnedDescriptor, output: consuming OwnedDescriptor) {
    self.input = input
    self.output = output
  }
}
