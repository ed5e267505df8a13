import CXML2
import Glibc

/// The attributes of one element, as the parser holds them.
struct HTMLAttributes {
  private let pairs: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?

  init(_ pairs: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) { self.pairs = pairs }

  /// Returns an attribute's value; `""` for one that has none.
  subscript(_ name: String) -> String? {
    guard var next = pairs else { return nil }
    while let key = next.pointee {
      if strcmp(UnsafeRawPointer(key).assumingMemoryBound(to: CChar.self), name) == 0 {
        return next[1].map { String(cString: $0) } ?? ""
      }
      next += 2
    }
    return nil
  }

  /// Returns a number of pixels or cells; `nil` for shares of the width.
  func number(_ name: String) -> Int? {
    guard let text = self[name], !text.hasSuffix("%") else { return nil }
    return Int(text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }.prefix(6))
  }
}
