import Foundation
import Testing

/// The pages about the code say what is there: they are read by whoever does not know better yet.
@Suite struct PagesTests {
  private static let pages = [
    "Sources/README.md", "Sources/TriageEngine/README.md", "Tests/README.md",
    "Tests/Benchmarks/README.md",
  ].map(SourceTree.file)

  @Test(arguments: pages.map(\.path))
  func `every file and folder that a page names is there`(path: String) throws {
    let page = try #require(Self.pages.first { $0.path == path })
    let named = Self.paths(in: page)
    #expect(named.count > 1, "\(path) names hardly a file")
    for name in named {
      let isThere = FileManager.default.fileExists(
        atPath: SourceTree.root.appending(path: name).path
      )
      #expect(isThere, "\(path) names \(name)")
    }
  }

  @Test func `every code in the name of a test is defined in a page, once`() {
    let cited = Self.citedCodes
    #expect(cited.count > 50)
    let defined = Self.pages.flatMap(Self.definedCodes)
    for (code, file) in cited.sorted(by: { $0.key < $1.key }) {
      #expect(defined.contains(code), "\(file) cites \(code)")
    }
    #expect(Set(defined).count == defined.count, "a code is defined twice")
  }

  /// What stands in backticks and has a slash, outside blocks of code: all of it is paths.
  private static func paths(in page: SourceTree.File) -> Set<String> {
    let prose = page.text.components(separatedBy: "```").enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
    return Set(prose.matches(of: #/`([^`\n]+)`/#).map { String($0.1) }.filter { $0.contains("/") })
  }

  /// The codes that lists define: a line begins with `- **J1**`.
  private static func definedCodes(_ page: SourceTree.File) -> [String] {
    page.lines.compactMap { line in
      line.prefixMatch(of: #/- \*\*([A-Z][0-9]{1,2})\*\* /#).map { String($0.1) }
    }
  }

  /// The codes in the names of tests, each with a file that cites it.
  private static var citedCodes: [String: String] {
    var found: [String: String] = [:]
    for file in SourceTree.swiftFiles(below: "Tests") {
      for name in file.text.matches(of: #/func `([^`\n]+)`/#) {
        for code in codes(in: name.1) { found[code] = file.path }
      }
    }
    return found
  }

  /// The words of a sentence that are a letter with one or two digits.
  private static func codes(in sentence: Substring) -> [String] {
    sentence.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      .filter { $0.wholeMatch(of: #/[A-Z][0-9]{1,2}/#) != nil }
  }
}
