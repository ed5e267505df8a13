import Glibc

/// Makes a small mailbox to write from: mail to answer, an editor that only says that it is there, and a
/// delivery program that keeps when it was started.
struct WritingMaker {
  let folder: String

  /// How many people one of the messages names.
  static let people = 50_000
  /// What the editor shows as soon as it runs.
  static let editing = "THE EDITOR RUNS"
  /// The bytes of what is attached.
  static let attached = 50_000_000

  var notmuch: Notmuch { Notmuch(configuration: "\(folder)/notmuch-config") }
  var attachment: String { "\(folder)/attachment.bin" }
  /// Where the delivery program puts what it gets.
  var sink: String { "\(folder)/sink" }

  func make() throws {
    for name in ["mail/cur", "mail/new", "mail/tmp", "sink", "config/mulligan", "state", "home"] {
      try Files.makeFolder("\(folder)/\(name)")
    }
    try Files.write(
      "[database]\npath=\(folder)/mail\n[user]\nname=Bob\nprimary_email=bob@example.org\n",
      to: notmuch.configuration
    )
    for number in 1...200 { try deliver("short\(number)", lines: 20) }
    try deliver("large", lines: 2_500)
    let people = (1...Self.people).map { "p\($0)@x.org" }
    try deliver("crowd", lines: 3, cc: people.joined(separator: ",\n "))
    _ = try notmuch.program("new", "--quiet").run()
    _ = try notmuch.program("tag", "+short", "--", "subject:short*").run()
    for name in ["large", "crowd"] {
      _ = try notmuch.program("tag", "+\(name)", "--", "subject:\(name)").run()
    }
    try Files.write([UInt8](repeating: 120, count: Self.attached), to: attachment)
    try makePrograms()
  }

  private func makePrograms() throws {
    // It clears the screen, so that what is shown after it was painted after it.
    let editor = """
      #!/bin/sh
      printf '\\033[2J\\033[H\(Self.editing)'
      read -r line
      echo 'The answer.' >> "$1"

      """
    try program("editor", editor)
    try program("quick", "#!/bin/sh\necho 'The answer.' >> \"$1\"\n")
    try program("sendmail", "#!/bin/sh\nexec cat > \"\(sink)/$$\"\n")
  }

  /// Lets messages be held for so long, and be written in an editor of ours.
  func configure(hold: Int, editor: String) throws {
    try Files.write(
      """
      [compose]
      hold = \(hold)
      editor = ["\(folder)/\(editor)"]
      sendmail = ["\(folder)/sendmail"]
      max_mib = 64
      [[account]]
      name = "home"
      address = "Bob <bob@example.org>"

      """,
      to: "\(folder)/config/mulligan/config.toml"
    )
  }

  private func program(_ name: String, _ text: String) throws {
    try Files.write(text, to: "\(folder)/\(name)")
    chmod("\(folder)/\(name)", 0o700)
  }

  private func deliver(_ name: String, lines: Int, cc: String? = nil) throws {
    let text = (1...lines).map { "Line \($0) of the text that is answered.\n" }.joined()
    let copies = cc.map { "Cc: \($0)\n" } ?? ""
    let message = """
      From: Ann <ann@example.org>
      To: Bob <bob@example.org>
      \(copies)Subject: \(name)
      Message-ID: <\(name)@writing>
      Date: Sat, 01 Jan 2022 12:00:00 +0000

      \(text)
      """
    try Files.write(message, to: "\(folder)/mail/cur/\(name):2,S")
  }
}
