import Foundation
import TestSupport

extension SendSite {
  /// What an editor does that writes two words above an answer; `$1` is the message's file.
  static let writes = "test -t 0 && test -t 1 && sed -i '0,/^$/s//\\nMy words./' \"$1\"\n"

  /// A screen whose editor is a script; `$1` is the message's file.
  func open(
    editor: String = SendSite.writes,
    query: String = "tag:inbox",
    columns: Int = 100,
    rows: Int = 30
  ) throws -> TmuxScreen {
    let script = try mail.file("editor-\(UUID().uuidString)", editor)
    return try TmuxScreen(
      mail,
      ["read", query],
      columns: columns,
      rows: rows,
      variables: ["VISUAL": "sh \(script)"]
    )
  }

  /// A screen on which an answer was written and sent; `words` are seen then.
  func answer(until words: String = "leaves in", columns: Int = 100) throws -> TmuxScreen {
    let screen = try open(columns: columns)
    try screen.wait(for: "Enter Open")
    try screen.press("r")
    try screen.wait(for: "My words.")
    try screen.press("y")
    try screen.wait(for: words)
    return screen
  }
}
