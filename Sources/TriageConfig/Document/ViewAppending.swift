package import TriageCore

/// Why a view is not added to a configuration's text.
package enum ViewAppendingError: Error, Hashable, Sendable {
  /// The text has mistakes; the first of them.
  case mistakes(FileProblem)
  /// It has a view of this name.
  case exists(String)
  /// Its views are written in a form that cannot be continued at its end.
  case otherForm
}

extension Config {
  /// Returns a configuration's text with one view more, a `[[view]]` at its end; all that it has
  /// stays as it is, byte for byte.
  ///
  /// A text without any view has those of the defaults, and gets them as its first ones.
  package static func appending(
    _ view: SavedView,
    to text: String
  ) throws(ViewAppendingError) -> String {
    let before = read(text)
    if let problem = before.problems.first { throw .mistakes(problem) }
    if before.config.views.contains(where: { $0.name == view.name }) { throw .exists(view.name) }
    let isFirst = (try? TOMLDocument.read(text))?["view"] == nil
    let added = isFirst ? standard.views + [view] : [view]
    let lineEnd = text.utf8.contains(0x0D) ? "\r\n" : "\n"
    var result = text
    if let last = text.utf8.last, last != 0x0A { result += lineEnd }
    for view in added {
      if !result.isEmpty { result += lineEnd }
      result += view.lines.map { $0 + lineEnd }.joined()
    }
    let after = read(result)
    guard after.problems.isEmpty, after.config.views == before.config.views + [view] else {
      throw .otherForm
    }
    return result
  }
}

extension SavedView {
  /// The view as a configuration has it; of its effects the order alone.
  fileprivate var lines: [String] {
    let order = onEnter.sort.map { "on_enter = { sort = \(TOMLText.quoted($0.rawValue)) }" }
    return [
      "[[view]]", "name = \(TOMLText.quoted(name))", "query = \(TOMLText.quoted(query))",
    ] + [order].compactMap(\.self)
  }
}
