// swift-tools-version: 6.2
import PackageDescription

// The tiers of the program; an arrow only ever points down. `ConventionTests` checks the imports.

// Tests and a program of their own: with MULLIGAN_FUZZ, `Tests/FuzzerTests` is what libFuzzer runs.
let isFuzzing = Context.environment["MULLIGAN_FUZZ"] != nil
let fuzzing: [SwiftSetting] =
  isFuzzing ? [.unsafeFlags(["-enable-testing", "-sanitize=address,fuzzer"])] : []

let strict: [SwiftSetting] =
  fuzzing + [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]

func swift(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  exclude: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

// Tests are compiled a module at a time: files in batches, the default, read and check the same
// declarations again in each batch. Not the program: the compiler remarks on it for each module,
// and that would be the first that a newcomer sees.
let wholeModule: SwiftSetting = .unsafeFlags(
  ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"],
  .when(configuration: .debug)
)

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict + [wholeModule])
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")

// C: module maps, macros and variadics made visible, the demo's mail embedded.
let shims: [Target] = [
  .systemLibrary(name: "CNotmuch"),
  .systemLibrary(name: "CNcurses"),
  .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0"),
  .systemLibrary(name: "CGMime", pkgConfig: "gmime-3.0"),
  .systemLibrary(name: "CGpgme"),
  .target(name: "CSeals", dependencies: ["CGMime", "CGpgme"]),
  .target(name: "CXML2", cSettings: [.unsafeFlags(["-I/usr/include/libxml2"])]),
  .systemLibrary(name: "CSQLite"),
  .target(name: "CICU"),
  .target(name: "CNotmuchGuard"),
  .target(name: "CLinux"),
  .target(name: "CDemo"),
  .target(name: "CSwiftRuntime"),
]

// Tier 0: values and rules; no I/O.
let values: [Target] = [
  swift("UndoKit"),
  swift("StringsCatalog", ["CICU"]),
  swift("Screen"),
  swift("TriageCore"),
  .target(
    name: "ProgramStrings",
    swiftSettings: strict,
    plugins: ["CompileStrings"]
  ),
]

// Builds strings catalogs into programs, and programs into packages.
let tools: [Target] = [
  .executableTarget(
    name: "debian-packager",
    resources: [.embedInCode("files")],
    swiftSettings: strict
  ),
  .plugin(
    name: "DebianPackage",
    capability: .command(
      intent: .custom(verb: "debian-package", description: "Pack the program for Debian.")
    ),
    dependencies: ["debian-packager"],
    path: "Sources/DebianPackage"
  ),
  .executableTarget(
    name: "strings-compiler",
    dependencies: ["StringsCatalog"],
    swiftSettings: strict
  ),
  .plugin(
    name: "CompileStrings",
    capability: .buildTool(),
    dependencies: ["strings-compiler"],
    path: "Sources/CompileStrings"
  ),
]

// Tier 1: each the only owner of one library or one kind of file.
let owners: [Target] = [
  swift("MailIndex", ["CLinux", "CNotmuch", "CNotmuchGuard", "TriageCore"]),
  swift("MailText", ["CGMime", "CGpgme", "CLinux", "CSeals", "CXML2", "TriageCore"]),
  swift("Maildir", ["CGLib", "CLinux", "TriageCore"]),
  swift("Outbox", ["CLinux", "TriageCore"]),
  swift("Journal", [grdb, "CLinux", "CSQLite", "TriageCore"]),
  .target(
    name: "TriageConfig",
    dependencies: [toml, "Screen", "TriageCore"],
    resources: [.embedInCode("default.toml")],
    swiftSettings: strict
  ),
  swift("TTYTerminal", ["CNcurses", "CLinux", "Screen"]),
  swift("EngineLink", ["CLinux"]),
  swift("ChildProcesses", ["CLinux"]),
  swift("MachineLink", ["CGLib", "CLinux", "TriageCore"]),
]

// Tier 2: what the program does; what it shows.
let programs: [Target] = [
  swift("TriageEngine", ["TriageCore", "EngineLink"], exclude: ["README.md"]),
  swift("TriageUI", ["TriageCore", "StringsCatalog", "Screen", "UndoKit"]),
]

// Relocations in a few bits each instead of 24 bytes, and no symbols for programs that load this one.
let smaller: LinkerSetting = .unsafeFlags(
  ["-use-ld=lld"]
    + ["--no-export-dynamic", "-z", "pack-relative-relocs"].flatMap { ["-Xlinker", $0] },
  .when(platforms: [.linux], configuration: .release)
)

// What `Sources/CSwiftRuntime/validation.c` stands in for.
let withoutValidation: LinkerSetting = .unsafeFlags(
  [
    "-Xlinker",
    "--wrap=$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ",
  ],
  .when(platforms: [.linux], configuration: .debug)
)

// Tier 3: arguments, environment, wiring.
let executable = Target.executableTarget(
  name: "mulligan",
  dependencies: [
    argumentParser, logging, "CDemo", "CLinux", "CSwiftRuntime", "ChildProcesses", "TTYTerminal",
    "EngineLink", "Journal", "MachineLink", "MailIndex", "MailText", "Maildir", "Outbox",
    "ProgramStrings", "Screen", "StringsCatalog", "TriageConfig", "TriageCore", "TriageEngine",
    "TriageUI", "UndoKit",
  ],
  swiftSettings: strict,
  linkerSettings: [smaller, withoutValidation]
)

// Tests, and what they share: temporary mailboxes, stores in memory, seeded chance.
let support = Target.target(
  name: "TestSupport",
  dependencies: ["MailIndex", "TriageCore"],
  path: "Tests/TestSupport",
  swiftSettings: strict
)

