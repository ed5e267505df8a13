import Glibc

// Measures what is promised of UndoManager, prints it, and fails when a promise is broken.
// Run it in release: `swift run -c release UndoKitBenchmark`.

print("\(registrations) registrations, best of \(rounds) rounds")
let known = makeTargets(1)
let new = makeTargets(registrations)
let figures = [
  undoTimesLoop(targets: 1),
  undoTimesLoop(targets: registrations),
  Figure("allocations of registerUndo above the closure, one target", allocations(known), 2),
  Figure("allocations of registerUndo above the closure, new targets", allocations(new), 2),
  Figure("allocations of register, a command", allocationsOfCommand(known), 2),
]
for figure in figures { print(figure.line) }
exit(figures.allSatisfy(\.isWithinGoal) ? 0 : 1)
