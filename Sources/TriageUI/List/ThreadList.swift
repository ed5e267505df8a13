import TriageCore

/// A list of threads: their order as far as it is known, and the rows that were shown.
struct ThreadList: Sendable {
  /// Where the loading of the order is.
  enum Phase: Hashable, Sendable {
    case loading
    case ready
    case failed(TriageFailure)
  }

  /// Where the cursor is to go as soon as it can.
  enum Goal: Hashable, Sendable {
    /// The thread of this message, which is being asked for.
    case message(MessageID)
    case thread(ThreadID)
    /// The thread that the cursor was on before the list was narrowed, sorted or left, if it is still there.
    case narrowed(ThreadID)
  }

  /// What the view asks for.
  let view: String
  /// What narrows it, if anything.
  let limit: String?
  /// Both in one.
  let query: String
  var title: ListTitle
  var sort = SortOrder.newestFirst
  var phase = Phase.loading
  /// Whether it is not known yet what its view sets: nothing is asked for before.
  var awaitsSettings = false
  /// The threads in order, each once.
  private(set) var order: [ThreadID] = []
  private var known: Set<ThreadID> = []
  /// Threads that keep their place although the new order has not come to them: if it never does, nothing of
  /// them is left.
  private var unplaced: Set<ThreadID> = []
  var rows: [ThreadID: ThreadRow] = [:]
  /// Rows that may have changed since they were read: shown, and read again.
  var stale: Set<ThreadID> = []
  /// Threads the index has no row of; not asked for again until the next refresh.
  var absent: Set<ThreadID> = []
  /// Where the next page of the order begins; `nil` if all of it is known.
  var next: Int? = 0
  /// The order being read anew, until it is as long as what is shown.
  var refreshed: [ThreadID]?
  /// Whether to refresh once more when the present refresh is done.
  var wantsRefresh = false
  var revision: IndexRevision?
  /// The thread that the cursor is on, or below.
  var cursor = 0 { didSet { if cursor != oldValue { cursorLine = 0 } } }
  var top = 0 { didSet { if top != oldValue { topLine = 0 } } }
  /// The row of the cursor's thread, if that is open, and of the window's first one.
  var cursorLine = 0
  var topLine = 0
  var trees = ThreadTrees()
  var selected: Set<ThreadID> = []
  /// The selection that grows and shrinks with the cursor.
  var range: SelectedRange?
  /// Whether the rows of all that is selected are being read, on the screen or not.
  var readsSelected = false
  /// Whether threads that are not known yet are selected too, as their pages come.
  var selectsRest = false
  /// What was selected of senders and lists, newest last.
  var sources: [SourceSelection] = []
  /// Threads acted on since the last `refresh`: they keep their rows even if they no longer match.
  var acted: Set<ThreadID> = []
  /// Rows acted on that no longer match, or will not: struck through.
  var struck: Set<ThreadID> = []
  var goal: Goal?
  /// What is looked for in the rows.
  var find: ListFind?
  /// The threads that a search finds among these.
  var hits: ListHits?
  /// The threads that have unread mail, here or elsewhere.
  var unread: UnreadThreads?
  /// Threads that have come in above the window and have not been on the screen.
  private(set) var newAbove: Set<ThreadID> = []

  init(query view: String, title: ListTitle, limit: String? = nil) {
    self.view = view
    self.limit = limit
    self.title = title
    query = limit.map { ThreadList.query(view, narrowedBy: $0) } ?? view
  }

  /// Makes a list of which nothing is known but its name.
  init(_ name: ListName) {
    self.init(query: name.view, title: name.title, limit: name.limit)
  }

  var name: ListName { ListName(view: view, limit: limit, title: title) }

  /// Returns the query for what two queries both find; `*` finds all only where it stands alone.
  static func query(_ query: String, narrowedBy other: String) -> String {
    if other == "*" { return query }
    return query == "*" ? other : "(\(query)) and (\(other))"
  }

  /// Returns what narrows a query to another one, if that is how the other came about.
  static func limit(of query: String, in view: String) -> String? {
    guard query.hasPrefix("(\(view)) and ("), query.hasSuffix(")") else { return nil }
    let limit = query.dropFirst(view.count + "() and (".count).dropLast()
    // A parenthesis that is closed before it was opened belongs to another query.
    var depth = 0
    for character in limit where depth >= 0 {
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
    }
    return depth == 0 && !limit.isEmpty ? String(limit) : nil
  }

  /// Returns the list to be read anew: nothing of it is known but what it is called.
  func anew(limit: String?, sort: SortOrder, goal: Goal?) -> ThreadList {
    var list = ThreadList(query: view, title: title, limit: limit)
    list.sort = sort
    list.goal = goal
    list.trees = trees.anew
    return list
  }

  /// Whether it is a search that has found nothing.
  var isFruitless: Bool {
    title == .query && phase == .ready && order.isEmpty && next == nil
  }

  /// The thread under the cursor.
  var current: ThreadID? { order.indices.contains(cursor) ? order[cursor] : nil }

