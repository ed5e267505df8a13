package import TriageCore

/// Reads mail files with GMime; made and used on one thread.
package final class MessageReader: MessageReading, PartReading {
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
      return try firstReadable(of: files) { (file, source) throws(MessageFileError) in
        if options.raw { return try self.raw(message, source) }
        let buffer = try MessageBuffer.read(source, sizeHint: file.size, limits: self.limits)
        let renderer = MessageRenderer(buffer, limits: self.limits, options: options)
        if let content = renderer.content(of: message) { return content }
        try source.rewind(to: 0)
        return try self.raw(message, source, notice: .notMail)
      }
    } catch {
      return MessageContent(id: message, headers: [], lines: [], notices: [error.notice])
    }
  }

  package func readPart(
    _ number: Int,
    files: [String],
    sink: (UnsafeRawBufferPointer) -> Bool
  ) throws(MessageFileError) -> Bool {
    try firstReadable(of: files) { (file, source) throws(MessageFileError) in
      try PartReader(source, limits: self.limits).read(number, sizeHint: file.size, sink: sink)
    }
  }

  /// The beginning of the file as it is.
  private func raw(
    _ message: MessageID,
    _ source: any ByteSource,
    notice: ContentNotice? = nil
  ) throws(MessageFileError) -> MessageContent {
    let start = try source.beginning(limits.textBytes + 1)
    var builder = ContentBuilder(limits: limits)
    builder.note(notice)
    let isWhole = start.count <= limits.textBytes
    RawText.add(Array(start.prefix(limits.textBytes)), isWhole: isWhole, to: &builder)
    return MessageContent(
      id: message,
      headers: [],
      lines: builder.lines,
      notices: builder.notices
    )
  }

  /// Calls the closure with the first of the files that can be opened.
  ///
  /// - Throws: What was wrong with the last one that is there, else `.missing`.
  private func firstReadable<Result>(
    of files: [String],
    _ body: (FileSource, any ByteSource) throws(MessageFileError) -> Result
  ) throws(MessageFileError) -> Result {
    var failure = MessageFileError.missing
    for path in files {
      let file: FileSource
      do throws(MessageFileError) {
        file = try FileSource(path: path)
      } catch {
        if error != .missing { failure = error }
        continue
      }
      return try body(file, file.isGzip() ? GzipSource(file) : file)
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
