import Foundation
import Testing
import TriageCore

/// Contents travel from the engine to the screen.
@Suite struct ContentCodingTests {
  @Test func `every mail's content arrives as it was sent`() throws {
    for path in Fixtures.all {
      let content = Mail.content(path)
      let data = try JSONEncoder().encode(content)
      #expect(try JSONDecoder().decode(MessageContent.self, from: data) == content, "\(path)")
    }
  }

  @Test func `every kind of line arrives as it was sent`() throws {
    var kinds: [ContentLine.Kind] = [
      .text, .quote(level: 12), .signature, .heading, .preformatted, .patchAdded, .patchRemoved,
      .patchHunk, .patchHeader, .rule, .header(name: "X Y"), .footnote(7), .hidden,
    ]
    kinds += PartLabel.allCases.map { .label($0, part: 3) }
    kinds += DetailName.allCases.map { .detail($0) }
    let lines =
      kinds.map { ContentLine($0, "text", lead: "") } + [ContentLine(.text, "", lead: "• ")]
    let data = try JSONEncoder().encode(lines)
    #expect(try JSONDecoder().decode([ContentLine].self, from: data) == lines)
  }

  @Test func `an unknown kind of line is an error`() {
    for code in ["", "z", "q", "qx", "L", "L1", "L1 nothing", "Dnothing", "f"] {
      let data = Data("[\"\(code)\", \"text\"]".utf8)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(ContentLine.self, from: data)
      }
    }
  }
}
