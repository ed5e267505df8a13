import Screen
import TriageCore

extension ScreenCommand {
  /// Whether the command acts on the text of a message.
  var isForReading: Bool { views == [.message] }
}

extension State {
  mutating func perform(inMessage command: ScreenCommand, count: Int?) -> [Effect] {
    switch command {
    case .find: return ask(.find)
    case .nextHit: findOn(.forward)
    case .previousHit: findOn(.backward)
    case .toggleHeaders: layReading { $0.showsAllHeaders.toggle() }
    case .toggleRaw: askOtherwise { $0.raw.toggle() }
    case .nextAlternative:
      askOtherwise {
        $0.raw = false
        $0.alternative += 1
      }
    case .foldQuotes: foldQuotes(from: count)
    case .scrollLeft: reading?.scroll(by: -8 * (count ?? 1))
    case .scrollRight: reading?.scroll(by: 8 * (count ?? 1))
    case .links: chooseLink()
    case .savePart: return choosePart(.save)
    case .openPart: return choosePart(.open)
    case .pipe: return reading?.current.map { ask(.pipe($0.id)) } ?? []
    default: break
    }
    return []
  }

  /// Why a command has nothing to do in the thread being read; `nil` if it has.
  func reasonNotReading(_ command: ScreenCommand) -> Sentence? {
    guard let reading, !reading.messages.isEmpty else { return Sentence("status.message-only") }
    let content = reading.currentText?.content
    switch command {
    case .links, .savePart, .openPart, .nextAlternative:
      guard let content else { return Sentence("status.not-read-yet") }
      return switch command {
      case .links: content.links.isEmpty ? Sentence("status.no-links") : nil
      case .nextAlternative:
        content.alternatives.isEmpty ? Sentence("status.no-alternative") : nil
      default:
        content.parts.contains(where: \.isAttachment) ? nil : Sentence("status.no-attachments")
      }
    case .nextHit, .previousHit:
      return reading.find == nil ? Sentence("status.nothing-sought") : nil
    default: return nil
    }
  }

  /// Selects the message under the cursor, or no longer.
  mutating func selectMessage() -> [Effect] {
    guard let id = reading?.current?.id else { return [] }
    if reading?.selected.remove(id) == nil { reading?.selected.insert(id) }
    return []
  }

  /// Asks for the message under the cursor in another way; until it comes nothing is shown.
  private mutating func askOtherwise(_ change: (inout MessageOptions) -> Void) {
    guard var reading, let id = reading.current?.id else { return }
    var options = reading.options[id] ?? MessageOptions()
    change(&options)
    reading.options[id] = options
    reading.texts[id] = nil
    reading.go(to: reading.cursor)
    self.reading = reading
    // The answer to an earlier question is not wanted any more.
    for (request, read) in engine.reads where read.purpose == .message(id) {
      engine.reads[request] = nil
    }
  }

  private mutating func foldQuotes(from level: Int?) {
    guard let reading else { return }
    let wanted = level.map { QuoteFolding.from(level: max(1, $0)) }
    let folding = wanted ?? reading.textLayout.quotes.next
    layReading { $0.quotes = folding }
    switch folding {
    case .long: say(Sentence("status.quotes.long"), about: subjectOfReading)
    case .none: say(Sentence("status.quotes.none"), about: subjectOfReading)
    case .from(let level):
      say(Sentence("status.quotes.from", .number(level)), about: subjectOfReading)
    }
  }
}

extension ReadingState {
  /// Whether the next action is about a message.
  func isActing(_ message: MessageID) -> Bool { selected.isEmpty || selected.contains(message) }

  /// The messages that the next action is about.
  var acting: [MessageFacts] { messages.filter { isActing($0.id) } }

  /// Gives up the selection, or else the search; returns whether there was any.
  mutating func giveUp() -> Bool {
    if !selected.isEmpty {
      selected = []
      return true
    }
    guard find != nil else { return false }
    find = nil
    return true
  }

  /// Scrolls lines that keep their ends, no further than the longest that is known.
  mutating func scroll(by columns: Int) {
    let widest = texts.values.lazy.flatMap(\.rows).filter(\.isFixed).map(\.width).max() ?? 0
    left = max(0, min(left + columns, widest - 1))
  }
}

extension ReadingText.Row {
  fileprivate var width: Int {
    if case .text(let text) = content { text.width } else { 0 }
  }
}
