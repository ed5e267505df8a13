import TriageCore

/// What an action on threads makes of the counts of queries, as far as their rows tell.
///
/// A number that is not certain for one of the threads is left as it is.
struct CountEstimate {
  /// Which messages of a thread an action is about.
  enum Scope: Hashable {
    /// All of them.
    case whole
    /// Those that match the query of the list.
    case matched
    /// So many that were unread and have been read, and so many of them that match.
    case read(Int, matched: Int)
  }

  /// A query and what becomes of its counts; `nil` is not known.
  private struct View {
    let query: String
    let form: TagConjunction
    /// What a message must have and lack to be counted, besides what is no tag.
    let terms: [TagConjunction.Term]
    let isShown: Bool
    var total: Int? = 0
    var unread: Int? = 0
  }

  private let edit: TagEdit
  private var views: [View] = []

  /// Begins with no thread; of queries that have not been counted there is nothing to be known.
  init(_ edit: TagEdit, shown: String, others: [String], in counts: ViewCounts) {
    self.edit = edit
    for query in Set(others).union([shown]) {
      guard let counted = counts.lastCount(of: query), let form = TagConjunction(query) else {
        continue
      }
      let excluded = counted.excluded.filter { !form.names($0) }.map {
        TagConjunction.Term(tag: $0, isWanted: false)
      }
      let view = View(
        query: query,
        form: form,
        terms: form.terms + excluded,
        isShown: query == shown
      )
      if touches(view) { views.append(view) }
    }
  }

  /// Whether the counts of a query may change at all.
  private func touches(_ view: View) -> Bool {
    edit.names(.unread) || view.terms.contains { edit.names($0.tag) }
  }

  /// What becomes of the counts of each query, as far as it is known.
  var differences: [String: CountDifference] {
    views.reduce(into: [:]) { differences, view in
      let difference = CountDifference(unread: view.unread ?? 0, total: view.total ?? 0)
      if difference != CountDifference() { differences[view.query] = difference }
    }
  }

  /// Adds a thread that the shown query has.
  mutating func add(_ row: ThreadRow, _ scope: Scope) {
    let scope = scope == .matched && row.matched.count == row.messages.count ? .whole : scope
    for index in views.indices {
      let view = views[index]
      let (before, after) =
        view.isShown
        ? shownMembership(of: row, scope, in: view) : membership(of: row, scope, in: view)
      views[index].total = view.total.plus(before.total, after.total)
      views[index].unread = view.unread.plus(before.unread, after.unread)
    }
  }
}

/// Whether a query has a thread, and an unread message of it; `nil` is not known.
private struct Membership {
  var total: Bool?
  var unread: Bool?
}

extension Int? {
  /// The number with one thread more or fewer; unknown if it is not known which.
  fileprivate func plus(_ before: Bool?, _ after: Bool?) -> Int? {
    guard let self, let before, let after else { return nil }
    return self + (after ? 1 : 0) - (before ? 1 : 0)
  }
}

extension TagEdit {
  fileprivate func names(_ tag: MailTag) -> Bool { add.contains(tag) || remove.contains(tag) }
}

// MARK: The query of the list: the rows know what matches it

extension CountEstimate {
  private func shownMembership(
    of row: ThreadRow,
    _ scope: Scope,
    in view: View
  ) -> (Membership, Membership) {
    let before = Membership(total: true, unread: row.matchedMarks.unread > 0)
    if case .read(_, let matched) = scope {
      let left = row.matchedMarks.unread - matched
      let stays = !view.terms.contains { $0.tag == .unread && $0.isWanted } || left > 0
      return (before, Membership(total: stays, unread: left > 0))
    }
    if view.terms.contains(where: { edit.breaks($0) }) {
      return (before, Membership(total: false, unread: false))
    }
    return (before, Membership(total: true, unread: unreadAfter(row, scope, in: view)))
  }

  /// Whether an unread message matches after the edit of a thread that stays.
  private func unreadAfter(_ row: ThreadRow, _ scope: Scope, in view: View) -> Bool? {
    if edit.add.contains(.unread) { return true }
    let isUnread = !edit.remove.contains(.unread) && row.matchedMarks.unread > 0
    // Messages that did not match may do so now.
    let mayGrow = scope == .whole && view.terms.contains { edit.meets($0) }
    let others = edit.remove.contains(.unread) ? 0 : row.marks.unread - row.matchedMarks.unread
    return mayGrow && !isUnread && others > 0 ? nil : isUnread
  }
}

extension TagEdit {
  /// Whether no message of the edit satisfies a term afterwards.
  fileprivate func breaks(_ term: TagConjunction.Term) -> Bool {
    term.isWanted ? remove.contains(term.tag) : add.contains(term.tag)
  }

  /// Whether every message of the edit satisfies a term afterwards.
  fileprivate func meets(_ term: TagConjunction.Term) -> Bool {
    term.isWanted ? add.contains(term.tag) : remove.contains(term.tag)
  }
}

// MARK: Other queries: the rows know which tags the thread has

/// Whether some message of a thread has a tag, and whether some message lacks it; `nil` is not known.
private struct Presence {
  var isSomewhere: Bool?
  var isMissingSomewhere: Bool?

  static let everywhere = Presence(isSomewhere: true, isMissingSomewhere: false)
  static let nowhere = Presence(isSomewhere: false, isMissingSomewhere: true)
}

