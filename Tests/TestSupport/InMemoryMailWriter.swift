import TriageCore

/// The index in memory, open for writing: nothing shows in the index before `close`.
final class InMemoryMailWriter: MailWriter {
  private let mail: InMemoryMail
  private let excluded: Set<MailTag>
  private var content: InMemoryMail.Content
  private(set) var isOpen = true
  private var changesInSection = 0

  init(_ mail: InMemoryMail, _ excluded: Set<MailTag>) {
    self.mail = mail
    self.excluded = excluded
    content = mail.content
  }

  func revision() -> IndexRevision { content.revision }

  func ids(_ query: MailQuery, limit: Int?) throws(TriageFailure) -> [MessageID] {
    try content.ids(query, excluded, limit)
  }

  func states(of messages: [MessageID]) -> [MessageID: MessageState] {
    content.states(messages)
  }

  func authors(of messages: [MessageID]) -> [MessageID: String] { content.authors(messages) }

  func positions(of messages: [MessageID]) -> [MessageID: MessagePosition] {
    content.positions(messages)
  }

  func lastChanges(of messages: [MessageID]) -> [MessageID: UInt64] {
    content.lastChanges(messages)
  }

  func begin() {
    changesInSection = 0
  }

  func write(_ write: TagWrite) -> Bool {
    guard var metadata = content[write.message] else { return false }
    metadata.tags = metadata.tags.subtracting(write.remove).union(write.add)
    put(metadata)
    return true
  }

  func add(_ file: String, _ write: TagWrite) {
    var metadata =
      content[write.message]
      ?? MessageMetadata(
        id: write.message,
        thread: ThreadID(write.message.text),
        date: 0,
        from: "",
        subject: "",
        tags: [],
        files: []
      )
    if !metadata.files.contains(file) { metadata.files.append(file) }
    metadata.tags = metadata.tags.subtracting(write.remove).union(write.add)
    put(metadata)
  }

  func remove(_ file: String) {
    let holder = content.entries.values.first { $0.metadata.files.contains(file) }?.metadata
    guard var metadata = holder, metadata.files.count > 1 else { return }
    metadata.files.removeAll { $0 == file }
    put(metadata)
  }

  func renamed(_ old: String, to new: String) {
    let holder = content.entries.values.first { $0.metadata.files.contains(old) }?.metadata
    guard var metadata = holder else { return }
    metadata.files = metadata.files.map { $0 == old ? new : $0 }
    put(metadata)
  }

  /// A section of any size is one revision.
  private func put(_ metadata: MessageMetadata) {
    changesInSection += 1
    content.put(metadata, at: content.revision.number + 1)
  }

  func end() -> IndexRevision {
    if changesInSection > 0 { content.revision.number += 1 }
    return content.revision
  }

  func close() throws(TriageFailure) {
    guard isOpen else { return }
    isOpen = false
    if let failure = mail.closingFails {
      mail.closingFails = nil
      throw failure
    }
    mail.content = content
  }

  func abandon() {
    isOpen = false
  }
}
