import TriageConfig
import TriageCore

/// One JSON object on one line; fields keep the order in which they are given.
///
/// Control characters are escaped, those above 0x7E too, so that a line can do no harm on a terminal.
struct JSONLine {
  private var fields: [(name: String, value: JSONValue)]

  /// Begins an object with its `type`.
  init(type: String) {
    fields = [("type", .string(type))]
  }

  mutating func add(_ name: String, _ value: JSONValue) {
    fields.append((name, value))
  }

  /// The line, without its end.
  var text: String { JSONValue.object(fields).text }
}

/// A JSON value whose objects keep their order.
indirect enum JSONValue {
  case null
  case bool(Bool)
  case number(Int64)
  case string(String)
  case array([JSONValue])
  case object([(name: String, value: JSONValue)])

  static func int(_ number: Int) -> JSONValue { .number(Int64(number)) }

  static func strings(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.map(JSONValue.string))
  }

  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): String(value)
    case .string(let value): TOMLText.quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let fields):
      "{"
        + fields.map { "\(TOMLText.quoted($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }
}

// The objects of `--json`: names and enumerated values are never localised.

extension JSONValue {
  static func ids(_ messages: [MessageID]) -> JSONValue { .strings(messages.map(\.text)) }

  static func tags(_ tags: some Collection<MailTag>) -> JSONValue {
    .strings(tags.sorted().map(\.text))
  }

  /// RFC 3339 in UTC, whole seconds; `null` if there is no date.
  static func date(_ time: Timestamp?) -> JSONValue {
    .optional(time.map { TimeText.utc($0) })
  }

  static func step(_ id: StepID?) -> JSONValue { id.map { .number($0.number) } ?? .null }
}

extension ThreadRow {
  var json: JSONLine {
    var line = JSONLine(type: "thread")
    line.add("thread", .string(thread.text))
    line.add("subject", .string(subject))
    line.add("authors", .strings(authors))
    line.add("date", .date(date))
    line.add("matched", .int(matched.count))
    line.add("total", .int(messages.count))
    line.add("unread", .int(unread))
    line.add("tags", .tags(tags))
    line.add("messages", .ids(matched))
    return line
  }
}

extension MessageMetadata {
  var json: JSONLine {
    var line = JSONLine(type: "message")
    line.add("id", .string(id.text))
    line.add("thread", .string(thread.text))
    line.add("subject", .string(subject))
    line.add("from", .string(from))
    line.add("date", .date(date))
    line.add("tags", .tags(tags))
    line.add("files", .strings(files))
    return line
  }
}

extension MessageContent {
  /// Adds what `show` tells beyond a message's metadata.
  func add(to line: inout JSONLine) {
    let (to, cc) = (fields("to"), fields("cc"))
    line.add("to", .strings(to.flatMap(\.addresses)))
    line.add("cc", .strings(cc.flatMap(\.addresses)))
    line.add("body", .string(lines.compactMap(\.plain).joined(separator: "\n")))
    line.add("bodyType", .optional(bodyType))
    line.add("truncated", .bool(isCut))
    line.add("omitted", .int((to + cc).reduce(0) { $0 + $1.omitted } + omittedParts))
    line.add("parts", .array(parts.map(\.json)))
    line.add("seals", .array(seals.map(\.json)))
    let outer = ["subject", "from", "to", "date"].map { name in
      (name, JSONValue.optional(outside.first { $0.name.lowercased() == name }?.value))
    }
    line.add("outside", .object(outer))
  }

  private func fields(_ name: String) -> [HeaderField] {
    headers.filter { $0.name.lowercased() == name }
  }

  private var omittedParts: Int {
    notices.reduce(0) { count, notice in
      if case .partsCut(let omitted) = notice { count + omitted } else { count }
    }
  }
}

extension ContentLine {
  /// The line in no language: with its quote marks, and names as the source has them; `nil` for what
  /// is no text of the mail.
  fileprivate var plain: String? {
    switch kind {
    case .quote(let level): String(repeating: "> ", count: max(1, min(level, 12))) + lead + text
    case .rule: "---"
    case .header(let name): "\(name): \(text)"
    case .label(let label, part: _): "[\(label.rawValue): \(text)]"
    case .detail(let detail): "\(detail.rawValue): \(text)"
    case .footnote(let number): "[\(number)] \(text)"
    case .text, .signature, .heading, .preformatted, .patchAdded, .patchRemoved, .patchHunk,
      .patchHeader, .hidden, .colored:
      lead + text
    case .sealBegin, .sealEnd, .uncovered: nil
    }
  }
}

