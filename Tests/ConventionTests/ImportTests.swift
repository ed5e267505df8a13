import Testing

/// The arrows between the modules: a target imports what is named here and nothing else.
private let allowed: [String: Set<String>] = [
  "UndoKit": [],
  "StringsCatalog": ["CICU", "Synchronization"],
  "Screen": [],
  "TriageCore": [],
  "MailIndex": ["CLinux", "CNotmuch", "CNotmuchGuard", "TriageCore", "Glibc", "Foundation"],
  "MailText": [
    "CGMime", "CGpgme", "CLinux", "CSeals", "CXML2", "TriageCore", "Glibc", "Foundation",
    "Synchronization",
  ],
  "Maildir": ["CGLib", "CLinux", "TriageCore", "Glibc", "Foundation"],
  "Outbox": ["CLinux", "TriageCore", "Glibc", "Foundation"],
  "Journal": ["CLinux", "CSQLite", "GRDB", "TriageCore", "Glibc", "Foundation"],
  "TTYTerminal": ["CNcurses", "CLinux", "Screen", "Glibc", "FoundationEssentials"],
  "TriageConfig": ["TOMLKit", "Screen", "TriageCore"],
  "ChildProcesses": ["CLinux", "Glibc"],
  "EngineLink": ["CLinux", "FoundationEssentials", "Glibc", "Synchronization"],
  "MachineLink": ["CGLib", "CLinux", "TriageCore", "Glibc", "Synchronization"],
  "TriageEngine": ["TriageCore", "EngineLink"],
  "TriageUI": ["TriageCore", "StringsCatalog", "Screen", "UndoKit", "Synchronization"],
  "mulligan": [
    "ArgumentParser", "Logging", "CDemo", "CLinux", "ChildProcesses", "TTYTerminal", "EngineLink",
    "Journal", "MachineLink", "MailIndex", "MailText", "Maildir", "Outbox", "ProgramStrings",
    "Screen", "StringsCatalog", "TriageConfig", "TriageCore", "TriageEngine", "TriageUI", "UndoKit",
    "Foundation", "Glibc", "Synchronization",
  ],
  "ProgramStrings": [],
  "strings-compiler": ["Foundation", "StringsCatalog"],
  "CompileStrings": ["Foundation", "PackagePlugin"],
  "debian-packager": ["Foundation"],
  "DebianPackage": ["Foundation", "PackagePlugin"],
]

@Suite struct ImportTests {
  @Test func `every target imports only what stands below it`() {
    for file in SourceTree.swiftFiles(below: "Sources") {
      let table = allowed[file.target]
      #expect(table != nil, "\(file.target) is not in the table")
      for module in imports(of: file) {
        #expect(
          table?.contains(module) == true,
          "\(file.path) imports \(module)"
        )
      }
    }
  }

  @Test func `K1: MailText alone knows GMime and gpgme, and no cryptography is our own`() {
    for file in SourceTree.swiftFiles(below: "Sources") where file.target != "MailText" {
      #expect(
        Set(imports(of: file)).isDisjoint(with: ["CGMime", "CGpgme", "CSeals"]),
        "\(file.path)"
      )
    }
    let manifest = SourceTree.file("Package.swift").text
    for word in ["libcrypto", "openssl", "gcrypt", "swift-crypto"] {
      #expect(!manifest.contains(word))
    }
    let shim = SourceTree.file("Sources/CSeals/context.c").text
    #expect(shim.contains("g_mime_crypto_context_register"))
  }

  @Test func `the packages depended on are those of the design`() {
    let manifest = SourceTree.file("Package.swift").text
    let used = manifest.matches(of: #/url: "https://github.com/([^"]+)"/#).map { String($0.1) }
    #expect(
      Set(used) == [
        "groue/GRDB.swift", "apple/swift-argument-parser", "apple/swift-log", "LebJe/TOMLKit",
      ]
    )
  }

  @Test func `the packages depended on are pinned exactly`() {
    let manifest = SourceTree.file("Package.swift").text
    let packages = manifest.split(separator: "\n").filter { $0.contains(".package(url:") }
    #expect(packages.count == 4)
    for package in packages {
      #expect(package.contains(#/, exact: "\d+\.\d+\.\d+"\)/#), "\(package)")
    }
  }

  private func imports(of file: SourceTree.File) -> [String] {
    // A word is found sooner than a pattern, by far in a build without optimisation.
    file.lines.filter { $0.contains("import ") }.compactMap { line in
      line.firstMatch(
        of: #/^(?:@\w+ )?(?:package |public |internal |private )?import (\w+)/#
      )
      .map { String($0.1) }
    }
  }
}
