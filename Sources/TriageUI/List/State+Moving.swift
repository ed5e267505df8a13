import Screen
import TriageCore

extension State {
  mutating func move(_ command: ScreenCommand, count: Int?) {
    if sidebar.hasFocus {
      moveInSidebar(command, count: count)
    } else if history != nil {
      moveInHistory(command, count: count)
    } else if reading != nil {
      moveInMessage(command, count: count)
    } else {
      moveInList(command, count: count)
    }
  }

  private mutating func moveInList(_ command: ScreenCommand, count: Int?) {
    let steps = count ?? 1
    list.goal = nil
    switch command {
    case .next: list.cursor += steps
    case .previous: list.cursor -= steps
    case .top: list.cursor = count.map { $0 - 1 } ?? 0
    case .bottom: list.cursor = count.map { $0 - 1 } ?? list.order.count - 1
    case .halfPageDown: page(by: listHeight / 2 * steps)
    case .halfPageUp: page(by: -listHeight / 2 * steps)
    case .pageDown: page(by: listHeight * steps)
    case .pageUp: page(by: -listHeight * steps)
    case .nextUnread: seekUnread(1)
    case .previousUnread: seekUnread(-1)
    case .nextMessage: scrollPreview(by: steps)
    case .previousMessage: scrollPreview(by: -steps)
    default: break
    }
    list.scroll(height: listHeight)
  }

  private mutating func page(by rows: Int) {
    list.cursor += rows
    list.top = min(list.top + rows, max(0, list.order.count - listHeight))
  }

  private mutating func seekUnread(_ step: Int) {
    var place = list.cursor + step
    while list.order.indices.contains(place) {
      if list.rows[list.order[place]].map({ $0.unread > 0 }) ?? false {
        list.cursor = place
        return
      }
      place += step
    }
    say(Sentence("status.no-more-unread"), about: .key)
  }

  private mutating func moveInMessage(_ command: ScreenCommand, count: Int?) {
    guard var reading else { return }
    let height = contentHeight
    let steps = count ?? 1
    reading.followsCursor = false
    switch command {
    case .next: reading.top += steps
    case .previous: reading.top -= steps
    case .top: reading.top = 0
    case .bottom: reading.top = reading.layout.count - height
    case .halfPageDown: reading.top += height / 2 * steps
    case .halfPageUp: reading.top -= height / 2 * steps
    case .pageDown: reading.top += height * steps
    case .pageUp: reading.top -= height * steps
    case .nextMessage: reading.go(to: reading.cursor + steps)
    case .previousMessage: reading.go(to: reading.cursor - steps)
    case .nextUnread: reading.seekUnread(1)
    case .previousUnread: reading.seekUnread(-1)
    default: break
    }
    reading.settle(height: height)
    self.reading = reading
  }
}

extension ReadingState {
  /// Unfolds a message and shows it from its header line on.
  mutating func go(to place: Int) {
    guard messages.indices.contains(place) else { return }
    cursor = place
    unfolded.insert(messages[place].id)
    top = layout.firstLine(of: place)
    followsCursor = true
  }

  fileprivate mutating func seekUnread(_ step: Int) {
    var place = cursor + step
    while messages.indices.contains(place) {
      if messages[place].tags.contains(.unread) { return go(to: place) }
      place += step
    }
  }
}
