import Foundation
import MailText
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
    attachments = try AttachedFiles.checked(
      options.attach.map { shell.environment.expanded($0) },
      maxMebibytes: shell.config.compose.maxMebibytes
    )
  }

  /// Makes a new message, with what a `mailto:` link asks for.
  func compose(_ link: String?) throws {
    var wanted: MailtoURI?
    do throws(WritingError) {
      wanted = try link.map { text throws(WritingError) in try MailtoURI(text) }
    } catch {
      guard case .notMailto(let text) = error else { throw TriageFailure(error) }
      throw shell.usage(Sentence("error.usage.mailto", .text(text)))
    }
    // Who has accounts can write where there is no mail yet.
    let accounts = shell.config.accounts
    let mailbox = options.isKept || accounts.isEmpty ? try shell.mailbox() : nil
    let own = try mailbox.map { try OwnAddresses(shell, $0) } ?? OwnAddresses(accounts)
    let writer = try own.writer(nil, named: options.account)
    var message = NewMessage(template: MessageTemplate(.new, from: writer), account: writer.account)
    if let wanted { message.template.fill(from: wanted) }
    try finish(&message)
    for name in wanted?.dropped ?? [] { try note(Sentence("status.mailto.dropped", .text(name))) }
    guard let mailbox, options.isKept else { return try print(message.template, isFirst: true) }
    try keep([message], in: mailbox)
  }

  /// Makes an answer to each message of a query, the oldest first.
  func reply(to query: MailQuery, _ scope: ReplyScope) throws {
    try eachOriginal(of: query) { metadata, original, content, own in
      guard let addressing = ReplyAddressing(to: original, scope, own: own) else {
        throw TriageFailure(.noRecipient, original.id.text)
      }
      let writer = try own.writer(addressing.from, named: options.account)
      var template = MessageTemplate(answering: original, addressing, from: writer)
      template.body = shell.words.quoting(original, content)
      return NewMessage(template: template, account: writer.account)
    }
  }

  /// Makes a message that forwards each of a query's, the oldest first.
  func forward(_ query: MailQuery, _ form: ComposeConfig.Forward) throws {
    try eachOriginal(of: query) { metadata, original, content, own in
      let received = ReplyAddressing(to: original, .all, own: own)?.from
      let writer = try own.writer(received, named: options.account)
      var message = NewMessage(
        template: MessageTemplate(forwarding: original, from: writer),
        account: writer.account
      )
      switch form {
      case .inline:
        message.template.body = shell.words.forwarding(content)
        // What was encrypted comes into no file that nobody has asked for.
        let parts = content.parts.filter { $0.isAttachment && !$0.wasEncrypted }
        message.carried = parts.isEmpty ? .nothing : .parts(parts, of: metadata)
      case .attached: message.carried = .message(metadata)
      }
      let left =
        form == .inline ? content.parts.count { $0.isAttachment && !$0.isShown } : 1
      if left > 0, !options.isKept { try note(Sentence("status.template.parts", .number(left))) }
      return message
    }
  }

  private func eachOriginal(
    of query: MailQuery,
    _ make: (MessageMetadata, OriginalMessage, MessageContent, OwnAddresses) throws -> NewMessage
  ) throws {
    let mailbox = try shell.mailbox()
    let own = try OwnAddresses(shell, mailbox)
    let reader = mailbox.reader(shell)
    // Tables of pages are laid out for a line that can be quoted.
    let look = MessageOptions(
      columns: 72,
      filter: shell.config.reading.html.arguments,
      seals: shell.config.sealed.options
    )
    var isFirst = true
    // Saving changes what is looked through.
    var waiting: [NewMessage] = []
    try mailbox.eachMessage(query, sort: .oldestFirst, limit: nil) { metadata in
      let original: OriginalMessage
      do throws(MessageFileError) {
        original = try reader.original(metadata)
      } catch {
        throw TriageFailure(error)
      }
      let content = reader.content(of: metadata.id, files: metadata.files, options: look)
      var message = try make(metadata, original, content, own)
      try finish(&message)
      if options.isKept {
        waiting.append(message)
      } else {
        try print(message.template, isFirst: isFirst)
      }
      isFirst = false
    }
    if isFirst { throw TriageFailure(.nothingFound) }
    if !waiting.isEmpty { try keep(waiting, in: mailbox) }
  }

  /// Saves messages as drafts, or lets them leave, all with the text of standard input if there is one.
  private func keep(_ messages: [NewMessage], in mailbox: Mailbox) throws {
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
    let input = try WrittenText()
    if input.isLatin { try note(Sentence("status.text.latin")) }
    let most = shell.config.compose.maxMebibytes
    try sender.send(
      messages.map { .written(try ReadyMessage($0, input.text, shell.words.clock, most)) }
    )
  }

  /// Puts in what the person asked for, and the signature.
  private func finish(_ message: inout NewMessage) throws {
    message.template.to += given.to
    message.template.cc += given.cc
    message.template.bcc += given.bcc
    message.template.subject = given.subject ?? message.template.subject
    message.template.attachments = attachments
    guard !message.account.signature.isEmpty else { return }
    let path = shell.environment.expanded(message.account.signature)
    do throws(FileProblem) {
      let text = try SmallFile.text(at: path, limit: 1 << 16)
      message.template.body += "\n-- \n" + text + (text.hasSuffix("\n") ? "" : "\n")
    } catch {
      let reason = error.arguments.first ?? ""
      try note(Sentence("status.signature", .text(path), .text(reason)))
    }
  }

  private func print(_ template: MessageTemplate, isFirst: Bool) throws {
    if options.json { return try shell.printer.line(template.json) }
    if !isFirst { try shell.printer.line("") }
    try shell.printWritten(template.text)
  }

  private func note(_ sentence: Sentence) throws {
    try shell.printer.note(shell.words.text(sentence))
  }
}

