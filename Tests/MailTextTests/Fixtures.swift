import Foundation

@testable import MailText

/// The mails that lie with the sources.
enum Fixtures {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("fixtures")
    .resolvingSymlinksInPath()

  /// Returns the files below a folder of `fixtures`, in the order of their names.
  static func files(_ folder: String) -> [String] {
    let base = root.appendingPathComponent(folder).path
    let names = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
    return names.sorted().map { "\(base)/\($0)" }.filter {
      // Beside newsletters lies what they look like.
      if $0.hasSuffix(".txt") { return false }
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  /// The bytes of an input that went wrong once.
  static func written(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appendingPathComponent("cases/writing/\(name)")))
  }

  static func file(_ name: String) -> String { root.appendingPathComponent("mail/\(name)").path }

  /// All mails there are.
  static let all = files("maildir") + files("mail")
}

/// A folder that is gone with the object.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "mailtext-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Another program, as a witness.
enum Program {
  static func path(_ name: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/", "/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program to its end and returns what it wrote.
  static func run(
    _ name: String,
    _ arguments: [String],
    environment: [String: String] = [:],
    input: Data = Data()
  ) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path(name) ?? name)
    process.arguments = arguments
    let home = try TemporaryFolder()
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8"]
      .merging(environment) { $1 }
    let (output, stdin) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = stdin
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: input)
    try stdin.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return withExtendedLifetime(home) { data }
  }
}
