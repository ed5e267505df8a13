import Journal
import TestSupport
import TriageCore

/// The two histories there are: both obey the same rules.
enum StoreKind: CaseIterable {
  case memory
  case journal

  /// Makes an empty history and runs a test on it.
  func run(_ body: (any HistoryStore) throws -> Void) throws {
    switch self {
    case .memory: try body(InMemoryHistory())
    case .journal:
      let site = JournalSite()
      try body(try site.open())
      withExtendedLifetime(site) {}
    }
  }
}
