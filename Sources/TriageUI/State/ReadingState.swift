import Screen
import TriageCore

/// A thread being read: its messages, those whose text has come, and what is unfolded.
struct ReadingState: Sendable {
  let thread: ThreadID
  /// In the order of the answers, with their depths.
  var messages: [MessageFacts] = []
  /// The texts that have come, laid out for the window.
  var texts: [MessageID: ReadingText] = [:]
  /// How a message is asked for that is not to be shown as usual.
  var options: [MessageID: MessageOptions] = [:]
  var unfolded: Set<MessageID> = []
  /// Messages that the next action is about; none means all.
  var selected: Set<MessageID> = []
  /// Messages that the list's query matches: unfolded at first.
  let matched: Set<MessageID>
  /// How texts are laid out.
  var textLayout: TextLayout
  /// The message under the cursor.
  var cursor = 0
  /// The first line shown.
  var top = 0
  /// How far lines that keep their ends are scrolled sideways.
  var left = 0
  var find: FindState?
  /// The links or parts that one is being chosen from.
  var choice: ChoiceState?
  var failure: TriageFailure?

  init(_ thread: ThreadID, matched: [MessageID], columns: Int) {
    self.thread = thread
    self.matched = Set(matched)
    textLayout = TextLayout(columns: columns)
  }

  /// The message under the cursor.
  var current: MessageFacts? { messages.indices.contains(cursor) ? messages[cursor] : nil }

  /// The text of the message under the cursor, if it has come.
  var currentText: ReadingText? { current.flatMap { texts[$0.id] } }

  /// Where each message's lines are.
  var layout: ReadingLayout {
    ReadingLayout(messages.map { unfolded.contains($0.id) ? (texts[$0.id]?.count ?? 1) : 0 })
  }

  /// How a message is to be rendered.
  func options(for message: MessageID) -> MessageOptions {
    var options = options[message] ?? MessageOptions()
    options.columns = textLayout.measure
    return options
  }

  /// Lays the texts out in another way.
  mutating func lay(out layout: TextLayout) {
    change { reading in
      reading.textLayout = layout
      for id in reading.texts.keys { reading.texts[id]?.lay(out: layout) }
    }
  }

  /// Lets what could not be read be asked for again.
  mutating func forgetFailures() {
    failure = nil
    texts = texts.filter { !$0.value.isFailure }
  }

  /// Keeps the window within the lines, and the cursor on a message of the window.
  mutating func settle(height: Int) {
    let layout = layout
    top = max(0, min(top, layout.count - 1))
    cursor = layout.message(in: top..<top + height, preferring: cursor)
  }

  /// Changes messages' rows; the line on top of the window stays there.
  mutating func change(_ change: (inout ReadingState) -> Void) {
    let place = layout.place(of: top)
    change(&self)
    guard let place else { return }
    let end = layout.firstLine(of: place.message + 1) - 1
    top = max(0, min(layout.firstLine(of: place.message) + place.line, end))
  }
}
