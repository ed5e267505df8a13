import TriageCore

/// A stretch of time, both ends included; `nil` is an open end.
struct DateWindow: Hashable {
  var from: Timestamp?
  var through: Timestamp?

  /// The term that restricts a query to the window; `nil` if nothing is restricted.
  ///
  /// It is a range of plain numbers: with `date:` an open end would leave out messages without a
  /// date, which the index has at 0.
  var term: String? {
    guard from != nil || through != nil else { return nil }
    return [from, through].map { $0.map { String($0) } ?? "" }.joined(separator: "..")
  }
}
