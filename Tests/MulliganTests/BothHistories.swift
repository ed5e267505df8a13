import TestSupport
import Testing

/// Runs each test on a history of one machine, and on one that is shared.
struct BothHistories: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing body: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await SharedHistory.both(body)
  }
}

extension Trait where Self == BothHistories {
  /// On a history of one machine, and on a shared one.
  static var bothHistories: Self { Self() }
}
