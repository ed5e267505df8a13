import CNotmuch
import TriageCore

/// Returns what a failure of libnotmuch means.
///
/// `words` is what the library says of it, `folder` where the index is.
func failure(_ status: notmuch_status_t, words: String, folder: String) -> IndexError {
  if status == NOTMUCH_STATUS_XAPIAN_EXCEPTION {
    if words.mentions("no space left", "quota exceeded", "file too large") {
      return .diskFull(path: folder)
    }
    if words.mentions("has been discarded") { return .busy }
    if let (query, detail) = misreadQuery(words) { return .badQuery(query, detail: detail) }
  }
  return .library(status: Int32(status.rawValue), detail: words)
}

/// Returns the query and the library's complaint, if it is a query that it does not understand.
private func misreadQuery(_ words: String) -> (query: String, detail: String)? {
  let opening = "A Xapian exception occurred parsing query: "
  let performing = "A Xapian exception occurred performing query: "
  let isPattern = words.mentions("wildcard", "regexp error")
  guard words.hasPrefix(opening) || (words.hasPrefix(performing) && isPattern) else { return nil }
  let start = words.hasPrefix(opening) ? opening.count : performing.count
  let parts = words.dropFirst(start).split(
    separator: "\nQuery string was: ",
    maxSplits: 1,
    omittingEmptySubsequences: false
  )
  let query = parts.count > 1 ? parts[1] : ""
  return (String(query.hasSuffix("\n") ? query.dropLast() : query), String(parts[0]))
}

/// Returns the library's own name for a status.
func name(_ status: notmuch_status_t) -> String {
  notmuch_status_to_string(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
}

extension String {
  fileprivate func mentions(_ words: String...) -> Bool {
    let text = lowercased()
    return words.contains { text.contains($0) }
  }
}
