import TOMLKit
import Testing
import TriageCore

@testable import TriageConfig

@Suite struct TOMLPositionsTests {
  private static let text = #"""
    plain = 1 # one
    "quoted \u00e9" = 'literal \'
    a.b . c = [ 1, [2, 3], { x = 1, y.z = "]" } ]
    long = """
    a "quote" = 1
    \""" still"""
    'single' = '''
    [not.a.table]'''
    date = 1979-05-27 07:32:00

    [table]
    key = true
    [table.deeper]
    key = "é" # ü
    [[list]]
    name = "first"
      [[list.inner]]
      x = 1
    [[list]]
    name = "second"
    [list.sub]
    y = 2
    """#

  private func position(_ path: TOMLPositions.Step...) -> String? {
    TOMLPositions(Self.text).values[path].map { "\($0.line):\($0.column)" }
  }

  @Test func `values are found wherever TOML lets them stand`() {
    #expect(position(.key("plain")) == "1:9")
    #expect(position(.key("quoted é")) == "2:19")
    #expect(position(.key("a"), .key("b"), .key("c"), .index(1), .index(0)) == "3:17")
    #expect(position(.key("a"), .key("b"), .key("c"), .index(2), .key("y"), .key("z")) == "3:39")
    #expect(position(.key("single")) == "7:12")
    #expect(position(.key("date")) == "9:8")
    #expect(position(.key("table"), .key("deeper"), .key("key")) == "14:7")
    #expect(position(.key("list"), .index(0), .key("inner"), .index(0), .key("x")) == "18:7")
    #expect(position(.key("list"), .index(1), .key("sub"), .key("y")) == "22:5")
  }

  @Test func `whatever the library reads has a place`() throws {
    let table = try TOMLDocument.read(Self.text)
    func check(_ table: Table) {
      for entry in table.entries {
        #expect(entry.position != nil, "\(entry.key)")
        check(entry.node)
      }
    }
    func check(_ node: Node) {
      #expect(node.position != nil)
      node.table.map(check)
      for item in node.array ?? [] { check(item) }
    }
    check(table)
    #expect(table.entries.count == 8)
  }
}
