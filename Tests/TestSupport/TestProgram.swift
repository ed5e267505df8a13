import Foundation

/// Returns where a program is that a test names; what is a path already stays.
///
/// `env` would find it, too, but is one more program to start for each.
///
/// - Returns: Nil if no such program is installed.
func pathOfProgram(_ name: String) -> String? {
  guard !name.contains("/") else { return name }
  return ["/usr/local/bin", "/usr/bin", "/bin"].map { "\($0)/\(name)" }
    .first { access($0, X_OK) == 0 }
}

/// Writes a script that can be started at once, in place of what stands there.
///
/// Another program makes the file: were it written here, a child that another test starts at that
/// moment would have it open for writing until it is a program of its own, and the system starts no
/// file that somebody writes to (`ETXTBSY`).
///
/// - Throws: `CocoaError` if it cannot be written, `ProgramFailure` if it cannot be installed.
package func writeProgram(_ text: String, to path: String, mode: Int = 0o755) throws {
  let draft = "\(path).draft-\(UUID().uuidString)"
  defer { try? FileManager.default.removeItem(atPath: draft) }
  try text.write(toFile: draft, atomically: false, encoding: .utf8)
  let command = ["install", "-m", String(mode, radix: 8), "--", draft, "\(path).new"]
  let file = URL(fileURLWithPath: "/usr/bin/install")
  let program = try Process.run(file, arguments: Array(command.dropFirst()))
  program.waitUntilExit()
  guard program.terminationStatus == 0, rename("\(path).new", path) == 0 else {
    throw ProgramFailure(command: command, status: program.terminationStatus, errors: "")
  }
}

extension TemporaryMail {
  /// Writes a shell script beside the mail, which can be started at once.
  ///
  /// - Returns: Its path.
  package func program(_ name: String, _ script: String) throws -> String {
    let path = "\(folder)/\(name)"
    try writeProgram("#!/bin/sh\n\(script)\n", to: path)
    return path
  }
}