extension Seal {
  fileprivate var json: JSONValue {
    .object([
      ("number", .int(number)), ("form", .string(form.rawValue)),
      ("state", .optional(state?.name)), ("integrity", integrity.map { .bool($0) } ?? .null),
      ("whole", .bool(isWhole)), ("recipients", .strings(recipients)),
      ("signatures", .array(signatures.map(\.json))),
    ])
  }
}

extension SealState {
  /// What it is to a program, which cannot press a key.
  fileprivate var name: String { self == .large ? SealState.tooLarge.rawValue : rawValue }
}

extension SealSignature {
  fileprivate var json: JSONValue {
    .object([
      ("verdict", .string(verdict.rawValue)), ("keyid", .optional(keyID)),
      ("fingerprint", .optional(fingerprint)), ("userId", .optional(userID)),
      ("validity", .optional(validity?.rawValue)), ("at", .date(at)), ("expires", .date(expires)),
    ])
  }
}

extension MessageTemplate {
  /// The object of a printed template, with the messages named from which text of it was decrypted.
  func json(decryptedFrom messages: [MessageID]) -> JSONLine {
    var line = JSONLine(type: "template")
    line.add("kind", .string(kind.rawValue))
    line.add("account", .string(account))
    line.add("from", .string(from.text))
    line.add("subject", .string(subject))
    line.add("body", .string(body))
    line.add("to", .strings(to.map(\.text)))
    line.add("cc", .strings(cc.map(\.text)))
    line.add("bcc", .strings(bcc.map(\.text)))
    line.add("references", .ids(references))
    line.add("answers", .ids(answers))
    line.add("inReplyTo", .optional(inReplyTo?.text))
    line.add("attachments", .strings(attachments))
    line.add("decrypted", .ids(messages))
    return line
  }
}

extension PartInfo {
  fileprivate var json: JSONValue {
    .object([
      ("number", .int(number)), ("type", .string(type)), ("filename", .optional(filename)),
      ("size", .int(size)), ("seal", seal.map { .int($0) } ?? .null),
    ])
  }
}

extension MessageChange {
  /// The objects of a change: one, and one more for each further copy that was moved.
  func json(of step: StepID?) -> [JSONLine] {
    [line(of: step, moves.first, self)]
      + moves.dropFirst().map { line(of: step, $0, MessageChange(message: message)) }
  }

  private func line(
    of step: StepID?,
    _ move: FolderChange?,
    _ tags: MessageChange
  ) -> JSONLine {
    var line = JSONLine(type: "change")
    line.add("group", .step(step))
    line.add("message", .string(message.text))
    line.add("added", .tags(tags.added))
    line.add("removed", .tags(tags.removed))
    line.add("from", .optional(move?.from.text))
    line.add("to", .optional(move?.to.text))
    return line
  }

  /// The line of `--patch`: `-inbox +todo  INBOX -> Archive  id:…`.
  var patch: String {
    let listed = MailQuery.listed(message)
    return isEmpty ? listed : "\(summary)  \(listed)"
  }
}

extension Departure {
  /// The object of a message that left, or was held back.
  func json(of step: StepID) -> JSONLine {
    var line = JSONLine(type: "departure")
    line.add("group", .step(step))
    line.add("outgoing", .int(Int(outgoing.number)))
    line.add("message", .string(message.text))
    line.add("found", .string(found.rawValue))
    line.add("wanted", .string(wanted.rawValue))
    return line
  }

  /// The line of `--patch`: `draft -> held  id:…`.
  var line: String { "\(found.rawValue) -> \(wanted.rawValue)  \(MailQuery.listed(message))" }
}

extension Skip {
  /// The line of a message that was left as it was: `(gone)  id:…`, `(kept by #2)  id:…`.
  var line: String {
    let keeper = by.map { " by \($0)" } ?? ""
    return "(\(reason.rawValue)\(keeper))  \(MailQuery.listed(message))"
  }
}
