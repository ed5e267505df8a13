import Screen
import TriageCore

/// What the menu bar says at its right: what is shown, and how much of it there is.
struct ViewTitle: Hashable, Sendable {
  /// The name of the view; of a search, what was searched for.
  let name: Sentence
  /// What narrows it, as it was typed.
  var limit: String?
  /// Whether the name is a query, too.
  var isQuery = false
  var counts: ThreadCounts?
  /// The order of the rows, if it is not the one that everybody expects.
  var order: Sentence?
  /// Threads that came while the rows stood still.
  var newAbove = 0

  /// All of it.
  var sentence: Sentence {
    let counted = counted(ordered)
    return newAbove == 0
      ? counted : Sentence("status.view.new-above", .sentence(counted), .number(newAbove))
  }

  private var ordered: Sentence {
    guard let order else { return limited }
    return Sentence("status.view.sorted", .sentence(limited), .sentence(order))
  }

  fileprivate var limited: Sentence { limit.map(limited(to:)) ?? name }

  fileprivate func limited(to limit: String) -> Sentence { limited(name, to: limit) }

  fileprivate func limited(_ name: Sentence, to limit: String) -> Sentence {
    Sentence("status.view.limited", .sentence(name), .text(limit))
  }

  fileprivate func counted(_ name: Sentence) -> Sentence {
    guard let counts else { return name }
    // Right behind a query a number would be read as a part of it.
    let isTyped = isQuery || limit != nil
    guard counts.unread > 0 else {
      let key = isTyped ? "status.view.total.apart" : "status.view.total"
      return Sentence(key, .sentence(name), .number(counts.total))
    }
    return Sentence(
      isTyped ? "status.view.counts.apart" : "status.view.counts",
      .sentence(name),
      .number(counts.unread),
      .number(counts.total)
    )
  }
}

extension Wording {
  /// How much is unread and how much there is: without anything unread only that, since "0/7" is
  /// read as none of seven being there.
  func counts(_ unread: Int, of total: Int) -> DisplayText {
    display(unread == 0 ? "\(total)" : "\(unread)/\(total)")
  }

  /// Returns a title for so many columns: what came meanwhile and the order are left out first, then what was typed
  /// is cut in its middle, or the name if no room is left for that; the counts stay, even if they alone are wider.
  func title(_ title: ViewTitle, columns: Int) -> DisplayText {
    let whole = text(title.sentence)
    guard whole.width > columns else { return whole }
    let rest = title.counts == nil ? 0 : text(title.counted(Sentence("custom", .text("")))).width
    let name = name(of: title, columns: max(1, columns - rest))
    return text(title.counted(Sentence("custom", .text(name.text))))
  }

  /// The columns that are kept for a title with counts: so much of the name that it can be told.
  func leastColumns(of title: ViewTitle) -> Int {
    guard title.counts != nil else { return 0 }
    return min(text(title.sentence).width, self.title(title, columns: 0).width + 4)
  }

  private func name(of title: ViewTitle, columns: Int) -> DisplayText {
    let whole = text(title.limited)
    guard let limit = title.limit else { return whole.cutInMiddle(toColumns: columns) }
    let room = columns - text(title.limited(to: "")).width
    if room >= 5 {
      return text(title.limited(to: display(limit).cutInMiddle(toColumns: room).text))
    }
    // The name is known, what narrows it is not.
    let rest = columns - text(title.limited(Sentence("custom", .text("")), to: limit)).width
    guard rest >= 5 else { return whole.cutInMiddle(toColumns: columns) }
    let name = text(title.name).truncated(toColumns: rest).withoutIsolates
    return text(title.limited(Sentence("custom", .text(name)), to: limit))
  }
}

extension DisplayText {
  /// Returns the beginning and the end of a text, with an ellipsis between them, if it is too wide.
  func cutInMiddle(toColumns columns: Int) -> DisplayText {
    guard width > columns, columns > 2 else { return truncated(toColumns: columns) }
    let end = (columns - 1) / 2
    return prefix(columns: columns - 1 - end) + "…" + dropFirst(columns: width - end)
  }
}
