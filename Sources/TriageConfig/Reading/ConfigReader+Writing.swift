import TriageCore

extension ConfigReader {
  /// `[compose]`.
  var compose: ComposeConfig {
    let section = top.section("compose")
    defer { section.finish() }
    return ComposeConfig(
      forward: section.word("forward"),
      maxMebibytes: section.count("max_mib")
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

  private func account(_ section: Section) -> MailAccount? {
    defer { section.finish() }
    let name = section.required("name", .text) { $0.filledText }
    let address = section.required("address", .form("\"Robin Ward <robin@example.org>\"")) { node in
      node.string.flatMap { try? NamedAddress.one($0) }
    }
    let others = section.optional("others", .form("[\"robin@example.org\", …]")) { $0.addresses }
    let drafts = section.optional("drafts", .form("\"Drafts\"")) { $0.folder }
    let signature = section.optional("signature", .text, \.string)
    guard let name, let address else { return nil }
    return MailAccount(
      name: name,
      address: address,
      others: others ?? [],
      drafts: drafts ?? "Drafts",
      signature: signature ?? ""
    )
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

  /// Addresses without names.
  fileprivate var addresses: [String]? {
    guard let strings else { return nil }
    let addresses = strings.compactMap { try? NamedAddress.one($0) }
    guard addresses.count == strings.count, addresses.allSatisfy(\.name.isEmpty) else { return nil }
    return addresses.map(\.address)
  }
}
