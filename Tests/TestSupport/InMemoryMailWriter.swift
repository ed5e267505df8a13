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

  func ids(_ query: MailQuery, limit: Int?) -> [MessageID] {
    content.ids(query, excluded, limit)
  }

  func states(of messages: [MessageID]) -> [MessageID: MessageState] {
    content.states(messages)
  }

  func lastChanges(of messages: [MessageID]) -> [MessageID: UInt64] {
    content.lastChanges(messages)
  }

  func begin() {
    changesInSection = 0
  }

  func write(_ write: TagWrite) -> Bool {
    guard let tags = content.messages[write.message]?.tags else { return false }
    content.messages[write.message]?.tags = tags.subtracting(write.remove).union(write.add)
    note(write.message)
    return true
  }

  func renamed(_ old: String, to new: String) {
    let holder = content.messages.values.first { $0.files.contains(old) }
    guard let message = holder else { return }
    content.messages[message.id]?.files = message.files.map { $0 == old ? new : $0 }
    note(message.id)
  }

  /// A section of any size is one revision.
  private func note(_ message: MessageID) {
    changesInSection += 1
    content.lastChanges[message] = content.revision.number + 1
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
