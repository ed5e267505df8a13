import CNotmuch
package import TriageCore

/// How many threads are counted at once.
private let threadsPerCount = 200

extension NotmuchIndex {
  package func sortableThreads(
    of query: MailQuery,
    for value: SortValue,
    limit: Int,
    goesOn: (Int) -> Bool
  ) throws(TriageFailure) -> SortableThreads {
    var table = SortTable(value)
    let (next, revision) = try walk(
      ListKey(query: query, sort: .newestFirst),
      skip: 0,
      wanted: longestPage
    ) {
      table = SortTable(value)
    } between: { () throws(IndexError) in
      guard goesOn(table.messages) else { throw .givenUp }
    } body: { message, _ throws(IndexError) in
      try table.add(message, limit: limit)
    }
    guard next == nil else { throw TriageFailure(IndexError.tooManyThreads(limit: limit)) }
    if value == .size { try countMessages(of: &table.threads, looked: table.messages, goesOn) }
    return SortableThreads(revision: revision, threads: table.threads.map(\.sortable))
  }

  /// Counts the messages of threads of which only the matches are known.
  private func countMessages(
    of threads: inout [SortTable.Thread],
    looked: Int,
    _ goesOn: (Int) -> Bool
  ) throws(TriageFailure) {
    for start in stride(from: 0, to: threads.count, by: threadsPerCount) {
      guard goesOn(looked) else { throw TriageFailure(.cancelled) }
      let range = start..<min(start + threadsPerCount, threads.count)
      var some = threads[range]
      some = try page { database throws(IndexError) in
        var counted = some
        let total = try self.count(counted.map(\.id), in: database)
        try self.countMessages(of: &counted, total, in: database)
        return counted
      }
      threads.replaceSubrange(range, with: some)
    }
  }

  /// Halves the threads until those are found that have other messages than their matches.
  private func countMessages(
    of threads: inout ArraySlice<SortTable.Thread>,
    _ total: Int,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) {
    if threads.reduce(0, { $0 + $1.size }) == total { return }
    guard threads.count > 1 else { return threads[threads.startIndex].size = total }
    let middle = threads.startIndex + threads.count / 2
    let first = try count(threads[..<middle].map(\.id), in: database)
    try countMessages(of: &threads[..<middle], first, in: database)
    try countMessages(of: &threads[middle...], total - first, in: database)
  }
}

/// The threads that a walk from the newest match to the oldest has come by.
private struct SortTable {
  struct Thread {
    let id: ThreadID
    let date: Timestamp?
    /// The `From` field of the oldest match, the subject of the newest, or when the first one wakes.
    var header = ""
    var size = 1
    let value: SortValue

    /// Notes when another match wakes.
    mutating func wakes(_ time: WakeTime?) {
      guard let text = time?.text, header.isEmpty || text < header else { return }
      header = text
    }

    /// Each field is made a name or a subject once, when it is known which one counts.
    var sortable: SortableThreads.Element {
      let text =
        switch value {
        case .sender: authorName(from: header)
        case .subject: withoutReplyMark(header)
        case .size: ""
        case .waking: header
        }
      return SortableThreads.Element(ThreadEntry(thread: id, date: date), text: text, size: size)
    }
  }

  var threads: [Thread] = []
  /// How many messages have been looked at.
  private(set) var messages = 0
  private var indices: [ThreadID: Int] = [:]
  private let value: SortValue

  init(_ value: SortValue) {
    self.value = value
  }

  /// Adds a match and returns its id; `nil` if it belongs to one thread too many.
  mutating func add(_ message: LiveMessage, limit: Int) throws(IndexError) -> MessageID? {
    let thread = try message.thread()
    let index: Int
    if let known = indices[thread] {
      index = known
      threads[index].size += 1
    } else {
      guard threads.count < limit else { return nil }
      index = threads.count
      indices[thread] = index
      threads.append(Thread(id: thread, date: usableDate(message.time), value: value))
      if value == .subject { threads[index].header = try message.header("subject") }
    }
    if value == .sender { threads[index].header = try message.header("from") }
    if value == .waking { threads[index].wakes(try message.tags().wakeTime) }
    messages += 1
    return try message.decodedID()
  }
}
