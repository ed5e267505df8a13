private import Synchronization

/// A line of things that threads hand to one thread, in order and without bound.
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
  package func put(_ element: Element) {
    elements.withLock { $0.append(element) }
    event.signal()
  }

  /// Takes the first one that fits, without waiting; only one thread may take.
  package func take(where fits: (Element) -> Bool = { _ in true }) -> Element? {
    // Cleared before looking: what comes after the look signals again.
    event.clear()
    return elements.withLock { elements in
      elements.firstIndex(where: fits).map { elements.remove(at: $0) }
    }
  }

  /// Takes the first one that fits, and waits for it.
  ///
  /// - Parameters:
  ///   - time: How long to wait; `nil` for as long as it takes.
  ///   - fits: Whether an element is wanted now; the others keep their places.
  /// - Returns: The element, or `nil` when the time is over.
  package func take(
    within time: Duration?,
    where fits: (Element) -> Bool = { _ in true }
  ) -> Element? {
    let clock = ContinuousClock()
    let deadline = time.map { clock.now + $0 }
    while true {
      if let element = take(where: fits) { return element }
      let rest = deadline.map { clock.now.duration(to: $0) }
      if let rest, rest <= .zero { return nil }
      event.wait(atMost: rest)
    }
  }
}