// Most tests wait for other programs: more of them run at once than there are processors.
let threads = Target.target(name: "CTestThreads", path: "Tests/CTestThreads")

// Screens as text: what recorded screens are compared as.
let screenSupport = Target.target(
  name: "ScreenTestSupport",
  dependencies: ["Screen", "StringsCatalog"],
  path: "Tests/ScreenTestSupport",
  swiftSettings: strict
)

// Machines with real journals over mail in memory, held against the model of one history on several.
let machines: [Target] = [
  .target(
    name: "MachineSupport",
    dependencies: ["Journal", "Maildir", "TestSupport", "TriageCore", "TriageEngine"],
    path: "Tests/MachineSupport",
    swiftSettings: strict
  ),
  .executableTarget(
    name: "MachineSchedules",
    dependencies: ["MachineSupport"],
    path: "Tests/MachineSchedules",
    swiftSettings: strict
  ),
]

let benchmarks: [Target] = [
  .target(name: "CAllocationCounter", path: "Tests/Benchmarks/CAllocationCounter"),
  .executableTarget(
    name: "UndoKitBenchmark",
    dependencies: ["CAllocationCounter", "UndoKit"],
    path: "Tests/Benchmarks/UndoKitBenchmark",
    swiftSettings: strict
  ),
  .executableTarget(
    name: "HotPathBenchmark",
    dependencies: [
      "EngineLink", "Journal", "MailIndex", "ProgramStrings", "Screen", "StringsCatalog",
      "TriageConfig", "TriageCore", "TriageUI",
    ],
    path: "Tests/Benchmarks/HotPathBenchmark",
    swiftSettings: strict
  ),
  // Imports nothing of the program: it runs it from the outside, beside its peers.
  .executableTarget(
    name: "MailBenchmark",
    path: "Tests/Benchmarks/MailBenchmark",
    swiftSettings: strict
  ),
]

let suites: [Target] = [
  tests("ConventionTests", ["CTestThreads"]),
  tests("UndoKitTests", ["UndoKit"]),
  tests("StringsCatalogTests", ["StringsCatalog", "CICU", "TestSupport"]),
  tests("ScreenTests", ["Screen", "ScreenTestSupport", "TestSupport"]),
  tests("TriageCoreTests", ["TriageCore", "TestSupport"]),
  tests("MailIndexTests", ["MailIndex", "TriageCore", "TestSupport"]),
  tests("MailTextTests", ["MailIndex", "MailText", "TestSupport", "TriageCore"]),
  tests("MaildirTests", ["MailIndex", "Maildir", "TriageCore", "TestSupport"]),
  tests("OutboxTests", ["Outbox", "TriageCore", "TestSupport"]),
  tests("JournalTests", ["Journal", "TriageCore", "TestSupport", grdb]),
  tests("TriageConfigTests", ["TriageConfig", "TestSupport", "TriageCore"]),
  tests("TTYTerminalTests", ["TTYTerminal", "Screen", "TestSupport"]),
  tests("ChildProcessesTests", ["ChildProcesses", "CLinux", "TestSupport"]),
  tests("MachineLinkTests", ["CLinux", "MachineLink", "TestSupport", "TriageCore"]),
  tests("EngineLinkTests", ["ChildProcesses", "EngineLink", "CLinux", "TestSupport"]),
  tests(
    "TriageEngineTests",
    [
      "Journal", "MachineSupport", "MailIndex", "Maildir", "TestSupport", "TriageCore",
      "TriageEngine",
    ]
  ),
  tests(
    "TriageUITests",
    [
      "Maildir", "ProgramStrings", "Screen", "ScreenTestSupport", "StringsCatalog", "TestSupport",
      "TriageConfig", "TriageCore", "TriageEngine", "TriageUI", "UndoKit",
    ]
  ),
  tests(
    "MulliganTests",
    [
      "CLinux", "ChildProcesses", "EngineLink", "Journal", "MailIndex", "MailText", "Maildir",
      "Screen", "ScreenTestSupport", "StringsCatalog", "TestSupport", "TriageConfig", "TriageCore",
      "TriageEngine", "TriageUI", "mulligan", argumentParser,
    ]
  ),
]

let fuzzed: [Target.Dependency] = [
  "EngineLink", "MailText", "Screen", "StringsCatalog", "TTYTerminal", "TriageConfig", "TriageCore",
]

let fuzzers: [Target] =
  isFuzzing
  ? [
    .systemLibrary(name: "CFuzzer", path: "Tests/FuzzerTests/Driver/CFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: fuzzed + ["CFuzzer"],
      path: "Tests/FuzzerTests",
      exclude: ["SeedTests.swift", "Driver/CFuzzer"],
      swiftSettings: strict
    ),
  ]
  : [
    .testTarget(
      name: "FuzzerTests",
      dependencies: fuzzed,
      exclude: ["Driver"],
      swiftSettings: strict
    )
  ]

let package = Package(
  name: "mulligan",
  products: [
    .library(name: "UndoKit", targets: ["UndoKit"]),
    .library(name: "StringsCatalog", targets: ["StringsCatalog"]),
    .plugin(name: "CompileStrings", targets: ["CompileStrings"]),
    .executable(name: "mulligan", targets: ["mulligan"]),
  ],
  // Pinned exactly: whoever builds gets what was tested. They are raised by hand.
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
  ],
  targets: shims + values + tools + owners + programs
    + [executable, support, screenSupport, threads] + suites + fuzzers + benchmarks + machines
)
