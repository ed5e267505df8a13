import Foundation
import Outbox
import TestSupport
import TriageCore

@testable import mulligan

/// A mailbox with an account, and a delivery program that keeps what it gets and ends as it is told.
struct SendSite {
  let mail: TemporaryMail

  /// What the program has got, a message each, in no order.
  var delivered: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sink)) ?? []
    return names.filter { !$0.contains(".") }.compactMap { name in
      try? String(contentsOfFile: "\(sink)/\(name)", encoding: .utf8)
    }
  }

  /// The arguments that it got, a line for each time.
  var arguments: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sink)) ?? []
    return names.filter { $0.hasSuffix(".arguments") }.compactMap { name in
      (try? String(contentsOfFile: "\(sink)/\(name)", encoding: .utf8))?.lines.first
    }
  }

  private var sink: String { "\(mail.folder)/sink" }

  /// The file of the configuration.
  var configuration: String { "\(mail.folder)/home/.config/mulligan/config.toml" }

  /// Makes a mailbox with a thread, and a configuration; `settings` stands in its table `[compose]`,
  /// `account` in the account's.
  init(
    synchronizesFlags: Bool = true,
    hold: Int = 0,
    settings: String = "",
    account: String = ""
  ) throws {
    mail = try TemporaryMail(
      synchronizesFlags: synchronizesFlags,
      settings: "[new]\ntags=inbox;unread;new\n"
    )
    try mail.deliverMixedThread()
    try mail.notmuch("new")
    try mail.notmuch("tag", "-new", "--", "*")
    try FileManager.default.createDirectory(atPath: sink, withIntermediateDirectories: true)
    let folder = URL(fileURLWithPath: configuration).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try """
    [compose]
    hold = \(hold)
    sendmail = ["\(mail.folder)/sendmail", "-oi"]
    \(settings)
    [[account]]
    name = "home"
    address = "Robin Tester <robin@example.org>"
    \(account)

    """.write(toFile: configuration, atomically: true, encoding: .utf8)
    try exits(0)
  }

  /// Lets the program end so from now on.
  func exits(_ code: Int32, _ words: String = "", after more: String = "") throws {
    let text = """
      #!/bin/sh
      file=$(mktemp "\(sink)/XXXXXXXX")
      printf '%s ' "$@" > "$file.arguments"
      cat > "$file"
      \(more)
      [ -z '\(words)' ] || echo '\(words)' >&2
      exit \(code)
      """
    try writeProgram(text, to: "\(mail.folder)/sendmail")
  }

  /// Composes a message to Ann that is sent.
  func send(_ options: String..., text: String = "my words\n") throws -> ShellRun {
    try mail.mulligan(
      ["compose", "--send", "--to", "ann@example.org", "--subject", "Zebra"] + options,
      input: text
    )
  }

  /// The messages of the outbox, those that were sent too.
  func outbox() throws -> [[String: Any]] {
    try mail.mulligan("outbox", "list", "--all", "--json").objects
  }

  /// How far the messages have come.
  func states() throws -> [String] { try outbox().compactMap { $0["state"] as? String } }

  /// Waits until no process sends any more: nothing waits then but for a person.
  func waitForSender() throws {
    try waitUntil("nobody sends") { senderLock.map { !OutboxLock.isTaken($0) } ?? true }
  }

  /// The lock of the process that sends; `nil` as long as there is no history.
  var senderLock: String? {
    (try? mail.journal()).map { journal in
      URL(fileURLWithPath: journal).deletingLastPathComponent().path + "/sender.lock"
    }
  }

  /// Waits until there is a process that sends, which whoever holds a message has started.
  func waitForHolder() throws {
    try waitUntil("somebody sends") { senderLock.flatMap(OutboxLock.holder) != nil }
  }

  /// Ends the process that sends, which whoever holds a message has started, once it is there.
  ///
  /// ``endSender()`` alone may come before it, and does nothing then: it sends all the same.
  func endHolder() throws {
    try waitForHolder()
    try endSender()
  }

  /// Ends the process that sends, if there is one.
  func endSender() throws {
    guard let lock = senderLock else { return }
    while let sender = OutboxLock.holder(of: lock) {
      kill(sender, SIGKILL)
      try waitUntil("it has ended") { OutboxLock.holder(of: lock) != sender }
    }
  }
}
