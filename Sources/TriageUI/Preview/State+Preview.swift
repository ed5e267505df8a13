import Screen
import TriageCore

extension State {
  /// Shows or hides the preview.
  mutating func togglePreview() -> [Effect] {
    if Layout.place(view.preview, in: size) != .off {
      view.preview = .off
      preview = nil
    } else {
      view.preview = size.columns >= Layout.widthForPreview ? .right : .below
    }
    settleRegions()
    return [.keep(view)]
  }

  /// Whether a preview would find room.
  var hasRoomForPreview: Bool { Layout.place(.right, in: size) != .off }

  /// Asks for what the preview shows and lacks: one thing at a time, so that moving never waits.
  mutating func readPreview() -> [Effect] {
    guard reading == nil, !layout.preview.isEmpty, let thread = list.current else {
      preview = reading == nil ? nil : preview
      return []
    }
    let isAsked = isWaiting {
      switch $0 {
      case .preview, .previewText: true
      default: false
      }
    }
    guard !isAsked else { return [] }
    if preview?.thread != thread {
      preview = PreviewState(thread)
      return [request(.thread(thread), for: .preview(thread))]
    }
    let columns = TextLayout(columns: layout.preview.columns).measure
    guard let preview, let message = preview.message, preview.lacksText(for: columns),
      preview.failure == nil
    else { return [] }
    let options = MessageOptions(columns: columns, filter: config.reading.html.arguments)
    return [request(.message(message.id, options), for: .previewText(message.id))]
  }

  /// Takes the thread of which a message is shown.
  mutating func takePreview(_ messages: [MessageFacts], of thread: ThreadID) {
    guard preview?.thread == thread else { return }
    let byDate = messages.sorted { ($0.date ?? .max) < ($1.date ?? .max) }
    let message = byDate.first { $0.tags.contains(.unread) } ?? byDate.last
    if message?.id != preview?.message?.id { preview?.text = nil }
    preview?.message = message
    preview?.failure = message == nil ? TriageFailure(.nothingFound) : nil
  }

  mutating func takePreview(_ content: MessageContent) {
    guard preview?.message?.id == content.id else { return }
    let columns = layout.preview.columns
    preview?.text = ReadingText(content, TextLayout(columns: columns))
  }

  mutating func scrollPreview(by lines: Int) {
    guard let preview, let text = preview.text else { return }
    if preview.top + lines + layout.preview.rows > text.count { self.preview?.text?.layMore() }
    let last = max(0, text.count + 1 - layout.preview.rows)
    self.preview?.top = max(0, min(preview.top + lines, last))
  }

  /// Keeps every region within its lines after one of them got another size.
  mutating func settleRegions() {
    list.scroll(height: listHeight)
    settleSidebar()
    let (content, beside) = (layout.content.columns, layout.preview.columns)
    if reading?.textLayout.columns != content { layReading { $0.columns = content } }
    settleReading()
    if beside > 0 { preview?.text?.lay(out: TextLayout(columns: beside)) }
    scrollPreview(by: 0)
  }
}
