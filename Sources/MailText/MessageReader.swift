package import TriageCore

/// Turns a page into text, instead of our own way.
///
/// It gets UTF-8 that declares itself in its first tag, and what the reader wants: a program and a width. It
/// returns UTF-8, or `nil` if it failed, and then the page is shown our own way.
package typealias PageFilter = (_ page: [UInt8], _ options: MessageOptions) -> [UInt8]?

/// Draws a picture in characters with the sequences for their colours.
///
/// It gets the picture, the most columns it may take, and how long it may take; `nil` if that failed.
package typealias PictureDrawing =
  (_ picture: [UInt8], _ columns: Int, _ time: Duration) -> [UInt8]?

/// Reads mail files with GMime; made and used on one thread.
package final class MessageReader: MessageReading, PartReading {
  let limits: MessageLimits
  private let tools: ReadingTools

  /// Makes a reader with the limits of the design.
  ///
  /// - Parameters:
  ///   - width: How many columns a text takes; `nil` for an estimate.
  ///   - filter: What turns pages into text when the options name a program; `nil` for our own way.
  ///   - drawing: What draws pictures when the options want them; `nil` for naming them.
  ///   - seals: What opens sealed mail; without it, it is only named.
  package convenience init(
    width: TextWidth? = nil,
    filter: PageFilter? = nil,
    drawing: PictureDrawing? = nil,
    seals: SealTools? = nil
  ) {
    let tools = ReadingTools(
      measure: width ?? DisplayWidth.columns,
      filter: filter,
      drawing: drawing,
      seals: seals
    )
    self.init(limits: MessageLimits(), tools: tools)
  }

  init(limits: MessageLimits, tools: ReadingTools = ReadingTools()) {
    GMimeLibrary.started
    self.limits = limits
    self.tools = tools
  }

  /// Returns the readable text of a message from the first of its files that can be read.
  package func content(
    of message: MessageID,
    files: [String],
    options: MessageOptions
  ) -> MessageContent {
    content(of: message, files: files, options: options, opening: SealRequest(.known))
  }

  /// The same, trying to open what is sealed as hard as the request says.
  package func content(
    of message: MessageID,
    files: [String],
    options: MessageOptions,
    opening request: SealRequest
  ) -> MessageContent {
    let messages = messages(in: files)
    let shown = min(max(0, options.copy), messages.count - 1)
    var content = content(
      ofOne: message,
      files: messages[shown],
      options: options,
      opening: request
    )
    if messages.count > 1 {
      content.notices.insert(.copies(shown: shown + 1, of: messages.count), at: 0)
    }
    return content
  }

  /// The same, of files that all say the same.
  func content(
    ofOne message: MessageID,
    files: [String],
    options: MessageOptions,
    opening request: SealRequest
  ) -> MessageContent {
    do throws(MessageFileError) {
      return try firstReadable(of: files) { (file, source) throws(MessageFileError) in
        if options.raw { return try self.raw(message, source) }
        let limits = self.limits.when(asking: request.attempt.asks)
        let buffer = try MessageBuffer.read(source, sizeHint: file.size, limits: limits)
        let renderer = MessageRenderer(
          buffer,
          limits: limits,
          options: options,
          tools: self.tools,
          opener: self.opener(of: file, options.seals, request)
        )
        if let content = renderer.content(of: message) { return content }
        try source.rewind(to: 0)
        return try self.raw(message, source, notice: .notMail)
      }
    } catch {
      return MessageContent(id: message, headers: [], lines: [], notices: [error.notice])
    }
  }

  /// Gives the decoded bytes of a part to `sink` for as long as it wants more.
  package func readPart(
    _ number: Int,
    files: [String],
    sink: (UnsafeRawBufferPointer) -> Bool
  ) throws(MessageFileError) -> Bool {
    try readPart(PartReference(number), files: files, SealOptions(), sink: sink)
  }

  /// The same, of what is sealed too.
  package func readPart(
    _ part: PartReference,
    files: [String],
    _ options: SealOptions,
    opening request: SealRequest = SealRequest(.known),
    sink: (UnsafeRawBufferPointer) -> Bool
  ) throws(MessageFileError) -> Bool {
    try firstReadable(of: files) { (file, source) throws(MessageFileError) in
      let opener = self.opener(of: file, options, request)
      return try PartReader(source, limits: self.limits, opener: opener)
        .read(part, sizeHint: file.size, sink: sink)
    }
  }

  /// Returns the whole text of a part in UTF-8, as a reader of pages takes it: by the character set
  /// that its header or the page itself names.
  package func readPage(
    _ part: PartReference,
    files: [String],
    _ options: SealOptions = SealOptions()
  ) throws(MessageFileError) -> [UInt8] {
    try firstReadable(of: files) { (file, source) throws(MessageFileError) in
      let opener = self.opener(of: file, options, SealRequest(.known))
      return try PartReader(source, limits: self.limits, opener: opener)
        .readPage(part, sizeHint: file.size)
    }
  }

  func opener(
    of file: FileSource,
    _ options: SealOptions,
    _ request: SealRequest
  ) -> SealOpener? {
    guard let seals = tools.seals else { return nil }
    return SealOpener(seals, options: options, request, file: file.identity)
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
  func firstReadable<Result>(
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

/// What reading leaves to others.
struct ReadingTools {
  var measure: TextWidth = DisplayWidth.columns
  var filter: PageFilter?
  var drawing: PictureDrawing?
  var seals: SealTools?
}

/// How hard it is tried to open what is sealed in a message, and with what.
package struct SealRequest {
  /// How hard.
  package var attempt: SealAttempt
  /// The session keys that the index has for the message; asked for when there is need of them.
  package var sessionKeys: () -> [String]

  /// Makes a request.
  package init(_ attempt: SealAttempt, sessionKeys: @escaping () -> [String] = { [] }) {
    self.attempt = attempt
    self.sessionKeys = sessionKeys
  }
}

extension MessageFileError {
  /// What is shown to a reader who wanted the text.
  var notice: ContentNotice {
    switch self {
    case .missing: .fileMissing
    case .notAFile: .notAFile
    case .unreadable(_, let code): .fileUnreadable(code)
    case .noSuchPart, .tooLong, .sealed: .bodyCut
    }
  }
}

/// How much of a mail file is looked at.
struct MessageLimits: Sendable {
  /// Bytes of header fields, those of all parts together.
  var headerBytes = 1 << 20
  /// Header fields, those of all parts together: each costs memory beyond its bytes.
  var headerFields = 20_000
  /// Colons in an address field: each may begin a group, and GMime follows them into each other.
  var groups = 500
  /// Bytes of everything else.
  var bodyBytes = 32 << 20
  /// Parts of any kind.
  var parts = 200
  /// Lines behind the last part that are looked at to count what is left out.
  var countedLines = 1_000_000
  /// How deep parts may lie in parts.
  var depth = 50
  /// Bytes of the file that are read at all.
  var fileBytes = 128 << 20
  /// Comparisons of lines with boundaries: lines that only look like one cost time at every level.
  var comparisons = 20_000_000
  /// Bytes of decoded text that are shown.
  var textBytes = 4 << 20
  /// Lines that are shown.
  var lines = 100_000
  /// Rows of a picture.
  var pictureRows = 20
  /// Bytes of a picture's rows.
  var pictureBytes = 1 << 18
  /// How long the pictures of a message may take, all together.
  var pictureTime = Duration.seconds(3)

  /// The limits for a message of which a person wants more to be opened than opens by itself.
  func when(asking isAsked: Bool) -> MessageLimits {
    guard isAsked else { return self }
    var limits = self
    // What is sealed is a third longer as text.
    limits.bodyBytes = max(bodyBytes, 2 * SealOpener.mostAsked)
    limits.fileBytes = max(fileBytes, 2 * SealOpener.mostAsked)
    return limits
  }
}

/// What was left out of a mail file.
struct IntakeCuts: OptionSet, Sendable {
  let rawValue: Int

  static let headers = IntakeCuts(rawValue: 1)
  /// Some of a part's content; which part's can be asked of the buffer.
  static let body = IntakeCuts(rawValue: 2)
  static let parts = IntakeCuts(rawValue: 4)
  static let depth = IntakeCuts(rawValue: 8)
  /// The end of the file, with whatever parts it has.
  static let file = IntakeCuts(rawValue: 16)
}
