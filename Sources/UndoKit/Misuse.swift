/// Stops the program because a call broke a promise of the API.
///
/// `preconditionFailure` prints nothing in release builds, so the sentence goes through
/// `fatalError`.
///
/// - Parameters:
///   - call: The type and the call at fault, such as `UndoManager.endUndoGrouping()`.
///   - reason: What was wrong about the call.
func misuse(_ call: String, _ reason: String) -> Never {
  fatalError("\(call): \(reason)")
}
