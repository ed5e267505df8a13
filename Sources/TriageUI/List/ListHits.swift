import TriageCore

/// The threads of a list that a search finds, at a state of the index.
struct ListHits: Sendable {
  let text: String
  let revision: IndexRevision?
  let threads: Set<ThreadID>
}
