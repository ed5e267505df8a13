/// The two kinds of claims and the tables about them: alike but for what they are about.
enum ClaimKind: CaseIterable {
  case tag
  case copy

  /// The column that says what of a message a claim is about.
  var subject: String {
    switch self {
    case .tag: "tag"
    case .copy: "copy"
    }
  }

  /// What steps have left as it was.
  var leftovers: String {
    switch self {
    case .tag: "leftover"
    case .copy: "move_leftover"
    }
  }

  /// The claims that stand otherwise than their action.
  var exceptions: String {
    switch self {
    case .tag: "exception"
    case .copy: "move_exception"
    }
  }
}
