/// When a message that was put away comes back: a whole minute of UTC, as the tag has it that the
/// message sleeps with.
package struct WakeTime: Hashable, Comparable, Sendable {
  /// The moment.
  package let time: Timestamp

  /// The tag of every message that sleeps.
  package static let asleep: MailTag = "snoozed"
  /// The tag of a message that has come back and was not looked at since.
  package static let woken: MailTag = "woken"
  private static let prefix = "snoozed/"

  /// The first whole minute that is not before a moment.
  package init(notBefore time: Timestamp) {
    let minutes = time / 60 + (time % 60 > 0 ? 1 : 0)
    self.time = minutes * 60
  }

  /// Reads `2026-11-23T08:00Z`; `nil` if a text is anything else.
  ///
  /// Without a pattern, which would be made anew for each tag of each row that is drawn.
  package init?(_ text: String) {
    let form = "0000-00-00T00:00Z".utf8
    guard text.utf8.count == form.count,
      zip(text.utf8, form).allSatisfy({ $1 == Self.zero ? Self.digits ~= $0 : $0 == $1 })
    else { return nil }
    let fields = text.utf8.split { !(Self.digits ~= $0) }.compactMap { Int64(Substring($0)) }
    guard fields.count == 5, fields[3] < 24, fields[4] < 60,
      let date = LocalDay(year: fields[0], month: fields[1], day: fields[2])
    else { return nil }
    time = date.number * 86_400 + fields[3] * 3_600 + fields[4] * 60
  }

  private static let zero = UInt8(ascii: "0")
  private static let digits = zero...UInt8(ascii: "9")

  /// Reads `snoozed/2026-11-23T08:00Z`; any other tag is somebody's own.
  package init?(_ tag: MailTag) {
    guard tag.text.hasPrefix(Self.prefix) else { return nil }
    self.init(String(tag.text.dropFirst(Self.prefix.count)))
  }

  /// The moment as `2026-11-23T08:00Z`.
  package var text: String {
    let day = LocalDay(time)
    let minutes = (time - day.number * 86_400) / 60
    let digits = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : String($0) }
    return "\(day.text)T\(digits.joined(separator: ":"))Z"
  }

  /// The tag of messages that sleep until then.
  package var tag: MailTag { MailTag(Self.prefix + text) }

  package static func < (left: WakeTime, right: WakeTime) -> Bool { left.time < right.time }
}

extension Set<MailTag> {
  /// When a message with these tags wakes: of several times at the first, without one at once; `nil`
  /// if it is not asleep.
  package var wakeTime: WakeTime? {
    let times = lazy.compactMap { WakeTime($0) }.min()
    return times ?? (contains(WakeTime.asleep) ? WakeTime(notBefore: 0) : nil)
  }

  /// The tags of these that a sleeping message has for its sleep.
  package var sleepTags: Set<MailTag> {
    filter(\.isOfSleep)
  }
}

extension MailTag {
  /// Whether a message has it for its sleep.
  package var isOfSleep: Bool { self == WakeTime.asleep || WakeTime(self) != nil }
}

/// A change of a message's sleep: what it does to tags depends on those that are there.
package enum SleepChange: Hashable, Sendable {
  /// Put it away until then.
  case snooze(WakeTime)
  /// Bring it back if it is asleep, and has not been thrown away meanwhile.
  case wake(unread: Bool)
  /// Do not bring it back: something else is done with it.
  case end

  /// What this does to a message with these tags.
  ///
  /// `claimed` are those that the history knows claims of. It says of each tag of a sleep among them
  /// that the message has it no more, even where it has not: else an older snooze that is taken back, or
  /// brought back, would write a part of its sleep into what has come of the message since.
  package func edit(of tags: Set<MailTag>, claimed: Set<MailTag> = []) -> TagEdit {
    let sleep = tags.union(claimed).sleepTags
    let woken = tags.union(claimed).intersection([WakeTime.woken])
    switch self {
    case .snooze(let time):
      let others = sleep.union(woken)
      return TagEdit(add: [WakeTime.asleep, time.tag], remove: others.union([.inbox]))
    case .wake(let unread): return waking(tags, endingSleep: sleep, unread: unread)
    case .end: return TagEdit(remove: sleep.union(woken))
    }
  }

  private func waking(
    _ tags: Set<MailTag>,
    endingSleep sleep: Set<MailTag>,
    unread: Bool
  ) -> TagEdit {
    guard tags.wakeTime != nil else {
      // What has woken before and was put aside since stands on top of nothing.
      return tags.contains(.inbox)
        ? TagEdit() : TagEdit(remove: tags.intersection([WakeTime.woken]))
    }
    let awake = TagEdit(remove: sleep)
    guard tags.isDisjoint(with: ["deleted", "spam", "muted"]) else { return awake }
    let read: Set<MailTag> = [.inbox, WakeTime.woken]
    return awake.then(TagEdit(add: unread ? read.union([.unread]) : read))
  }
}
