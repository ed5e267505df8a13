import ArgumentParser
import Foundation
import MailText
import Outbox
import TriageCore
import TriageUI

/// Makes messages as they are before their writer has seen them, and prints them, saves them as drafts or
/// lets them leave.
///
/// Whatever is wrong in what was asked for is found before the first is printed.
struct TemplateWriter {
  private let shell: Shell
  private let options: WritingOptions
  /// JSON's `verb`.
  private let verb: String
  /// What the person asked for, checked.
  private let given: GivenFields
  private let attachments: [String]
  /// Whether what is answered is archived as the answer is held.
  private let archives: Bool

  /// Checks what was asked for.
  ///
  /// - Throws: What is wrong with an address, a value or a file.
  init(
    _ shell: Shell,
    _ options: WritingOptions,
    archives: Bool = false,
    verb: String
  ) throws {
    try options.check(shell, archives: archives)
    self.archives = archives
    self.shell = shell
    self.options = options
    self.verb = verb
    given = try GivenFields(options)
    do throws(AttachError) {
      attachments = try AttachedFiles.checked(
        options.attach.map { shell.environment.expanded($0) },
        maxMebibytes: shell.config.compose.maxMebibytes
      )
    } catch {
      throw Refusal(error)
    }
  }

  /// Makes a new message, with what a `mailto:` link asks for.
  func compose(_ link: String?) throws {
    var wanted: MailtoURI?
    do throws(WritingError) {
      wanted = try link.map { text throws(WritingError) in try MailtoURI(text) }
    } catch {
      guard case .notMailto(let text) = error else { throw TriageFailure(error) }
      let address = try? NamedAddress.one(text)
      throw Refusal(
        sentence: Sentence("error.usage.mailto", .text(text)),
        hint: address.map {
          Sentence("hint.compose-to", .text(ShellWords.joined([$0.address])))
        }
      )
    }
    // Who has accounts can write where there is no mail yet.
    let accounts = shell.config.accounts
    let mailbox = options.isKept || accounts.isEmpty ? try shell.mailbox() : nil
    let own = try mailbox.map { try OwnAddresses(shell, $0) } ?? OwnAddresses(accounts)
    var message = try MessageTemplates(shell: shell, own: own).new(in: options.account)
    if let wanted {
      message.template.fill(from: wanted)
      message.link = OutgoingFacts.Link(wanted)
    }
    try finish(&message)
    for name in wanted?.dropped ?? [] { try note(Sentence("status.mailto.dropped", .text(name))) }
    guard let mailbox, options.isKept else { return try print(message, isFirst: true) }
    try keep([message], in: mailbox)
  }

  /// Makes an answer to each message of a query, the oldest first.
  func reply(to query: MailQuery, _ scope: ReplyScope) throws {
    try eachOriginal(of: query) { original, templates in
      try templates.reply(to: original, scope, in: options.account)
    }
  }

  /// Makes a message that forwards each of a query's, the oldest first.
  func forward(_ query: MailQuery, _ form: ComposeConfig.Forward) throws {
    try eachOriginal(of: query) { original, templates in
      let message = try templates.forward(original, form, in: options.account)
      let left =
        form == .inline
        ? original.content.parts.count { $0.isAttachment && !$0.isShown } : 1
      if left > 0, !options.isKept { try note(Sentence("status.template.parts", .number(left))) }
      return message
    }
  }

  private func eachOriginal(
    of query: MailQuery,
    _ make: (ReadOriginal, MessageTemplates) throws -> NewMessage
  ) throws {
    let mailbox = try shell.mailbox()
    let templates = MessageTemplates(shell: shell, own: try OwnAddresses(shell, mailbox))
    let reader = mailbox.reader(shell)
    var isFirst = true
    // Saving changes what is looked through.
    var waiting: [NewMessage] = []
    try mailbox.eachMessage(query, sort: .oldestFirst, limit: nil) { metadata in
      let request = mailbox.sealRequest(.quiet, for: metadata.id)
      let original = try templates.read(metadata, by: reader, opening: request)
      var message = try make(original, templates)
      try finish(&message)
      if options.isKept {
        waiting.append(message)
      } else {
        try print(message, isFirst: isFirst)
      }
      isFirst = false
    }
    if isFirst { throw TriageFailure(.nothingFound) }
    if !waiting.isEmpty { try keep(waiting, in: mailbox) }
  }

