import TriageCore

extension ConfigReader {
  /// `[sync]`.
  var sync: SyncConfig {
    let section = top.section("sync")
    defer { section.finish() }
    return SyncConfig(
      name: section.value("name", .form("\"laptop\""), \.machineName),
      command: section.value("command", .form("[\"ssh\", …]"), \.someProgram),
      remote: section.value("remote", .form("[\"mulligan\", …]"), \.someProgram),
      muchsync: section.value("muchsync", .texts, \.optionalProgram),
      forgetAfter: section.count("forget_after")
    )
  }
}

extension Node {
  /// The most bytes of a machine's name.
  private static let longestName = 200

  /// What people call a machine: a line at most; empty for the host's name.
  fileprivate var machineName: String? {
    string.flatMap { name in
      name.utf8.count <= Self.longestName && !name.contains(where: \.isNewline) ? name : nil
    }
  }

  /// A program with its arguments, never none.
  fileprivate var someProgram: [String]? {
    optionalProgram.flatMap { $0.isEmpty ? nil : $0 }
  }
}
