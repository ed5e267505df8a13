import ArgumentParser
import CLinux
import MailText
import TriageCore
import TriageUI

/// `show QUERY`.
struct Show: ParsableCommand {
  static var configuration: CommandConfiguration { verb("show") }

  @OptionGroup var global: GlobalOptions
  @Option(parsing: .unconditional, help: help("option.limit"))
  var limit: Int?
  @Flag(help: help("option.json"))
  var json = false
  @Flag(help: help("option.raw"))
  var raw = false
  @Option(parsing: .unconditional, help: help("option.part"))
  var part: Int?
  @Option(parsing: .unconditional, help: help("option.duplicate"))
  var duplicate: Int?
  @Option(help: help("option.decrypt"))
  var decrypt: SealOptions.Decryption?
  @Flag(help: help("option.no-verify"))
  var noVerify = false
  @Argument(help: help("argument.query"), completion: .custom(LiveValues.query))
  var query: [String]

  private var text: MailQuery { MailQuery(query.joined(separator: " ")) }

  func run() throws {
    // What was encrypted and is shown comes into no file when this program dies.
    _ = clinux_leave_no_core()
    try Shell.run(using: [.reading]) { shell in
      try shell.check(limit: limit)
      try shell.check(query: query, of: Show.self)
      if [json, raw, part != nil].filter(\.self).count > 1 {
        throw shell.usage(Sentence("error.usage.one-form"))
      }
      if raw { return try sendPart(0, of: "--raw", shell) }
      if let part { return try sendPart(part, of: "--part", shell) }
      try showAll(shell)
    }
  }

  /// What is done with sealed mail: here nobody presses a key, so to ask is a matter of the option.
  private func seals(_ shell: Shell) -> (options: SealOptions, attempt: SealAttempt) {
    var options = shell.config.sealed.options
    if noVerify { options.verify = false }
    if decrypt == nil, options.decrypt == .ask { options.decrypt = .never }
    options.decrypt = decrypt ?? options.decrypt
    guard decrypt == .ask else { return (options, .quiet) }
    GnuPG.askHere()
    return (options, .asking(cancel: nil))
  }

  private func showAll(_ shell: Shell) throws {
    let mailbox = try shell.mailbox()
    let columns = shell.environment.outputColumns
    let (wanted, attempt) = seals(shell)
    var options = MessageOptions(filter: shell.config.reading.html.arguments, seals: wanted)
    options.copy = (duplicate ?? 1) - 1
    if let columns { options.columns = Wording.measure(ofPaper: columns) }
    var (isFirst, isWhole) = (true, true)
    let (seals, variables) = (mailbox.seals, shell.environment.variables)
    let reader = PairedReader(options, attempt) {
      MessageReader.ofProgram(environment: variables, seals: seals)
    }
    let show = { (metadata: MessageMetadata, content: MessageContent) in
      if json {
        var line = metadata.opened(content).json
        content.add(to: &line)
        try shell.printer.line(line)
      } else {
        if !isFirst { try shell.printer.line("") }
        for row in shell.words.paper(content, columns: columns) { try shell.printer.text(row) }
      }
      if try !shell.noteClosed(in: content) { isWhole = false }
      isFirst = false
    }
    let store = mailbox.store
    try mailbox.eachShown(text, limit: limit) { metadata in
      let keys = { (try? store.sessionKeys(of: metadata.id)) ?? [] }
      try reader.read(metadata, sessionKeys: keys, show)
    }
    try reader.finish(show)
    if isFirst {
      try shell.mentionUnknownNames(in: query.joined(separator: " "), mailbox)
      throw TriageFailure(.nothingFound)
    }
    try shell.exit(isWhole ? .success : Exit.partial)
  }

  /// Writes a part of the one message that matches, as it is.
  private func sendPart(_ number: Int, of option: String, _ shell: Shell) throws {
    let mailbox = try shell.mailbox()
    var found: [MessageMetadata] = []
    try mailbox.eachMessage(text, sort: .oldestFirst, limit: 2) { found.append($0) }
    guard let message = found.first else { throw TriageFailure(.nothingFound) }
    guard found.count == 1 else {
      let count = try mailbox.store.count(text, .messages)
      throw shell.usage(Sentence("error.one-message", .text(option), .number(count)))
    }
    let (options, attempt) = seals(shell)
    let request = mailbox.sealRequest(attempt, for: message.id)
    let reader = mailbox.reader(shell)
    var failure: (any Error)?
    do throws(MessageFileError) {
      let part = PartReference(number)
      var files = message.files
      if let duplicate {
        let messages = reader.messages(in: files)
        files = messages[min(max(1, duplicate), messages.count) - 1]
      }
      _ = try reader.readPart(part, files: files, options, opening: request) { bytes in
        do { try shell.printer.bytes(Array(bytes)) } catch { failure = error }
        return failure == nil
      }
    } catch {
      throw TriageFailure(error)
    }
    if let failure { throw failure }
  }
}

extension SealOptions.Decryption: ExpressibleByArgument {}

extension Shell {
  /// Names the encrypted parts of a message that are not shown.
  ///
  /// - Returns: Whether all are shown.
  fileprivate func noteClosed(in content: MessageContent) throws -> Bool {
    var isWhole = true
    for seal in content.seals {
      guard let code = seal.state?.failure else { continue }
      isWhole = false
      let failure = Sentence.failure(TriageFailure(code, "\(seal.number)"))
      let message = MailQuery.listed(content.id)
      try printer.note(
        words.text(Sentence("status.sealed", .text(message), .sentence(failure)))
      )
    }
    return isWhole
  }
}
