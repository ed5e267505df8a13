private import CLinux
private import Glibc

/// How the engine is started: a setting, so that it may be a program that reaches another machine.
package struct EngineLaunch: Hashable, Sendable {
  /// The program, looked for in the path if it has no slash, and its arguments.
  package var arguments: [String]
  /// What the program has as its environment; `nil` for ours, byte for byte.
  package var environment: [String: String]?
  /// Where its complaints go: never the terminal.
  package var errorOutput: Int32

  /// Makes a way to start.
  package init(
    arguments: [String],
    environment: [String: String]? = nil,
    errorOutput: Int32
  ) {
    self.arguments = arguments
    self.environment = environment
    self.errorOutput = errorOutput
  }
}

extension EngineLaunch {
  /// Starts the program in a process group of its own and returns its number.
  func spawn(input: Int32, output: Int32) throws(LinkError) -> Int32 {
    let streams = clinux_start(input: input, output: output, error: errorOutput, own_group: true)
    guard let program = arguments.first else { throw .cannotStart(program: "", errno: EINVAL) }
    var child: Int32 = 0
    let reason = withCStrings(arguments) { arguments in
      guard let environment else { return clinux_spawn(arguments, nil, streams, &child) }
      return withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        clinux_spawn(arguments, environment, streams, &child)
      }
    }
    guard reason == 0 else { throw .cannotStart(program: program, errno: reason) }
    return child
  }
}

/// Lends C a list of strings that ends with a null pointer.
private func withCStrings(
  _ strings: [String],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
) -> Int32 {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return (copies + [nil]).withUnsafeBufferPointer { list in
    // The list is never empty: it has the null pointer.
    list.baseAddress.map(body) ?? EINVAL
  }
}
