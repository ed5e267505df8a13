import MachineSupport
import TestSupport
import Testing

/// The model's schedules, done with real journals over mail in memory.
///
/// A few: `MachineSchedules` runs many more, of an optimized build.
@Suite struct MachinesModelRunTests {
  @Test(arguments: ScheduleKind.allCases)
  func `M1 to M12: real journals agree with the model at each step`(kind: ScheduleKind) {
    let count: UInt64 = sweepsAreWhole ? 12 : [.plain, .mixed].contains(kind) ? 6 : 2
    let differences = (1...count).compactMap { kind.difference(seed: $0) }
    #expect(differences == [], "\(differences.min { $0.count < $1.count } ?? "")")
  }
}
