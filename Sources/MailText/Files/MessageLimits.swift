/// How much of a mail file is looked at.
struct MessageLimits: Sendable {
  /// Bytes of header fields, those of all parts together.
  var headerBytes = 1 << 20
  /// Header fields, those of all parts together: each costs memory beyond its bytes.
  var headerFields = 20_000
  /// Colons in an address field: each may begin a group, and GMime follows them into each other.
  var groups = 500
  /// Bytes of everything else.
  var bodyBytes = 32 << 20
  /// Parts of any kind.
  var parts = 200
  /// Lines behind the last part that are looked at to count what is left out.
  var countedLines = 1_000_000
  /// How deep parts may lie in parts.
  var depth = 50
  /// Bytes of the file that are read at all.
  var fileBytes = 128 << 20
  /// Comparisons of lines with boundaries: lines that only look like one cost time at every level.
  var comparisons = 20_000_000
  /// Bytes of decoded text that are shown.
  var textBytes = 4 << 20
  /// Lines that are shown.
  var lines = 100_000
}

/// What was left out of a mail file.
struct IntakeCuts: OptionSet, Sendable {
  let rawValue: Int

  static let headers = IntakeCuts(rawValue: 1)
  /// Some of a part's content; which part's can be asked of the buffer.
  static let body = IntakeCuts(rawValue: 2)
  static let parts = IntakeCuts(rawValue: 4)
  static let depth = IntakeCuts(rawValue: 8)
  /// The end of the file, with whatever parts it has.
  static let file = IntakeCuts(rawValue: 16)
}
