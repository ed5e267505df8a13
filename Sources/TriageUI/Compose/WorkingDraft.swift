package import TriageCore

/// A message in the file in which its writer's editor changes it.
package struct WorkingDraft: Hashable, Sendable {
  /// Its number.
  package var id: OutgoingID
  /// Its Message-ID.
  package var message: MessageID
  /// The version that is being changed.
  package var version: Int64
  /// The text.
  package var text: String
  /// The file in which an editor has left it; `nil` before that.
  package var file: String?
  /// Whether it must lie in memory only while it is edited.
  package var isSecret: Bool

  /// Makes a draft.
  package init(
    _ id: OutgoingID,
    _ message: MessageID,
    version: Int64,
    text: String,
    isSecret: Bool = false
  ) {
    self.isSecret = isSecret
    self.id = id
    self.message = message
    self.version = version
    self.text = text
  }
}

/// What an editor has left of a message.
package struct EditedDraft: Hashable, Sendable {
  /// The message with its text as it is now.
  package var draft: WorkingDraft
  /// What is to be said of the editor.
  package var problem: Sentence?
  /// Whether it has not ended well: the text may not be what its writer wants.
  package var isDoubtful: Bool

  /// Makes a record.
  package init(_ draft: WorkingDraft, problem: Sentence? = nil, isDoubtful: Bool = false) {
    self.draft = draft
    self.problem = problem
    self.isDoubtful = isDoubtful
  }
}
