import Journal
import TestSupport
import TriageCore

/// The histories there are: all obey the same rules.
enum StoreKind: CaseIterable {
  case memory
  case journal
  /// A journal that machines share.
  case shared

  /// Those that only one machine has.
  static let alone: [StoreKind] = [.memory, .journal]

  /// Makes an empty history and runs a test on it.
  func run(_ body: (any HistoryStore) throws -> Void) throws {
    switch self {
    case .memory: try body(InMemoryHistory())
    case .journal, .shared:
      let site = JournalSite()
      let journal = try site.open()
      if self == .shared { try journal.beginSharing(with: MachineName(.fresh(), "peer"), clock: 0) }
      try body(journal)
      withExtendedLifetime(site) {}
    }
  }
}
