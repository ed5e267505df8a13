import Screen
package import TriageCore

/// A message as it is being reviewed before it leaves: its lines, and what is to be said of it.
struct ComposePage: Sendable {
  /// A line of the page.
  enum Line: Hashable, Sendable {
    case field(DraftText.Field)
    /// Another field that leaves: its name on the first of its lines, and what it says.
    case further(name: String?, DisplayText)
    /// Something attached, by its index.
    case part(Int)
    /// How it is sealed.
    case seal
    /// A key that it is sealed with, or is not there, by its index.
    case key(Int)
    /// What keeps the message from leaving.
    case obstacle(Sentence)
    /// What a person may want to know before it leaves.
    case warning(ComposeWarning)
    /// The rest of one of these, if it needs more than a line.
    case rest(DisplayText, isObstacle: Bool)
    /// The line above the text.
    case rule
    case text(DisplayText)

    /// Whether Enter does something of its own on it.
    var isText: Bool {
      switch self {
      case .text, .rule: true
      case .field, .further, .part, .seal, .key, .obstacle, .warning, .rest: false
      }
    }
  }

  /// What its writer can take back.
  struct Version: Hashable, Sendable {
    var text: String
    var parts: [OutgoingFacts.Part]
    /// How it is sealed as it leaves.
    var seal = SealWish()
    /// What the change that led to it is called.
    var name: Sentence?
  }

  /// The message as the engine keeps it.
  var draft: Draft
  /// The text as it is read; `nil` if its block is none.
  private(set) var content: DraftText?
  /// What keeps the message from leaving.
  private(set) var obstacle: Sentence?
  private(set) var warnings: [ComposeWarning] = []
  /// The keys that are listed.
  private(set) var keys: [SealKeys.Recipient] = []
  /// How it is sealed.
  private(set) var seal = SealWish()
  private(set) var lines: [Line] = []

  /// Whether anybody gets it, as far as its text can be read.
  var hasRecipients: Bool { content.map { !Self.recipients(of: $0).isEmpty } ?? true }

  /// Lays a version of a message out.
  ///
  /// - Parameters:
  ///   - draft: The message as the engine keeps it.
  ///   - version: What its writer has made of it.
  ///   - doubt: What is to be known of how it was written.
  ///   - keys: The keys of those who get it.
  ///   - shared: What its width and its warnings depend on.
  init(
    _ draft: Draft,
    _ version: Version,
    doubt: Sentence?,
    keys: KeysOfMessage = .unknown,
    _ shared: Shared
  ) {
    self.draft = draft
    seal = version.seal
    do throws(DraftError) {
      let content = try DraftText(version.text)
      self.content = content
      obstacle =
        draft.problem.map(Sentence.problem) ?? Self.obstacle(content)
        ?? keys.obstacle(to: version.seal, from: content.from?.address ?? "")
      warnings = Self.warnings(of: content, version.parts, draft.facts, doubt, shared)
      warnings += Self.warnings(of: content, version.seal, draft.facts)
      if version.seal.encrypts { self.keys = keys.listed }
    } catch {
      obstacle = .problem(error)
    }
    lay(version, shared.settings.lexicon, columns: shared.layout.content.columns)
  }

  /// How many columns a notice has beside its mark.
  static func noticeColumns(_ columns: Int) -> Int { max(1, columns - 4) }

  private static func rest(
    _ sentence: Sentence,
    isObstacle: Bool,
    _ lexicon: Lexicon,
    _ columns: Int
  ) -> [Line] {
    lexicon.lines(sentence, columns: noticeColumns(columns)).dropFirst()
      .map { .rest($0, isObstacle: isObstacle) }
  }

