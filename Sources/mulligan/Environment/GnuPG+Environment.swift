import Foundation
import MailText

extension GnuPG {
  /// GnuPG as the person's environment has it.
  init(of environment: ProcessEnvironment, launchAgent: @escaping @Sendable () -> Void = {}) {
    Self.adoptsOrphans
    self.init(
      home: environment.value("GNUPGHOME"),
      userHome: environment.home,
      launchAgent: launchAgent
    )
  }

  /// Lets a question for a passphrase appear on the terminal of this process.
  static func askHere() {
    // The text may come from elsewhere.
    guard let name = ttyname(STDIN_FILENO) ?? ttyname(STDERR_FILENO) else { return }
    setenv("GPG_TTY", name, 0)
  }
}

extension ProcessEnvironment {
  /// What the screen's engine is started with: it has no terminal of its own, so it is told where a
  /// question for a passphrase can appear.
  var variablesOfEngine: [String: String] {
    guard value("GPG_TTY") == nil, let name = ttyname(STDIN_FILENO) else { return variables }
    return variables.merging(["GPG_TTY": String(cString: name)]) { $1 }
  }
}
