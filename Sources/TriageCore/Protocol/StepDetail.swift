/// A step of the history with what it changed.
package struct StepDetail: Hashable, Sendable, Codable {
  /// The step as the history lists it.
  package var step: StepSummary
  /// What it changed, message by message; perhaps not all of it.
  package var changes: [DescribedChange]
  /// What it left as it was, message by message; perhaps not all of it.
  package var left: [DescribedSkip]

  /// Makes a detail.
  package init(step: StepSummary, changes: [DescribedChange], left: [DescribedSkip] = []) {
    self.step = step
    self.changes = changes
    self.left = left
  }
}

/// A change of one message, with what a person knows the message by.
package struct DescribedChange: Hashable, Sendable, Codable {
  /// The change itself.
  package var change: MessageChange
  /// The decoded `From` field; `nil` if the message is not in the index any more.
  package var from: String?
  /// The decoded `Subject` field.
  package var subject: String?

  /// Makes a change with the metadata of its message.
  package init(_ change: MessageChange, metadata: MessageMetadata?) {
    self.change = change
    from = metadata?.from
    subject = metadata?.subject
  }
}

/// A message that was left as it was, with what a person knows it by.
package struct DescribedSkip: Hashable, Sendable, Codable {
  /// The message and the reason.
  package var skip: Skip
  /// The decoded `From` field; `nil` if the message is not in the index any more.
  package var from: String?
  /// The decoded `Subject` field.
  package var subject: String?

  /// Makes a record with the metadata of its message.
  package init(_ skip: Skip, metadata: MessageMetadata?) {
    self.skip = skip
    from = metadata?.from
    subject = metadata?.subject
  }
}
