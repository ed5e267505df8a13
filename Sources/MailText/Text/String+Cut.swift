extension String {
  /// Returns the first bytes of this text, never half a character.
  func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: Swift.max(0, limit))
    while end > startIndex, String.Index(end, within: self) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
