import Foundation
import Journal
import MailText
import Outbox
import TriageCore
import TriageUI

/// A message that is about to be written, with what goes along from the message it was made from.
struct NewMessage {
  var template: MessageTemplate
  /// Whose name it is written in.
  let account: MailAccount
  /// What the link that it was made from has asked for.
  var link: OutgoingFacts.Link?
  /// What of the original goes along.
  var carried = Carried.nothing
  /// Whether what it answers or forwards was encrypted.
  var answersEncrypted = false
  /// Whether its text has any of that, decrypted; a message that goes along whole stays encrypted.
  var hasDecryptedText: Bool {
    if case .message = carried { false } else { answersEncrypted }
  }
  /// The subject that it has if it is encrypted as well; `nil` for the same.
  var sealedSubject: String?

  /// What a message that forwards another one takes along.
  enum Carried {
    case nothing
    /// The message itself, whole.
    case message(MessageMetadata)
    /// These parts of it.
    case parts([PartInfo], of: MessageMetadata)
  }
}

/// Makes the folders of messages: what has been written is durable in them.
struct MessageMaker {
  let shell: Shell
  let mailbox: Mailbox

  /// Makes the message's folder; when its text is there, nothing of it is lost any more.
  func begin(_ message: ReadyMessage) throws -> (OutgoingFolder, OutgoingFacts) {
    var facts = message.facts
    let folder = try begin { folder throws(TriageFailure) in
      facts.attachments = try attach(message, in: folder)
      try mailbox.vault.write(message.template.text, facts, in: folder)
    }
    return (folder, facts)
  }

  /// Makes a folder; one without a text is none.
  private func begin(
    _ write: (OutgoingFolder) throws(TriageFailure) -> Void
  ) throws -> OutgoingFolder {
    let last = try mailbox.history.lastOutgoing()
    let folder = try mailbox.vault.inFolder { () throws(FileError) in
      try mailbox.outbox.make(above: last)
    }
    do throws(TriageFailure) { try write(folder) } catch {
      folder.removeUnlessWritten()
      throw error
    }
    return folder
  }

  /// Makes a folder; one without a text is none.
  func begin(
    _ facts: OutgoingFacts,
    _ write: (OutgoingFolder) throws(FileError) -> Void
  ) throws -> OutgoingFolder {
    let last = try mailbox.history.lastOutgoing()
    do throws(FileError) {
      let folder = try mailbox.outbox.make(above: last)
      do throws(FileError) {
        try folder.write(facts)
        try write(folder)
      } catch {
        folder.removeUnlessWritten()
        throw error
      }
      return folder
    } catch {
      throw TriageFailure(error)
    }
  }

  /// Copies what is attached: what becomes of the files afterwards does not count.
  private func attach(
    _ message: ReadyMessage,
    in folder: OutgoingFolder
  ) throws(TriageFailure) -> [OutgoingFacts.Part] {
    var parts: [OutgoingFacts.Part] = []
    for source in sources(of: message) {
      let number = parts.count + 1
      let isClosed = message.facts.sealing?.isClosed == true
      let file = try attach(source, as: number, message.facts, isClosed: isClosed, in: folder)
      parts.append(
        OutgoingFacts.Part(
          file: file,
          name: source.name,
          type: source.type,
          fields: source.fields
        )
      )
    }
    return parts
  }

  private func attach(
    _ source: Source,
    as number: Int,
    _ facts: OutgoingFacts,
    isClosed: Bool,
    in folder: OutgoingFolder
  ) throws(TriageFailure) -> String {
    let vault = mailbox.vault
    switch source.content {
    case .file(let path) where isClosed:
      return try vault.attach(try Self.bytes(of: path), as: number, facts, in: folder)
    case .file(let path):
      return try vault.inFolder { () throws(FileError) in try folder.attach(path, as: number) }
    case .part(let part, let original):
      let bytes = try vault.inFolder { () throws(FileError) in try read(part, of: original) }
      return try vault.attach(bytes, as: number, facts, in: folder)
    }
  }

