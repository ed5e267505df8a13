/// Whose mail is meant: that of any of some senders, by any of some lists; both narrow, compared whole.
package struct SourceFilter: Hashable, Sendable, Codable {
  /// The addresses of senders, in lower case.
  package private(set) var senders: [String]
  /// The identifiers of lists, in lower case.
  package private(set) var lists: [String]

  /// Makes a filter; an address may have a name before it, and an identifier stand in `<…>`.
  package init(senders: [String] = [], lists: [String] = []) {
    self.senders = senders.map { MailSource.sender($0) ?? MailSource.lowered($0) }
    self.lists = lists.map { MailSource.list(named: $0) }
  }

  /// Whether it names nobody, so that all mail is meant.
  package var isEmpty: Bool { senders.isEmpty && lists.isEmpty }

  /// All that it names, as a person is told.
  package var text: String { (senders + lists).joined(separator: ", ") }

  /// Returns a query that finds at least what of another one is from the senders: the index knows the
  /// words of an address, not where it begins and ends.
  ///
  /// It has no words of a field that GMime could not read, only the field: that is searched, too. Of lists
  /// it knows nothing; without senders, or with an address of other letters, the query stays as it is.
  package func narrowing(_ query: MailQuery) -> MailQuery {
    guard !senders.isEmpty, senders.allSatisfy(\.isPlainAddress) else {
      return query
    }
    let terms = senders.flatMap(\.terms).joined(separator: " or ")
    var narrowed = query
    let isAll = query.text == "*" || query.text.isEmpty
    narrowed.text = isAll ? "(\(terms))" : "(\(query.text)) and (\(terms))"
    return narrowed
  }
}

/// By what mail is grouped: who wrote it, or which list it came by.
package enum MailSourceKind: String, CaseIterable, Hashable, Sendable, Codable {
  case sender
  case list
}

extension String {
  /// Whether the index has split the address into the words that a query for it is split into.
  fileprivate var isPlainAddress: Bool {
    utf8.count <= 60
      && utf8.allSatisfy { byte in
        (97...122).contains(byte) || (48...57).contains(byte) || [45, 46, 64].contains(byte)
      }
  }

  /// The terms for a plain address: its words, and the address as it stands in the field, in any case.
  fileprivate var terms: [String] {
    let letters = map { letter in
      letter.isLetter ? "[\(letter)\(letter.uppercased())]" : letter == "." ? "[.]" : String(letter)
    }
    let field = "from:\"/\(letters.joined())/\""
    // Xapian takes two dots for a range.
    return contains("..") ? [field] : ["from:\"\(self)\"", field]
  }
}

/// The messages of a query that are from one sender or list.
package struct SourceMatches: Hashable, Sendable, Codable {
  /// Those of one thread.
  package struct Thread: Hashable, Sendable, Codable {
    /// The thread.
    package var id: ThreadID
    /// Its messages that are meant, newest first.
    package var messages: [MessageID]

    /// Makes a record of a thread.
    package init(id: ThreadID, messages: [MessageID]) {
      self.id = id
      self.messages = messages
    }
  }

  /// Whether they share a sender or a list.
  package var kind: MailSourceKind
  /// The address, or the identifier.
  package var value: String
  /// What the sender is called, if they have said so.
  package var name: String?
  /// The messages by thread, that with the newest first.
  package var threads: [Thread]

  /// Makes a record of messages.
  package init(kind: MailSourceKind, value: String, name: String?, threads: [Thread]) {
    self.kind = kind
    self.value = value
    self.name = name
    self.threads = threads
  }
}
