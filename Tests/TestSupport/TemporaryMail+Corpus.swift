import TriageCore

extension TemporaryMail {
  /// Delivers a seeded corpus of threads of many sizes, with awkward dates and tags among them.
  ///
  /// Some messages share a second, some have no date, some are of the far past or future; unless
  /// every message has `plainDates`, its own date.
  package func deliverCorpus(_ count: Int, seed: UInt64, plainDates: Bool = false) throws {
    var random = SplitMix(seed)
    var messages: [SampleMessage] = []
    while messages.count < count {
      let root = messages.count
      let size = random.flip() ? 1 : Int.random(in: 1...12, using: &random)
      let start = Timestamp.random(in: 1_500_000...1_700_000, using: &random) * 1_000
      for place in 0..<size {
        let delay = Timestamp.random(in: 0...3, using: &random) * 500_000
        let own = start + delay + Timestamp(messages.count)
        messages.append(
          SampleMessage(
            "m\(messages.count)@x",
            from: authors.randomElement(using: &random) ?? "",
            subject: (place == 0 ? "" : "Re: ") + "Subject \(root)",
            date: plainDates ? own : date(start + delay, &random),
            replyTo: place == 0 ? nil : "m\(root)@x",
            tags: tags(&random)
          )
        )
      }
    }
    try deliver(messages)
  }

  private func date(_ usual: Timestamp, _ random: inout SplitMix) -> Timestamp? {
    switch Int.random(in: 0..<40, using: &random) {
    case 0: nil
    case 1: 4_000_000_000
    case 2: 1
    case 3...12: 1_600_000_000
    default: usual
    }
  }

  private func tags(_ random: inout SplitMix) -> Set<MailTag> {
    var tags: Set<MailTag> = []
    for (tag, share) in [("inbox", 2), ("unread", 3), ("lists", 4), ("todo", 9), ("deleted", 15)]
    where Int.random(in: 0..<share, using: &random) == 0 {
      tags.insert(MailTag(tag))
    }
    return tags
  }
}

private let authors = [
  "Ann <ann@example.org>", "Bob Builder <bob@example.org>", "carl@example.org",
  "\"Dora D.\" <dora@example.org>", "=?utf-8?q?J=C3=BCrgen?= <j@example.org>",
]
