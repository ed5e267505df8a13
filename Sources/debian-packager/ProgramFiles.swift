import Foundation

/// What is installed beside the program: manuals, completions, the entry of menus, units, papers.
struct ProgramFiles {
  private let release: Release

  init(of release: Release) { self.release = release }

  /// The program's languages, and the folders in which `man` looks for theirs.
  private static let manuals = [
    "en": "", "de": "de/", "es": "es/", "fr": "fr/", "ja": "ja/", "ru": "ru/",
    "zh-Hans": "zh_CN/", "zh-Hant": "zh_TW/",
  ]
  private static let completions = [
    "bash": "usr/share/bash-completion/completions/mulligan",
    "fish": "usr/share/fish/vendor_completions.d/mulligan.fish",
    "zsh": "usr/share/zsh/vendor-completions/_mulligan",
  ]

  /// The units of a person's systemd; each timer is disabled until somebody enables it.
  private static let units = [
    ("outbox.service", PackageResources.mulligan_outbox_service),
    ("outbox.timer", PackageResources.mulligan_outbox_timer),
    ("rules.service", PackageResources.mulligan_rules_service),
    ("rules.timer", PackageResources.mulligan_rules_timer),
    ("wake.service", PackageResources.mulligan_wake_service),
    ("wake.timer", PackageResources.mulligan_wake_timer),
  ]

  func write(into tree: PackageTree) throws {
    for (language, folder) in Self.manuals.sorted(by: { $0.key < $1.key }) {
      let text = try Tool.run(
        release.program,
        "--language",
        language,
        "manual",
        with: Release.nobody
      )
      try tree.writePacked(text, to: "usr/share/man/\(folder)man1/mulligan.1")
    }
    for (shell, file) in Self.completions.sorted(by: { $0.key < $1.key }) {
      var script = try Tool.run(
        release.program,
        "--generate-completion-script",
        shell,
        with: Release.nobody
      )
      // It is read, not run.
      if script.starts(with: Data("#!".utf8)) {
        script = Data(script.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
      }
      try tree.write(script, to: file)
    }
    try tree.write(
      Data(PackageResources.mulligan_desktop),
      to: "usr/share/applications/mulligan.desktop"
    )
    try tree.write(
      Data(PackageResources.mulligan_mailto_desktop),
      to: "usr/share/applications/mulligan-mailto.desktop"
    )
    for (name, text) in Self.units {
      try tree.write(Data(text), to: "usr/lib/systemd/user/mulligan-\(name)")
    }
    try writePapers(into: tree)
  }

  /// Writes the licences and the changes.
  private func writePapers(into tree: PackageTree) throws {
    let folder = "usr/share/doc/mulligan"
    try tree.write(Data(PackageResources.copyright), to: "\(folder)/copyright")
    try tree.writePacked(Data(changelog.utf8), to: "\(folder)/changelog")
  }

  /// The versions so far, in the form of Debian's changelogs.
  private var changelog: String {
    release.changes.map { change in
      let lines = change.lines.map { "  * \($0)\n" }.joined()
      return "mulligan (\(change.version)) unstable; urgency=medium\n\n\(lines)\n"
        + " -- \(change.author)  \(Self.date(change.date))\n"
    }
    .joined(separator: "\n")
  }

  /// A time as mail headers have it, in UTC.
  private static func date(_ seconds: Int) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
    return formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
  }
}
