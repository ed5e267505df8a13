import EngineLink
import MailText
import TriageCore

/// Reads the messages that `show` prints, sealed ones two at a time: GnuPG is mostly waited for.
///
/// Their order stays. What is not sealed is read on the calling thread, one after the other.
final class PairedReader {
  private let reader: MessageReader
  private let options: MessageOptions
  private let attempt: SealAttempt
  private let makeReader: @Sendable () -> MessageReader
  /// A sealed message that waits for another one.
  private var waiting: Job?
  private lazy var helper = try? Helper(options, attempt, makeReader)

  /// A message with what the index has of it, which only the calling thread may ask for.
  struct Job: Sendable {
    var metadata: MessageMetadata
    var sessionKeys: [String]
  }

  /// The thread that reads every second sealed message.
  private final class Helper: Sendable {
    let jobs: WorkQueue<Job?>
    let contents: WorkQueue<MessageContent>

    init(
      _ options: MessageOptions,
      _ attempt: SealAttempt,
      _ makeReader: @escaping @Sendable () -> MessageReader
    ) throws(LinkError) {
      let jobs = try WorkQueue<Job?>()
      let contents = try WorkQueue<MessageContent>()
      (self.jobs, self.contents) = (jobs, contents)
      BackgroundThread.start {
        let reader = makeReader()
        while let job = jobs.popFirst(within: nil) ?? nil {
          contents.append(reader.content(of: job, options, attempt))
        }
      }
    }

    deinit { jobs.append(nil) }
  }

  /// Makes a reader; `makeReader` makes one for each thread, all with the same memory of seals.
  init(
    _ options: MessageOptions,
    _ attempt: SealAttempt,
    _ makeReader: @escaping @Sendable () -> MessageReader
  ) {
    self.options = options
    self.attempt = attempt
    self.makeReader = makeReader
    reader = makeReader()
  }

  /// Reads a message, or keeps it until there is another one to read it with.
  ///
  /// - Parameters:
  ///   - metadata: The message.
  ///   - sessionKeys: The session keys that the index has of it; asked for if there is need of them.
  ///   - body: Gets what was read, in order.
  /// - Throws: What `body` throws.
  func read(
    _ metadata: MessageMetadata,
    sessionKeys: @escaping () -> [String],
    _ body: (MessageMetadata, MessageContent) throws -> Void
  ) throws {
    let isEncrypted = metadata.tags.contains("encrypted")
    // A person is asked one thing after the other.
    guard isEncrypted || metadata.tags.contains("signed"), !attempt.asks else {
      try finish(body)
      let request = SealRequest(attempt, sessionKeys: sessionKeys)
      return try body(
        metadata,
        reader.content(
          of: metadata.id,
          files: metadata.files,
          options: options,
          opening: request
        )
      )
    }
    let job = Job(metadata: metadata, sessionKeys: isEncrypted ? sessionKeys() : [])
    guard let first = waiting, let helper else {
      try finish(body)
      waiting = job
      return
    }
    waiting = nil
    helper.jobs.append(job)
    try body(first.metadata, reader.content(of: first, options, attempt))
    if let content = helper.contents.popFirst(within: nil) { try body(metadata, content) }
  }

  /// Reads what still waits.
  func finish(_ body: (MessageMetadata, MessageContent) throws -> Void) throws {
    guard let job = waiting else { return }
    waiting = nil
    try body(job.metadata, reader.content(of: job, options, attempt))
  }
}

extension MessageReader {
  fileprivate func content(
    of job: PairedReader.Job,
    _ options: MessageOptions,
    _ attempt: SealAttempt
  ) -> MessageContent {
    content(
      of: job.metadata.id,
      files: job.metadata.files,
      options: options,
      opening: SealRequest(attempt) { job.sessionKeys }
    )
  }
}
