/// What a key does in other mail clients that does nothing here.
package enum ForeignMeaning: Hashable, Sendable {
  /// It writes mail.
  case writing
  /// It does what another key does here.
  case action(ActionID)
}

/// The keys of other mail clients that are bound to nothing in the default preset: whoever comes
/// from there presses them.
///
/// A row counts where its key is unbound, whatever the preset, so it need not be taken out when the
/// key is given a meaning.
package enum ForeignKeys {
  /// Returns what a key does in other clients.
  package static func meaning(of chord: String) -> ForeignMeaning? { meanings[chord] }

  /// The keys that have a row.
  package static var chords: [String] { meanings.keys.sorted() }

  private static let meanings: [String: ForeignMeaning] = [
    // Reply, reply to all, compose, forward, reply to the list: all clients.
    "r": .writing, "R": .writing, "m": .writing, "c": .writing, "C": .writing, "f": .writing,
    "L": .writing,
    // Gmail
    "e": .action(.mail(.fixed(.archive))),
    "E": .action(.mail(.fixed(.markReadAndArchive))),
    "I": .action(.command(.toggleUnread)),
    "z": .action(.command(.undo)),
    "Z": .action(.command(.redo)),
    "F5": .action(.command(.refresh)),
    // mutt
    "D": .action(.mail(.fixed(.delete))),
    "F": .action(.command(.toggleStar)),
    "W": .action(.command(.toggleStar)),
    "h": .action(.command(.toggleHeaders)),
    "i": .action(.command(.back)),
    "T": .action(.command(.selectAll)),
    // notmuch-emacs and emacs
    "Ctrl-N": .action(.command(.next)),
    "Ctrl-P": .action(.command(.previous)),
    "Ctrl-S": .action(.command(.nextHit)),
    "Alt-X": .action(.command(.palette)),
    // Programs with windows
    "Delete": .action(.mail(.fixed(.delete))),
    "Backspace": .action(.command(.back)),
    "Ctrl-Q": .action(.command(.quit)),
  ]
}
