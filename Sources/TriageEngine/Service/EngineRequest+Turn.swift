import TriageCore

// When a request has its turn.

extension EngineRequest {
  /// Whether the request can be served between two slices of something else.
  var isBrief: Bool {
    if case .list(_, let sort, _, _, _, _) = body { return sort.value == nil }
    if case .sources = body { return false }
    if case .habits = body { return false }
    return isRead
  }

  /// Whether the request is to bring back what is due.
  var isWaking: Bool {
    if case .wake = body { true } else { false }
  }

  /// Whether the request changes nothing.
  var isRead: Bool {
    switch body {
    case .change, .wake, .settle, .cancel, .draft, .send, .habits(.dismiss): false
    case .habits: true
    case .list, .rows, .thread, .trees, .message, .part, .page, .names: true
    case .counts, .threadCounts, .sources: true
    case .unlock, .left, .forgetUnlocked, .retrySeals: true
    case .history, .head, .step, .newestStep: true
    }
  }
}
