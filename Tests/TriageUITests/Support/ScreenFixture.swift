import Foundation
import Screen
import ScreenTestSupport
import Testing

/// Compares a screen with its file in `fixtures/screens`; `RECORD=1` writes the file anew.
func expectScreen(
  _ frame: Frame,
  named name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = screenFolder.appendingPathComponent("\(name).txt")
  if ProcessInfo.processInfo.environment["RECORD"] == "1" {
    try frame.snapshot.write(to: file, atomically: true, encoding: .utf8)
  }
  let expected = try? String(contentsOf: file, encoding: .utf8)
  #expect(
    frame.snapshot == expected,
    "\(name) is not as recorded; RECORD=1 renews it, if this is meant:\n\(frame.snapshot)",
    sourceLocation: sourceLocation
  )
}

/// Where the screens are: found from this file, whatever link led to it.
private let screenFolder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("fixtures/screens")
