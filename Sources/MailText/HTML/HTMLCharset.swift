/// Looks for the character set a page says it is in.
enum HTMLCharset {
  /// How far into the page it is looked for.
  private static let reach = 2048

  /// Returns the name in the page's first `charset=`, for pages whose part names none.
  static func declared(in page: [UInt8]) -> String? {
    let head = String(decoding: page.prefix(reach), as: UTF8.self).lowercased()
    for found in head.ranges(of: "charset=") {
      // Only inside a tag that is about it.
      guard let tag = head[..<found.lowerBound].lastIndex(of: "<"),
        head[tag...].hasPrefix("<meta") || head[tag...].hasPrefix("<?xml")
      else { continue }
      let name = head[found.upperBound...].drop { $0 == "\"" || $0 == "'" }
        .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
      if !name.isEmpty { return String(name) }
    }
    return nil
  }
}
