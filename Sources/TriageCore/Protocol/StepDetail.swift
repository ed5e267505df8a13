/// A step of the history with what it changed.
package struct StepDetail: Hashable, Sendable, Codable {
  /// The step as the history lists it.
  package var step: StepSummary
  /// What it changed, message by message; perhaps not all of it.
  package var changes: [DescribedChange]

  /// Makes a detail.
  package init(step: StepSummary, changes: [DescribedChange]) {
    self.step = step
    self.changes = changes
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

  /// Makes a change with the facts of its message.
  package init(_ change: MessageChange, facts: MessageFacts?) {
    self.change = change
    from = facts?.from
    subject = facts?.subject
  }
}
