/// Keys pressed one after another: `g g`.
package struct KeySequence: Hashable, Sendable {
  /// The chords; at least one.
  package let chords: [KeyChord]

  /// Makes a sequence, or `nil` of nothing.
  package init?(_ chords: [KeyChord]) {
    guard !chords.isEmpty else { return nil }
    self.chords = chords
  }

  /// Says whether another sequence goes on where this one ends, or is the same.
  package func begins(_ other: KeySequence) -> Bool {
    other.chords.starts(with: chords)
  }
}

extension KeySequence: LosslessStringConvertible {
  /// Reads chords with one blank between them.
  package init?(_ description: String) {
    let parts = description.split(separator: " ", omittingEmptySubsequences: false)
    let chords = parts.compactMap { KeyChord(String($0)) }
    guard chords.count == parts.count else { return nil }
    self.init(chords)
  }

  /// The notation of keymaps, help and menus.
  package var description: String { chords.map(\.description).joined(separator: " ") }
}
