extension UndoManager {
  /// What a manager tells its observers; the raw values are the names of Apple's notifications.
  ///
  /// A lone registration and its undo post ``didOpenUndoGroup``, ``willCloseUndoGroup``,
  /// ``didCloseUndoGroup``, ``willUndoChange`` and ``didUndoChange`` in this order. A program that
  /// uses Foundation can post them on: `Notification.Name(notice.event.rawValue)`.
  public enum Event: String, CaseIterable, Sendable {
    /// A good moment to register what is pending: before a group opens or closes, and when
    /// ``UndoManager/canRedo`` is read. How often it is posted is not promised.
    case checkpoint = "NSUndoManagerCheckpointNotification"
    /// A group was opened.
    case didOpenUndoGroup = "NSUndoManagerDidOpenUndoGroupNotification"
    /// A group is about to close.
    case willCloseUndoGroup = "NSUndoManagerWillCloseUndoGroupNotification"
    /// A group was closed; an observer may call ``UndoManager/undo()``.
    case didCloseUndoGroup = "NSUndoManagerDidCloseUndoGroupNotification"
    /// An undo is about to run.
    case willUndoChange = "NSUndoManagerWillUndoChangeNotification"
    /// An undo has run, or has failed.
    case didUndoChange = "NSUndoManagerDidUndoChangeNotification"
    /// A redo is about to run.
    case willRedoChange = "NSUndoManagerWillRedoChangeNotification"
    /// A redo has run, or has failed.
    case didRedoChange = "NSUndoManagerDidRedoChangeNotification"
  }

  /// An event of one manager.
  public struct Notice {
    /// The manager it happened in.
    public let manager: UndoManager
    /// What happened.
    public let event: Event
    /// Whether the user can do without the group that closes; false for all other events.
    public let groupIsDiscardable: Bool
  }

  /// A registration for notices, which ends when it is cancelled or released.
  public final class Observer {
    private weak var manager: UndoManager?
    private let number: Int

    fileprivate init(_ manager: UndoManager, _ number: Int) {
      self.manager = manager
      self.number = number
    }

    deinit {
      cancel()
    }

    /// Ends the notices, from the next event on.
    public func cancel() {
      manager?.cancelSubscription(number)
    }
  }

  /// An observer's closure.
  struct Subscription {
    let number: Int
    let body: (Notice) -> Void
  }

  /// Calls a closure at every event until the returned observer is released.
  ///
  /// Delivery is synchronous, in the order of observing.
  ///
  /// **Our choice:** observers that are added or cancelled during an event count from the next one.
  ///
  /// ```swift
  /// let observer = undoManager.observe { notice in
  ///   if notice.event == .didCloseUndoGroup { menu.refresh() }
  /// }
  /// ```
  ///
  /// - Parameter body: Called with each notice.
  /// - Returns: The observer; keep it as long as notices are wanted.
  public func observe(_ body: @escaping (Notice) -> Void) -> Observer {
    lastSubscription += 1
    subscriptions.append(Subscription(number: lastSubscription, body: body))
    return Observer(self, lastSubscription)
  }

  /// Tells all observers of an event.
  func post(_ event: Event, groupIsDiscardable: @autoclosure () -> Bool = false) {
    guard !subscriptions.isEmpty else { return }
    let notice = Notice(manager: self, event: event, groupIsDiscardable: groupIsDiscardable())
    for subscription in subscriptions { subscription.body(notice) }
  }

  private func cancelSubscription(_ number: Int) {
    guard let index = subscriptions.firstIndex(where: { $0.number == number }) else { return }
    let dropped = subscriptions.remove(at: index)
    withExtendedLifetime(dropped) {}
  }
}
