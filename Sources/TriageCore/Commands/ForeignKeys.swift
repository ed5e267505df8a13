/// The keys of other mail clients that are bound to nothing in the default preset: whoever comes
/// from there presses them.
///
/// A row counts where its key is unbound, whatever the preset, so it need not be taken out when the
/// key is given a meaning.
package enum ForeignKeys {
  /// Returns what a key does in other clients.
  package static func meaning(of chord: String) -> ActionID? { meanings[chord] }

  /// The keys that have a row.
  package static var chords: [String] { meanings.keys.sorted() }

  private static let meanings: [String: ActionID] = [
    // Compose, reply to the list: mutt, aerc, Gmail
    "c": .command(.compose), "C": .command(.compose), "L": .command(.replyList),
    // Gmail
    "E": .mail(.fixed(.markReadAndArchive)),
    "I": .command(.toggleUnread),
    "z": .command(.undo),
    "Z": .command(.redo),
    "F5": .command(.refresh),
    // mutt
    "D": .mail(.fixed(.delete)),
    "F": .command(.toggleStar),
    "W": .command(.toggleStar),
    "h": .command(.toggleHeaders),
    "i": .command(.back),
    "T": .command(.selectAll),
    // notmuch-emacs and emacs
    "Ctrl-N": .command(.next),
    "Ctrl-P": .command(.previous),
    "Ctrl-S": .command(.nextHit),
    "Alt-X": .command(.palette),
    // Programs with windows
    "Delete": .mail(.fixed(.delete)),
    "Backspace": .command(.back),
    "Ctrl-Q": .command(.quit),
  ]
}
