import TriageCore

/// Which threads of a list are open, and what has been read of them.
///
/// Only what was on the screen is read, so nothing here knows how many rows the whole list has: a
/// thread has one row until its messages have come.
struct ThreadTrees: Sendable {
  /// How many messages of a thread are read at first, and then each time that more are asked for.
  static let step = 500

  /// A message that the cursor is to go to, if the change it stands for was about no whole thread.
  struct Goal: Hashable, Sendable {
    let message: MessageID
    /// How many messages were changed.
    let changed: Int
  }

  /// Whether threads are open unless they were closed; else they are closed unless opened.
  private(set) var opensAll = false
  /// Threads that are otherwise than the others.
  private var exceptions: Set<ThreadID> = []
  /// What has been read, of threads that have been closed again too.
  private var read: [ThreadID: OpenedThread] = [:]
  private var limits: [ThreadID: Int] = [:]
  /// Trees that may have changed since they were read: shown, and read again.
  private(set) var stale: Set<ThreadID> = []
  /// Threads whose messages could not be read; not asked for again until the next refresh.
  private var failed: Set<ThreadID> = []
  /// Messages that are selected one by one, by their threads.
  var selected: [ThreadID: Set<MessageID>] = [:]
  /// Messages that matched when they were acted on.
  private var acted: Set<MessageID> = []
  /// Messages acted on that no longer match, or will not.
  private(set) var struck: Set<MessageID> = []
  /// Threads of which messages were acted on and others not: they stay where they were, too.
  private(set) var partlyActed: Set<ThreadID> = []
  var goal: Goal?
  /// A thread that was just opened: its messages are to be seen.
  var revealed: ThreadID?

  /// Whether no thread has more rows than one.
  var isEmpty: Bool { read.isEmpty }

  func isOpen(_ thread: ThreadID) -> Bool { opensAll != exceptions.contains(thread) }

  /// The messages that are shown of a thread.
  func shown(_ thread: ThreadID) -> OpenedThread? {
    guard !read.isEmpty, isOpen(thread), let opened = read[thread], opened.rowCount > 0 else {
      return nil
    }
    return opened
  }

  /// What is known of a thread's messages, whether it is open or not.
  func known(_ thread: ThreadID) -> OpenedThread? { read[thread] }

  /// Returns whether a thread is open and its messages are to be asked for.
  func lacks(_ thread: ThreadID, of row: ThreadRow?) -> Bool {
    guard isOpen(thread), !failed.contains(thread) else { return false }
    return read[thread] == nil ? (row?.messages.count ?? 0) > 1 : stale.contains(thread)
  }

  /// How many messages of a thread are to be read.
  func limit(of thread: ThreadID) -> Int { limits[thread] ?? Self.step }

  /// Returns what holds in the list when its order is read anew.
  var anew: ThreadTrees {
    var trees = ThreadTrees()
    trees.opensAll = opensAll
    trees.exceptions = exceptions
    return trees
  }

  // MARK: Opening and closing

  mutating func open(_ thread: ThreadID) {
    if !isOpen(thread) { exceptions.formSymmetricDifference([thread]) }
    if read[thread] != nil { stale.insert(thread) }
    revealed = thread
  }

  mutating func close(_ thread: ThreadID) {
    if isOpen(thread) { exceptions.formSymmetricDifference([thread]) }
  }

  /// Opens or closes all threads.
  mutating func open(all: Bool) {
    opensAll = all
    exceptions = []
    stale = Set(read.keys)
  }

  /// Lets more messages of a thread be read.
  mutating func readMore(of thread: ThreadID) {
    limits[thread] = limit(of: thread) + Self.step
    stale.insert(thread)
  }

  // MARK: Reading

  /// Takes what has been read of a thread.
  mutating func put(_ tree: ThreadTree) {
    read[tree.thread] = OpenedThread(tree)
    stale.remove(tree.thread)
    for message in tree.messages {
      // What the view did not have before the action has not left it.
      if message.isMatched || !acted.contains(message.id) {
        struck.remove(message.id)
      } else {
        struck.insert(message.id)
      }
    }
    guard let chosen = selected[tree.thread], tree.omitted == 0 else { return }
    let left = chosen.intersection(tree.messages.map(\.id))
    selected[tree.thread] = left.isEmpty ? nil : left
  }

  /// Notes that the messages of threads could not be read.
  mutating func fail(_ threads: [ThreadID]) { failed.formUnion(threads) }

  /// Lets everything be read again.
  mutating func refresh() {
    stale = Set(read.keys)
    failed = []
  }