  /// Reads a file that is attached whole: it is not copied in clear.
  static func bytes(of path: String) throws(TriageFailure) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw TriageFailure(.nothingFound, path)
    }
    return Array(data)
  }

  /// What is attached, read from where it is now.
  func attachments(of message: ReadyMessage) -> [OutgoingMail.Attachment] {
    sources(of: message).map { source in
      let content: OutgoingMail.Attachment.Content
      switch source.content {
      case .file(let path): content = .file(path)
      case .part(let part, let original):
        content = .bytes((try? read(part, of: original)) ?? [])
      }
      return OutgoingMail.Attachment(
        name: source.name,
        type: source.type,
        content,
        fields: source.fields ?? []
      )
    }
  }

  /// Where something attached comes from.
  private struct Source {
    var name: String?
    var type: String
    var content: Content
    var fields: [OutgoingMail.OtherField]?

    enum Content {
      case file(String)
      /// A part of a message; 0 is the message itself.
      case part(Int, of: MessageMetadata)
    }
  }

  private func sources(of message: ReadyMessage) -> [Source] {
    let types = MediaTypes(shell.environment)
    let files = message.attachments.map { path in
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return Source(name: name, type: types.type(of: name), content: .file(path))
    }
    switch message.carried {
    case .nothing: return files
    case .message(let original):
      return files
        + [Source(name: nil, type: "message/rfc822", content: .part(0, of: original))]
    case .parts(let infos, of: let original):
      return files
        + infos.map { info in
          let type = info.type.hasPrefix("multipart/") ? MediaTypes.unknown : info.type
          return Source(
            name: info.filename,
            type: type,
            content: .part(info.number, of: original),
            fields: fields(of: info, of: original)
          )
        }
    }
  }

  /// The type of a part that goes along, with its parameters.
  private func fields(
    of part: PartInfo,
    of original: MessageMetadata
  ) -> [OutgoingMail.OtherField]? {
    let fields = try? mailbox.reader(shell).contentFields(of: part.number, original)
    return fields?.filter { field in
      field.name.asciiLowercased == "content-type"
        && field.value.asciiLowercased.drop { $0 == " " }.hasPrefix(part.type)
    }
  }

  /// Reads a part of a message that goes along; 0 is the message itself.
  func read(_ part: Int, of original: MessageMetadata) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(MessageFileError) {
      _ = try mailbox.reader(shell).readPart(part, files: original.files) { piece in
        bytes += piece
        return true
      }
    } catch {
      throw .missing(original.files.first ?? original.id.text)
    }
    return bytes
  }

  /// Writes the message in MIME, as it comes into the mail.
  func writeCopy(
    of message: ReadyMessage,
    _ facts: OutgoingFacts,
    in folder: OutgoingFolder
  ) throws(TriageFailure) {
    var mail = message.mail
    mail.attachments = try mailbox.vault.attachments(of: facts, in: folder, .quiet)
    try writeCopy(mail, facts, in: folder)
  }

  /// Writes a message in MIME, as it comes into the mail.
  ///
  /// What is to be encrypted as it leaves is encrypted there, too, for its writer alone.
  func writeCopy(
    _ mail: OutgoingMail,
    _ facts: OutgoingFacts,
    in folder: OutgoingFolder
  ) throws(TriageFailure) {
    if let key = facts.sealing?.key {
      let wish = SealWish(encrypts: true)
      let keys = SealKeys(own: .found(key))
      let copy = try mailbox.vault.sealer.seal(mail, wish, with: keys, .quiet).own
      let failure = folder.writeCopy { Self.write(copy, to: $0) }
      if let failure { throw TriageFailure(failure) }
      return
    }
    let failure: FileError?
    do throws(WritingError) {
      failure = try folder.writeCopy { file throws(WritingError) in
        try MessageComposer.write(mail, includesBcc: true, to: file)
      }
    } catch {
      throw TriageFailure(error)
    }
    if let failure { throw TriageFailure(failure) }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    let file = FileHandle(fileDescriptor: descriptor)
    do { try file.write(contentsOf: Data(bytes)) } catch { return EIO }
    return 0
  }

  /// The message with the copies of what is attached.
  static func mail(
    of message: ReadyMessage,
    _ facts: OutgoingFacts,
    in folder: OutgoingFolder
  ) -> OutgoingMail {
    var mail = message.mail
    mail.attachments = facts.attachments.map { OutgoingMail.Attachment($0, in: folder) }
    return mail
  }
}

extension OutgoingMail.Attachment {
  /// Something attached, read from its copy.
  init(_ part: OutgoingFacts.Part, in folder: OutgoingFolder) {
    self.init(
      name: part.name,
      type: part.type,
      .file(folder.file(of: part)),
      fields: part.fields ?? []
    )
  }
}
