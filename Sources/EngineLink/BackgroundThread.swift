private import Glibc

/// A thread that no signal is delivered to.
package enum BackgroundThread {
  /// Starts a thread that ends with its body; nobody waits for it.
  ///
  /// - Returns: Whether it could be started.
  @discardableResult
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    return withoutSignals {
      var thread = pthread_t()
      // The thread takes over the one reference that the box has.
      let box = Unmanaged.passRetained(Box(body: body))
      let result = pthread_create(&thread, &attributes, run, box.toOpaque())
      if result != 0 { box.release() }
      return result == 0
    }
  }

  private final class Box: Sendable {
    let body: @Sendable () -> Void

    init(body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    guard let pointer = $0 else { return nil }
    Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
    return nil
  }

  /// A new thread begins with the blocked signals of the one that makes it.
  private static func withoutSignals(_ body: () -> Bool) -> Bool {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }
}
