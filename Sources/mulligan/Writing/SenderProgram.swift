import CLinux
import ChildProcesses
import Foundation
import Journal
import Outbox
import TriageCore
import TriageEngine
import TriageUI

/// The process that lets messages leave: `outbox run`, once or until nothing waits.
///
/// It is no engine: an engine is made to be killed. Whoever makes a message wait starts one, which ends at
/// once if another process sends; so that one looks again after it has given its lock back.
struct SenderProgram {
  let shell: Shell
  /// Whether it goes on until nothing waits but for a person.
  let waits: Bool
  /// How long it may wait for the index's lock to file a message.
  var lockTimeout = Duration.seconds(1)
  /// The signals that ask it to end: no further message leaves then.
  let interruption: Interruption
  /// Is told of each message that something has become of, and of each that the mail cannot take.
  let report: (OutgoingRecord, TriageFailure?) -> Void

  /// How long it sleeps at most: somebody may set the clock by which it tries again.
  private static let longest = Duration.seconds(60)
  /// For how long changes are gathered, and how long it sleeps where none can be told of.
  private static let pace = Duration.milliseconds(200)
  /// For how long it tries again to file what the index is too busy for.
  private static let patience = Duration.seconds(60)

  /// Sends what is due, and, if it is to wait, what will be.
  func run() throws(TriageFailure) {
    let settings = CurrentSettings(shell.settings.absolute, shell.environment)
    // It may have been edited since this process has begun.
    settings.readAgain()
    // No delivery program finds a folder of the person's, and none is in use by us.
    chdir("/")
    while mayGoOn {
      let mailbox = try Mailbox(environment: shell.environment, settings: settings.now)
      // Where there is no history nothing waits, and none is made.
      guard mailbox.hasHistory, let lock = try Sender.lock(of: mailbox.journalLocation) else {
        return
      }
      try withExtendedLifetime(lock) { () throws(TriageFailure) in
        try send(from: mailbox, lock, settings)
      }
      guard waits, try mailbox.history.hasWaiting(), mailbox.hasHistory else { return }
    }
  }

  var mayGoOn: Bool { interruption.signal == nil }

  /// Sends until nothing waits, with the sender's lock.
  private func send(
    from mailbox: Mailbox,
    _ lock: OutboxLock,
    _ settings: CurrentSettings
  ) throws(TriageFailure) {
    var turn = SenderTurn(self, mailbox, lock, settings)
    let watch = FileWatch(mailbox.journalLocation.file + "-wal", for: .written)
    while mayGoOn, mailbox.hasHistory {
      // Before the look: what changes while we look is seen by the next one.
      _ = watch?.isChanged()
      let rest = try turn.look()
      guard waits, let rest else { return }
      sleep(min(rest, watch == nil ? Self.pace : Self.longest), watch)
    }
  }

  /// Sleeps for so long, or until the history has changed or a signal has come.
  private func sleep(_ time: Duration, _ watch: FileWatch?) {
    let end = ContinuousClock.now + time
    while mayGoOn, .now < end {
      var entries = [interruption.readFD, watch?.readFD ?? -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let rest = (end - .now).components
      let timeout = clinux_poll_timeout(rest.seconds, rest.attoseconds)
      guard poll(&entries, nfds_t(entries.count), timeout) > 0, entries[1].revents != 0 else {
        continue
      }
      // A change is several writes, and others come with it.
      usleep(useconds_t(max(.zero, min(Self.pace, end - .now)) / .microseconds(1)))
      if watch?.isChanged() == true { return }
    }
  }

  fileprivate var filingEnds: ContinuousClock.Instant { .now + Self.patience }
}

/// What one holder of the sender's lock does.
private struct SenderTurn {
  private let program: SenderProgram
  private let mailbox: Mailbox
  private let filer: SentFiler
  private let lock: OutboxLock
  private let settings: CurrentSettings
  private let context: StepContext
  /// What the mail cannot take, and what the index is too busy for.
  private var unfiled: Set<OutgoingID> = []
  private let filingEnds: ContinuousClock.Instant
  private var hasSettled = false

  init(
    _ program: SenderProgram,
    _ mailbox: Mailbox,
    _ lock: OutboxLock,
    _ settings: CurrentSettings
  ) {
    self.program = program
    self.settings = settings
    self.mailbox = mailbox
    self.lock = lock
    context = program.shell.environment.context(.automatic)
    filingEnds = program.filingEnds
    filer = SentFiler(
      mailbox: mailbox,
      context: context,
      control: ChangeControl(
        isCancelled: { !program.mayGoOn },
        pause: { usleep(useconds_t($0.components.attoseconds / 1_000_000_000_000)) },
        lockTimeout: program.lockTimeout
      ).stoppable
    )
  }

