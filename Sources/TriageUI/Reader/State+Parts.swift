import Screen
import TriageCore

extension State {
  /// Lists the links of the message under the cursor.
  mutating func chooseLink() {
    guard let text = reading?.currentText?.content else { return }
    reading?.choice = ChoiceState(message: text.id, entries: .links(text.links))
  }

  /// Takes the only attachment there is, or lists them.
  mutating func choosePart(_ purpose: ChoiceState.PartPurpose) -> [Effect] {
    guard let text = reading?.currentText?.content else { return [] }
    let parts = text.parts.filter(\.isAttachment)
    if parts.count == 1 { return use(parts[0], of: text.id, purpose) }
    reading?.choice = ChoiceState(message: text.id, entries: .parts(parts, purpose))
    return []
  }

  mutating func takeInChoice(_ key: String) -> [Effect] {
    guard var choice = reading?.choice else { return [] }
    switch key {
    case "Esc", "q", "Ctrl-C", "Ctrl-G": reading?.choice = nil
    case "Enter": return choose()
    case "j", "Down", "Ctrl-N", "Tab": choice.cursor = min(choice.cursor + 1, choice.count - 1)
    case "k", "Up", "Ctrl-P", "Shift-Tab": choice.cursor = max(choice.cursor - 1, 0)
    case "PageDown", "Ctrl-F": choice.cursor = min(choice.cursor + 10, choice.count - 1)
    case "PageUp", "Ctrl-B": choice.cursor = max(choice.cursor - 10, 0)
    case "G", "End": choice.cursor = choice.count - 1
    case "Home": choice.cursor = 0
    default:
      // A digit is the number of the entry.
      guard let number = Int(key), (1...choice.count).contains(number) else { return [] }
      choice.cursor = number - 1
    }
    if reading?.choice != nil { reading?.choice = choice }
    return []
  }

  /// Takes the entry at the cursor of the list.
  mutating func choose(at place: Int? = nil) -> [Effect] {
    guard let choice = reading?.choice else { return [] }
    let place = place ?? choice.cursor
    guard (0..<choice.count).contains(place) else { return [] }
    reading?.choice = nil
    switch choice.entries {
    case .links(let links): return [.openLink(links[place])]
    case .parts(let parts, let purpose): return use(parts[place], of: choice.message, purpose)
    }
  }

  private mutating func use(
    _ part: PartInfo,
    of message: MessageID,
    _ purpose: ChoiceState.PartPurpose
  ) -> [Effect] {
    switch purpose {
    case .open: return start(part, of: message, .open)
    case .save:
      let effects = ask(.save(part, of: message))
      for character in typed[.place].last ?? "~/" { prompt?.field.type(character) }
      return effects
    }
  }

  mutating func save(_ part: PartInfo, of message: MessageID, in folder: String) -> [Effect] {
    start(part, of: message, .save(folder: folder))
  }

  mutating func pipe(_ message: MessageID, to typed: String) -> [Effect] {
    guard let words = ShellWords.split(typed) else {
      say(Sentence("error.open-quote"), isError: true, about: .key)
      return []
    }
    let file = PartInfo(
      number: 0,
      type: "message/rfc822",
      filename: nil,
      size: 0,
      isAttachment: false
    )
    return start(file, of: message, .pipe(words))
  }

  private mutating func start(
    _ part: PartInfo,
    of message: MessageID,
    _ goal: PartTask.Goal
  ) -> [Effect] {
    if part.number > 0 {
      say(
        Sentence("status.fetching", .text(part.filename ?? part.type), .text(part.sizeText)),
        about: subjectOfReading
      )
    }
    return [
      .use(
        PartTask(
          message: message,
          part: part.number,
          filename: part.filename,
          type: part.type,
          goal: goal,
          request: newRequestID()
        )
      )
    ]
  }
}
