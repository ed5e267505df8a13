import Glibc

/// Keeps other processes from setting up the same journal at the same time.
///
/// The lock lies on the journal's folder and goes with the process that holds it.
struct SetupLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the lock; without it if the folder cannot be locked.
  init(folder: String) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