  private mutating func lay(_ version: Version, _ lexicon: Lexicon, columns: Int) {
    let fields = DraftText.Field.allCases.filter { field in
      field != .bcc || content?.bcc.isEmpty == false
    }
    lines = content == nil ? [] : fields.map(Line.field)
    lines += (content?.further ?? []).flatMap { field in
      // A name too long for a label stands before its value; nothing of a value is out of sight.
      let isLabel = field.name.utf8.count <= columns / 3
      let text = isLabel ? field.value : "\(field.name): \(field.value)"
      return DisplayText(text).wrapped(toColumns: max(1, columns - columns / 3 - 4)).enumerated()
        .map { Line.further(name: isLabel && $0 == 0 ? field.name : nil, $1) }
    }
    lines += version.parts.indices.map(Line.part)
    if version.seal.isAny, content != nil { lines.append(.seal) }
    lines += keys.indices.map(Line.key)
    if let obstacle {
      lines.append(.obstacle(obstacle))
      lines += Self.rest(obstacle, isObstacle: true, lexicon, columns)
    }
    for warning in warnings {
      lines.append(.warning(warning))
      lines += Self.rest(warning.sentence, isObstacle: false, lexicon, columns)
    }
    lines.append(.rule)
    let body = content?.body ?? version.text
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      lines += Self.wrapped(line, columns: max(1, columns - 2)).map(Line.text)
    }
    if case .text(let last)? = lines.last, last.isEmpty { lines.removeLast() }
  }

  /// A line of the text; each part of a quoted one has its marks.
  private static func wrapped(_ line: Substring, columns: Int) -> [DisplayText] {
    let mark = quoteMarks(of: line)
    let whole = DisplayText(String(line), as: .bodyLine)
    guard !mark.isEmpty, mark.count <= columns / 2, whole.width > columns else {
      return Array(whole.wrapped(toColumns: columns))
    }
    let rest = DisplayText(String(line[mark.endIndex...]), as: .bodyLine)
    return rest.wrapped(toColumns: columns - mark.count).map { part in
      DisplayText.joined([DisplayText(String(mark), as: .bodyLine), part])
    }
  }

  /// The marks that a line begins with, each with the blank behind it.
  private static func quoteMarks(of line: Substring) -> Substring {
    let bytes = line.utf8
    var end = bytes.startIndex
    while end < bytes.endIndex, bytes[end] == UInt8(ascii: ">") {
      bytes.formIndex(after: &end)
      if end < bytes.endIndex, bytes[end] == UInt8(ascii: " ") { bytes.formIndex(after: &end) }
    }
    return line[..<end]
  }

  private static func obstacle(_ content: DraftText) -> Sentence? {
    if let file = content.attachments.first {
      return .problem(AttachError.elsewhere(file))
    }
    return recipients(of: content).isEmpty ? .failure(TriageFailure(.noRecipient)) : nil
  }

  private static func recipients(of content: DraftText) -> [NamedAddress] {
    content.to + content.cc + content.bcc
  }

  private static func warnings(
    of content: DraftText,
    _ parts: [OutgoingFacts.Part],
    _ facts: OutgoingFacts,
    _ doubt: Sentence?,
    _ shared: Shared
  ) -> [ComposeWarning] {
    var warnings: [ComposeWarning] = []
    if let doubt { warnings.append(.doubt(doubt)) }
    if let link = facts.link { warnings += self.warnings(of: link, content) }
    if let adopted = facts.adopted {
      if adopted.losesForm { warnings.append(.losesForm) }
      if adopted.namesFiles { warnings.append(.dropped("Attach")) }
    }
    warnings += content.dropped.map(ComposeWarning.dropped)
    if content.subject.isEmpty { warnings.append(.noSubject) }
    if facts.kind == .reply, content.isOnlyQuoted { warnings.append(.nothingWritten) }
    if parts.isEmpty, content.speaksOfAttachment(shared.settings.lexicon) {
      warnings.append(.nothingAttached)
    }
    let count = content.to.count + content.cc.count + content.bcc.count
    if shared.config.confirmAbove > 0, count > shared.config.confirmAbove {
      warnings.append(.many(count))
    }
    return warnings
  }

  /// What a link has set without being seen, and what it would have set.
  private static func warnings(
    of link: OutgoingFacts.Link,
    _ content: DraftText
  ) -> [ComposeWarning] {
    content.bcc.map(\.address).filter(link.bcc.contains).map(ComposeWarning.linkedBcc)
      + link.dropped.map(ComposeWarning.dropped)
  }
}

