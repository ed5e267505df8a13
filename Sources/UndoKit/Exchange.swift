/// Puts a new value in a place and returns the old one, still alive.
///
/// A plain assignment releases the old value while the place is being modified. What a user
/// captured may run code when it is released, and that code may ask the same manager; so everything
/// that is dropped leaves its place through here and dies after the access has ended.
///
/// - Parameters:
///   - place: The storage to change.
///   - value: What is to be there afterwards.
/// - Returns: What was there before.
func exchange<Value>(_ place: inout Value, with value: consuming Value) -> Value {
  var old = value
  swap(&place, &old)
  return old
}
