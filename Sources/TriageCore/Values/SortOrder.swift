/// The order of a list.
package enum SortOrder: String, Sendable, Codable, CaseIterable {
  case newestFirst = "newest-first"
  case oldestFirst = "oldest-first"
  case sender
  case subject
  case size
  /// By when what sleeps comes back, the earliest first.
  case waking

  /// Whether a list has it where nobody asks for another: newest mail first, what sleeps by its time.
  package var isUsual: Bool { self == .newestFirst || self == .waking }

  /// The order in which the matches are read: of threads with the same value the newest is first.
  package var dates: DateOrder {
    switch self {
    case .oldestFirst: .oldestFirst
    case .newestFirst, .sender, .subject, .size, .waking: .newestFirst
    }
  }

  /// What all threads of the list must be read for; `nil` if their dates are enough, by which an
  /// index finds the first ones without looking at the others.
  package var value: SortValue? {
    switch self {
    case .newestFirst, .oldestFirst: nil
    case .sender: .sender
    case .subject: .subject
    case .size: .size
    case .waking: .waking
    }
  }
}

/// An order by date.
package enum DateOrder: String, Sendable, Codable, CaseIterable {
  case newestFirst = "newest-first"
  case oldestFirst = "oldest-first"
}

/// What threads are sorted by if it is not their dates.
package enum SortValue: String, Sendable, CaseIterable {
  /// The author that a row names first: that of the oldest match.
  case sender
  /// The subject that a row shows: that of the newest match.
  case subject
  /// How many messages a thread has, matching or not.
  case size
  /// When the first of its matches wakes, as the text of a `WakeTime`.
  case waking

  /// The most threads that are sorted so: all of them are kept meanwhile.
  package static let mostThreads = 100_000
}

/// The threads of a query with what they are sorted by, the newest first.
package struct SortableThreads: Hashable, Sendable {
  /// One of the threads.
  package struct Element: Hashable, Sendable {
    /// The thread, with the date of its newest match.
    package var entry: ThreadEntry
    /// The sender's name, the subject or the time, as it is read; empty if the size is asked for.
    package var text: String
    /// How many messages it has; of those that match, if another value is asked for.
    package var size: Int

    /// Makes a thread.
    package init(_ entry: ThreadEntry, text: String, size: Int) {
      self.entry = entry
      self.text = text
      self.size = size
    }
  }

  /// The state of the index that they were read from.
  package var revision: IndexRevision
  /// The threads, the newest first.
  package var threads: [Element]

  /// Makes a list of threads.
  package init(revision: IndexRevision, threads: [Element]) {
    self.revision = revision
    self.threads = threads
  }
}

extension SortableThreads {
  /// Sorts the threads by a value; those with the same one stay the newest first.
  ///
  /// Names, subjects and times come in alphabetical order, those that are empty last; of sizes, the
  /// largest comes first.
  ///
  /// - Parameters:
  ///   - value: What they were read for.
  ///   - fold: Returns a text without what a person would not sort by, such as its case.
  /// - Returns: The threads in their order.
  package func sorted(by value: SortValue, folding fold: (String) -> String) -> [ThreadEntry] {
    var known: [String: String] = [:]
    let keys = threads.map { thread -> String in
      switch value {
      case .size: return ""
      case .waking: return thread.text
      case .sender, .subject:
        if let key = known[thread.text] { return key }
        let text = value == .subject ? withoutReplyMarks(thread.text) : thread.text
        let key = sortKey(fold(text))
        known[thread.text] = key
        return key
      }
    }
    let order = threads.indices.sorted { left, right in
      switch value {
      case .size:
        (threads[right].size, left) < (threads[left].size, right)
      case .sender, .subject, .waking:
        keys[left] == keys[right]
          ? left < right
          : keys[right].isEmpty || (!keys[left].isEmpty && keys[left] < keys[right])
      }
    }
    return order.map { threads[$0].entry }
  }
}

/// A folded text from its first letter or digit to its last, if it has any: what stands around them,
/// such as quotation marks, is not sorted by.
private func sortKey(_ text: String) -> String {
  let isSorted = { (scalar: Unicode.Scalar) in
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
  let scalars = text.unicodeScalars
  guard let first = scalars.firstIndex(where: isSorted),
    let last = scalars.lastIndex(where: isSorted)
  else { return text }
  return String(scalars[first...last])
}

/// Marks that programs put before a subject when it is answered or forwarded, in small letters.
private let replyMarks: Set<String> = [
  "re", "aw", "sv", "vs", "antw", "odp", "rif", "res", "fw", "fwd", "wg", "tr", "rv", "enc",
  "отв", "回复", "答复", "转发", "回覆", "轉寄", "返信", "転送",
]

/// Returns a subject without the marks of answers and of forwarding that stand before it: `Re:`,
/// `Fwd:`, `Re[2]:`, as many as there are.
package func withoutReplyMarks(_ subject: String) -> String {
  var rest = subject.drop { $0 == " " }
  // The longest mark has a dozen characters with its number.
  while let colon = rest.prefix(12).firstIndex(where: { $0 == ":" || $0 == "：" }) {
    let word = rest[..<colon].prefix { $0 != "[" && $0 != "(" && $0 != " " }
    let number = rest[word.endIndex..<colon]
    guard replyMarks.contains(word.lowercased()),
      number.allSatisfy({ $0.isNumber || "[()] ".contains($0) })
    else { break }
    rest = rest[colon...].dropFirst().drop { $0 == " " }
  }
  return String(rest)
}
