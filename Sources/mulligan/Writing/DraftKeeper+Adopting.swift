import Foundation
import Journal
import MailText
import Outbox
import TriageCore
import TriageEngine
import TriageUI

// Drafts that other programs have made: they are gone on with under their own id.

extension DraftKeeper {
  /// Makes a folder for a draft of the mail; its file becomes ours when something is written.
  func adopt(_ message: MessageID) throws(TriageFailure) -> OutgoingID {
    guard let metadata = try mailbox.store.metadata(of: [message]).first,
      metadata.tags.contains("draft"), message.isWritable
    else { throw TriageFailure(.notADraft) }
    let shell = shell()
    let reader = mailbox.reader(shell)
    return try failing {
      guard let draft = try reader.draft(metadata) else { throw TriageFailure(.notADraft) }
      let maker = MessageMaker(shell: shell, mailbox: mailbox)
      let own = try OwnAddresses(shell, mailbox)
      let mailbox = draft.original.from.first
      let writer = try own.writer(mailbox.flatMap { own.own($0.address) }, named: nil)
      var facts = OutgoingFacts(
        message: message,
        kind: draft.inReplyTo.isEmpty ? .new : .reply,
        account: writer.account.name,
        answers: draft.inReplyTo
      )
      facts.adopted = OutgoingFacts.Adopted(
        losesForm: draft.losesForm,
        namesFiles: draft.namesFiles
      )
      let text = draft.written(from: mailbox ?? writer.mailbox, writer) {
        reader.content(of: message, files: metadata.files, options: MessageOptions(columns: 72))
      }
      let folder = try maker.begin(facts) { folder throws(FileError) in
        for part in draft.parts {
          let number = facts.attachments.count + 1
          let bytes = try maker.read(part.number, of: metadata)
          facts.attachments.append(
            OutgoingFacts.Part(
              file: try folder.attach(bytes, as: number),
              name: part.type == "message/rfc822" ? nil : part.name ?? "part-\(number)",
              type: part.type,
              fields: part.fields
            )
          )
        }
        try folder.write(facts)
        try folder.write(draft: text)
      }
      return folder.id
    }
  }

  /// Lets the history know of a message, and of the files that another program has made of it: they go
  /// when it has left, or when it is saved.
  func add(
    _ facts: OutgoingFacts,
    in folder: OutgoingFolder,
    _ control: ChangeControl
  ) throws(TriageFailure) {
    try history.add(OutgoingRecord(folder.id, facts))
    guard facts.adopted != nil else { return }
    let result = mailbox.engine.adopt(
      folder.id,
      facts.message,
      name: .action(NamedAction(id: "save-draft")),
      context: environment.context(.automatic),
      control: control
    )
    if let failure = result.failure { throw failure }
  }
}

extension ForeignDraft {
  /// The draft as a text editor has it.
  fileprivate func written(
    from mailbox: NamedAddress,
    _ writer: OwnAddresses.Own,
    content: () -> MessageContent
  ) -> String {
    var template = MessageTemplate(.new, from: writer)
    template.from = mailbox
    (template.to, template.cc, template.bcc) = (original.to, original.cc, original.bcc)
    template.subject = original.subject ?? ""
    template.inReplyTo = inReplyTo.first
    template.references = original.references
    template.body =
      text ?? QuotedText.forwarding(content().lines).joined(separator: "\n") + "\n"
    let answers = original.replyTo.addresses.map(\.text).joined(separator: ", ")
    return (answers.isEmpty ? "" : "Reply-To: \(answers)\n") + template.text
  }
}
