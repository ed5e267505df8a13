package import TriageCore

/// Reads mail files with GMime; made and used on one thread.
package final class MessageReader: MessageReading {
  private let limits: MessageLimits

  /// Makes a reader with the limits of the design.
  package convenience init() { self.init(limits: MessageLimits()) }

  init(limits: MessageLimits) {
    GMimeLibrary.started
    self.limits = limits
  }

  package func content(
    of message: MessageID,
    files: [String],
    options: MessageOptions
  ) -> MessageContent {
    do throws(MessageFileError) {
      let buffer = try firstReadable(of: files)
      return MessageRenderer(buffer, limits: limits, options: options).content(of: message)
    } catch {
      return MessageContent(id: message, headers: [], lines: [], notices: [error.notice])
    }
  }

  /// Opens the first file that can be read.
  ///
  /// - Throws: What was wrong with the last one that is there, else `.missing`.
  func firstReadable(of files: [String]) throws(MessageFileError) -> MessageBuffer {
    var failure = MessageFileError.missing
    for path in files {
      do throws(MessageFileError) {
        let file = try FileSource(path: path)
        let source: any ByteSource = file.isGzip() ? GzipSource(file) : file
        return try MessageBuffer.read(source, sizeHint: file.size, limits: limits)
      } catch {
        if error != .missing { failure = error }
      }
    }
    throw failure
  }
}

extension MessageFileError {
  /// What a reader is told who wanted the text.
  var notice: ContentNotice {
    switch self {
    case .missing: .fileMissing
    case .notAFile: .notAFile
    case .unreadable(_, let code): .fileUnreadable(code)
    case .noSuchPart, .tooLong: .bodyCut
    }
  }
}
