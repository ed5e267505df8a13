/// Makes a corpus: the messages in Maildir folders, notmuch's configuration, the index, the tags.
struct CorpusMaker {
  let folder: String
  let count: Int

  func make() throws {
    if Files.exists("\(folder)/mail") { throw Failure("\(folder)/mail is there already") }
    try Files.makeFolder("\(folder)/mail")
    let root = Files.absolute(folder)
    var chance = Chance(1)
    let prose = Prose(&chance, people: max(200, min(8_000, count / 25)))
    let letters = Mailing(count, prose: prose, seed: 2).letters
    try write(letters, prose, &chance, to: "\(root)/mail")
    let notmuch = Notmuch(configuration: "\(root)/notmuch-config")
    // Unread follows from the file names, as in a mailbox that a server has filled.
    try configure(notmuch, root, synchronizesFlags: true)
    _ = try notmuch.program("new", "--quiet").run()
    try configure(notmuch, root, synchronizesFlags: false)
    try tagInbox(letters, notmuch, root)
    let sets = SetMaker(notmuch: notmuch)
    try count < 100_000 ? sets.makeSmall() : sets.make()
    try configure(
      Notmuch(configuration: "\(root)/notmuch-config-flags"),
      root,
      synchronizesFlags: true
    )
  }

  /// Puts the sets into a mailbox of another maker, and makes its configuration with file flags.
  static func adopt(_ folder: String) throws {
    let root = Files.absolute(folder)
    guard let text = Files.read("\(root)/notmuch-config") else {
      throw Failure("\(folder): there is no notmuch-config")
    }
    let flags = text.replacing("synchronize_flags=false", with: "synchronize_flags=true")
    try Files.write(flags, to: "\(root)/notmuch-config-flags")
    try SetMaker(notmuch: Notmuch(configuration: "\(root)/notmuch-config")).make()
  }

  private func write(
    _ letters: [Letter],
    _ prose: Prose,
    _ chance: inout Chance,
    to root: String
  ) throws {
    for folder in Set(letters.map(\.folder)) {
      for part in ["cur", "new", "tmp"] { try Files.makeFolder("\(root)/\(folder)/\(part)") }
    }
    for (number, letter) in letters.enumerated() {
      let name = "\(letter.date).\(number).bench"
      let place =
        letter.isSeen ? "cur/\(name):2,S" : chance.flip() ? "new/\(name)" : "cur/\(name):2,"
      try Files.write(letter.bytes(prose, &chance), to: "\(root)/\(letter.folder)/\(place)")
    }
  }

  private func configure(_ notmuch: Notmuch, _ root: String, synchronizesFlags: Bool) throws {
    try Files.write(
      """
      [database]
      path=\(root)/mail
      [user]
      name=Robin Tester
      primary_email=robin@example.org
      [new]
      tags=
      [search]
      exclude_tags=deleted;spam;
      [maildir]
      synchronize_flags=\(synchronizesFlags)

      """,
      to: notmuch.configuration
    )
  }

  private func tagInbox(_ letters: [Letter], _ notmuch: Notmuch, _ root: String) throws {
    let lines = letters.filter(\.isInInbox).map { "+inbox -- id:\($0.id)\n" }
    let file = "\(root)/tags"
    try Files.write(lines.joined(), to: file)
    _ = try notmuch.program("tag", "--batch", input: file).run()
  }
}

extension Chance {
  /// Returns true half of the time.
  mutating func flip() -> Bool { next() & 1 == 0 }
}
