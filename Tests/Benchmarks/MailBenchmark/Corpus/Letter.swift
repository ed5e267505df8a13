/// Where a message of the corpus comes from.
enum LetterKind {
  /// A newsletter or notification: a thread of its own, with an HTML part.
  case bulletin
  /// A post of a mailing list: long threads, one of them of 300 messages.
  case post
  /// A letter between a few people.
  case letter
}

/// A message of the corpus before it is written.
struct Letter {
  var date: Int
  var thread: Int
  var place: Int
  var kind: LetterKind
  var list: Int
  var isInInbox: Bool
  var isSeen: Bool
  var subject: String

  var id: String { Self.id(thread, place) }

  static func id(_ thread: Int, _ place: Int) -> String { "t\(thread).\(place)@bench.example" }

  /// The folder below the mail root.
  var folder: String {
    if isInInbox { return "Inbox" }
    return switch kind {
    case .bulletin: "Bulletins"
    case .post: "Lists/l\(list)"
    case .letter: "Archive"
    }
  }
}

extension Letter {
  /// Returns the whole message.
  func bytes(_ prose: Prose, _ chance: inout Chance) -> [UInt8] {
    var text: [UInt8] = []
    var paragraphs: [[UInt8]] = []
    for _ in 0...min(20, chance.length(mean: 4)) {
      paragraphs.append(prose.paragraphs[chance.rank(below: prose.paragraphs.count)])
    }
    if place > 0 { text += "On an earlier day someone wrote:\n> ".utf8 + paragraphs[0] }
    text += Array(paragraphs.joined()) + "word\(thread)x\(place)\n".utf8
    return Array(headers(prose, &chance).utf8) + body(text, paragraphs, &chance)
  }

  private func headers(_ prose: Prose, _ chance: inout Chance) -> String {
    let sender =
      kind == .bulletin
      ? Prose.Person(name: "Bulletin \(thread % 150)", address: "news\(thread % 150)@n.example")
      : prose.people[chance.rank(below: prose.people.count)]
    var lines = [
      "Return-Path: <bounces@bench.example>",
      "Received: from relay\(thread % 7).example by in.example; \(MailDate.text(date + 3))",
      "Date: \(MailDate.text(date))", "From: \(sender.header)",
      "To: \(kind == .post ? "list\(list)@lists.example" : "Robin Tester <robin@example.org>")",
      "Subject: \(place > 0 ? "Re: " : "")\(Prose.encoded(subject))", "Message-ID: <\(id)>",
      "MIME-Version: 1.0",
    ]
    if kind == .post { lines.append("List-Id: <list\(list).lists.example>") }
    if place > 0 {
      let parent = chance.happens(0.2) ? 0 : max(0, place - 1 - chance.length(mean: 1.5))
      let known = Set([0, max(0, parent - 1), parent]).sorted()
      lines.append("In-Reply-To: <\(Self.id(thread, parent))>")
      lines.append(
        "References: " + known.map { "<\(Self.id(thread, $0))>" }.joined(separator: "\n ")
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func body(_ text: [UInt8], _ paragraphs: [[UInt8]], _ chance: inout Chance) -> [UInt8] {
    let plain = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
    guard kind == .bulletin || chance.happens(0.3) else { return Array(plain.utf8) + text }
    let bound = "bound\(thread)x\(place)"
    var body = Array("Content-Type: multipart/alternative; boundary=\"\(bound)\"\n\n".utf8)
    body += "--\(bound)\n\(plain)".utf8 + text
    body += "\n--\(bound)\nContent-Type: text/html; charset=utf-8\n\n<html><body>".utf8
    for paragraph in paragraphs { body += "<p style=\"margin:0\">".utf8 + paragraph + "</p>".utf8 }
    return body + "</body></html>\n--\(bound)--\n".utf8
  }
}

/// Dates as mail writes them, in universal time.
enum MailDate {
  static func text(_ time: Int) -> String {
    let (year, month, day) = civil(time / 86_400)
    let clock = [time % 86_400 / 3_600, time % 3_600 / 60, time % 60].map(two).joined(
      separator: ":"
    )
    return
      "\(days[(time / 86_400 + 4) % 7]), \(two(day)) \(months[month - 1]) \(year) \(clock) +0000"
  }

  /// The day of a time as `2026-11-23`.
  static func day(_ time: Int) -> String {
    let (year, month, day) = civil(time / 86_400)
    return "\(year)-\(two(month))-\(two(day))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Returns the year, month and day of a day counted from 1970, month by month.
  private static func civil(_ count: Int) -> (Int, Int, Int) {
    var (year, rest) = (1970, count)
    while rest >= (isLeap(year) ? 366 : 365) {
      rest -= isLeap(year) ? 366 : 365
      year += 1
    }
    for month in 1...12 {
      let length = month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
      if rest < length { return (year, month, rest + 1) }
      rest -= length
    }
    return (year, 12, 31)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