  /// Sends what is due and files what has left.
  ///
  /// - Returns: How long to wait before the next look; `nil` if nothing is to be waited for.
  mutating func look() throws(TriageFailure) -> Duration? {
    let history = try mailbox.history
    try settle()
    var sender = Sender(lock, history, mailbox.outbox, context: context, delivery: delivery)
    var ended: [OutgoingID] = []
    sender.ended = { ended.append($0) }
    let rest: Sender.Rest
    do throws(TriageFailure) {
      rest = try sender.run { program.mayGoOn }
    } catch {
      try reportAll(ended)
      throw error
    }
    try reportAll(ended)
    let isBusy = try file()
    switch rest {
    case .wait(let time): return time
    case .nothing: return isBusy && .now < filingEnds ? .seconds(1) : nil
    }
  }

  private func reportAll(_ ended: [OutgoingID]) throws(TriageFailure) {
    for id in ended {
      if let record = try mailbox.history.outgoing(id) { program.report(record, nil) }
    }
  }

  /// Settles what dead processes have left open: what they name does not leave.
  private mutating func settle() throws(TriageFailure) {
    guard !hasSettled else { return }
    hasSettled = true
    _ = try? mailbox.engine.settle(control: filer.control)
  }

  /// Files what has left, each once, and again what the index was too busy for.
  ///
  /// - Returns: Whether it was too busy for one.
  private mutating func file() throws(TriageFailure) -> Bool {
    var isBusy = false
    for record in try mailbox.history.unfinishedOutgoing()
    where record.state == .sent && !record.isFiled && !unfiled.contains(record.id) {
      guard program.mayGoOn else { return false }
      let failure: TriageFailure?
      do throws(TriageFailure) {
        failure = try filer.file(record, account(of: record))
      } catch { failure = error }
      guard let failure else { continue }
      if [.locked, .indexBusy].contains(failure.code), program.waits, .now < filingEnds {
        isBusy = true
      } else {
        unfiled.insert(record.id)
        program.report(record, failure)
      }
    }
    return isBusy
  }

  /// The account that a message is from: the one of that name, else, if that was edited meanwhile, the one
  /// of its address.
  private func account(of record: OutgoingRecord) -> MailAccount? {
    let own = OwnAddresses(settings.now.config.accounts)
    return own.accounts.first { $0.name == record.account }
      ?? mailbox.outbox.folder(record.id).envelope().flatMap { own.own($0.sender)?.account }
  }

  /// Who delivers a message: its account's program, or the folder that stands for all the world.
  private func delivery(_ record: OutgoingRecord) -> any MessageDelivery {
    if let folder = mailbox.deliveryFolder { return DeliveryFolder(path: folder) }
    let account = account(of: record)
    let (shell, config) = (program.shell, settings.inForce.config)
    guard account != nil || config.accounts.isEmpty else {
      let reason = Sentence("error.no-account", .text(record.account))
      return NoDelivery(reason: shell.words.string(reason))
    }
    let delivery = account?.delivery(config.compose.delivery) ?? config.compose.delivery
    return DeliveryProgram(
      shell.environment.command(delivery.sendmail),
      timeout: .seconds(delivery.timeout),
      in: shell.environment.variables
    )
  }
}

extension ChangeControl {
  /// The same, and a debug build can stop the process at its points.
  fileprivate var stoppable: ChangeControl {
    #if DEBUG
      var control = self
      control.reached = FailPoint.reached
      return control
    #else
      return self
    #endif
  }
}

extension ProcessEnvironment {
  /// A program and its arguments, as a person writes them: `~/` is the home folder.
  func command(_ words: [String]) -> [String] {
    words.enumerated().map { $0 == 0 ? expanded($1) : $1 }
  }

  /// Whether a program can be started: it is looked for as the system does it.
  func canStart(_ program: String) -> Bool {
    guard !program.contains("/") else { return Self.isProgram(program) }
    let folders = value("PATH") ?? "/usr/bin:/bin"
    return folders.split(separator: ":").contains { Self.isProgram("\($0)/\(program)") }
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}

extension Mailbox {
  /// Whether there is a history: what is due is in it.
  var hasHistory: Bool { access(journalLocation.file, F_OK) == 0 }

  /// Starts the process that sends, apart from us and our terminal, if one is needed and none is there.
  ///
  /// What could not be filed is tried again once by each process.
  func startSender() {
    guard hasHistory, let history = try? history else { return }
    var isNeeded = (try? history.hasWaiting()) ?? false
    if !isNeeded, !hasTriedFiling { isNeeded = (try? history.hasUnfiled()) ?? false }
    guard isNeeded, !OutboxLock.isTaken(Sender.lockFile(of: journalLocation)) else { return }
    hasTriedFiling = true
    let settings = settings
    let words = [EngineProgram.file, "outbox", "run", "--wait"] + settings.arguments
    var launch = ChildLaunch(words, group: .detached)
    if settings.isOutdated {
      launch.environment = settings.environment(ProcessEnvironment.current.variables)
    }
    // If it cannot be started, what waits leaves with the next process that can.
    _ = try? ChildProcess(launch)
  }
}
