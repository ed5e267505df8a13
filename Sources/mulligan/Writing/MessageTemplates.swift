import Foundation
import MailText
import TriageCore
import TriageUI

/// A message of the mail, read to be answered or forwarded.
struct ReadOriginal {
  let metadata: MessageMetadata
  let message: OriginalMessage
  let content: MessageContent
}

/// Makes the first texts of messages.
struct MessageTemplates {
  let shell: Shell
  let own: OwnAddresses
  /// The name of the account that is written from if nothing else says from which, if there is such a one;
  /// `nil` for the first.
  var preferred: String?

  /// Reads a message that is answered or forwarded; what is encrypted in it is opened as the request says.
  func read(
    _ metadata: MessageMetadata,
    by reader: MessageReader,
    opening request: SealRequest
  ) throws -> ReadOriginal {
    // Tables of pages are laid out for a line that can be quoted.
    let look = MessageOptions(
      columns: 72,
      filter: shell.config.reading.html.arguments,
      seals: shell.config.sealed.options
    )
    do throws(MessageFileError) {
      return ReadOriginal(
        metadata: metadata,
        message: try reader.original(metadata, look.seals, opening: request),
        content: reader.content(
          of: metadata.id,
          files: metadata.files,
          options: look,
          opening: request
        )
      )
    } catch {
      throw TriageFailure(error)
    }
  }

  private var usual: OwnAddresses.Own? { own.all.first { $0.account.name == preferred } }

  /// Makes a new message; `account` is the name of the one that was asked for.
  func new(in account: String? = nil) throws -> NewMessage {
    let writer = try own.writer(usual, named: account)
    return NewMessage(template: MessageTemplate(.new, from: writer), account: writer.account)
  }

  /// Makes an answer.
  func reply(
    to original: ReadOriginal,
    _ scope: ReplyScope,
    in account: String? = nil
  ) throws -> NewMessage {
    guard let addressing = ReplyAddressing(to: original.message, scope, own: own) else {
      throw TriageFailure(.noRecipient, original.message.id.text)
    }
    let writer = try own.writer(addressing.from ?? usual, named: account)
    var template = MessageTemplate(answering: original.message, addressing, from: writer)
    template.body = shell.words.quoting(original.message, original.content)
    var message = NewMessage(template: template, account: writer.account)
    message.answersEncrypted = original.content.isEncrypted
    message.sealedSubject = original.message.sealedSubject.map(MessageTemplate.answering)
    return message
  }

  /// Makes a message that forwards another one.
  func forward(
    _ original: ReadOriginal,
    _ form: ComposeConfig.Forward,
    in account: String? = nil
  ) throws -> NewMessage {
    let received = ReplyAddressing(to: original.message, .all, own: own)?.from
    let writer = try own.writer(received ?? usual, named: account)
    var message = NewMessage(
      template: MessageTemplate(forwarding: original.message, from: writer),
      account: writer.account
    )
    switch form {
    case .inline:
      message.template.body = shell.words.forwarding(original.message, original.content)
      // What was encrypted comes into no file that nobody has asked for.
      let parts = original.content.parts.filter { $0.isAttachment && !$0.wasEncrypted }
      message.carried = parts.isEmpty ? .nothing : .parts(parts, of: original.metadata)
    case .attached: message.carried = .message(original.metadata)
    }
    message.answersEncrypted = original.content.isEncrypted
    message.sealedSubject = original.message.sealedSubject.map(MessageTemplate.forwarding)
    return message
  }

  /// Makes a message that leaves a mailing list, in the name of the address that the list wrote to.
  ///
  /// Of the `mailto:` link only the address, the subject and the text count.
  func leaving(_ list: OriginalMessage, by uri: String) throws -> NewMessage {
    let link: MailtoURI
    do throws(WritingError) { link = try MailtoURI(uri) } catch { throw TriageFailure(error) }
    let writer = try own.writer(ReplyAddressing(to: list, .all, own: own)?.from, named: nil)
    var message = NewMessage(
      template: MessageTemplate(.new, from: writer),
      account: writer.account
    )
    message.template.to = link.to
    message.template.subject = link.subject ?? ""
    message.template.body = link.body ?? ""
    message.link = OutgoingFacts.Link(link)
    return message
  }
}

extension MessageContent {
  /// Whether something in it is or was encrypted.
  fileprivate var isEncrypted: Bool { seals.contains { $0.state != nil } }
}

extension NewMessage {
  /// Puts the account's signature below the text; returns what is to be said if it cannot be read.
  mutating func sign(_ environment: ProcessEnvironment) -> Sentence? {
    guard !account.signature.isEmpty else { return nil }
    let path = environment.expanded(account.signature)
    do throws(FileProblem) {
      let text = Self.withoutMark(try SmallFile.text(at: path, limit: 1 << 16))
      template.body += "\n-- \n" + text + (text.hasSuffix("\n") ? "" : "\n")
      return nil
    } catch {
      return Sentence("status.signature", .text(path), .text(error.arguments.first ?? ""))
    }
  }

  /// A signature without the mark that many programs want in its file.
  private static func withoutMark(_ text: String) -> String {
    let text = text.replacing("\r\n", with: "\n")
    let begin = text.drop { $0 == "\n" }
    let line = begin.prefix { $0 != "\n" }
    guard line == "-- " || line == "--" else { return text }
    return String(begin[line.endIndex...].dropFirst())
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
