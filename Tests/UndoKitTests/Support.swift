import Testing
import UndoKit

/// Writes down what handlers do, in order.
final class Recorder {
  var lines: [String] = []

  /// Registers an action that writes a line when it is undone.
  func willNote(_ line: String, in manager: UndoManager) {
    manager.registerUndo(withTarget: self) { $0.lines.append(line) }
  }
}

/// A number whose setter registers itself with the old value.
final class Counter {
  let manager: UndoManager
  private(set) var value = 0

  init(_ manager: UndoManager) {
    self.manager = manager
  }

  func set(_ new: Int) {
    let old = value
    manager.registerUndo(withTarget: self) { $0.set(old) }
    value = new
  }

  /// Sets a value as an event of its own.
  func setInOneEvent(_ new: Int) {
    set(new)
    manager.endEvent()
  }
}

/// Collects the events of a manager, checkpoints aside: how often these come is not promised.
final class EventLog {
  var lines: [String] = []
  var notices: [UndoManager.Notice] = []
  private var observer: UndoManager.Observer?

  init(_ manager: UndoManager) {
    observer = manager.observe { [unowned self] notice in
      notices.append(notice)
      if notice.event != .checkpoint { lines.append("\(notice.event)") }
    }
  }

  /// Returns the events so far and starts anew.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// Counts how many of its kind are alive.
final class LifeCounter {
  var alive = 0

  final class Member {
    private let counter: LifeCounter

    init(_ counter: LifeCounter) {
      self.counter = counter
      counter.alive += 1
    }

    deinit {
      counter.alive -= 1
    }
  }

  func member() -> Member { Member(self) }
}

/// Runs a closure when it is released.
final class Last {
  private let words: () -> Void

  init(_ words: @escaping () -> Void) {
    self.words = words
  }

  deinit {
    words()
  }
}

/// What a command throws here.
struct Failure: Error, Equatable {
  var number = 0
}

/// Returns a manager that does not group by event.
func explicitManager() -> UndoManager {
  let manager = UndoManager()
  manager.groupsByEvent = false
  return manager
}

extension UndoManager {
  /// Runs a closure between begin and end.
  func group(_ body: () -> Void) {
    beginUndoGrouping()
    body()
    endUndoGrouping()
  }
}

/// Checks that a stopped process has said which call was at fault.
func expect(
  _ result: ExitTest.Result?,
  says sentence: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  #expect(said.contains(sentence), "\(said)", sourceLocation: sourceLocation)
}
