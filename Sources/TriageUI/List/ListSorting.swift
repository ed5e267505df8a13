import TriageCore
import UndoKit

// Orders that all threads of a list must be read for: by sender, by subject, by size.

extension ListPane {
  /// Asks for a list in such an order; what is shown stays until it is there.
  mutating func readSorted(_ next: ThreadList, _ shared: inout Shared) {
    let height = shared.listHeight
    tickets.sortedList = next
    tickets.sortProgress = nil
    tickets.sorted = shared.ask(
      ListQuestion(
        query: MailQuery(next.query),
        sort: next.sort,
        limit: max(50, height),
        rows: height,
        wokenFirst: shared.config.list.woken == .first
      )
    )
  }

  mutating func receiveSorted(
    _ answered: Answered<ListQuestion.Answer>,
    _ shared: inout Shared
  ) {
    guard let next = tickets.sortedList, case .answer(let answer) = answered else {
      return giveUpSorting(answered.failure ?? TriageFailure(.internalError), &shared)
    }
    list = next
    shownLists[next.query] = next.name
    tickets.dropReads()
    receive(answer.page, answer.rows, &shared)
    list.scroll(height: shared.listHeight)
    visits.amend(list)
  }

  /// How far that is.
  func sortProgress(_ shared: Shared) -> Sentence? {
    tickets.sortProgress.map { done, total in
      let reading = Sentence("status.sorting", .number(done), .number(total))
      let key = shared.keymap.key(for: .command(.cancel), in: .list) ?? ""
      return Sentence("status.cancellable", .sentence(reading), .keys(key))
    }
  }

  /// Leaves the list in the order it has; one of which nothing is shown yet gets the first order.
  mutating func giveUpSorting(_ failure: TriageFailure, _ shared: inout Shared) {
    (tickets.sorted, tickets.sortedList, tickets.sortProgress) = (nil, nil, nil)
    shared.report(failure, about: .key)
    guard list.phase == .loading else { return }
    list.sort = .newestFirst
    visits.amend(list)
    readFirstPage(&shared)
  }
}

extension ThreadList {
  /// Whether a row is the last of its sender, in the order that says so; not as long as the rows are
  /// not known.
  ///
  /// A rule between two senders takes no row of its own.
  func isLastOfSender(at position: ListPosition) -> Bool {
    let index = position.thread
    guard sort == .sender, position.line == lastLine(of: index), order.indices.contains(index + 1),
      let row = rows[order[index]], let next = rows[order[index + 1]]
    else { return false }
    return row.authors.first?.lowercased() != next.authors.first?.lowercased()
  }
}
