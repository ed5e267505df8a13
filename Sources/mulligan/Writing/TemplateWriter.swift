import Foundation
import MailText
import TriageCore
import TriageUI

/// Makes messages as they are before their writer has seen them, and prints them.
///
/// Whatever is wrong in what was asked for is found before the first is printed.
struct TemplateWriter {
  private let shell: Shell
  private let options: WritingOptions
  /// What the person asked for, checked.
  private let given: GivenFields
  private let attachments: [String]

  /// Checks what was asked for.
  ///
  /// - Throws: What is wrong with an address, a value or a file.
  init(_ shell: Shell, _ options: WritingOptions) throws {
    self.shell = shell
    self.options = options
    given = try GivenFields(options)
    attachments = try AttachedFiles.checked(
      options.attach.map { shell.environment.expanded($0) },
      maxMebibytes: shell.config.compose.maxMebibytes
    )
  }

  /// Prints a new message, with what a `mailto:` link asks for.
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
    let own =
      accounts.isEmpty ? try ownAddresses(of: shell.mailbox()) : OwnAddresses(accounts)
    var template = MessageTemplate(.new, from: try writer(nil, own))
    if let wanted { template.fill(from: wanted) }
    try finish(&template, own)
    try send(template, isFirst: true)
    for name in wanted?.dropped ?? [] { try note(Sentence("status.mailto.dropped", .text(name))) }
  }

  /// Prints an answer to each message of a query, the oldest first.
  func reply(to query: MailQuery, _ scope: ReplyScope) throws {
    try eachOriginal(of: query) { original, content, own in
      guard let addressing = ReplyAddressing(to: original, scope, own: own) else {
        throw TriageFailure(.noRecipient, original.id.text)
      }
      var template = MessageTemplate(
        answering: original,
        addressing,
        from: try writer(addressing.from, own)
      )
      template.body = shell.words.quoting(original, content)
      return template
    }
  }

  /// Prints a message that forwards each of a query's, the oldest first.
  func forward(_ query: MailQuery, _ form: ComposeConfig.Forward) throws {
    try eachOriginal(of: query) { original, content, own in
      let received = ReplyAddressing(to: original, .all, own: own)?.from
      var template = MessageTemplate(forwarding: original, from: try writer(received, own))
      if form == .inline { template.body = shell.words.forwarding(content) }
      let count = form == .inline ? content.parts.count(where: \.isAttachment) : 1
      if count > 0 { try note(Sentence("status.template.parts", .number(count))) }
      return template
    }
  }

  private func eachOriginal(
    of query: MailQuery,
    _ make: (OriginalMessage, MessageContent, OwnAddresses) throws -> MessageTemplate
  ) throws {
    let mailbox = try shell.mailbox()
    let own = try ownAddresses(of: mailbox)
    let reader = mailbox.reader(shell)
    // Tables of pages are laid out for a line that can be quoted.
    let look = MessageOptions(
      columns: 72,
      filter: shell.config.reading.html.arguments,
      seals: shell.config.sealed.options
    )
    var isFirst = true
    try mailbox.eachMessage(query, sort: .oldestFirst, limit: nil) { metadata in
      let original: OriginalMessage
      do throws(MessageFileError) {
        original = try reader.original(metadata)
      } catch {
        throw TriageFailure(error)
      }
      let content = reader.content(of: metadata.id, files: metadata.files, options: look)
      var template = try make(original, content, own)
      try finish(&template, own)
      try send(template, isFirst: isFirst)
      isFirst = false
    }
    if isFirst { throw TriageFailure(.nothingFound) }
  }

  /// Puts in what the person asked for, and the signature.
  private func finish(_ template: inout MessageTemplate, _ own: OwnAddresses) throws {
    template.to += given.to
    template.cc += given.cc
    template.bcc += given.bcc
    template.subject = given.subject ?? template.subject
    template.attachments = attachments
    guard let account = own.accounts.first(where: { $0.name == template.account }),
      !account.signature.isEmpty
    else { return }
    let path = shell.environment.expanded(account.signature)
    do throws(FileProblem) {
      let text = try SmallFile.text(at: path, limit: 1 << 16)
      template.body += "\n-- \n" + text + (text.hasSuffix("\n") ? "" : "\n")
    } catch {
      let reason = error.arguments.first ?? ""
      try note(Sentence("status.signature", .text(path), .text(reason)))
    }
  }

  private func send(_ template: MessageTemplate, isFirst: Bool) throws {
    if options.json { return try shell.printer.line(template.json) }
    if !isFirst { try shell.printer.line("") }
    for line in template.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      // Another program gets the text as it is.
      if shell.environment.isOutputTerminal {
        try shell.printer.text(shell.words.displayBody(String(line)))
      } else {
        try shell.printer.line(String(line))
      }
    }
  }

  private func note(_ sentence: Sentence) throws {
    try shell.printer.note(shell.words.text(sentence))
  }
}

extension TemplateWriter {
  /// The accounts of the configuration; without any, one of what notmuch knows of the person.
  private func ownAddresses(of mailbox: Mailbox) throws -> OwnAddresses {
    guard shell.config.accounts.isEmpty else { return OwnAddresses(shell.config.accounts) }
    let (name, addresses) = mailbox.identity
    guard let first = addresses.first else { throw TriageFailure(.noAccount) }
    return OwnAddresses([
      MailAccount(
        name: first,
        address: NamedAddress(name: name, first),
        others: Array(addresses.dropFirst())
      )
    ])
  }

  /// The address that is written from: of the account that was asked for, else the one given, else
  /// the first.
  private func writer(_ found: OwnAddresses.Own?, _ own: OwnAddresses) throws -> OwnAddresses.Own {
    guard let name = options.account else {
      guard let writer = found ?? own.first else { throw TriageFailure(.noAccount) }
      return writer
    }
    if let found, found.account.name == name { return found }
    guard let writer = own.all.first(where: { $0.account.name == name }) else {
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
private enum AttachedFiles {
  /// Returns the absolute names of files, if all of them can be read and are not too large together.
  static func checked(_ names: [String], maxMebibytes: Int) throws -> [String] {
    var room = maxMebibytes << 20
    return try names.map { name in
      // Its name stands in a field of the template.
      let path = URL(fileURLWithPath: try checked(name)).path
      let bytes = try size(of: path)
      guard bytes <= room else {
        throw Refusal(
          sentence: Sentence("error.attach.too-large", .text(String(maxMebibytes))),
          code: .tooLarge,
          exit: Exit.failed
        )
      }
      room -= bytes
      return path
    }
  }

  /// A name that cannot end its line.
  private static func checked(_ name: String) throws -> String {
    do throws(WritingError) {
      _ = try name.asHeader("--attach")
    } catch {
      throw TriageFailure(error)
    }
    return name
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
