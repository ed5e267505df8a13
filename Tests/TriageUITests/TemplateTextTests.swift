import StringsCatalog
import TestSupport
import Testing
import TriageCore

@testable import TriageUI

/// The texts of messages that answer or forward another one.
@Suite struct TemplateTextTests {
  @Test(arguments: [false, true])
  func `W10: nothing in the name of a part turns or hides in a text`(forwards: Bool) throws {
    let name = "scan\u{202E}gpj.\u{200B}exe"
    let content = MessageContent(
      id: MessageID("m@x"),
      headers: [],
      lines: [ContentLine(.label(.attachment, part: 2), name)]
    )
    let words = try Wording.test("en")
    let text =
      forwards
      ? words.forwarding(OriginalMessage(id: "m"), content)
      : words.quoting(OriginalMessage(id: MessageID("m@x")), content)
    #expect(text.contains("[scan<RLO>gpj."), "\(text)")
    #expect(!text.unicodeScalars.contains("\u{202E}") && !text.unicodeScalars.contains("\u{200B}"))
  }
}
