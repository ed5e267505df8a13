private import CLinux
private import Glibc
private import Synchronization

/// A queue in which threads hand values to one thread, in order and without bound.
package final class WorkQueue<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  private let event: EventCounter

  /// Makes an empty queue.
  package init() throws(LinkError) {
    event = try EventCounter()
  }

  /// Readable when something has come since the last look: for a thread that waits for other
  /// descriptors too.
  package var readFD: Int32 { event.descriptor }

  /// Adds at the end.
  package func append(_ element: Element) {
    elements.withLock { $0.append(element) }
    event.signal()
  }

  /// Removes and returns the first one that fits, without waiting; only one thread may do so.
  package func popFirst(where fits: (Element) -> Bool = { _ in true }) -> Element? {
    // Cleared before looking: what comes after the look signals again.
    event.clear()
    return elements.withLock { elements in
      elements.firstIndex(where: fits).map { elements.remove(at: $0) }
    }
  }

  /// Removes and returns the first one that fits, and waits for it.
  ///
  /// - Parameters:
  ///   - time: How long to wait; `nil` for as long as it takes.
  ///   - fits: Whether an element is wanted now; the others stay in the queue.
  /// - Returns: The element, or `nil` when the time is over.
  package func popFirst(
    within time: Duration?,
    where fits: (Element) -> Bool = { _ in true }
  ) -> Element? {
    let clock = ContinuousClock()
    let deadline = time.map { clock.now + $0 }
    while true {
      if let element = popFirst(where: fits) { return element }
      let rest = deadline.map { clock.now.duration(to: $0) }
      if let rest, rest <= .zero { return nil }
      event.wait(atMost: rest)
    }
  }
}

// MARK: - Waking

/// Wakes a thread that waits in `poll`.
final class EventCounter: Sendable {
  private let event: OwnedDescriptor

  init() throws(LinkError) {
    let number = clinux_event()
    guard number >= 0 else { throw .system(call: "eventfd", errno: -number) }
    event = OwnedDescriptor(owning: number)
  }

  /// Readable after `signal`, until `clear`.
  var descriptor: Int32 { event.number }

  func signal() {
    var one: UInt64 = 1
    // It fails only when the counter is full, and then it is not zero, which is all that matters.
    _ = clinux_write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  func clear() {
    var count: UInt64 = 0
    _ = clinux_read(descriptor, &count, MemoryLayout<UInt64>.size)
  }

  /// Waits for `signal`; `nil` for as long as it takes.
  func wait(atMost time: Duration?) {
    let clock = ContinuousClock()
    let deadline = time.map { clock.now + $0 }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var result: Int32
    repeat {
      let rest = deadline.map { clock.now.duration(to: $0).components }
      let timeout = rest.map { clinux_poll_timeout($0.seconds, $0.attoseconds) }
      result = poll(&entry, 1, timeout ?? -1)
    } while result < 0 && errno == EINTR
  }
}

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
