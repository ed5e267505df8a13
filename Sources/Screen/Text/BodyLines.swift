/// The lines of a body's text, cleaned as they are asked for.
///
/// Lines end at LF or CR LF; a CR alone is a picture in its line. A line end at the end of the text
/// begins no further line.
package struct BodyLines: Sequence, IteratorProtocol, Sendable {
  private let text: String
  private var index: String.Index

  /// Wraps a body's text as it came.
  package init(_ text: String) {
    self.text = text
    index = text.startIndex
  }

  /// Returns the next line, or `nil` after the last.
  package mutating func next() -> DisplayText? {
    guard index < text.endIndex else { return nil }
    let bytes = text.utf8[index...]
    let end = bytes.firstIndex(of: 0x0A) ?? text.endIndex
    var line = bytes[..<end]
    if end < text.endIndex, line.last == 0x0D { line = line.dropLast() }
    index = end < text.endIndex ? text.utf8.index(after: end) : end
    return DisplayText(String(Substring(line)), as: .bodyLine)
  }
}
