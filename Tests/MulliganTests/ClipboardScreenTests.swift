import Foundation
import TestSupport
import Testing
import TriageCore

/// Copying, in a real terminal that has a clipboard.
@Suite struct ClipboardScreenTests {
  @Test func `E16: the terminal's clipboard has what was chosen`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(SampleMessage("plain@example.org", subject: "Quite “plain”", tags: ["inbox"]))
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "Quite")
    try screen.allowCopying()
    for (keys, copied) in [
      (["y", "Enter"], "plain@example.org"), (["y", "s"], "Quite “plain”"),
      (["y", "Enter"], "plain@example.org"),
    ] {
      // The last time in the message.
      if screen.clipboard() == "Quite “plain”" {
        try screen.press("Enter")
        try screen.wait(for: "Subject:")
      }
      for key in keys { try screen.press(key) }
      try screen.wait("\(copied) is copied") { lines in
        let isSaid = lines.contains { $0.contains("Sent to the terminal") }
        return screen.clipboard() == copied && isSaid
      }
    }
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `E16: a configured program gets the text, and the terminal does not`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(SampleMessage("plain@example.org", subject: "Quite plain", tags: ["inbox"]))
    let (config, copied) = ("\(mail.folder)/config.toml", "\(mail.folder)/copied")
    try "[terminal]\ncopy = ['tee', '\(copied)']\n"
      .write(toFile: config, atomically: false, encoding: .utf8)
    let screen = try TmuxScreen(mail, ["--config", config])
    try screen.wait(for: "Quite plain")
    try screen.record(to: "\(mail.folder)/stream")
    try screen.press("y", "Enter")
    try screen.wait(for: "Copied with tee")
    #expect(try String(contentsOfFile: copied, encoding: .utf8) == "plain@example.org")
    #expect(try !String(contentsOfFile: "\(mail.folder)/stream", encoding: .utf8).contains("]52;"))
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }
}
