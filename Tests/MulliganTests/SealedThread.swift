import Foundation
import TestSupport

/// A thread of sealed mail with a word in it, and a real terminal to read it in.
struct SealedThread {
  let mail: TemporaryMail
  let keys: TemporaryKeys
  static let word = "xylophone"
  static let people = [("Ann <ann@example.org>", ""), ("Bob <bob@example.org>", "secret")]

  init() throws {
    mail = try TemporaryMail()
    keys = try TemporaryKeys(of: Self.people)
  }

  /// Delivers a thread of mails that are encrypted to a key.
  func deliver(_ count: Int, to key: String, subject: String = "Sealed") throws {
    let content = try keys.encrypted(
      TemporaryKeys.text("The word is \(Self.word).\n"),
      to: [key]
    )
    for number in 1...count {
      let first = "<\(subject)1@seals>"
      let headers = number == 1 ? "" : "In-Reply-To: \(first)\nReferences: \(first)\n"
      let text = TemporaryKeys.message(
        "\(subject)\(number)@seals",
        subject: subject,
        headers: headers,
        content
      )
      let path = "\(mail.root)/\(subject)\(number)"
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
    try mail.notmuch("new", "--quiet")
    try mail.notmuch("tag", "+inbox", "+unread", "*")
    try keys.forget()
  }

  func screen(_ variables: [String: String] = [:]) throws -> TmuxScreen {
    let all = ["GNUPGHOME": keys.home].merging(variables) { $1 }
    let screen = try TmuxScreen(mail, variables: all)
    try screen.wait(for: "Sealed")
    return screen
  }

  /// Opens the thread; its message is locked.
  func locked() throws -> TmuxScreen {
    let screen = try screen()
    try screen.press("Enter")
    try screen.wait(for: "┌ Encrypted; Enter unlocks it")
    return screen
  }

  /// Has a real pinentry ask on the terminal.
  func ask(_ screen: TmuxScreen) throws {
    try screen.press("Enter")
    try screen.wait(for: "Please enter the passphrase")
  }

  /// Answers it, and types these keys before the screen has the terminal again.
  func answer(_ screen: TmuxScreen, typingAhead keys: String = "") throws {
    // In one piece: the screen has the terminal again soon after the first line.
    try screen.typeRaw("secret\r" + keys)
    try screen.wait(for: "│ The word is \(Self.word).")
  }

  /// The terminal is lent to a real pinentry, which asks on it.
  func asking() throws -> TmuxScreen {
    try deliver(1, to: "Bob")
    try keys.asksOnTerminal()
    let screen = try locked()
    try ask(screen)
    return screen
  }
}
