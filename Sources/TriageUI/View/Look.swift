import Screen

/// How the parts of the screen look; nothing is said by colour alone.
enum Look {
  static let bar = CellStyle(.reverse)
  static let barOpen = CellStyle(.bold)
  static let cursor = CellStyle(.reverse)
  static let unread = CellStyle(.bold)
  static let struck = CellStyle([.strikethrough, .dim])
  static let star = CellStyle(foreground: .named(.yellow))
  static let tags = CellStyle(foreground: .named(.cyan))
  static let headerLine = CellStyle(.underline)
  static let faint = CellStyle(.dim)
  static let heading = CellStyle(.bold)
  static let key = CellStyle(.bold)
  static let error = CellStyle(.bold, foreground: .named(.red))
}
