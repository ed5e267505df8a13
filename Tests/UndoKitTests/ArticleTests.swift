import Foundation
import Testing

/// Keeps the article and the tested programs the same, and the library free of imports.
struct ArticleTests {
  private let tests = URL(filePath: #filePath).deletingLastPathComponent()

  private var library: URL {
    tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/UndoKit")
  }

  @Test func `the article shows the programs that are tested, word for word`() throws {
    let article = try String(
      contentsOf: library.appending(path: "UndoKit.docc/UndoOnLinux.md"),
      encoding: .utf8
    )
    let shown = regions(of: article, from: "```swift", to: "```")
    let tested = try ["UndoOnLinuxTests.swift", "UndoOnLinuxMoreTests.swift"].flatMap { file in
      let text = try String(contentsOf: tests.appending(path: file), encoding: .utf8)
      return regions(of: text, from: "// snippet", to: "// end")
    }
    #expect(tested.count == 9)
    #expect(shown == tested)
  }

  @Test func `UndoKit imports nothing`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: library.path)
      .filter { $0.hasSuffix(".swift") }
    #expect(files.count > 10)
    for file in files {
      let text = try String(contentsOf: library.appending(path: file), encoding: .utf8)
      let imports = text.split(separator: "\n").filter { $0.contains(/^[a-z@() ]*\bimport\b/) }
      #expect(imports == [], "\(file)")
    }
  }

  /// Returns the lines between two markers, without the indentation of the first marker.
  private func regions(of text: String, from start: String, to end: String) -> [[String]] {
    var regions: [[String]] = []
    var indentation: Int?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if let depth = indentation {
        if trimmed == end {
          indentation = nil
        } else {
          regions[regions.count - 1].append(String(line.dropFirst(depth)))
        }
      } else if trimmed == start {
        indentation = line.prefix { $0 == " " }.count
        regions.append([])
      }
    }
    return regions
  }
}
