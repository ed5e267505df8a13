import Foundation
import Synchronization
import Testing

@testable import mulligan

@Suite struct FileWatchTests {
  @Test func `a folder that cannot be watched costs no other thread its descriptor`() {
    let lost = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      for _ in 0..<20_000 {
        if index == 0 {
          _ = FileWatch("/no such folder/file", for: .replaced)
          continue
        }
        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
        sched_yield()
        if fcntl(file, F_GETFD) < 0 { lost.withLock { $0 += 1 } } else { close(file) }
      }
    }
    #expect(lost.withLock { $0 } == 0)
  }
}
