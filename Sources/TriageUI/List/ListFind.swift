import Screen
import TriageCore

// Looking for a text in what the rows of a list say. Rows that have not been read are asked for, a
// page at a time; nothing waits for them.

/// What is looked for in the rows of a list.
struct ListFind: Sendable {
  let pattern: DisplayText
  /// How many hits further to go, back if negative; 0 if nothing is being looked for now.
  fileprivate(set) var steps = 0
  /// The row to look at next.
  fileprivate var index = 0
  /// How many rows have been looked at for that.
  fileprivate(set) var looked = 0
  /// Whether it went on at the other end of the list.
  fileprivate var isWrapped = false
  /// The last hit on the way, if more are to be passed.
  fileprivate var passed: ThreadID?
  /// Rows that were read to look at them, and are kept only if they are gone to.
  fileprivate var rows: [ThreadID: ThreadRow] = [:]

  /// Whether rows are being read to look at them.
  var isLooking: Bool { steps != 0 }

  init(_ text: String) {
    pattern = DisplayText(text)
  }

  /// How many rows are asked for at once.
  fileprivate static let page = 200
}

extension ListPane {
  /// Looks for a text, from the cursor on.
  mutating func find(_ text: String, _ shared: inout Shared) {
    list.find = ListFind(text)
    seekFind(1, &shared)
  }

  /// Goes so many hits further, or back.
  mutating func seekFind(_ steps: Int, _ shared: inout Shared) {
    tickets.found = nil
    list.find?.steps = steps
    list.find?.index = list.cursor + steps.signum()
    list.find?.looked = 0
    list.find?.isWrapped = false
    list.find?.passed = nil
    findFurther(&shared)
  }

  /// Gives up looking; the hits that are on the screen stay marked.
  mutating func stopFinding() {
    tickets.found = nil
    list.find?.steps = 0
    list.find?.rows = [:]
  }

  /// Looks at the rows that are there, as far as it was not done; from one end of the list it goes on
  /// at the other, until all rows have been looked at.
  mutating func findFurther(_ shared: inout Shared) {
    guard var find = list.find, find.steps != 0, tickets.found == nil else { return }
    let direction = find.steps.signum()
    while find.looked < list.order.count || isOpenEnded {
      guard list.order.indices.contains(find.index) else {
        list.find = find
        // Where the list ends, and whether it begins anew there, is known when all pages have come.
        if isOpenEnded { return }
        find.isWrapped = true
        find.index = direction > 0 ? 0 : list.order.count - 1
        continue
      }
      let thread = list.order[find.index]
      if let row = list.rows[thread] ?? find.rows[thread] {
        if shared.says(find.pattern, in: row) {
          find.steps -= direction
          find.passed = thread
          list.find = find
          if find.steps == 0 { return go(toFound: find.index, direction, &shared) }
        }
      } else if !list.absent.contains(thread) {
        list.find = find
        return readRowsToFind(from: find.index, direction, &shared)
      }
      find.index += direction
      find.looked += 1
    }
    // Other programs may have taken it out of the list meanwhile.
    if let last = find.passed.flatMap(list.order.firstIndex(of:)) {
      return go(toFound: last, direction, &shared)
    }
    stopFinding()
    shared.report(Sentence("status.no-hit", .text(find.pattern.text)), about: .key)
  }

  /// Whether threads may come behind those that are known.
  private var isOpenEnded: Bool { list.next != nil || list.refreshed != nil }

  private mutating func go(toFound index: Int, _ direction: Int, _ shared: inout Shared) {
    // The only hit is found again: nothing was gone on to.
    let isWrapped = index != list.cursor && list.find?.isWrapped ?? false
    let thread = list.order[index]
    list.rows[thread] = list.rows[thread] ?? list.find?.rows[thread]
    stopFinding()
    go(to: index, shared)
    if isWrapped { shared.reportWrap(isForward: direction > 0) }
  }

  private mutating func readRowsToFind(
    from index: Int,
    _ direction: Int,
    _ shared: inout Shared
  ) {
    guard shared.requests.isAlive else { return stopFinding() }
    let end = index + direction * ListFind.page
    let ahead = stride(from: index, to: end, by: direction).lazy
      .filter(list.order.indices.contains).map { [list] in list.order[$0] }
      .filter { [list] in list.rows[$0] == nil }
    list.find?.rows = [:]
    tickets.found = readRows(Array(ahead), &shared)
  }

  mutating func receiveFound(
    _ answered: Answered<[ThreadRow]>,
    of asked: [ThreadID],
    _ shared: inout Shared
  ) {
    guard case .answer(let rows) = answered else {
      stopFinding()
      if let failure = answered.failure { shared.report(failure, about: .key) }
      return
    }
    for row in rows { list.find?.rows[row.thread] = row }
    list.absent.formUnion(asked.filter { list.find?.rows[$0] == nil })
    findFurther(&shared)
  }

  /// How far it has been looked, as soon as that takes longer than a page.
  func findProgress(_ shared: Shared) -> Sentence? {
    guard let find = list.find, find.steps != 0, find.looked >= ListFind.page else { return nil }
    let looking = Sentence(
      "status.finding",
      .text(find.pattern.text),
      .number(find.looked),
      .number(list.order.count)
    )
    let key = shared.keymap.key(for: .command(.cancel), in: .list) ?? ""
    return Sentence("status.cancellable", .sentence(looking), .keys(key))
  }
}

extension ThreadRow {
  /// The tags that are the thread's, not only those of some of its messages.
  var ownTags: Set<MailTag> { tags.subtracting(partialTags) }
}

extension Shared {
  /// Says that what was looked for was found beyond the end, from the other end on.
  mutating func reportWrap(isForward: Bool) {
    report(Sentence(isForward ? "status.wrapped.top" : "status.wrapped.bottom"), about: .key)
  }

  /// Whether a row shows a text: in the names, the subject or the tags, whatever its case.
  fileprivate func says(_ pattern: DisplayText, in row: ThreadRow) -> Bool {
    let texts =
      [row.people.joined(separator: ", "), row.subject]
      + shownTags(row.ownTags).map { settings.look.glyphs[$0] ?? $0.text }
    return texts.contains { !DisplayText($0).ranges(of: pattern).isEmpty }
  }

  /// The tags that no other column shows and the view's query does not imply; when a message wakes is
  /// said in words.
  func shownTags(_ tags: Set<MailTag>) -> [MailTag] {
    let view = mailbox.shown.view
    let implied = view.hasPrefix("tag:") ? MailTag(String(view.dropFirst("tag:".count))) : nil
    let others = tags.lazy.filter { tag in
      switch tag {
      case .unread, .flagged, .attachment, WakeTime.woken: false
      default: tag != implied && !tag.isOfSleep
      }
    }
    return others.sorted()
  }
}
