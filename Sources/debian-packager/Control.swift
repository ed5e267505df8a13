/// The fields by which Debian knows a package.
struct Control {
  let name: String
  private let fields: [(name: String, value: String)]

  /// The file `DEBIAN/control`; the size is in KiB.
  func text(installedSize: Int) -> String {
    let all = fields + [("Installed-Size", String(installedSize))]
    let order = ["Package", "Version", "Architecture", "Maintainer", "Installed-Size"]
    let first = order.compactMap { name in all.first { $0.name == name } }
    let others = all.filter { !order.contains($0.name) }
    return (first + others).map { "\($0.name): \($0.value)\n" }.joined()
  }

  static func program(_ release: Release, _ architecture: String, depends: String) -> Control {
    Control(
      "mulligan",
      release,
      architecture,
      [
        ("Depends", "\(depends), sensible-utils"),
        ("Recommends", "notmuch, gnupg, pinentry-curses | pinentry"),
        ("Suggests", "gpgsm, isync, msmtp, w3m, xdg-utils"),
        ("Section", "mail"),
        ("Priority", "optional"),
        (
          "Description",
          """
          read and triage mail in the terminal; nothing is final
           Mulligan is a full-screen terminal client over a notmuch mail index, and a
           batch triage tool for the shell. Every action, however many messages it
           touches, and whether it came from a key or from a script, is one undo group
           with a name in the user's language.
           .
           The menu says what undo would take back, the history is shared by all
           screens and shells, and it survives quitting, a crash and the next reboot.
          """
        ),
      ]
    )
  }

  static func symbols(_ release: Release, _ architecture: String) -> Control {
    Control(
      "mulligan-dbgsym",
      release,
      architecture,
      [
        ("Depends", "mulligan (= \(release.version))"),
        ("Section", "debug"),
        ("Priority", "optional"),
        ("Auto-Built-Package", "debug-symbols"),
        ("Description", "debug symbols for mulligan"),
      ]
    )
  }

  private init(
    _ name: String,
    _ release: Release,
    _ architecture: String,
    _ further: [(name: String, value: String)]
  ) {
    self.name = name
    fields =
      [
        ("Package", name), ("Version", release.version), ("Architecture", architecture),
        ("Maintainer", release.maintainer),
      ] + further
  }
}
