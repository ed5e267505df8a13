/// What each side says first: that it is this program, and which protocol it speaks.
package struct Greeting: Hashable, Sendable {
  /// The number of the protocol: both sides must have the same.
  package var number: UInt32
  /// The program's version, for people.
  package var version: String

  /// Makes a greeting.
  package init(number: UInt32, version: String) {
    self.number = number
    self.version = version
  }
}

extension Greeting {
  static let magic = Array("mulligan".utf8)
  /// The most bytes of a version that are sent or taken.
  static let versionLimit = 200

  /// The first frame: magic, number, highest byte first, and version.
  var frame: [UInt8] {
    let number = (0..<4).map { UInt8(truncatingIfNeeded: self.number >> UInt32(24 - 8 * $0)) }
    let contents = Self.magic + number + version.utf8.prefix(Self.versionLimit)
    let length = [0, 0, 0, UInt8(contents.count)]
    return length + contents
  }
}
