/// Stops the program because a caller broke a promise.
///
/// `preconditionFailure` prints nothing in release builds, so the sentence goes through `fatalError`.
func misuse(_ call: String, _ reason: String) -> Never {
  fatalError("\(call): \(reason)")
}
