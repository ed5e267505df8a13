import Foundation
package import TriageCore

/// A message that a test writes into a mailbox.
package struct SampleMessage: Sendable {
  package var id: String
  package var from: String
  package var subject: String
  /// `nil` for a message without a `Date` header.
  package var date: Timestamp?
  /// The id of the message this one answers.
  package var replyTo: String?
  /// The type of the body.
  package var type: String
  package var body: String
  /// More header lines, each with its line end.
  package var headers: String
  /// The tags the message gets when it is delivered.
  package var tags: Set<MailTag>

  /// Makes a message; all but the id has a plain default.
  package init(
    _ id: String,
    from: String = "Ann <ann@example.org>",
    subject: String = "A subject",
    date: Timestamp? = 1_690_000_000,
    replyTo: String? = nil,
    type: String = "text/plain; charset=utf-8",
    body: String = "Some text.\n",
    headers: String = "",
    tags: Set<MailTag> = []
  ) {
    self.id = id
    self.from = from
    self.subject = subject
    self.date = date
    self.replyTo = replyTo
    self.type = type
    self.body = body
    self.headers = headers
    self.tags = tags
  }

  /// The message as a file holds it.
  package var text: String {
    let answer = replyTo.map { "In-Reply-To: <\($0)>\nReferences: <\($0)>\n" } ?? ""
    let time = date.map { "Date: \(mailDate($0))\n" } ?? ""
    return """
      From: \(from)
      To: Robin Tester <robin@example.org>
      Subject: \(subject)
      Message-ID: <\(id)>
      \(time)\(answer)\(headers)MIME-Version: 1.0
      Content-Type: \(type)

      \(body)
      """
  }
}

/// Returns a date as a mail header gives it, in universal time.
private func mailDate(_ timestamp: Timestamp) -> String {
  var seconds = time_t(timestamp)
  var parts = tm()
  gmtime_r(&seconds, &parts)
  let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
  return "\(days[Int(parts.tm_wday)]), \(parts.tm_mday) \(months[Int(parts.tm_mon)]) "
    + "\(Int(parts.tm_year) + 1900) \(clock.joined(separator: ":")) +0000"
}

extension TemporaryMail {
  /// Writes a message's file without indexing it, and returns its absolute name.
  ///
  /// `folder` is a Maildir below the mail root, made if need be; `place` is `cur` or `new`; `flags`
  /// are the letters after `:2,`, or `nil` for a name without them; `name` is the part before them.
  @discardableResult
  package func write(
    _ message: SampleMessage,
    to folder: String = "inbox",
    place: String = "cur",
    flags: String? = "S",
    name: String? = nil
  ) throws -> String {
    try makeMaildir(folder)
    let unique = name ?? "\(UUID().uuidString).test"
    let path = "\(root)/\(folder)/\(place)/\(unique)" + (flags.map { ":2,\($0)" } ?? "")
    try message.text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  /// Makes a Maildir with its three folders below the mail root.
  package func makeMaildir(_ folder: String) throws {
    for place in ["cur", "new", "tmp"] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(folder)/\(place)",
        withIntermediateDirectories: true
      )
    }
  }

  /// Writes messages to the folder `inbox`, indexes them and tags them.
  package func deliver(_ messages: SampleMessage...) throws {
    try deliver(messages)
  }

  /// Writes messages to the folder `inbox`, indexes them and tags them.
  package func deliver(_ messages: [SampleMessage]) throws {
    for message in messages { try write(message) }
    try notmuch("new")
    let lines = messages.filter { !$0.tags.isEmpty }.map { message in
      message.tags.sorted().map { "+\(encoded($0.text)) " }.joined()
        + "-- \(MailQuery.quotedID(MessageID(message.id)))"
    }
    try notmuch("tag", "--batch", input: lines.joined(separator: "\n"))
  }
}

/// Returns a tag in the encoding of `notmuch tag --batch`.
private func encoded(_ tag: String) -> String {
  tag.utf8.map { byte in
    let isPlain =
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    let hex = String(byte, radix: 16)
    return isPlain ? String(UnicodeScalar(byte)) : "%" + (hex.count < 2 ? "0\(hex)" : hex)
  }.joined()
}
