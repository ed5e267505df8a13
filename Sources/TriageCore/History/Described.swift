/// What happened to one message, or is known of it.
package protocol MessageRecord: Hashable, Sendable, Codable {
  /// The message's id.
  var message: MessageID { get }
}

extension MessageChange: MessageRecord {}
extension Skip: MessageRecord {}
extension Departure: MessageRecord {}

/// What happened to one message, with what a person knows the message by.
package struct Described<Record: MessageRecord>: Hashable, Sendable, Codable {
  /// What happened.
  package var record: Record
  /// The decoded `From` field; `nil` if the message is not in the index, or not yet.
  package var from: String?
  /// The decoded `Subject` field.
  package var subject: String?

  /// Makes a record with the metadata of its message.
  package init(_ record: Record, metadata: MessageMetadata?) {
    self.record = record
    from = metadata?.from
    subject = metadata?.subject
  }
}
