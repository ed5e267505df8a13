import Foundation
package import Screen

/// A screen as it was recorded in `fixtures/screens`.
package enum RecordedScreen {
  /// Stands for the hint line, which `hints.txt` records for every state at once: a new key changes
  /// that file, not every screen.
  private static let hints = "(hints)"

  /// Returns the form that is recorded: the text and the styles of all rows, without the hint line
  /// unless it belongs to this state alone.
  package static func snapshot(of frame: Frame, withHints: Bool = false) -> String {
    if withHints { return frame.snapshot }
    let last = frame.grid.size.rows - 1
    let text = frame.textScreen.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix(last)
    let styles = frame.styleScreen.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("\(last)  ") }
    return text.joined(separator: "\n") + "\n\(hints)\n---\n" + styles.joined(separator: "\n")
  }

  /// Returns what the file of this name holds, `nil` without one; `RECORD=1` first writes `text` to it.
  package static func recorded(_ text: String, named name: String) throws -> String? {
    let file = folder.appendingPathComponent("\(name).txt")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return try? String(contentsOf: file, encoding: .utf8)
  }

  /// Where the screens are: found from this file, whatever link led to it.
  private static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("fixtures/screens")
}
