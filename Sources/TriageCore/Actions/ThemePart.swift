/// The parts of the screen that a theme gives a look; the raw value is the name in the
/// configuration.
package enum ThemePart: String, CaseIterable, Sendable, Codable {
  /// What is not said otherwise.
  case text
  case bar
  /// The title of the open menu.
  case barOpen = "bar-open"
  /// The row of the cursor, in the region that takes the keys.
  case cursor
  /// The row of the cursor in a region that does not.
  case cursorAway = "cursor-away"
  case unread
  case selected
  /// Rows acted on that no longer match.
  case struck
  case star
  case tags
  /// The header line of a message.
  case header
  case heading
  case quote
  case faint
  /// Keys in hints, menus and help.
  case key
  case error
  /// Lines between regions.
  case rule
  /// A line that a patch adds.
  case added
  /// A line that a patch takes away.
  case removed
  /// Where the lines of a patch belong.
  case hunk
  /// What a search in the text has found.
  case hit
  /// The one of them that was gone to.
  case hitHere = "hit-here"
  /// The frame of what is signed or encrypted.
  case seal
  /// The frame of what is signed beyond doubt.
  case sealGood = "seal-good"
  /// The frame of what is not what was signed.
  case sealBad = "seal-bad"

  /// Stands before a tag's name where a theme says how that tag looks: `"tag:todo"`.
  package static let tagPrefix = "tag:"
}
