/// Returns the UTF-8 text that an ICU wrapper writes, or `nil` if it reports failure.
///
/// The wrapper gets a buffer of the given capacity, and answers how many bytes it wrote, or -1.
func icuText(capacity: Int, _ write: (UnsafeMutablePointer<CChar>, Int32) -> Int32) -> String? {
  // The buffer lives on the stack for the call; only the bytes reported as written are read.
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
    guard let start = buffer.baseAddress else { return nil }
    let length = Int(write(start, Int32(capacity)))
    guard (0...capacity).contains(length) else { return nil }
    return String(decoding: UnsafeRawBufferPointer(buffer).prefix(length), as: UTF8.self)
  }
}
