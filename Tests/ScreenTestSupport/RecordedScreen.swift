import Foundation
package import Screen

/// A screen as it was recorded in `fixtures/screens`.
package enum RecordedScreen {
  /// Returns what the file of this name holds, `nil` without one; `RECORD=1` writes it anew before.
  package static func text(of frame: Frame, named name: String) throws -> String? {
    let file = folder.appendingPathComponent("\(name).txt")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try frame.snapshot.write(to: file, atomically: true, encoding: .utf8)
    }
    return try? String(contentsOf: file, encoding: .utf8)
  }

  /// Where the screens are: found from this file, whatever link led to it.
  private static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("fixtures/screens")
}
