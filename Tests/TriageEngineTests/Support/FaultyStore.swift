import TriageCore

final class FaultyStore: MailStore {
  private let real: any MailStore
  private let faults: Faults

  init(_ real: any MailStore, _ faults: Faults) {
    self.real = real
    self.faults = faults
  }

  func openForWriting() throws(TriageFailure) -> any MailWriter {
    if faults.fails(.openForWriting) { throw Faults.index }
    return FaultyWriter(try real.openForWriting(), faults)
  }

  func revision() throws(TriageFailure) -> IndexRevision { try real.revision() }
  func list(
    _ query: MailQuery,
    sort: DateOrder,
    skip: Int,
    limit: Int
  ) throws(TriageFailure) -> ListPage {
    try real.list(query, sort: sort, skip: skip, limit: limit)
  }
  func rows(
    _ threads: [ThreadID],
    of query: MailQuery,
    sort: DateOrder
  ) throws(TriageFailure) -> [ThreadRow] {
    try real.rows(threads, of: query, sort: sort)
  }
  func messages(
    _ query: MailQuery,
    sort: DateOrder,
    skip: Int,
    limit: Int
  ) throws(TriageFailure) -> [MessageMetadata] {
    try real.messages(query, sort: sort, skip: skip, limit: limit)
  }
  func sortableThreads(
    of query: MailQuery,
    for value: SortValue,
    limit: Int,
    goesOn: (Int) -> Bool
  ) throws(TriageFailure) -> SortableThreads {
    try real.sortableThreads(of: query, for: value, limit: limit, goesOn: goesOn)
  }
  func ids(_ query: MailQuery, limit: Int?) throws(TriageFailure) -> [MessageID] {
    faults.queries.append(query.text)
    return try real.ids(query, limit: limit)
  }
  func countThreads(
    _ query: MailQuery,
    while isWanted: () -> Bool
  ) throws(TriageFailure) -> CountedThreads {
    try real.countThreads(query, while: isWanted)
  }
  func count(_ query: MailQuery, _ what: CountedThing) throws(TriageFailure) -> Int {
    try real.count(query, what)
  }
  func metadata(of messages: [MessageID]) throws(TriageFailure) -> [MessageMetadata] {
    try real.metadata(of: messages)
  }
  func sessionKeys(of message: MessageID) throws(TriageFailure) -> [String] {
    try real.sessionKeys(of: message)
  }

  func thread(_ thread: ThreadID) throws(TriageFailure) -> [MessageMetadata] {
    try real.thread(thread)
  }
  func trees(
    _ threads: [ThreadID],
    of query: MailQuery,
    limit: Int
  ) throws(TriageFailure) -> [ThreadTree] {
    try real.trees(threads, of: query, limit: limit)
  }
  func states(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: MessageState] {
    try real.states(of: messages)
  }
  func authors(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: String] {
    try real.authors(of: messages)
  }
  func positions(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: MessagePosition] {
    try real.positions(of: messages)
  }
  func lastChanges(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: UInt64] {
    try real.lastChanges(of: messages)
  }
  func allTags() throws(TriageFailure) -> [MailTag] { try real.allTags() }
  func savedQueries() throws(TriageFailure) -> [(name: String, query: String)] {
    try real.savedQueries()
  }
}

private final class FaultyWriter: MailWriter {
  private let real: any MailWriter
  private let faults: Faults

  init(_ real: any MailWriter, _ faults: Faults) {
    self.real = real
    self.faults = faults
  }

  func revision() throws(TriageFailure) -> IndexRevision { try real.revision() }
  func ids(_ query: MailQuery, limit: Int?) throws(TriageFailure) -> [MessageID] {
    try real.ids(query, limit: limit)
  }
  func states(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: MessageState] {
    try real.states(of: messages)
  }
  func authors(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: String] {
    try real.authors(of: messages)
  }
  func positions(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: MessagePosition] {
    try real.positions(of: messages)
  }
  func lastChanges(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: UInt64] {
    try real.lastChanges(of: messages)
  }
  func begin() throws(TriageFailure) {
    if faults.fails(.beginSection) { throw Faults.index }
    try real.begin()
  }
  func write(_ write: TagWrite) throws(TriageFailure) -> Bool {
    if faults.fails(.write) { throw Faults.index }
    return try real.write(write)
  }
  func add(_ file: String, _ write: TagWrite) throws(TriageFailure) {
    if faults.fails(.write) { throw Faults.index }
    try real.add(file, write)
  }
  func remove(_ file: String) throws(TriageFailure) { try real.remove(file) }
  func renamed(_ old: String, to new: String) throws(TriageFailure) {
    if faults.fails(.renamed) { throw Faults.index }
    try real.renamed(old, to: new)
  }
  func end() throws(TriageFailure) -> IndexRevision {
    if faults.fails(.end) { throw Faults.index }
    return try real.end()
  }
  func close() throws(TriageFailure) {
    if faults.fails(.close) {
      real.abandon()
      throw Faults.index
    }
    try real.close()
    if faults.fails(.closeAfterCommit) { throw Faults.index }
  }
  func abandon() { real.abandon() }
}
