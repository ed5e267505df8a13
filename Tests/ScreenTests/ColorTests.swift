import Testing

@testable import Screen

@Suite struct ColorTests {
  @Test(arguments: NamedColor.allCases)
  func `a named colour is read by its name`(color: NamedColor) {
    #expect(Color(color.name) == .named(color))
    #expect(Color.named(color).description == color.name)
  }

  @Test(arguments: [
    ("default", Color.standard), ("200", .palette(200)), ("#0a0B0c", .rgb(10, 11, 12)),
  ])
  func `a colour is read by number or mixture`(notation: String, color: Color) {
    #expect(Color(notation) == color)
    #expect(color.description == notation.lowercased())
  }

  @Test(arguments: ["", "256", "-1", "#12345", "#1234567", "#12345g", "#+12345", "Red"])
  func `what is no colour is refused`(notation: String) {
    #expect(Color(notation) == nil)
  }
}