  /// The row under the cursor, if it has been read.
  var currentRow: ThreadRow? { current.flatMap { rows[$0] } }

  /// How many of the threads that are known are not struck through.
  var liveCount: Int { order.count - struck.count }

  /// Strikes a thread through if the list has it; returns whether it was not.
  mutating func strike(_ thread: ThreadID) -> Bool {
    known.contains(thread) && struck.insert(thread).inserted
  }

  /// Adds threads at the end; those that are there already keep their place.
  mutating func append(_ threads: [ThreadID], areLast: Bool) {
    order += threads.filter { known.insert($0).inserted }
    unplaced.subtract(threads)
    guard areLast else { return }
    struck.formUnion(unplaced)
    unplaced = []
  }

  /// How much of the order must be read anew before it can take the old one's place: what is shown
  /// and a screen more, and all that was acted on.
  func refreshNeeds(height: Int) -> Int {
    let lastActed = acted.isEmpty ? nil : order.lastIndex(where: acted.contains)
    return min(order.count, max(top + 2 * height, (lastActed ?? -1) + 1))
  }

  /// Takes a new order; rows acted on stay where they were, struck through if they are not in it,
  /// the cursor stays on its thread, and that on its row of the screen.
  mutating func replaceOrder(with threads: [ThreadID], isWhole: Bool) {
    let (current, line) = (current, cursorLine)
    let present = Set(threads)
    let inPlace = partlyActed(in: threads)
    struck = acted.subtracting(present).filter(known.contains)
      .filter { isWhole || !inPlace.contains($0) || struck.contains($0) }
    unplaced = inPlace.subtracting(present).subtracting(struck)
    let merged = Self.merge(
      inPlace.isEmpty ? threads : threads.filter { !inPlace.contains($0) },
      keeping: struck.union(inPlace),
      from: order
    )
    let gone = order.filter {
      !present.contains($0) && !struck.contains($0) && !inPlace.contains($0)
    }
    for thread in gone { rows[thread] = nil }
    let old = known
    keepScreenRow { list in
      list.trees.drop(gone, keepingSelected: list.sources.last?.after.messages ?? [:])
      let index = current.flatMap { merged.firstIndex(of: $0) }
      list.order = merged
      list.known = Set(merged)
      list.cursor = max(0, min(index ?? list.cursor, merged.count - 1))
      list.cursorLine = index == nil ? 0 : line
    }
    selected.subtract(gone)
    if !old.isEmpty { newAbove.formUnion(order[..<top].filter { !old.contains($0) }) }
  }

  private static func merge(
    _ new: [ThreadID],
    keeping kept: Set<ThreadID>,
    from old: [ThreadID]
  ) -> [ThreadID] {
    guard !kept.isEmpty else { return new }
    // What is kept goes behind the thread that stood before it.
    let present = Set(new)
    var followers: [ThreadID: [ThreadID]] = [:]
    var first: [ThreadID] = []
    var predecessor: ThreadID?
    for thread in old {
      if present.contains(thread) {
        predecessor = thread
      } else if kept.contains(thread) {
        if let predecessor {
          followers[predecessor, default: []].append(thread)
        } else {
          first.append(thread)
        }
      }
    }
    return first + new.flatMap { [$0] + (followers[$0] ?? []) }
  }

  /// Moves the window so that the cursor is in it.
  mutating func scroll(height: Int) {
    guard height > 0 else { return }
    showCursor(height: height)
    if !newAbove.isEmpty { newAbove.formIntersection(order[..<max(0, top)]) }
  }
}

extension ThreadList.Goal {
  /// The message that is being asked for.
  var message: MessageID? {
    if case .message(let id) = self { id } else { nil }
  }

  /// The thread that the cursor is to go to.
  var thread: ThreadID? {
    switch self {
    case .message: nil
    case .thread(let thread), .narrowed(let thread): thread
    }
  }
}

// MARK: The selection

/// A selection that reaches from a row to the cursor.
struct SelectedRange: Hashable, Sendable {
  /// Where it begins.
  let anchor: ThreadID
  /// The message that it begins with, if it begins below the thread's row.
  var message: MessageID?
  /// What was selected before.
  let base: Set<ThreadID>
  var messages: [ThreadID: Set<MessageID>] = [:]
}

extension ThreadList {
  /// Whether something is selected, or is being selected.
  var hasSelection: Bool { selectedCount > 0 || selectsRest || range != nil }

  mutating func clearSelection() {
    selected = []
    trees.selected = [:]
    selectsRest = false
    readsSelected = false
    range = nil
    sources = []
  }

  /// Selects what lies between the beginning of the range and the cursor, besides what was.
  mutating func stretchRange() {
    guard let range else { return }
    guard let anchor = order.firstIndex(of: range.anchor) else {
      self.range = nil
      return
    }
    stretch(range, from: anchor)
  }
}

/// The threads of a list that a search finds, at a state of the index.
struct ListHits: Sendable {
  let text: String
  let revision: IndexRevision?
  let threads: Set<ThreadID>
}
