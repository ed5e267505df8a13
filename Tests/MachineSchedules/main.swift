import Glibc
import MachineSupport

// Runs the model's schedules of some seeds with real journals, and ends with 1 if one does not agree:
// `swift test` runs a few, for a build that is not optimized is slow.

let arguments = CommandLine.arguments.dropFirst()
let seeds = arguments.prefix(2).compactMap { UInt64($0) }
let named = arguments.dropFirst(2).compactMap(ScheduleKind.init)
let kinds = arguments.count == 3 ? named : ScheduleKind.turns
guard arguments.count <= 3, seeds.count == 2, seeds[0] <= seeds[1], !kinds.isEmpty else {
  let names = ScheduleKind.allCases.map(\.rawValue).joined(separator: "|")
  print("usage: MachineSchedules FIRST LAST [\(names)]")
  exit(64)
}
var agreeing = 0
for seed in seeds[0]...seeds[1] {
  let kind = kinds[Int(seed % UInt64(kinds.count))]
  if let difference = kind.difference(seed: seed) { print(difference) } else { agreeing += 1 }
}
let count = Int(seeds[1] - seeds[0]) + 1
print("schedules: \(agreeing) of \(count) agree")
exit(agreeing == count ? 0 : 1)
