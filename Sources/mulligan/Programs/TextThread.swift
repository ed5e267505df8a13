import ChildProcesses
import EngineLink
import Foundation
import MailText
import Screen
import TriageCore
import TriageEngine

/// The thread that owns the MIME parser: messages are rendered one after the other.
///
/// It never waits for GnuPG: what is sealed goes to the lanes, which have threads and readers of their
/// own and share what comes of it.
final class TextThread: TextRendering, SealingLane {
  private enum Job: Sendable {
    case render(MessageSource, MessageOptions, RequestID)
    case part(PartReference, files: [String], SealOptions, RequestID)
    case page(PartReference, files: [String], SealOptions, RequestID)
  }

  private let jobs: WorkQueue<Job>
  private let lanes: SealLanes

  init(_ server: ScreenServer, environment: ProcessEnvironment) throws(LinkError) {
    let jobs = try WorkQueue<Job>()
    let lanes = try SealLanes(server, environment: environment)
    self.jobs = jobs
    self.lanes = lanes
    BackgroundThread.start {
      let reader = MessageReader.ofProgram(environment: environment.variables, seals: lanes.tools)
      let worker = TextWorker(server: server, reader: reader)
      while let job = jobs.popFirst(within: nil) {
        switch job {
        case .render(let message, let options, let request):
          guard lanes.isWanted(request, of: message.id) else {
            server.answer(.reply(request, .failed(TriageFailure(.cancelled))))
            continue
          }
          let content = reader.content(of: message.id, files: message.files, options: options)
          lanes.send(content, of: message, options, for: request)
          lanes.tools.memory.giveBack(rendered: content)
        case .part(let part, let files, let seals, let request):
          worker.send(part, files, seals, request)
        case .page(let part, let files, let seals, let request):
          worker.send(page: part, files, seals, request)
        }
        // What a program for pages has left behind would pile up.
        GnuPG.forgetAdopted()
      }
    }
  }

  func render(_ message: MessageSource, options: MessageOptions, for request: RequestID) {
    lanes.ask(request, of: message.id)
    jobs.append(.render(message, options, request))
  }

  func send(part: PartReference, files: [String], _ seals: SealOptions, for request: RequestID) {
    jobs.append(.part(part, files: files, seals, request))
  }

  func send(page: PartReference, files: [String], _ seals: SealOptions, for request: RequestID) {
    jobs.append(.page(page, files: files, seals, request))
  }

  func unlock(
    _ message: MessageSource,
    options: MessageOptions,
    others: [MessageSource],
    for request: RequestID
  ) {
    lanes.unlock(message, options, others, request)
  }

  /// What the lanes call GnuPG with, and what it has said.
  var seals: SealTools { lanes.tools }

  func append(_ job: SealingJob, for request: RequestID) { lanes.append(job, for: request) }

  func cancel(_ request: RequestID) { lanes.cancel(request) }

  /// Gives up what a person is being asked.
  func close() { lanes.close() }

  func leave(_ messages: [MessageID], keeping time: Duration) {
    lanes.leave(messages, keeping: time)
  }

  func forgetUnlocked() { lanes.forget() }

  func retrySeals() { lanes.retry() }
}

/// What is done on the text thread.
private struct TextWorker {
  let server: ScreenServer
  let reader: MessageReader
  /// The most bytes that wait for the screen to take them.
  private static let most = 4 << 20

  func send(
    _ part: PartReference,
    _ files: [String],
    _ seals: SealOptions,
    _ request: RequestID
  ) {
    do throws(MessageFileError) {
      _ = try reader.readPart(part, files: files, seals) { bytes in
        // A part may be longer than what memory there is.
        server.waitUntilUnsent(isAtMost: Self.most)
        answer(request, .partBytes(PartBytes(bytes)))
        return true
      }
      answer(request, .partEnd)
    } catch {
      answer(request, .failed(TriageFailure(error)))
    }
  }

  func send(
    page part: PartReference,
    _ files: [String],
    _ seals: SealOptions,
    _ request: RequestID
  ) {
    do throws(MessageFileError) {
      var rest = try reader.readPage(part, files: files, seals)[...]
      while !rest.isEmpty {
        server.waitUntilUnsent(isAtMost: Self.most)
        let piece = rest.prefix(1 << 16)
        piece.withUnsafeBytes { answer(request, .partBytes(PartBytes($0))) }
        rest = rest.dropFirst(piece.count)
      }
      answer(request, .partEnd)
    } catch {
      answer(request, .failed(TriageFailure(error)))
    }
  }

  private func answer(_ request: RequestID, _ reply: EngineReply) {
    server.answer(.reply(request, reply))
  }
}

extension MessageReader {
  /// A reader that measures text as the screen does, and gives pages and pictures to the programs
  /// that are asked for, with this environment.
  static func ofProgram(environment: [String: String], seals: SealTools) -> MessageReader {
    MessageReader(
      width: { DisplayText($0, as: .bodyLine).width },
      filter: { page, options in
        PageProgram(arguments: options.filter, environment: environment)
          .text(of: page, columns: options.columns)
      },
      drawing: { picture, columns, time in
        PictureProgram(environment: environment)
          .rows(of: picture, columns: columns, within: time)
      },
      seals: seals
    )
  }
}
