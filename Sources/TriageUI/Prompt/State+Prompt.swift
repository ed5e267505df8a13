import Screen
import TriageCore

extension State {
  /// Opens a prompt, and learns what can be completed in it.
  mutating func ask(_ purpose: PromptState.Purpose) -> [Effect] {
    prompt = PromptState(purpose)
    prompt?.saidBefore = status
    return isWaiting(for: { $0 == .names }) ? [] : [request(.names, for: .names)]
  }

  mutating func takeInPrompt(_ chord: KeyChord) -> [Effect] {
    let key = chord.description
    if let effects = takeInPalette(key) { return effects }
    if key != "Tab", key != "Shift-Tab" { prompt?.completion = nil }
    switch key {
    case "Esc", "Ctrl-C", "Ctrl-G": prompt = nil
    case "Enter": return answerPrompt()
    case "Tab": complete(backward: false)
    case "Shift-Tab": complete(backward: true)
    case "Up", "Ctrl-P": recall(-1)
    case "Down", "Ctrl-N": recall(1)
    case TextFieldUndo.undoKey: return turn(.undo, count: nil)
    case TextFieldUndo.redoKey: return turn(.redo, count: nil)
    case "F10", "Alt-M", "Alt-E", "Alt-V", "Alt-G", "Alt-H": openMenu(key)
    default: edit(chord)
    }
    return []
  }

  private mutating func openMenu(_ key: String) {
    guard case .action(.command(let command)) = keymap.match([key], in: .global) else { return }
    menu = MenuName(command).map { MenuState(menu: $0) }
  }

  private mutating func edit(_ chord: KeyChord) {
    guard var field = prompt?.field else { return }
    let (cursor, end) = (field.content.cursor, field.content.text.count)
    switch chord.description {
    case "Backspace", "Ctrl-H": field.delete(to: cursor - 1, isSingle: true)
    case "Delete", "Ctrl-D": field.delete(to: cursor + 1, isSingle: true)
    case "Ctrl-U": field.delete(to: 0)
    case "Ctrl-K": field.delete(to: end)
    case "Ctrl-W", "Alt-Backspace": field.delete(to: field.wordStart)
    case "Ctrl-A", "Home": field.move(to: 0)
    case "Ctrl-E", "End": field.move(to: end)
    case "Ctrl-B", "Left": field.move(to: cursor - 1)
    case "Ctrl-F", "Right": field.move(to: cursor + 1)
    case "Alt-B": field.move(to: field.wordStart)
    case "Alt-F": field.move(to: field.wordEnd)
    default: if let character = chord.typed { field.type(character) }
    }
    prompt?.field = field
  }

  private mutating func answerPrompt() -> [Effect] {
    guard let prompt else { return [] }
    let text = prompt.field.text
    self.prompt = nil
    guard text.contains(where: { $0 != " " }) else {
      if prompt.purpose == .filter { return filterHistory(by: "") }
      return prompt.purpose == .limit && list.limit != nil ? limit(to: nil) : []
    }
    typed.add(text, as: prompt.purpose.kind)
    return [.remember(text, prompt.purpose.kind)] + answer(prompt.purpose, with: text)
  }

  private mutating func answer(_ purpose: PromptState.Purpose, with text: String) -> [Effect] {
    switch purpose {
    case .search: show(ListState(query: text, title: .query))
    case .limit: limit(to: text)
    case .selectMatching: select(matching: text)
    case .filter: filterHistory(by: text)
    case .palette: []
    case .argument(let action): act(typed: text, for: action)
    case .find: find(text)
    case .save(let part, let message): save(part, of: message, in: text)
    case .pipe(let message): pipe(message, to: text)
    case .planActions: askForPlanFile(typed: text)
    case .planFile(let actions): save(actions, asPlan: text)
    }
  }

  /// `+todo -work` changes several tags; a word without a sign is the argument itself.
  private mutating func act(typed text: String, for action: ArgumentAction) -> [Effect] {
    let words = text.split(separator: " ").map(String.init)
    let isSigned =
      action.kind != .folder && words.allSatisfy { $0.hasPrefix("+") || $0.hasPrefix("-") }
    do throws(ActionError) {
      if isSigned { return act(try MailAction.changing(words)) }
      return act(try MailAction.parse("\(action.rawValue):\(text)"))
    } catch {
      say(.failure(error), isError: true, about: .key)
      return []
    }
  }
}
