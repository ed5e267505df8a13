import TriageCore

/// How the engine is, and what it has been asked.
struct EngineState: Sendable {
  /// Whether requests can be sent.
  var isAlive = true
  /// Reads that no engine has answered yet: asked again once after a death.
  var reads: [RequestID: ReadRequest] = [:]
  /// The newest state of the index that the engine has spoken of.
  var revision: IndexRevision?
}

/// A read that is waited for.
struct ReadRequest: Sendable {
  /// What the answer is for.
  enum Purpose: Hashable, Sendable {
    /// A page of the list that has this generation.
    case listPage(generation: Int, isRefresh: Bool)
    case rows([ThreadID], generation: Int)
    /// Rows that stay in the list although they no longer match.
    case keptRows(generation: Int)
    /// The next step of counting threads.
    case counting
    /// The thread of the message that the cursor is to go to, in the list of a query.
    case anchor(of: MessageID, in: String)
    /// The messages of a group that was taken back or brought back.
    case whereabouts
    /// Whether a view shows any of some messages.
    case visibility(of: String, in: String)
    case thread(ThreadID)
    case message(MessageID)
    /// The thread under the cursor, and a message of it.
    case preview(ThreadID)
    case previewText(MessageID)
    /// Rows of selected threads that an action waits for.
    case selectedRows([ThreadID])
    /// Rows that a pattern selects in the list of a query.
    case matching(String, in: String)
    /// Rows that the last search finds in the list of a query, to go so many of them on.
    case hits(String, Int, in: String)
    /// The words that can be completed.
    case names
    /// What a query finds while it is being typed.
    case finding(String)
    case head
    case settle
    /// What undo would do to a group, at a state of the index.
    case outlook(StepID, IndexRevision?)
    /// A page of the history pane, of this reading.
    case history(Int)
    /// The steps that change the tag a filter names.
    case taggedSteps(String)
    case stepChanges(StepID)
    /// One of the messages that a step in the history pane changed.
    case stepExample(StepID)
    /// What taking a step back would come to.
    case stepOutlook(StepID)
    /// What became of a change whose engine died.
    case fate
  }

  let purpose: Purpose
  let body: EngineRequest.Body
  /// Whether the engine was told that nobody waits for it any more; it answers nevertheless.
  var isGivenUp = false
  /// Whether an engine has died over it already.
  var wasRepeated = false
}
