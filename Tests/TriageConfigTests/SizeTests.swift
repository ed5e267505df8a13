import TestSupport
import Testing
import TriageCore

@testable import TriageConfig

/// Files of a hundred thousand bytes that nobody would write: they are read or refused in time.
@Suite struct SizeTests {
  private static let bytes = 100_000

  /// Builds without optimisation are slower.
  private static var longest: Duration {
    #if DEBUG
      .seconds(10)
    #else
      .seconds(1)
    #endif
  }

  private static func many(_ text: String) -> String {
    String(repeating: text, count: bytes / text.utf8.count)
  }

  private static let keys = (0..<bytes / 9).map { "k\($0)" }

  @Test(arguments: [
    many("a.") + "a = 1", "[" + many("a.") + "a]", "[[" + many("a.") + "a]]",
    "a = " + many("["), "a = " + many("{a="), "a = {" + many("a.") + "a = 1}",
  ])
  func `what lies too deep is refused with its position, and harms nobody`(text: String) {
    let read = Config.read(text)
    #expect(read.problems.map(\.code) == [.syntax])
    #expect(read.problems.first?.position?.line == 1)
    #expect(Plan.read(text, as: .toml, ActionTable()).problems.map(\.code).contains(.syntax))
  }

  @Test func `what lies as deep as anybody needs is read`() throws {
    let path = Array(repeating: "a", count: 100).joined(separator: ".")
    let table = try TOMLDocument.read("\(path) = [[[[1]]]]")
    #expect(table["a"] != nil)
  }

  @Test(arguments: [
    keys.map { "\($0) = 1\n" }.joined(), many("[[a]]\n"), many("#\n"), "a = [" + many("1,") + "]",
    "a = \"\"\"" + many("\"\" ") + "\"\"\"", many("a."), many("\n"),
    "[[command]]\n" + many("actions=[\"star\"]\n[[command]]\n"),
  ])
  func `a long configuration or plan in TOML is read in time`(text: String) {
    let start = processorTime()
    _ = Config.read(text)
    _ = Plan.read(text, as: .toml, ActionTable())
    #expect(processorTime() - start < Self.longest)
  }

  @Test(arguments: [
    "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}", "{\"a\":[" + many("1,") + "1]}",
    "{\"a\":\"" + many("\\u00e9") + "\"}", many("["), "{\"a\":" + many("1"),
    "{\"plan\":1,\"command\":[" + many("{},") + "{}]}", many("\n"),
  ])
  func `a long plan in JSON is read in time`(text: String) {
    let start = processorTime()
    _ = Plan.read(text, as: .json, ActionTable())
    #expect(processorTime() - start < Self.longest)
  }

  @Test(arguments: [many("+a -- *\n"), many("+a "), many("#\n"), many("+%61 "), many("\r\n")])
  func `a long file of notmuch's tagging is read in time`(text: String) {
    let start = processorTime()
    _ = Plan.read(text, as: .batch, ActionTable())
    #expect(processorTime() - start < Self.longest)
  }
}
