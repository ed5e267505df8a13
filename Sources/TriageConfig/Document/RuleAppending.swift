package import TriageCore

/// Why commands are not added to a plan's text.
package enum RuleAppendingError: Error, Hashable, Sendable {
  /// The text has mistakes; the first of them.
  case mistakes(FileProblem)
  /// Its commands are written in a form that cannot be continued at its end.
  case otherForm
}

extension Plan {
  /// Returns a plan's text with commands more, each a table at its end, and how many they are.
  ///
  /// All that it has stays as it is, byte for byte. Those that it has already are not added again. An empty text becomes a plan of its own.
  package static func appending(
    _ commands: [Command],
    to text: String,
    _ actions: ActionTable
  ) throws(RuleAppendingError) -> (text: String, added: Int) {
    let isNew = text.allSatisfy(\.isWhitespace)
    let before = isNew ? nil : read(text, as: .toml, actions)
    if let problem = before?.problems.first { throw .mistakes(problem) }
    let known = before?.plan.commands ?? []
    let added = commands.filter { !known.contains($0) }
    guard !added.isEmpty else { return (text, 0) }
    let lineEnd = text.utf8.contains(0x0D) ? "\r\n" : "\n"
    var result = text
    if let last = text.utf8.last, last != 0x0A { result += lineEnd }
    let whole = Plan(added).text(as: .toml)
    // What is added to another plan has no head of its own.
    let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
    let body = isNew ? lines[...] : lines.drop { !$0.hasPrefix("[[") }
    if !isNew { result += lineEnd }
    result += body.joined(separator: lineEnd)
    let after = read(result, as: .toml, actions)
    guard after.problems.isEmpty, after.plan.commands == known + added else { throw .otherForm }
    return (result, added.count)
  }
}
