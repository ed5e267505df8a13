import Foundation
import Testing

/// What the fuzzers begin with passes their checks, and so does what they once found.
@Suite struct SeedTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: Fuzzer.all) func `every seed of a fuzzer passes its check`(
    fuzzer: Fuzzer
  ) throws {
    let seeds = fuzzer.seeds.flatMap(Self.files)
    #expect(seeds.count >= fuzzer.seeds.count)
    for seed in seeds {
      let bytes = Array(try Data(contentsOf: seed))
      do { try fuzzer.check(bytes) } catch { Issue.record("\(seed.lastPathComponent): \(error)") }
    }
  }

  /// A file, or the files below a folder.
  private static func files(_ path: String) -> [URL] {
    let start = root.appending(path: path)
    let walk = FileManager.default.enumerator(
      at: start,
      includingPropertiesForKeys: [.isRegularFileKey]
    )
    let found = (walk?.allObjects ?? []).compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
    return found.isEmpty ? [start] : found.sorted { $0.path < $1.path }
  }
}

extension Fuzzer: CustomTestStringConvertible {
  var testDescription: String { name }
}
