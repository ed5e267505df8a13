import Screen
import ScreenTestSupport
import Testing

/// Compares a screen with its file in `fixtures/screens`; `RECORD=1` writes the file anew.
func expectScreen(
  _ frame: Frame,
  named name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try expectRecorded(
    RecordedScreen.snapshot(of: frame),
    named: name,
    sourceLocation: sourceLocation
  )
}

/// Compares a text with its file in `fixtures/screens`; `RECORD=1` writes the file anew.
func expectRecorded(
  _ text: String,
  named name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(
    try text == RecordedScreen.recorded(text, named: name),
    "\(name) is not as recorded; RECORD=1 renews it, if this is meant:\n\(text)",
    sourceLocation: sourceLocation
  )
}
