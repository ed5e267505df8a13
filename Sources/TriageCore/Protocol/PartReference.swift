/// A part of a message as whoever asks for it has seen it.
package struct PartReference: Hashable, Sendable, Codable {
  /// notmuch's number of the part, 0 for the whole file.
  ///
  /// It is one among the parts that there were then: what is opened, or forgotten, later has parts
  /// before it that shift it.
  package var number: Int
  /// The way to it through what is sealed, which nothing shifts; `nil` if only the number is known.
  package var way: String?

  /// Makes a reference.
  package init(_ number: Int, way: String? = nil) {
    self.number = number
    self.way = way
  }
}

extension PartInfo {
  /// This part, whatever else of the message is opened until it is read.
  package var reference: PartReference { PartReference(number, way: way) }
}
