/// What the word before the cursor can become.
struct Completion: Hashable, Sendable {
  /// The characters that a choice replaces.
  var range: Range<Int>
  /// The choices, in order.
  let choices: [String]
  /// The one that stands in the field; `nil` as long as only what they share does.
  var place: Int?

  /// The beginning that all choices share.
  var shared: String {
    choices.dropFirst().reduce(choices.first ?? "") { $0.commonPrefix(with: $1) }
  }
}

extension String {
  /// The characters that two texts begin with.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
