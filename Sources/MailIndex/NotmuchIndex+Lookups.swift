import CNotmuch
package import TriageCore

/// How many messages are looked up in one page.
private let lookupsPerPage = 100

extension NotmuchIndex {
  package func states(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: MessageState] {
    var states: [MessageID: MessageState] = [:]
    states.reserveCapacity(messages.count)
    for some in messages.pages {
      let found = try page { database throws(IndexError) in try database.states(some) }
      states.merge(found) { $1 }
    }
    return states
  }

  package func authors(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: String] {
    var authors: [MessageID: String] = [:]
    for some in messages.pages {
      let found = try page { database throws(IndexError) in try database.authors(some) }
      authors.merge(found) { $1 }
    }
    return authors
  }

  package func positions(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: MessagePosition] {
    var positions: [MessageID: MessagePosition] = [:]
    for some in messages.pages {
      let found = try page { database throws(IndexError) in try database.positions(some) }
      positions.merge(found) { $1 }
    }
    return positions
  }

  package func metadata(of messages: [MessageID]) throws(TriageFailure) -> [MessageMetadata] {
    var metadata: [MessageMetadata] = []
    for some in messages.pages {
      metadata += try page { database throws(IndexError) in
        var found: [MessageMetadata] = []
        for id in some {
          let known = try database.find(id) { message throws(IndexError) in
            try message.metadata(in: database)
          }
          if let known { found.append(known) }
        }
        return found
      }
    }
    return metadata
  }

  package func sessionKeys(of message: MessageID) throws(TriageFailure) -> [String] {
    try page { database throws(IndexError) in
      try database.find(message) { message throws(IndexError) in
        try message.values(of: "session-key")
      } ?? []
    }
  }

  package func lastChanges(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: UInt64] {
    var changes: [MessageID: UInt64] = [:]
    for some in messages.pages {
      let found = try page { database throws(IndexError) in
        try database.lastChanges(of: Array(some))
      }
      changes.merge(found) { $1 }
    }
    return changes
  }

  package func allTags() throws(TriageFailure) -> [MailTag] {
    try page { database throws(IndexError) in try database.allTags() }
  }
}

extension DatabaseHandle {
  /// Returns all tags of the index, in the order of bytes.
  func allTags() throws(IndexError) -> [MailTag] {
    guard let list = notmuch_database_get_all_tags(pointer) else { throw .busy }
    defer { notmuch_tags_destroy(list) }
    var tags: [MailTag] = []
    while notmuch_tags_valid(list) != 0 {
      tags.append(MailTag(try text(notmuch_tags_get(list))))
      notmuch_tags_move_to_next(list)
    }
    return tags.sorted()
  }
}

extension [MessageID] {
  fileprivate var pages: [ArraySlice<MessageID>] {
    stride(from: 0, to: count, by: lookupsPerPage).map { start in
      self[start..<Swift.min(start + lookupsPerPage, count)]
    }
  }
}

extension DatabaseHandle {
  /// Returns the revision at which each message was last changed.
  ///
  /// The library does not give a message's revision, but queries can ask for a range of them. The range is
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
