import EngineLink
import MailText
import TriageCore
import TriageEngine

/// The thread that owns the MIME parser: messages are rendered one after the other.
final class TextThread: TextRendering {
  private struct Job: Sendable {
    let message: MessageID
    let files: [String]
    let options: MessageOptions
    let request: RequestID
  }

  private let jobs: WorkQueue<Job>

  init(_ server: ScreenServer) throws(LinkError) {
    let jobs = try WorkQueue<Job>()
    self.jobs = jobs
    BackgroundThread.start {
      let reader = MessageReader()
      while let job = jobs.take(within: nil) {
        let content = reader.content(of: job.message, files: job.files, options: job.options)
        server.answer(.reply(job.request, .message(content)))
      }
    }
  }

  func render(
    _ message: MessageID,
    files: [String],
    options: MessageOptions,
    for request: RequestID
  ) {
    jobs.put(Job(message: message, files: files, options: options, request: request))
  }
}
