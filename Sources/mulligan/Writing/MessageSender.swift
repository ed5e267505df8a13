import ArgumentParser
import Foundation
import Journal
import MailText
import Outbox
import TriageCore
import TriageEngine
import TriageUI

/// What a person has asked for beside the messages that are to leave.
struct SendRequest {
  var options: SendOptions
  var yes: Bool
  var json: Bool
  var lockTimeout: Double
  /// JSON's `verb`.
  var verb: String
  /// The messages that are archived in the same group.
  var archived: [MessageID] = []
}

/// Lets messages leave: each is durable as it leaves, then all are held as one group.
struct MessageSender {
  let shell: Shell
  let mailbox: Mailbox
  let request: SendRequest

  /// More bytes of addresses than this no program can be given.
  private static let mostRecipients = 1 << 20

  private var maker: MessageMaker { MessageMaker(shell: shell, mailbox: mailbox) }
  private var config: ComposeConfig { shell.config.compose }

  /// Asks before several messages leave, and reads what is to be read after that.
  func confirm(_ count: Int) throws {
    guard count > 1, !request.yes, !request.options.dryRun else { return }
    try shell.confirm(
      Sentence("prompt.send", .number(count)),
      orSay: Sentence("error.send", .number(count)),
      hint: Sentence("hint.confirmation-needed")
    )
  }

  /// Holds messages; whatever is wrong with one of them is found before there is anything of the first.
  func send(_ messages: [LeavingMessage]) throws {
    try shell.check(lockTimeout: request.lockTimeout)
    if let hold = request.options.hold, !(0..<1_000_000).contains(hold) {
      throw shell.usage(Sentence("error.usage.hold"))
    }
    let envelopes = try messages.map(checked)
    if request.options.dryRun { return try show(Array(zip(messages, envelopes))) }
    // Nothing is kept of messages that cannot be sealed as they are to be.
    let sealed = try messages.map(sealed)
    var ids: [OutgoingID] = []
    do {
      for (message, sealed) in zip(messages, sealed) { ids.append(try prepare(message, sealed)) }
    } catch {
      try tellKept(ids)
      throw error
    }
    try hold(ids)
  }

  /// The envelope of a message that nothing keeps from leaving.
  private func checked(_ message: LeavingMessage) throws -> OutgoingEnvelope {
    let envelope: OutgoingEnvelope
    do throws(WritingError) { envelope = try message.envelope() } catch {
      throw TriageFailure(error)
    }
    guard !envelope.recipients.isEmpty else { throw TriageFailure(.noRecipient) }
    guard Self.canBeNamed(envelope.recipients) else {
      throw Refusal(
        sentence: Sentence("error.send.recipients", .number(envelope.recipients.count)),
        code: .tooLarge,
        exit: Exit.failed
      )
    }
    let program = shell.environment.command(delivery(of: message).sendmail).first ?? ""
    guard mailbox.deliveryFolder != nil || shell.environment.canStart(program) else {
      throw TriageFailure(.noSendmail, program)
    }
    return envelope
  }

  /// Whether a program can be given so many addresses.
  static func canBeNamed(_ recipients: [String]) -> Bool {
    recipients.reduce(0) { $0 + $1.utf8.count + 1 } <= mostRecipients
  }

  private func delivery(of message: LeavingMessage) -> DeliveryConfig {
    message.account.delivery(config.delivery)
  }

  /// The message as it leaves if it is sealed; a person on a terminal may be asked for a passphrase.
  private func sealed(_ message: LeavingMessage) throws(TriageFailure) -> SealedMail? {
    let mayAsk = shell.environment.isErrorTerminal && !request.options.group.background
    if mayAsk { GnuPG.askHere() }
    let attempt: SealAttempt = mayAsk ? .asking(cancel: nil) : .quiet
    return try message.sealed(maker, delivery(of: message).format, attempt)
  }

  /// Makes all of a message that is handed over, durably; it is a draft still.
  private func prepare(_ message: LeavingMessage, _ sealed: SealedMail?) throws -> OutgoingID {
    let (folder, facts) = try maker.begin(message)
    do throws(TriageFailure) {
      try mailbox.history.add(OutgoingRecord(folder.id, facts))
      try maker.writeWire(of: message, facts, delivery(of: message).format, sealed, in: folder)
      let seconds = Int64(request.options.hold ?? config.hold)
      let place = folder.place(on: Machine.id)
      _ = try mailbox.history.prepare(folder.id, hold: seconds, at: place)
    } catch {
      try tellKept([folder.id])
      throw error
    }
    return folder.id
  }

