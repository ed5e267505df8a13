import CNotmuch
package import TriageCore

/// Makes a new index over mail files, without the `notmuch` program.
///
/// Nothing is durable before `finish`; a builder that is dropped leaves an empty index behind.
package final class IndexBuilder {
  private var handle: DatabaseHandle?
  private let location: IndexLocation

  /// Creates an empty index.
  ///
  /// The configuration file and the folders it names must be there already.
  ///
  /// - Throws: `.config` if the file cannot be read, `.internalError` if there is an index already or
  ///   none can be made.
  package init(at location: IndexLocation) throws(TriageFailure) {
    self.location = location
    do { handle = try DatabaseHandle(creating: location) } catch { throw TriageFailure(error) }
  }

  /// Adds a file below the mail root, with the tags that `tags` gives its message.
  ///
  /// A second file of a message adds its tags to the others.
  ///
  /// - Throws: `.internalError` if the file cannot be read or is no mail, `.diskFull`.
  package func add(
    _ file: String,
    tags: (MessageID) -> Set<MailTag>
  ) throws(TriageFailure) {
    switch handle {
    case .some(let open): do { try open.add(file, tags) } catch { throw TriageFailure(error) }
    case .none: preconditionViolation("the builder is finished")
    }
  }

  /// Commits the index and closes it.
  package func finish() throws(TriageFailure) {
    guard let open = handle.take() else { preconditionViolation("the builder is finished") }
    do { try open.close() } catch { throw TriageFailure(error) }
    makeDurable(location.indexFolder)
  }
}

extension DatabaseHandle {
  fileprivate init(creating location: IndexLocation) throws(IndexError) {
    try location.checkConfiguration()
    let hold = LockHold()
    var database: OpaquePointer?
    var message: UnsafeMutablePointer<CChar>?
    let status = notmuch_database_create_with_config(
      location.database,
      location.configuration,
      nil,
      &database,
      &message
    )
    let words = adoptedString(&message)
    guard status == NOTMUCH_STATUS_SUCCESS, let database else {
      let detail = words.isEmpty ? name(status) : words
      throw .library(status: Int32(status.rawValue), detail: detail)
    }
    self.init(owning: database, consume hold)
  }

  fileprivate func add(
    _ file: String,
    _ tags: (MessageID) -> Set<MailTag>
  ) throws(IndexError) {
    var added: OpaquePointer?
    let status = try index(file, message: &added)
    defer { notmuch_message_destroy(added) }
    if status != NOTMUCH_STATUS_DUPLICATE_MESSAGE_ID { try check(status) }
    guard let added else { throw .busy }
    let message = LiveMessage(pointer: added)
    try change(message, adding: tags(try message.decodedID()), removing: [])
  }
}
