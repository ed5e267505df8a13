import TriageCore

extension ConfigReader {
  /// `[compose]`.
  var compose: ComposeConfig {
    let section = top.section("compose")
    defer { section.finish() }
    return ComposeConfig(
      forward: section.word("forward"),
      editor: section.value("editor", .texts, \.optionalProgram),
      maxMebibytes: section.count("max_mib"),
      hold: section.count("hold"),
      delivery: DeliveryConfig(
        sendmail: section.value("sendmail", Self.sendmail, \.program),
        timeout: section.value("timeout", .integer, \.seconds),
        format: section.word("format")
      )
    )
  }

  /// `[[account]]`: each has another name.
  var accounts: [MailAccount] {
    var accounts: [MailAccount] = []
    for section in top.sections("account") ?? [] {
      guard let account = account(section) else { continue }
      if accounts.contains(where: { $0.name == account.name }) {
        let position = section.own("name")?.position
        problems.add(FileProblem(.duplicate, account.name, at: position))
      }
      accounts.append(account)
    }
    return accounts
  }

  private static let sendmail = Expected.form("[\"/usr/sbin/sendmail\", \"-oi\"]")

  private func account(_ section: Section) -> MailAccount? {
    defer { section.finish() }
    let name = section.required("name", .text) { $0.filledText }
    let address = section.required("address", .form("\"Robin Ward <robin@example.org>\"")) { node in
      node.string.flatMap { try? NamedAddress.one($0) }
    }
    let others = section.optional("others", .form("[\"robin@example.org\", …]")) { $0.addresses }
    let drafts = section.optional("drafts", .form("\"Drafts\"")) { $0.folder }
    let signature = section.optional("signature", .text, \.string)
    let sent = section.optional("sent", .form("\"Sent\"")) { $0.string == "" ? "" : $0.folder }
    let sentTags = section.optional("sent_tags", .texts, \.tags)
    let sendmail = section.optional("sendmail", Self.sendmail, \.program)
    let timeout = section.optional("timeout", .integer, \.seconds)
    let format = section.optionalWord("format", as: TextFormat.self)
    let key = section.optional("key", .form("\"9A3AFE6C60065A14…\""), \.keyID)
    let signs = section.optional("sign", .bool, \.bool)
    let encrypts = section.optionalWord("encrypt", as: EncryptHabit.self)
    guard let name, let address else { return nil }
    var account = MailAccount(
      name: name,
      address: address,
      others: others ?? [],
      drafts: drafts ?? "Drafts",
      signature: signature ?? "",
      sent: sent ?? MailAccount.usualSent,
      sentTags: sentTags ?? MailAccount.usualSentTags
    )
    (account.sendmail, account.timeout, account.format) = (sendmail, timeout, format)
    account.key = key
    account.signs = signs ?? account.signs
    account.encrypts = encrypts ?? account.encrypts
    return account
  }
}

extension Node {
  /// The name of a folder below the mail root.
  fileprivate var folder: String? {
    string.flatMap { name in
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      return parts.allSatisfy { !["", ".", ".."].contains($0) } ? name : nil
    }
  }

  /// A program with its arguments; never one that reads the recipients from the message, where blind
  /// copies are not named.
  fileprivate var program: [String]? {
    guard let strings, strings.first?.isEmpty == false,
      !strings.dropFirst().contains(where: { $0 == "-t" || $0 == "--read-recipients" })
    else { return nil }
    return strings
  }

  /// The fingerprint of a key, or at least 16 digits of it; blanks between them do not count.
  fileprivate var keyID: String? {
    string.flatMap { text in
      let digits = text.filter { $0 != " " }.uppercased()
      let isID =
        [16, 40, 64].contains(digits.count)
        && digits.utf8.allSatisfy {
          (0x30...0x39).contains($0) || (0x41...0x46).contains($0)
        }
      return isID ? digits : nil
    }
  }

  /// A time that is over some day.
  fileprivate var seconds: Int? { integer.flatMap { (1...86_400).contains($0) ? $0 : nil } }

  /// Tags of what was sent.
  fileprivate var tags: Set<MailTag>? {
    guard let strings else { return nil }
    let tags = strings.map { MailTag($0) }
    return tags.allSatisfy(\.isValidToAdd) ? Set(tags) : nil
  }

  /// Addresses without names; a pattern is none.
  fileprivate var addresses: [String]? {
    guard let strings, !strings.contains(where: { $0.contains("*") || $0.contains("?") }) else {
      return nil
    }
    let addresses = strings.compactMap { try? NamedAddress.one($0) }
    guard addresses.count == strings.count, addresses.allSatisfy(\.name.isEmpty) else { return nil }
    return addresses.map(\.address)
  }
}
