/// A rule of a plan: what matches gets a tag.
struct Rule {
  let query: String
  let tag: String

  /// Twenty rules as people have them: by sender, by domain, by age, by tag.
  ///
  /// One message may be matched by several, one rule matches nothing. They are chosen by what the mailbox has, so that they fit any maker's corpus.
  static func twenty(of notmuch: Notmuch) throws -> [Rule] {
    let senders = try senders(of: notmuch)
    let newest = try newest(of: notmuch)
    func since(_ days: Int) -> String { "date:@\(newest - days * 86_400).." }
    let loudest = senders[0].split(separator: "@").last ?? ""
    let queries =
      [0, 1, 4, 16, 64, 256].map { "from:\(senders[min($0, senders.count - 1)])" }
      + [2, 8, 32].map { "from:\(senders[min($0, senders.count - 1)]) and tag:inbox" }
      + [1, 7, 15].map(since)
      + [15, 30, 60].map { "tag:unread and \(since($0))" }
      + ["tag:set1", "tag:set100", "tag:set1000 and \(since(200))"]
      + ["from:\(loudest) and tag:inbox", "from:nobody@nowhere.example"]
    return queries.enumerated().map { Rule(query: $1, tag: "rule\($0)") }
  }

  /// Addresses of those who wrote, who wrote most first.
  private static func senders(of notmuch: Notmuch) throws -> [String] {
    let words = ["--output=sender", "--output=count", "--output=address", "--deduplicate=address"]
    var program = notmuch.program("address")
    program.arguments += words + ["*"]
    let counted = try program.lines().compactMap { line -> (count: Int, address: String)? in
      let parts = line.split(separator: "\t")
      guard parts.count == 2, let count = Int(parts[0]) else { return nil }
      let isPlain = parts[1].utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 }
      return isPlain && parts[1].contains("@") ? (count, String(parts[1])) : nil
    }
    guard !counted.isEmpty else { throw Failure("nobody has written to this mailbox") }
    return counted.sorted { ($1.count, $0.address) < ($0.count, $1.address) }.map(\.address)
  }

  /// When the newest message was written, in seconds since 1970.
  private static func newest(of notmuch: Notmuch) throws -> Int {
    let summary = try notmuch.program("search", "--format=json", "--limit=1", "*").lines().joined()
    let stamp = summary.split(separator: "\"timestamp\": ").last?.prefix { $0.isNumber }
    guard let time = stamp.flatMap({ Int($0) }) else { throw Failure("the mailbox is empty") }
    return time
  }
}
