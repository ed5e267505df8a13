import CNotmuch
import TriageCore

extension DatabaseHandle {
  /// Returns the revision at which each message was last changed.
  ///
  /// The library tells no message's revision, but queries can ask for a range of them. The range is
  /// halved until it holds one revision; messages that were changed together are found together.
  func lastChanges(of messages: [MessageID]) throws(IndexError) -> [MessageID: UInt64] {
    var changes: [MessageID: UInt64] = [:]
    guard !messages.isEmpty else { return changes }
    var ranges = [(range: 0...(try revision().number), messages: messages)]
    while let (range, messages) = ranges.popLast() {
      let found = try self.messages(messages, changedIn: range)
      if found.isEmpty { continue }
      if range.lowerBound == range.upperBound {
        for id in found { changes[id] = range.lowerBound }
      } else {
        let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
        ranges.append((range.lowerBound...middle, found))
        ranges.append((middle + 1...range.upperBound, found))
      }
    }
    return changes
  }

  private func messages(
    _ messages: [MessageID],
    changedIn range: ClosedRange<UInt64>
  ) throws(IndexError) -> [MessageID] {
    let ids = messages.map { MailQuery.quotedID($0) }.joined(separator: " or ")
    let text = "lastmod:\(range.lowerBound)..\(range.upperBound) and (\(ids))"
    let matches = try MatchQuery(text, sort: NOTMUCH_SORT_UNSORTED, in: self)
    var found: [MessageID] = []
    _ = try matches.forEach(in: self) { message throws(IndexError) in
      found.append(try message.id())
      return .taken
    }
    return found
  }
}
