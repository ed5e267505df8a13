extension String {
  /// Returns the first bytes of this text, never half a scalar.
  ///
  /// It does not look for whole characters: one may be as long as the text, and finding its end again
  /// and again would take for ever.
  package func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: Swift.max(0, limit))
    while end > startIndex, utf8[end] & 0xc0 == 0x80 { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