  /// Forgets threads that have gone; what of them was selected for its sender or list stays so, since
  /// that was fixed then.
  mutating func drop(
    _ threads: [ThreadID],
    keepingSelected kept: [ThreadID: Set<MessageID>]
  ) {
    for thread in threads {
      read[thread] = nil
      if kept[thread] == nil { selected[thread] = nil }
    }
  }

  // MARK: Marks

  /// Shows messages as a change will make them; returns how they were, and those that it struck.
  mutating func mark(
    _ messages: Set<MessageID>,
    of threads: [ThreadID],
    _ edit: TagEdit,
    strikes: Bool
  ) -> (read: [ThreadID: OpenedThread], struck: Set<MessageID>) {
    var before: [ThreadID: OpenedThread] = [:]
    var new: Set<MessageID> = []
    for thread in threads {
      guard let opened = read[thread] else { continue }
      before[thread] = opened
      for message in opened.messages where messages.contains(message.id) {
        if message.isMatched { acted.insert(message.id) }
        if strikes, struck.insert(message.id).inserted { new.insert(message.id) }
      }
      read[thread]?.apply(edit, to: messages)
    }
    return (before, new)
  }

  /// Takes such marks back.
  mutating func unmark(_ before: [ThreadID: OpenedThread], struck new: Set<MessageID>) {
    for (thread, opened) in before where read[thread] != nil {
      read[thread] = opened
      stale.insert(thread)
    }
    struck.subtract(new)
  }

  /// Notes that a part of the messages of threads was acted on.
  mutating func notePartlyActed(_ threads: [ThreadID]) { partlyActed.formUnion(threads) }

  /// Forgets that messages of threads were acted on.
  mutating func forgetActed(_ messages: [MessageID], of threads: [ThreadID]) {
    acted.subtract(messages)
    struck.subtract(messages)
    partlyActed.subtract(threads)
  }

  /// Forgets all that was acted on.
  mutating func forgetActed() { (acted, struck, partlyActed) = ([], [], []) }
}

/// The messages of a thread in the list, and how they hang together.
struct OpenedThread: Sendable {
  private(set) var tree: ThreadTree
  /// The message that each one answers, by its index.
  private let parents: [Int?]
  /// Whether another answer to the same message follows.
  private let isFollowed: [Bool]

  init(_ tree: ThreadTree) {
    self.tree = tree
    var parents: [Int?] = []
    var isFollowed = Array(repeating: false, count: tree.messages.count)
    var path: [Int] = []
    var lastAnswers: [Int?: Int] = [:]
    for (index, message) in tree.messages.enumerated() {
      while let last = path.last, tree.messages[last].depth >= message.depth { path.removeLast() }
      if let earlier = lastAnswers[path.last] { isFollowed[earlier] = true }
      lastAnswers[path.last] = index
      parents.append(path.last)
      path.append(index)
    }
    // What is left out stands below all.
    if tree.omitted > 0, let last = lastAnswers[nil] { isFollowed[last] = true }
    self.parents = parents
    self.isFollowed = isFollowed
  }

  var messages: [TreeMessage] { tree.messages }
  var omitted: Int { tree.omitted }

  /// The rows below the thread's own: its messages if they are several, and how many more there are.
  var rowCount: Int {
    let count = messages.count + (omitted > 0 ? 1 : 0)
    return count > 1 ? count : 0
  }

  /// The row of a message below that of its thread, from 1 on.
  func line(of message: MessageID) -> Int? {
    messages.firstIndex { $0.id == message }.map { $0 + 1 }
  }

  /// The message in such a row.
  func message(at line: Int) -> TreeMessage? {
    messages.indices.contains(line - 1) ? messages[line - 1] : nil
  }

  /// The subject of a message, if it is another one than that of what it answers, or of the thread.
  func changedSubject(at line: Int, of row: ThreadRow?) -> String? {
    let subject = messages[line - 1].subject
    let before = parents[line - 1].map { messages[$0].subject } ?? row?.subject
    return before.map { $0 == subject } ?? true ? nil : subject
  }

  /// The stems that lead to the message of a row, the outermost first: whether each of what it
  /// answers, and at last it itself, is followed by another answer.
  func stems(at line: Int, atMost count: Int) -> [Bool] {
    var stems: [Bool] = []
    var next: Int? = line - 1
    while let index = next, stems.count < count {
      stems.append(isFollowed[index])
      next = parents[index]
    }
    return stems.reversed()
  }

  fileprivate mutating func apply(_ edit: TagEdit, to acted: Set<MessageID>) {
    for index in tree.messages.indices where acted.contains(tree.messages[index].id) {
      tree.messages[index].tags = edit.applied(to: tree.messages[index].tags)
    }
  }
}