  /// Saves messages as drafts, or lets them leave, all with the text of standard input if there is one.
  private func keep(_ messages: [NewMessage], in mailbox: Mailbox) throws {
    if options.edit { return try edit(messages, in: mailbox) }
    guard options.send else {
      let saver = DraftSaver(shell: shell, mailbox: mailbox, options: options, verb: verb)
      return try saver.save(messages)
    }
    let request = SendRequest(
      options: options.sending,
      yes: options.yes,
      json: options.json,
      lockTimeout: options.lockTimeout,
      verb: verb,
      archived: archives ? messages.flatMap(\.template.answers) : []
    )
    let sender = MessageSender(shell: shell, mailbox: mailbox, request: request)
    try sender.confirm(messages.count)
    let input = try WrittenText(locale: shell.environment.charset)
    if let notice = input.notice { try note(notice) }
    try checkWritten(input)
    let most = shell.config.compose.maxMebibytes
    let sealing = SealPlanner(sealer: mailbox.vault.sealer, flags: options.seal)
    try sender.send(
      messages.map { message in
        let ready = try ReadyMessage(message, input.text, shell.words.clock, most)
        return .written(try sealing.planned(ready, message))
      }
    )
  }

  /// Refuses answers that say nothing: somebody has forgotten to give their text.
  private func checkWritten(_ input: WrittenText) throws {
    guard verb == "reply", !options.yes, !options.sending.dryRun,
      input.text.allSatisfy(\.isWhitespace)
    else { return }
    throw Refusal(
      sentence: Sentence("error.nothing-written"),
      hint: Sentence("hint.nothing-written"),
      code: .confirmationNeeded,
      exit: Exit.refused
    )
  }

  /// Lets a person write a message on the screen; what is attached is copied before that.
  private func edit(_ messages: [NewMessage], in mailbox: Mailbox) throws {
    guard messages.count == 1, let message = messages.first else {
      throw shell.usage(Sentence("error.usage.edit-one", .number(messages.count)))
    }
    guard shell.config.engine.isEmpty else {
      throw shell.usage(Sentence("error.usage.edit-elsewhere"))
    }
    try ScreenProgram.checkTerminal(shell.environment)
    var sealed = message
    let most = shell.config.compose.maxMebibytes
    let plain = try ReadyMessage(message, "", shell.words.clock, most)
    let ready = try DraftKeeper(mailbox, environment: shell.environment).seal(&sealed, plain)
    let (folder, _) = try MessageMaker(shell: shell, mailbox: mailbox).begin(ready)
    let screen = ScreenProgram(shell: shell, query: nil, draft: folder.id)
    try shell.exit(ExitCode(try screen.run()))
  }

  /// Puts in what the person asked for, and the signature.
  private func finish(_ message: inout NewMessage) throws {
    // What was encrypted is not quoted in clear.
    if message.hasDecryptedText, options.seal.encrypt == false, !options.seal.reveal {
      guard message.template.kind == .reply else { throw Refusal.reveals(message.template.answers) }
      message.template.body = DraftText.withoutQuotes(message.template.body)
    }
    message.template.to += given.to
    message.template.cc += given.cc
    message.template.bcc += given.bcc
    if let subject = given.subject {
      message.template.subject = subject
      message.sealedSubject = nil
    }
    message.template.attachments = attachments
    if let problem = message.sign(shell.environment) { try note(problem) }
  }

  private func print(_ message: NewMessage, isFirst: Bool) throws {
    let template = message.template
    let decrypted = message.hasDecryptedText ? template.answers : []
    if options.json { return try shell.printer.line(template.json(decryptedFrom: decrypted)) }
    if !isFirst { try shell.printer.line("") }
    try shell.printWritten(template.text(decryptedFrom: decrypted))
  }

  private func note(_ sentence: Sentence) throws {
    try shell.printer.note(shell.words.text(sentence))
  }
}

/// The fields that the arguments set, without control characters and with addresses only.
private struct GivenFields {
  let to: [NamedAddress]
  let cc: [NamedAddress]
  let bcc: [NamedAddress]
  let subject: String?

  init(_ options: WritingOptions) throws(TriageFailure) {
    do throws(WritingError) {
      to = try Self.addresses(options.to, "--to")
      cc = try Self.addresses(options.cc, "--cc")
      bcc = try Self.addresses(options.bcc, "--bcc")
      subject = try options.subject.map { text throws(WritingError) in
        try text.asHeader("--subject")
      }
    } catch {
      throw TriageFailure(error)
    }
  }

  private static func addresses(
    _ texts: [String],
    _ option: String
  ) throws(WritingError) -> [NamedAddress] {
    var addresses: [NamedAddress] = []
    for text in texts {
      let value = try text.asHeader(option)
      do throws(AddressError) {
        addresses += try NamedAddress.list(value)
      } catch {
        throw .badAddress(error.text)
      }
    }
    return addresses
  }
}