extension OwnAddresses {
  /// The accounts of the configuration; without any, one of what notmuch knows of the person.
  init(_ shell: Shell, _ mailbox: Mailbox) throws {
    guard shell.config.accounts.isEmpty else {
      self.init(shell.config.accounts)
      return
    }
    let (name, addresses) = mailbox.identity
    guard let first = addresses.first else { throw TriageFailure(.noAccount) }
    self.init([
      MailAccount(
        name: first,
        address: NamedAddress(name: name, first),
        others: Array(addresses.dropFirst())
      )
    ])
  }

  /// The address that is written from: of the account that was asked for, else the one found, else
  /// the first.
  func writer(_ found: Own?, named name: String?) throws -> Own {
    guard let name else {
      guard let writer = found ?? first else { throw TriageFailure(.noAccount) }
      return writer
    }
    if let found, found.account.name == name { return found }
    guard let writer = all.first(where: { $0.account.name == name }) else {
      throw Refusal(sentence: Sentence("error.no-account", .text(name)), code: .noAccount)
    }
    return writer
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

/// The files that are to be attached.
enum AttachedFiles {
  /// Returns the absolute names of files, if all of them can be read and are not too large together.
  static func checked(_ names: [String], maxMebibytes: Int) throws -> [String] {
    let paths = try names.map { URL(fileURLWithPath: try checked($0)).path }
    try check(paths, maxMebibytes: maxMebibytes)
    return paths
  }

  /// A name that cannot end its line: it stands in a field of the template.
  private static func checked(_ name: String) throws -> String {
    do throws(WritingError) {
      _ = try name.asHeader("--attach")
    } catch {
      throw TriageFailure(error)
    }
    return name
  }

  /// Refuses files that cannot be read, or are too large together with so many bytes.
  static func check(_ paths: [String], _ others: Int = 0, maxMebibytes: Int) throws {
    var room = maxMebibytes << 20
    for bytes in [others] + (try paths.map(size)) {
      guard bytes <= room else {
        throw Refusal(
          sentence: Sentence("error.attach.too-large", .text(String(maxMebibytes))),
          code: .tooLarge,
          exit: Exit.failed
        )
      }
      room -= bytes
    }
  }

  /// Opened without waiting: a pipe would hold us up.
  private static func size(of path: String) throws -> Int {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw refusal(of: path, errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw refusal(of: path, errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw refusal(of: path, EISDIR)
    default: throw refusal(of: path, EINVAL)
    }
  }

  private static func refusal(of path: String, _ code: Int32) -> Refusal {
    Refusal(
      sentence: Sentence("error.attach", .text(path), .text(String(cString: strerror(code)))),
      exit: Exit.failed
    )
  }
}
