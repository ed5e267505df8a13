/// Stops the program because it was built wrong: no input and no fault of the machine leads here.
func stopProgram(_ reason: String) -> Never {
  fatalError("mulligan: \(reason)")
}
