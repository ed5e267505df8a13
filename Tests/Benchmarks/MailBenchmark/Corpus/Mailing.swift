/// Which messages a corpus has: threads of three kinds over five years, denser towards the end.
///
/// | kind | messages | threads |
/// |---|---:|---|
/// | bulletins | 45 % | one message, seldom two |
/// | posts | 30 % | from one to 300, most of them short; one of 300 if there are 5,000 messages |
/// | letters | 25 % | 2.5 on average, at most 20 |
///
/// A third of the messages is in the inbox, whole threads and recent ones more often; half of those
/// are unread, and a tenth of the others.
struct Mailing {
  private(set) var letters: [Letter] = []
  private var chance: Chance

  /// The day that no message is of, and all are of before, in seconds since 1970.
  static let end = 1_767_225_600
  private static let span = 5 * 365 * 86_400

  init(_ count: Int, prose: Prose, seed: UInt64) {
    chance = Chance(seed)
    var thread = 0
    while letters.count < count {
      let isLongest = thread == 0 && count >= 5_000
      let kind = isLongest ? LetterKind.post : kind()
      let size = isLongest ? 300 : size(kind)
      add(thread, kind, min(size, count - letters.count), prose.subject(&chance))
      thread += 1
    }
    letters.sort { ($0.date, $0.thread, $0.place) < ($1.date, $1.thread, $1.place) }
  }

  /// Threads are drawn, so each kind's share is divided by its mean size.
  private mutating func kind() -> LetterKind {
    let draw = chance.fraction()
    return draw < 0.73 ? .bulletin : draw < 0.9 ? .letter : .post
  }

  private mutating func size(_ kind: LetterKind) -> Int {
    switch kind {
    case .bulletin: chance.happens(0.05) ? 2 : 1
    case .letter: min(20, 1 + chance.length(mean: 1.8))
    case .post: min(299, Int(1.1 * power(1 - chance.fraction(), -0.95)))
    }
  }

  private mutating func add(_ thread: Int, _ kind: LetterKind, _ size: Int, _ subject: String) {
    let age = Int(Double(Self.span) * power(chance.fraction(), 1.4))
    let isInInbox = chance.happens(age < Self.span / 6 ? 0.65 : 0.24)
    let list = Int.random(in: 0..<10, using: &chance)
    var date = Self.end - 60 - age
    for place in 0..<size {
      letters.append(
        Letter(
          date: min(date, Self.end - 1),
          thread: thread,
          place: place,
          kind: kind,
          list: list,
          isInInbox: isInInbox,
          isSeen: !chance.happens(isInInbox ? 0.5 : 0.1),
          subject: kind == .post ? "[list\(list)] \(subject)" : subject
        )
      )
      date += 30 + chance.length(mean: 14_000)
    }
  }
}