  /// Holds messages that are prepared, and archives what they answer, as one group.
  private func hold(_ ids: [OutgoingID]) throws {
    let archived = request.archived
    let commands = archived.isEmpty ? [] : [Command([.fixed(.archive)], on: .messages(archived))]
    let group = request.options.group
    let departure = DepartureRequest(
      .send,
      ids,
      with: commands,
      name: group.name.map { ActionName.custom($0) }
    )
    let interruption = Interruption()
    let result = mailbox.change(
      ChangeRequest(
        .depart(departure),
        context: shell.environment.context(.shell, background: group.background),
        effects: shell.config.actions.effects,
        titles: shell.config.actions.titles(of: Change.depart(departure).actions)
      ),
      shell.control(lockTimeout: request.lockTimeout, isQuiet: false, interruption)
    )
    let items = try ids.map { id throws(TriageFailure) in try mailbox.outgoing(id) }
    if result.failure == nil, request.options.wait {
      try wait(for: ids, interruption)
      // What was refused for now is tried again, and nobody waits for that here.
      mailbox.startSender()
    }
    try report(result, items)
    if let signal = interruption.signal {
      try shell.printer.flush()
      throw ExitCode(128 + signal)
    }
    try shell.exit(try code(result, ids))
  }

  private func code(_ result: ChangeResult, _ ids: [OutgoingID]) throws -> ExitCode {
    let code = Exit.code(for: result)
    guard result.failure == nil, request.options.wait else { return code }
    return try records(ids).reduce(code) { Exit.worse($0, Exit.code(for: $1)) }
  }

  private func records(_ ids: [OutgoingID]) throws -> [OutgoingRecord] {
    try ids.compactMap { id throws(TriageFailure) in try mailbox.history.outgoing(id) }
  }
}

// MARK: - What comes of it

extension MessageSender {
  /// Waits until the messages have left, or it is known that they do not leave soon.
  ///
  /// If nobody sends, this process does.
  private func wait(for ids: [OutgoingID], _ interruption: Interruption) throws {
    let lock = Sender.lockFile(of: mailbox.journalLocation)
    let sender = SenderProgram(
      shell: shell,
      waits: false,
      interruption: interruption,
      report: { _, _ in }
    )
    while interruption.signal == nil {
      let isTaken = OutboxLock.isTaken(lock)
      let isDone = try records(ids).allSatisfy { record in
        switch record.state {
        case .draft, .unknown: true
        case .sent: record.isFiled || !isTaken
        // What has been refused for now waits longer than a person does.
        case .held: record.waiting == nil || record.attempts > 0
        case .leaving: false
        }
      }
      if isDone { return }
      if !isTaken { try sender.run() }
      usleep(100_000)
    }
  }

  /// Reports what was seen before any of it was filed, and how far it has come since.
  private func report(_ result: ChangeResult, _ items: [OutgoingItem]) throws {
    for step in result.settled { try note(.settled(step)) }
    for var item in items where request.json || result.failure == nil {
      item.record = try mailbox.history.outgoing(item.record.id) ?? item.record
      try shell.print(item, asJSON: request.json)
    }
    if request.json {
      try shell.printer.line(result.json(verb: request.verb, dryRun: false, words: shell.words))
    }
    if let failure = result.failure {
      try shell.complain(failure)
      return try tellKept(items.map(\.record.id))
    }
    if result.isUnfinished { try note(Sentence("status.unfinished")) }
    if !request.options.wait, shell.environment.isErrorTerminal {
      try note(Sentence("status.hint", .sentence(Sentence("hint.undo"))))
    }
  }

  /// Says where the texts are of messages that do not leave.
  private func tellKept(_ ids: [OutgoingID]) throws {
    for id in ids { try note(Sentence("status.draft.kept", .text(id.description))) }
  }

  private func note(_ sentence: Sentence) throws {
    try shell.printer.note(shell.words.text(sentence))
  }

  private func wire(of message: LeavingMessage) throws(TriageFailure) -> [UInt8] {
    do throws(WritingError) {
      return try message.wire(maker, delivery(of: message).format)
    } catch {
      throw TriageFailure(error)
    }
  }

  /// Prints what would leave, and to whom; nothing is made.
  private func show(_ messages: [(LeavingMessage, OutgoingEnvelope)]) throws {
    for (index, (message, envelope)) in messages.enumerated() {
      let wire = try sealed(message)?.wire ?? wire(of: message)
      if request.json { continue }
      if index > 0 { try shell.printer.line("") }
      let recipients = envelope.recipients.joined(separator: ", ")
      try note(Sentence("status.send.recipients", .text(recipients)))
      try shell.printWritten(String(decoding: wire, as: UTF8.self))
    }
    guard request.json else { return }
    var result = ChangeResult(kind: .done, name: .action(NamedAction(id: "send")))
    (result.requested, result.changed) = (messages.count, messages.count)
    try shell.printer.line(result.json(verb: request.verb, dryRun: true, words: shell.words))
  }
}
