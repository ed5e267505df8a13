import Screen
import ScreenTestSupport
import Testing

/// Compares a screen with its file in `fixtures/screens`; `RECORD=1` writes the file anew.
func expectScreen(
  _ frame: Frame,
  named name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(
    try frame.snapshot == RecordedScreen.text(of: frame, named: name),
    "\(name) is not as recorded; RECORD=1 renews it, if this is meant:\n\(frame.snapshot)",
    sourceLocation: sourceLocation
  )
}