extension CountEstimate {
  private func membership(
    of row: ThreadRow,
    _ scope: Scope,
    in view: View
  ) -> (Membership, Membership) {
    let unread = view.terms + [TagConjunction.Term(tag: .unread, isWanted: true)]
    let before = { row.presence(of: $0) }
    let after = { row.presence(of: $0, after: edit, scope) }
    guard view.form.isOnlyTags else {
      // Whether it matches is not known, only that this does not change.
      let isTouched = view.terms.contains { edit.names($0.tag) }
      return (Membership(total: isTouched ? nil : false), Membership(total: false))
    }
    return (
      Membership(total: view.terms.hold(before), unread: unread.hold(before)),
      Membership(total: view.terms.hold(after), unread: unread.hold(after))
    )
  }
}

extension [TagConjunction.Term] {
  /// Whether some message of a thread satisfies all terms.
  fileprivate func hold(_ presence: (MailTag) -> Presence) -> Bool? {
    var open = 0
    var isSatisfied: Bool? = true
    for term in self {
      let tag = presence(term.tag)
      let (some, notAll) =
        term.isWanted
        ? (tag.isSomewhere, tag.isMissingSomewhere) : (tag.isMissingSomewhere, tag.isSomewhere)
      if some == false { return false }
      if notAll == false { continue }
      open += 1
      isSatisfied = some
    }
    // Two terms that some messages satisfy may never meet in one.
    return open > 1 ? nil : isSatisfied
  }
}

extension ThreadRow {
  fileprivate func presence(of tag: MailTag) -> Presence {
    if let marked = marks.count(of: tag) {
      return Presence(isSomewhere: marked > 0, isMissingSomewhere: marked < messages.count)
    }
    guard tags.contains(tag) else { return .nowhere }
    return messages.count == 1
      ? .everywhere : Presence(isSomewhere: true, isMissingSomewhere: nil)
  }

  fileprivate func presence(
    of tag: MailTag,
    after edit: TagEdit,
    _ scope: CountEstimate.Scope
  ) -> Presence {
    let before = presence(of: tag)
    guard edit.names(tag) else { return before }
    switch scope {
    case .whole: return edit.add.contains(tag) ? .everywhere : .nowhere
    case .read(let count, matched: _):
      return Presence(isSomewhere: marks.unread > count, isMissingSomewhere: true)
    case .matched:
      let others = othersPresence(of: tag, before)
      return edit.add.contains(tag)
        ? Presence(isSomewhere: true, isMissingSomewhere: others.isMissingSomewhere)
        : Presence(isSomewhere: others.isSomewhere, isMissingSomewhere: true)
    }
  }

  /// The same of the messages that do not match, of which there are some.
  private func othersPresence(of tag: MailTag, _ all: Presence) -> Presence {
    if let marked = marks.count(of: tag), let matching = matchedMarks.count(of: tag) {
      let (others, rest) = (messages.count - matched.count, marked - matching)
      return Presence(isSomewhere: rest > 0, isMissingSomewhere: rest < others)
    }
    return Presence(
      isSomewhere: all.isSomewhere == false ? false : nil,
      isMissingSomewhere: all.isSomewhere == false ? true : nil
    )
  }
}

extension MarkCounts {
  /// How many messages have a tag, if it is one of those that are counted.
  fileprivate func count(of tag: MailTag) -> Int? {
    tag == .unread ? unread : tag == .flagged ? starred : nil
  }
}

// MARK: A change that is marked

extension ViewCounts {
  /// Whether an edit of all messages of a thread takes it out of a query that has it; `nil` if that is not
  /// known.
  func leaves(_ query: String, by edit: TagEdit, movesFiles: Bool) -> Bool? {
    guard let form = TagConjunction(query) else { return nil }
    if form.terms.contains(where: edit.breaks) { return true }
    guard let excluded = lastCount(of: query)?.excluded, form.isOnlyTags || !movesFiles else {
      return nil
    }
    return excluded.contains { !form.names($0) && edit.add.contains($0) }
  }
}

extension Shared {
  /// Shows the counts as an action on threads will leave them, as far as their rows tell.
  mutating func expectCounts(of change: PendingChange, _ edit: TagEdit, _ rows: [ThreadRow]) {
    guard change.action?.folder == nil else { return }
    var estimate = CountEstimate(
      edit,
      shown: mailbox.shown.query,
      // What becomes of thousands of rows elsewhere is not worth a moment's delay.
      others: rows.count > 500 ? [] : views.map(\.query),
      in: mailbox.counts
    )
    for row in rows {
      guard let scope = scope(of: change, in: row) else { return }
      estimate.add(row, scope)
    }
    mailbox.counts.expect(estimate.differences, of: change.id)
  }

  /// Which messages of a thread a change is about; `nil` if only the row as it will be read tells
  /// what comes of it.
  private func scope(of change: PendingChange, in row: ThreadRow) -> CountEstimate.Scope? {
    if change.isAutomatic {
      let read = Set(change.messages ?? []).intersection(row.messages)
      return .read(read.count, matched: read.intersection(row.matched).count)
    }
    guard change.subject.chosen.isEmpty else {
      return change.subject.chosen.isSuperset(of: row.messages) ? .whole : nil
    }
    let isMatched = change.subject.areDrafts || config.list.threadActions == .matched
    // What is being written is left alone.
    guard isMatched || row.drafts.isEmpty else { return nil }
    return isMatched ? .matched : .whole
  }
}
