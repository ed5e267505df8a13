import Foundation
import TestSupport
import Testing

/// The configuration, edited from the screen.
@Suite struct EditConfigTests {
  @Test func `E26: the editor gets the terminal, and what it wrote holds at once`() throws {
    let mail = try TemporaryMail()
    try mail.deliverScriptThreads()
    let editor = try mail.file(
      "editor",
      "test -t 0 && test -t 1 && sed -i s/newest-first/oldest-first/ \"$2\"\n"
    )
    let screen = try TmuxScreen(
      mail,
      columns: 100,
      rows: 24,
      variables: ["XDG_CONFIG_HOME": "\(mail.folder)/config", "VISUAL": "sh \(editor) --wait"]
    )
    try screen.wait(for: "Thread 00")
    try edit(screen)
    try screen.wait(for: "The configuration was read again")
    let file = "\(mail.folder)/config/mulligan/config.toml"
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("sort = \"oldest-first\""))
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `E26: another language and the titles of new actions hold at once`() throws {
    let mail = try TemporaryMail()
    try mail.deliverScriptThreads()
    let added = """
      [[action]]
      id = "finish"
      name = { en = "Finish", de = "Erledigen" }
      steps = ["mark-read", "archive"]

      """
    let more = try mail.file("more", added)
    let script = "sed -i 's/^language = .*/language = \"de\"/' \"$1\"; cat '\(more)' >> \"$1\"\n"
    let editor = try mail.file("editor", script)
    let screen = try TmuxScreen(
      mail,
      columns: 100,
      rows: 45,
      variables: ["XDG_CONFIG_HOME": "\(mail.folder)/config", "VISUAL": "sh \(editor)"]
    )
    try screen.wait(for: "Thread 00")
    try edit(screen)
    try screen.wait("the list has its German name") { $0[0].contains("Posteingang") }
    try screen.press("M-m")
    try screen.wait(for: "Erledigen")
    try screen.press("Escape")
    try screen.wait("the menu has closed") { !$0.contains { $0.contains("Erledigen") } }
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `E26: that the configuration was left as it was is said`() throws {
    let mail = try TemporaryMail()
    try mail.deliverScriptThreads()
    let screen = try TmuxScreen(
      mail,
      columns: 100,
      rows: 24,
      variables: ["XDG_CONFIG_HOME": "\(mail.folder)/config", "EDITOR": "true", "VISUAL": ""]
    )
    try screen.wait(for: "Thread 00")
    try screen.press("a")
    try screen.wait(for: "Archived 1 thread")
    try edit(screen)
    try screen.wait(for: "Configuration unchanged")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test(arguments: ["no-such-editor --wait", "false"])
  func `E26: an editor that is not there or fails is named`(editor: String) throws {
    let mail = try TemporaryMail()
    try mail.deliverScriptThreads()
    let screen = try TmuxScreen(
      mail,
      columns: 100,
      rows: 24,
      variables: ["XDG_CONFIG_HOME": "\(mail.folder)/config", "EDITOR": editor, "VISUAL": ""]
    )
    try screen.wait(for: "Thread 00")
    try edit(screen)
    try screen.wait(
      for: editor == "false"
        ? "false has ended (1)"
        : "no-such-editor could not be started: No such file or directory"
    )
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  private func edit(_ screen: TmuxScreen) throws {
    try screen.press(":")
    try screen.wait("the palette is open") { $0.last?.hasPrefix(" Command:") == true }
    try screen.typeRaw("edit-config")
    try screen.wait("it is typed") { $0.last?.hasSuffix("Command: edit-config") == true }
    try screen.press("Enter")
  }
}
