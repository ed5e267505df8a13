import Screen
import TriageCore

extension Painter {
  /// The message of the thread under the cursor, without the keys' focus.
  mutating func paintPreview(_ area: Rect) {
    guard let preview = state.preview, preview.thread == state.list.current else { return }
    if let failure = preview.failure {
      return paintNote([.failure(failure)], area, placesCursor: false)
    }
    guard let message = preview.message else { return }
    let date = words.headerDate(message.date)
    let columns = area.columns - date.width - 2
    canvas.draw(words.display(message.from), row: 0, columns: columns, style: look[.heading])
    canvas.draw(date, row: 0, column: area.columns - date.width, style: look[.faint])
    guard let text = preview.text else { return }
    var room = area
    _ = room.removeTop(rows: 1)
    paintText(text, from: preview.top, room)
  }
}
