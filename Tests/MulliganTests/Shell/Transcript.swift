import Foundation
import TestSupport
import Testing

/// Runs of the program on one mailbox, as a person would see them: command, output, errors, status.
///
/// What differs from run to run stands as a word in capitals: the mailbox's own folder, times of day,
/// the machine and the process. Everything else is what the program wrote.
final class Transcript {
  /// Where transcripts are kept.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "fixtures/shell")

  let mail: TemporaryMail
  private let name: String
  private var text = ""

  /// Begins a transcript on a mailbox with three threads that have the same numbers each time.
  init(_ name: String) throws {
    self.name = name
    mail = try TemporaryMail()
    try Self.fill(mail)
  }

  /// Runs the program and notes what it did; the words are those that a shell would be given.
  @discardableResult
  func run(
    _ words: String,
    input: String = "",
    with variables: [String: String] = [:]
  ) throws -> ShellRun {
    let arguments = Self.split(words).map { $0.replacing("MAILBOX", with: mail.folder) }
    let run = try mail.mulligan(arguments, input: input, with: variables)
    if !input.isEmpty {
      text += input.lines.map { "< \($0.prefix(60))\n" }.joined()
    }
    text += "$ mulligan \(words)\n"
    text += Self.marked(run.output, "")
    text += Self.marked(run.errors, "! ")
    text += "[\(run.status)]\n\n"
    return run
  }

  /// Notes what happens between two runs, and does it.
  func meanwhile(_ words: String, _ body: () throws -> Void) throws {
    try body()
    text += "# \(words)\n\n"
  }

  /// Compares with the transcript that was kept; `RECORD=1` keeps this one.
  func compare() throws {
    let file = Self.folder.appending(path: "\(name).txt")
    let seen = plain(text)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      return try seen.write(to: file, atomically: true, encoding: .utf8)
    }
    let kept = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let differing = zip(seen.lines, kept.lines).enumerated().filter { $1.0 != $1.1 }.prefix(5)
    #expect(
      seen == kept,
      "RECORD=1 renews fixtures/shell/\(name).txt: \(differing.map { "line \($0 + 1): \($1.0)" })"
    )
  }

  /// The lines of a stream; one that does not end is marked.
  private static func marked(_ text: String, _ mark: String) -> String {
    text.lines.map { "\(mark)\($0)\n" }.joined()
      + (text.isEmpty || text.hasSuffix("\n") ? "" : "(no end of line)\n")
  }

  /// The text with words for what no two runs have in common.
  private func plain(_ text: String) -> String {
    let replacements: [(pattern: String, word: String)] = [
      (NSRegularExpression.escapedPattern(for: mail.folder), "MAILBOX"),
      (#"mulligan/journal/[-0-9a-f]+"#, "mulligan/journal/UUID"),
      (#""at":"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ""#, #""at":"TIME""#),
      (#"(?m)^(#\d+)  20\d\d-\d\d-\d\d \d\d:\d\d  "#, "$1  DAY  TIME  "),
      (#"(right after “[^"\n(]*\()[^"\n)]*\)"#, "$1TIME)"),
      (#"(Restored? to )(?!right)[^"\n]*?(\d\d:\d\d(:\d\d)?)"#, "$1TIME"),
      (#"("name\.restore(?:\.after)?","arguments":\[)"\d+""#, #"$1"TIME""#),
      (#""message":"[0-9a-z]+\.[0-9a-z]+@example\.org","kind""#, #""message":"ID","kind""#),
      (#"leaves in \d+ s"#, "leaves in N s"), (#"leaves at (\p{L}+ )?\d\d:\d\d"#, "leaves at TIME"),
      (#""until":"20[-0-9:TZ]+""#, #""until":"TIME""#),
      (#"(?m)^Date: .*\n(?=From: (Robin Tester|robin@))"#, "Date: TIME\n"),
      (#"(?m)^Message-ID: <[0-9a-z]+\.[0-9a-z]+@example\.org>"#, "Message-ID: <ID>"),
      (#""host":"[^"]*","pid":\d+"#, #""host":"HOST","pid":PID"#),
      (#""uid":"[0-9a-f]{32}""#, #""uid":"UID""#),
    ]
    return replacements.reduce(text) { text, replacement in
      text.replacingOccurrences(
        of: replacement.pattern,
        with: replacement.word,
        options: .regularExpression
      )
    }
  }

  /// Words as a shell would split them; only single quotes are known.
  private static func split(_ line: String) -> [String] {
    var words: [String] = []
    for (place, part) in line.components(separatedBy: "'").enumerated() {
      if place.isMultiple(of: 2) {
        words += part.split(separator: " ").map(String.init)
      } else {
        words.append(part)
      }
    }
    return words
  }

  /// One thread after another is indexed, so that each has the same number every time.
  private static func fill(_ mail: TemporaryMail) throws {
    let start: Int64 = 1_780_000_000
    let threads = [
      [
        SampleMessage("m1@example.org", subject: "A cottage", date: start),
        SampleMessage(
          "m2@example.org",
          from: "Боб <bob@example.org>",
          subject: "Re: A cottage",
          date: start + 86_400,
          replyTo: "m1@example.org",
          body: "Yes!\n> Shall we?\n"
        ),
      ],
      [
        SampleMessage(
          "m3@example.org",
          from: "CI <ci@example.org>",
          subject: "Build \u{1B}[31mfailed",
          date: start + 90_000
        )
      ],
      [SampleMessage("m4@example.org", subject: "Без темы \"?\"", date: nil)],
    ]
    for folder in ["inbox", "Archive"] { try mail.makeMaildir(folder) }
    for thread in threads {
      for message in thread { try mail.write(message, name: String(message.id.prefix(2))) }
      try mail.notmuch("new")
    }
    try mail.tag("+inbox", "+unread", "--", "id:m1@example.org or id:m3@example.org")
    try mail.tag("+inbox", "--", "id:m2@example.org")
  }
}
