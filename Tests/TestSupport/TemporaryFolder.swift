import Foundation
import Glibc

/// The folder in which tests make theirs, without a symbolic link in its path.
///
/// `TMPDIR` names another one. Without it, it is in memory where there is room and programs may run:
/// what a test writes need not survive it, and a third of the tests' time would be waiting for a disk.
package let temporaryFolder: String = {
  var memory = statvfs()
  let isUsable =
    ProcessInfo.processInfo.environment["TMPDIR"] == nil
    && statvfs("/dev/shm", &memory) == 0 && access("/dev/shm", W_OK | X_OK) == 0
    && memory.f_flag & noExecution == 0
    && UInt64(memory.f_bavail) * UInt64(memory.f_frsize) > 2 << 30
  return isUsable
    ? "/dev/shm" : FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
}()

/// `ST_NOEXEC` of `statvfs`, which Swift does not see.
private let noExecution: UInt = 8
