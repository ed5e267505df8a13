import Foundation
import TestSupport
import Testing
import TriageCore

/// A shell that completes commands, as it is started without anyone's settings.
enum CompletingShell {
  case bash
  case zsh
  case fish

  /// How it is started, as `sh` is told: each has the prompt of `PS1` and shows nothing that has not
  /// been typed or completed.
  var command: String {
    switch self {
    case .bash: "bash --norc --noprofile -i"
    case .zsh: "zsh -f -i"
    case .fish:
      "fish --no-config -i -C 'set -g fish_greeting; set -g fish_autosuggestion_enabled 0; "
        + "function fish_prompt; echo -n \"$PS1\"; end'"
    }
  }

  /// The line that loads the script; a word is shown when it has.
  var load: String {
    switch self {
    case .bash: "source <(mulligan --generate-completion-script bash); echo loa''ded"
    case .zsh:
      "mulligan --generate-completion-script zsh >~/_mulligan; fpath=(~ $fpath); "
        + "autoload -U compinit; compinit -u -D; echo loa''ded"
    case .fish: "mulligan --generate-completion-script fish | source; echo loa''ded"
    }
  }
}

/// Completions in the shells themselves, in a real terminal.
@Suite struct CompletionTests {
  @Test(.enabled(if: Program.isInstalled("bash"), "bash is not installed"))
  func `bash completes verbs, options, actions, tags, folders and saved queries`() throws {
    try completes(.bash)
  }

  @Test(.enabled(if: Program.isInstalled("zsh"), "zsh is not installed"))
  func `zsh completes verbs, options, actions, tags, folders and saved queries`() throws {
    try completes(.zsh)
  }

  @Test(.enabled(if: Program.isInstalled("fish"), "fish is not installed"))
  func `fish completes verbs, options, actions, tags, folders and saved queries`() throws {
    try completes(.fish)
  }

  private func completes(_ shell: CompletingShell) throws {
    let mail = try TemporaryMail(settings: "[query]\nevening=tag:inbox and from:ann")
    try mail.deliver(SampleMessage("m1@example.org", tags: ["inbox", "travel"]))
    try mail.makeMaildir("Lists/garden")
    try mail.write(SampleMessage("m2@example.org"), to: "Lists/garden")
    try mail.notmuch("new")
    let folder = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
    let screen = try TmuxScreen(
      mail,
      shell: shell.command,
      columns: 100,
      variables: ["PATH": "\(folder):/usr/local/bin:/usr/bin:/bin"]
    )
    try screen.wait("the shell is there") { Self.line(in: $0) == "" }
    try screen.type(shell.load)
    try screen.wait("the script is loaded") { lines in
      lines.contains("loaded") && Self.line(in: lines) == ""
    }
    for (typed, whole) in Self.completions {
      try screen.typeRaw(typed)
      try screen.wait("\(typed) is there in \(shell)") { Self.line(in: $0) == typed }
      try screen.press("Tab")
      try screen.wait("\(typed) becomes \(whole) in \(shell)") { Self.line(in: $0) == whole }
      // Not Ctrl-C: bash may keep a signal that comes as it ends a completion until the next key.
      try screen.press("C-u")
      try screen.wait("the line is empty") { Self.line(in: $0) == "" }
    }
  }

  private static let completions = [
    ("mulligan hist", "mulligan history"), ("mulligan apply arch", "mulligan apply archive"),
    ("mulligan apply --dry-", "mulligan apply --dry-run"),
    ("mulligan apply mark-read-", "mulligan apply mark-read-and-archive"),
    ("mulligan apply add-tag:trav", "mulligan apply add-tag:travel"),
    ("mulligan apply archive -- tag:trav", "mulligan apply archive -- tag:travel"),
    ("mulligan list query:", "mulligan list query:evening"),
    ("mulligan list folder:Lists/", "mulligan list folder:Lists/garden"),
    ("mulligan tag -trav", "mulligan tag -travel"),
    ("mulligan tag +todo -inb", "mulligan tag +todo -inbox"),
    ("mulligan move Lis", "mulligan move Lists/garden"),
    ("mulligan list subj", "mulligan list subject:"),
  ]

  /// What stands behind the newest prompt, without blanks around it.
  private static func line(in lines: [String]) -> String? {
    lines.last { $0.hasPrefix("prompt>") }.map {
      $0.dropFirst("prompt>".count).trimmingCharacters(in: .whitespaces)
    }
  }

  @Test(.enabled(if: Program.isInstalled("mandoc"), "mandoc is not installed"))
  func `mandoc finds nothing wrong with the man page in any language`() throws {
    let mail = try TemporaryMail()
    for language in ["en", "ru", "zh-Hans", "zh-Hant", "de", "fr", "es", "ja"] {
      let page = try mail.mulligan("--language", language, "manual")
      #expect(page.status == 0 && page.output.hasPrefix(".Dd "), "\(page)")
      let file = try mail.file("mulligan.1", page.output)
      let lint = try mail.run(["sh", "-c", "mandoc -T lint -W warning \"$1\" || true", "sh", file])
      #expect(lint.isEmpty, "\(language): \(lint)")
      let shown = try mail.run(["mandoc", "-T", "utf8", file])
      // Bold letters are printed twice, one over the other.
      let plain = shown.replacing(/.\u{8}/, with: "")
      #expect(plain.contains("--dry-run") && plain.contains("MULLIGAN(1)"), "\(language)")
    }
  }
}

extension Program {
  /// Whether a program is in one of the folders where tests look.
  static func isInstalled(_ name: String) -> Bool {
    ["/usr/local/bin", "/usr/bin", "/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }
}
