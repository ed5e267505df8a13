import ChildProcesses
import EngineLink
import Foundation
import MailText
import Screen
import TriageCore
import TriageEngine

/// The thread that owns the MIME parser: messages are rendered one after the other.
final class TextThread: TextRendering {
  private enum Job: Sendable {
    case render(MessageID, files: [String], MessageOptions, RequestID)
    case part(Int, files: [String], RequestID)
    case page(Int, files: [String], RequestID)
  }

  private let jobs: WorkQueue<Job>

  init(_ server: ScreenServer, environment: [String: String]) throws(LinkError) {
    let jobs = try WorkQueue<Job>()
    self.jobs = jobs
    BackgroundThread.start {
      let worker = TextWorker(server: server, reader: .ofProgram(environment: environment))
      while let job = jobs.popFirst(within: nil) {
        switch job {
        case .render(let message, let files, let options, let request):
          worker.render(message, files, options, request)
        case .part(let number, let files, let request): worker.send(number, files, request)
        case .page(let number, let files, let request):
          worker.send(page: number, files, request)
        }
      }
    }
  }

  func render(
    _ message: MessageID,
    files: [String],
    options: MessageOptions,
    for request: RequestID
  ) {
    jobs.append(.render(message, files: files, options, request))
  }

  func send(part: Int, files: [String], for request: RequestID) {
    jobs.append(.part(part, files: files, request))
  }

  func send(page: Int, files: [String], for request: RequestID) {
    jobs.append(.page(page, files: files, request))
  }
}

/// What is done on the text thread.
private struct TextWorker {
  let server: ScreenServer
  let reader: MessageReader
  /// The most bytes that wait for the screen to take them.
  private static let most = 4 << 20

  func render(
    _ message: MessageID,
    _ files: [String],
    _ options: MessageOptions,
    _ request: RequestID
  ) {
    let content = reader.content(of: message, files: files, options: options)
    answer(request, .message(content))
  }

  func send(_ number: Int, _ files: [String], _ request: RequestID) {
    do throws(MessageFileError) {
      _ = try reader.readPart(number, files: files) { bytes in
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

  func send(page number: Int, _ files: [String], _ request: RequestID) {
    do throws(MessageFileError) {
      var rest = try reader.readPage(number, files: files)[...]
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
  static func ofProgram(environment: [String: String]) -> MessageReader {
    MessageReader(
      width: { DisplayText($0, as: .bodyLine).width },
      filter: { page, options in
        PageProgram(arguments: options.filter, environment: environment)
          .text(of: page, columns: options.columns)
      },
      drawing: { picture, columns, time in
        PictureProgram(environment: environment)
          .rows(of: picture, columns: columns, within: time)
      }
    )
  }
}
