import Foundation
import Testing

/// The article's program, built as somebody else's, from nothing but the library's own folders.
struct ArticleTests {
  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "say",
      targets: [
        .target(name: "CICU"),
        .target(
          name: "StringsCatalog",
          dependencies: ["CICU"],
          swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]
        ),
        .executableTarget(name: "Say", dependencies: ["StringsCatalog"]),
      ]
    )
    """

  /// The program between the lines of the article.
  private static func program() throws -> String {
    let article = "Sources/StringsCatalog/StringsCatalog.docc/StringsCatalog.md"
    let text = try String(contentsOf: root.appending(path: article), encoding: .utf8)
    let blocks = text.split(separator: "```swift\n").map { $0.prefix { $0 != "`" } }
    return String(try #require(blocks.last { $0.hasPrefix("import StringsCatalog\n") }))
  }

  private func run(_ program: String, _ arguments: String..., in folder: URL) throws -> String {
    let output = folder.appending(path: "output")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = folder
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = process.standardOutput
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: output, encoding: .utf8)
  }

  @Test
  func `a program of ten lines in another package speaks Russian`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "say-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let sources = folder.appending(path: "Sources")
    try FileManager.default.createDirectory(
      at: sources.appending(path: "Say"),
      withIntermediateDirectories: true
    )
    for target in ["CICU", "StringsCatalog"] {
      // Foundation would keep the group, which is not everyone's to give.
      let source = Self.root.appending(path: "Sources/\(target)").path
      #expect(try run("cp", "-R", source, sources.path, in: folder).isEmpty)
    }
    try Self.manifest.write(
      to: folder.appending(path: "Package.swift"),
      atomically: true,
      encoding: .utf8
    )
    try Self.program().write(
      to: sources.appending(path: "Say/main.swift"),
      atomically: true,
      encoding: .utf8
    )
    let built = try run("env", "TMPDIR=\(folder.path)", "swift", "build", in: folder)
    let said = try run(folder.appending(path: ".build/debug/Say").path, in: folder)
    #expect(said == "Undo Archive 3 Messages\nОтменить «В архив» (3 сообщения)\n", "\(built)")
  }
}
