import Foundation

/// A program of Debian's or ours that is run to its end.
struct Tool {
  /// A tool that could not do its work.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a program and returns what it has written to its output; what it says of mistakes goes on
  /// to ours.
  ///
  /// - Throws: `Failure` if it is not there or ends with anything but 0.
  @discardableResult
  static func run(
    _ words: String...,
    in folder: String? = nil,
    with variables: [String: String] = [:]
  ) throws -> Data {
    try run(words, in: folder, with: variables)
  }

  /// The same of words that are in a list.
  @discardableResult
  static func run(
    _ words: [String],
    in folder: String? = nil,
    with variables: [String: String] = [:]
  ) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.environment = ProcessInfo.processInfo.environment
      .merging(["LC_ALL": "C.UTF-8"].merging(variables) { $1 }) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    switch process.terminationStatus {
    case 0: return output
    case 127:
      throw Failure(
        description: "\(words[0]) is missing: apt-get install dpkg-dev binutils xz-utils"
      )
    case let code: throw Failure(description: "\(words.joined(separator: " ")): ended with \(code)")
    }
  }

  /// The lines of what a program has written.
  static func lines(_ output: Data) -> [String] {
    String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