/// What a person may want to know of a message before it leaves.
enum ComposeWarning: Hashable, Sendable {
  case noSubject
  /// An answer has nothing but what it answers.
  case nothingWritten
  /// The text speaks of an attachment, and there is none.
  case nothingAttached
  /// It goes to so many people.
  case many(Int)
  /// A link has set that this person gets a copy which the others do not know of.
  case linkedBcc(String)
  /// A link, or another program, has set this field, which does not count.
  case dropped(String)
  /// Another program has made a formatted version of the text, which does not go along.
  case losesForm
  /// How it was written: the editor has not ended well.
  case doubt(Sentence)
  /// So many get it encrypted whose keys are not named.
  case hidden(Int)
  /// What it answers was encrypted, and it is not.
  case unsealed(isForwarded: Bool)

  var sentence: Sentence {
    switch self {
    case .noSubject: Sentence("compose.warning.no-subject")
    case .nothingWritten: Sentence("compose.warning.nothing-written")
    case .nothingAttached: Sentence("compose.warning.nothing-attached")
    case .many(let count): Sentence("compose.warning.many", .number(count))
    case .linkedBcc(let address): Sentence("compose.warning.linked-bcc", .text(address))
    case .dropped(let field): Sentence("compose.warning.dropped", .text(field))
    case .losesForm: Sentence("compose.warning.loses-form")
    case .doubt(let sentence): sentence
    case .hidden(let count): Sentence("compose.warning.hidden", .number(count))
    case .unsealed(isForwarded: false): Sentence("compose.warning.unsealed")
    case .unsealed(isForwarded: true): Sentence("compose.warning.unsealed.forward")
    }
  }
}

extension DraftText {
  /// Whether the text is empty but for a quote, the line that says whose it is, and a signature.
  fileprivate var isOnlyQuoted: Bool {
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0 != "-- " }.filter { $0.contains { $0 != " " } }
    guard let own = lines.firstIndex(where: { !$0.hasPrefix(">") }) else { return true }
    let rest = lines[own...].dropFirst()
    return own == 0 && rest.first != nil && rest.allSatisfy { $0.hasPrefix(">") }
  }

  /// Whether the writer's own lines have one of the words for something attached.
  fileprivate func speaksOfAttachment(_ lexicon: Lexicon) -> Bool {
    let words = lexicon.texts(Sentence("compose.attachment.words"))
      .flatMap { $0.split { $0 == "," || $0 == "、" } }
      .map { $0.drop { $0 == " " }.lowercased() }
    let own = body.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0 != "-- " && !$0.hasPrefix("----------") }
      .filter { !$0.hasPrefix(">") }
    return own.contains { line in
      let line = line.lowercased()
      return words.contains { !$0.isEmpty && line.contains($0) }
    }
  }
}

extension Sentence {
  /// What makes a text none that could be sent, and in which line.
  static func problem(_ error: DraftError) -> Sentence {
    let line = Argument.number(error.line)
    return switch error.reason {
    case .noField: Sentence("compose.problem.no-field", line)
    case .control(let name): Sentence("compose.problem.control", line, .text(name))
    case .doubled(let name): Sentence("compose.problem.doubled", line, .text(name))
    case .address(let text): Sentence("compose.problem.address", line, .text(text))
    }
  }

  /// Why a file cannot be attached.
  package static func problem(_ error: AttachError) -> Sentence {
    switch error {
    case .unreadable(let path, let reason):
      Sentence("error.attach", .text(path), .text(reason))
    case .tooLarge(let mebibytes):
      Sentence("error.attach.too-large", .text(String(mebibytes)))
    case .badName: .failure(TriageFailure(.badHeader, "Attach"))
    case .elsewhere(let path): Sentence("error.attach.elsewhere", .text(path))
    }
  }
}
