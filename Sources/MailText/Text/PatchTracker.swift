import TriageCore

/// Follows a patch through a text: what a line is depends on the counts of the hunk it is in.
struct PatchTracker {
  private enum State {
    case outside
    /// Between the file names and the hunks, or after a hunk.
    case header
    /// Lines that the hunk still has on each side; `nil` if it does not say.
    case hunk(old: Int?, new: Int?)
  }

  private var state = State.outside

  var isInHunk: Bool {
    if case .hunk = state { true } else { false }
  }

  /// Returns what a line is in a patch; `nil` if it is in none.
  mutating func kind(of line: TextLine) -> ContentLine.Kind? {
    if case .hunk(let old, let new) = state, let kind = inHunk(line, old: old, new: new) {
      return kind
    }
    if begins(line) {
      state = .header
      return .patchHeader
    }
    guard case .header = state else { return nil }
    if let hunk = Self.hunk(line) {
      state = hunk
      return .patchHunk
    }
    if Self.isHeader(line) { return .patchHeader }
    state = .outside
    return nil
  }

  private func begins(_ line: TextLine) -> Bool {
    if line.begins(with: "diff --git ") || line.begins(with: "diff -") { return true }
    guard line.begins(with: "--- "), let follower = line.follower else { return false }
    return follower.begins(with: "+++ ")
  }

  private mutating func inHunk(_ line: TextLine, old: Int?, new: Int?) -> ContentLine.Kind? {
    // Git ends a mailed patch with its version as the signature, whatever the hunk has promised.
    if line.isSignatureMark, let next = line.follower?.first, (0x30...0x39).contains(next) {
      state = .outside
      return nil
    }
    guard old != 0 || new != 0 else {
      state = .header
      return line.begins(with: "\\") ? .preformatted : nil
    }
    switch line.bytes.first {
    case UInt8(ascii: "+"):
      state = .hunk(old: old, new: new.map { $0 - 1 })
      return .patchAdded
    case UInt8(ascii: "-"):
      state = .hunk(old: old.map { $0 - 1 }, new: new)
      return .patchRemoved
    case 0x20, nil:
      state = .hunk(old: old.map { $0 - 1 }, new: new.map { $0 - 1 })
      return .preformatted
    case UInt8(ascii: "\\"): return .preformatted
    default:
      state = .outside
      return nil
    }
  }

  private static func isHeader(_ line: TextLine) -> Bool {
    let beginnings: [StaticString] = [
      "--- ", "+++ ", "index ", "new file mode ", "deleted file mode ", "old mode ", "new mode ",
      "similarity index ", "dissimilarity index ", "rename from ", "rename to ", "copy from ",
      "copy to ", "Binary files ", "GIT binary patch", "Index: ", "====",
    ]
    return beginnings.contains { line.begins(with: $0) }
  }

  /// Reads `@@ -12,7 +12,8 @@`; a merge's `@@@` has no counts that could be kept.
  private static func hunk(_ line: TextLine) -> State? {
    if line.begins(with: "@@@ ") { return .hunk(old: nil, new: nil) }
    guard line.begins(with: "@@ -") else { return nil }
    let words = line.text(from: 0).prefix(100).split(separator: " ")
    guard words.count >= 3, let old = count(words[1]), let new = count(words[2]) else { return nil }
    return .hunk(old: old, new: new)
  }

  /// Reads the number of lines from `-12,7`.
  private static func count(_ word: Substring) -> Int? {
    let parts = word.dropFirst().split(separator: ",")
    guard let first = parts.first, Int(first) != nil else { return nil }
    return parts.count > 1 ? Int(parts[1]) : 1
  }
}
