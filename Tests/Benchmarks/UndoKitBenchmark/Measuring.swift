import CAllocationCounter
import UndoKit

let registrations = 100_000
let rounds = 15

/// A measured number and what it may be at most.
struct Figure {
  private let name: String
  private let value: Double
  private let goal: Double

  init(_ name: String, _ value: Double, _ goal: Double) {
    self.name = name
    self.value = value
    self.goal = goal
  }

  /// Growing a group's list is shared by all registrations in it, hence the hundredth.
  var isWithinGoal: Bool { value < goal + 0.01 }

  var line: String { "\(name): \((value * 1000).rounded() / 1000), goal at most \(goal)" }
}

/// An object to act on.
final class Target {
  var sum = 0
}

/// What a closure acts on, as the bare loop keeps it.
struct Registration {
  weak var target: Target?
  let body: (Target) -> Void
}

func makeTargets(_ count: Int) -> [Target] {
  (0..<count).map { _ in Target() }
}

/// Returns a closure that has captured something: one allocation.
@inline(never)
func makeBody(_ number: Int) -> (Target) -> Void {
  { $0.sum &+= number }
}

/// Returns how many times the bare loop's time an undo takes.
func undoTimesLoop(targets: Int) -> Figure {
  let loop = best { timeOfLoop(makeTargets(targets)) }
  let undo = best { timeOfUndo(makeTargets(targets)) }
  let name = "undo (\(undo) ms) over the bare loop (\(loop) ms), \(targets) targets"
  return Figure(name, undo / loop, 5)
}

func best(_ measure: () -> Duration) -> Double {
  (0..<rounds).map { _ in measure() / .milliseconds(1) }.min() ?? 0
}

/// Loads a weak target, calls and releases each of the closures.
func timeOfLoop(_ targets: [Target]) -> Duration {
  var list = (0..<registrations).map { number in
    Registration(target: targets[number % targets.count], body: makeBody(number))
  }
  let time = ContinuousClock().measure {
    while let registration = list.popLast() {
      if let target = registration.target { registration.body(target) }
    }
  }
  withExtendedLifetime(targets) {}
  return time
}

/// Undoes one group.
func timeOfUndo(_ targets: [Target]) -> Duration {
  let manager = UndoManager()
  for number in 0..<registrations {
    manager.registerUndo(withTarget: targets[number % targets.count], handler: makeBody(number))
  }
  manager.endEvent()
  let time = ContinuousClock().measure { manager.undo() }
  withExtendedLifetime(targets) {}
  return time
}

/// Returns the allocations of one registration above that of its closure.
func allocations(_ targets: [Target]) -> Double {
  let manager = UndoManager()
  let before = allocation_count()
  for number in 0..<registrations {
    manager.registerUndo(withTarget: targets[number % targets.count], handler: makeBody(number))
  }
  return Double(allocation_count() - before - allocationsOfClosures()) / Double(registrations)
}

/// Returns the allocations of registering a command that exists.
func allocationsOfCommand(_ targets: [Target]) -> Double {
  let manager = UndoManager()
  let command = UndoCommand(targets[0], 1) { $0.sum &+= $1 }
  let before = allocation_count()
  for _ in 0..<registrations { manager.register(command) }
  return Double(allocation_count() - before) / Double(registrations)
}

/// Returns the allocations of the closures alone, kept as they are.
///
/// An array of function values would wrap each of them in another closure.
private func allocationsOfClosures() -> UInt {
  var list: [Registration] = []
  list.reserveCapacity(registrations)
  let before = allocation_count()
  for number in 0..<registrations {
    list.append(Registration(target: nil, body: makeBody(number)))
  }
  return allocation_count() - before
}
