import Foundation
import MachineLink

extension Result {
  /// Why there is no value.
  var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}

extension SyncBench.Points {
  /// How often the other side was told that this one is alive.
  var beats: Int { all.filter { $0 == "sync-alive" }.count }
}

/// Lets other threads go first.
func yieldThread() { sched_yield() }
