/// Whom an answer goes to.
package enum ReplyScope: String, Hashable, Sendable, Codable, CaseIterable {
  /// Everybody who had the message.
  case all
  /// Who sent it.
  case sender
  /// The list that it came by, and nobody else.
  case list
}

/// The addresses that are a person's own, and in whose name each writes.
package struct OwnAddresses: Hashable, Sendable {
  /// The accounts in their order; never empty where mail is written.
  package var accounts: [MailAccount]

  /// Makes the addresses of some accounts.
  package init(_ accounts: [MailAccount]) {
    self.accounts = accounts
  }

  /// An address of one's own, and the account it belongs to.
  package struct Own: Hashable, Sendable {
    /// The address.
    package var address: String
    /// Whose it is.
    package var account: MailAccount

    /// The mailbox that writes.
    package var mailbox: NamedAddress { NamedAddress(name: account.address.name, address) }
  }

  /// All of them: of each account its first address, then its others.
  package var all: [Own] {
    accounts.flatMap { account in
      account.addresses.map { Own(address: $0, account: account) }
    }
  }

  /// The account that mail is written from if nothing says otherwise.
  package var first: Own? { all.first }

  /// Returns the own address that is this one, in whatever case.
  package func own(_ address: String) -> Own? {
    let wanted = address.asciiLowercased
    return all.first { $0.address.asciiLowercased == wanted }
  }

  /// Returns the own address that stands in a text.
  func own(in text: String) -> Own? {
    guard !text.isEmpty else { return nil }
    let text = Array(text.asciiLowercased.utf8)
    return all.first { text.contains($0.address.asciiLowercased.utf8) }
  }

  /// Returns the own address that a text is part of.
  func own(containing text: String) -> Own? {
    guard !text.isEmpty else { return nil }
    let text = text.asciiLowercased.utf8
    return all.first { $0.address.asciiLowercased.utf8.contains(text) }
  }
}

/// Who an answer is from and to, by the rules of `notmuch reply`.
package struct ReplyAddressing: Hashable, Sendable {
  /// Whose name it is written in; `nil` if the message does not say to which address it was sent.
  package private(set) var from: OwnAddresses.Own?
  /// To whom it goes.
  package private(set) var to: [NamedAddress] = []
  /// Who gets a copy.
  package private(set) var cc: [NamedAddress] = []

  /// Addresses an answer.
  ///
  /// - Returns: `nil` if the list is meant and the message names none.
  package init?(to original: OriginalMessage, _ scope: ReplyScope, own: OwnAddresses) {
    switch scope {
    case .all: address(original, toAll: true, own)
    case .sender: address(original, toAll: false, own)
    case .list:
      guard let list = original.list else { return nil }
      address(original, toAll: true, own)
      (to, cc) = ([list], [])
    }
    from =
      from ?? original.deliveredTo.lazy.compactMap { own.own(in: $0) }.first
      ?? Self.receiver(original.received, own)
  }

  /// Goes through the fields: to the sender only, the first that names somebody else is enough.
  private mutating func address(
    _ original: OriginalMessage,
    toAll isToAll: Bool,
    _ own: OwnAddresses
  ) {
    let fields: [(addresses: [NamedAddress], target: WritableKeyPath<Self, [NamedAddress]>?)] = [
      (Self.sender(of: original), \.to), (original.to, \.to), (original.cc, \.cc),
      // Whoever had a blind copy stays unknown, but is somebody else all the same.
      (original.bcc, nil),
    ]
    // Who is named twice gets one answer, where the first name stands.
    var named: Set<String> = []
    var isAddressed = false
    var isStopped = false
    for (addresses, target) in fields {
      for address in addresses {
        if let mine = own.own(address.address) {
          // As it was written to: whoever reads the answer knows it so.
          from = from ?? OwnAddresses.Own(address: address.address, account: mine.account)
        } else if !isStopped {
          isAddressed = true
          guard let target, named.insert(address.address.asciiLowercased).inserted else { continue }
          self[keyPath: target].append(address)
        }
      }
      if !isToAll, isAddressed {
        isStopped = true
        if from != nil { break }
      }
    }
    // A note to oneself is answered to oneself.
    if !isAddressed, let from { to = [NamedAddress(from.address)] }
  }

  /// Who wrote, or whoever is to have the answers instead.
  ///
  /// Some lists put their own address there: what is among the recipients anyway says nothing.
  private static func sender(of original: OriginalMessage) -> [NamedAddress] {
    let wanted = original.replyTo
    guard !wanted.addresses.isEmpty || wanted.isEmptyGroup else { return original.from }
    let recipients = original.to + original.cc + original.bcc
    let isRedundant =
      wanted.isOneMailbox && recipients.contains { $0.address == wanted.addresses[0].address }
    return isRedundant ? original.from : wanted.addresses
  }

  /// The own address that the servers on the way name: "for" whom they took the message, or under
  /// whose domain.
  private static func receiver(_ received: String, _ own: OwnAddresses) -> OwnAddresses.Own? {
    let bytes = Array(received.utf8)
    if let mark = bytes.firstRange(of: Array(" for ".utf8)),
      let found = own.own(in: String(decoding: bytes[mark.lowerBound...], as: UTF8.self))
    {
      return found
    }
    let blank = UInt8(ascii: " ")
    var rest = bytes[...]
    while let mark = rest.firstRange(of: Array(" by ".utf8)) {
      rest = rest[mark.upperBound...]
      let host = String(decoding: rest.drop { $0 == blank }.prefix { $0 != blank }, as: UTF8.self)
      let labels = host.split(separator: ".")
      guard labels.count > 1 else { continue }
      if let found = own.own(containing: labels.suffix(2).joined(separator: ".")) { return found }
    }
    return nil
  }
}

extension String {
  /// The text with its ASCII letters small, as addresses are compared.
  package var asciiLowercased: String {
    String(
      decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self
    )
  }
}
