import ArgumentParser
import Foundation
import MailText
import TriageCore
import TriageUI

/// The options of the verbs that let messages leave.
struct SendOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: help("option.hold"))
  var hold: Int?
  @Flag(help: help("option.wait.send"))
  var wait = false
  @Flag(help: help("option.dry-run.send"))
  var dryRun = false
  @OptionGroup var group: GroupOptions

  /// Whether any of them is there.
  var isUsed: Bool {
    hold != nil || wait || dryRun || group.name != nil || group.background
  }
}

/// `send [FILE…]`.
struct Send: ParsableCommand {
  static var configuration: CommandConfiguration { verb("send") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var options: SendOptions
  @Option(help: help("option.account"), completion: .custom(LiveValues.accounts))
  var account: String?
  @Flag(help: help("option.mbox"))
  var mbox = false
  @Flag(help: help("option.reveal"))
  var reveal = false
  @Flag(help: help("option.yes"))
  var yes = false
  @Flag(help: help("option.json"))
  var json = false
  @Option(parsing: .unconditional, help: help("option.lock-timeout"))
  var lockTimeout: Double = 10
  @Argument(help: help("argument.messages"), completion: .file())
  var files: [String] = []

  func run() throws {
    try Shell.run(result: json ? "send" : nil, using: [.writing]) { shell in
      let mailbox = try shell.mailbox()
      let own = try OwnAddresses(shell, mailbox)
      let messages = try (files.isEmpty ? ["-"] : files).flatMap { file in
        try read(file, shell).map { try message($0, own, shell) }
      }
      guard !messages.isEmpty else { throw TriageFailure(.badMessage, "1") }
      let request = SendRequest(
        options: options,
        yes: yes,
        json: json,
        lockTimeout: lockTimeout,
        verb: "send"
      )
      let sender = MessageSender(shell: shell, mailbox: mailbox, request: request)
      try sender.confirm(messages.count)
      try sender.send(messages)
    }
  }

  /// The messages in a file, or in standard input.
  private func read(_ file: String, _ shell: Shell) throws -> [[UInt8]] {
    let path = file == "-" ? file : shell.environment.expanded(file)
    let limit = shell.config.compose.maxMebibytes << 20
    do throws(FileProblem) {
      let bytes = Array(
        try SmallFile.bytes(at: path, limit: mbox ? 1 << 30 : limit).withoutByteOrderMark
      )
      return mbox
        ? ForeignMessage.messages(inMbox: bytes) : [ForeignMessage.message(inFile: bytes)]
    } catch {
      let reason = error.arguments.first ?? ""
      throw Refusal(
        sentence: Sentence("error.send.file", .text(path), .text(reason)),
        code: reason == String(cString: strerror(EFBIG)) ? .tooLarge : .nothingFound,
        exit: Exit.failed
      )
    }
  }

  private func message(
    _ bytes: [UInt8],
    _ own: OwnAddresses,
    _ shell: Shell
  ) throws -> LeavingMessage {
    let message: ForeignMessage
    do throws(WritingError) {
      let offset = shell.words.clock.offset(.now)
      message = try ForeignMessage(bytes, date: .now, offset: offset)
    } catch {
      throw TriageFailure(error)
    }
    if !reveal, !message.decrypted.isEmpty { throw Refusal.reveals(message.decrypted) }
    let writer = try own.writer(own.own(message.from.address), named: account)
    return .foreign(message, writer.account)
  }
}
