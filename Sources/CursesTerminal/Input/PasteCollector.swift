import Screen

/// Gathers what is pasted, up to its end.
///
/// What is pasted may itself contain the sequence that ends a paste; its rest must not become keys.
/// So the end is only believed when nothing more comes for a moment, or another paste begins.
struct PasteCollector: Sendable {
  /// The most bytes that are kept.
  static let capacity = 1 << 20

  private static let ending = Array("\u{1B}[201~".utf8)
  private static let beginning = Array("\u{1B}[200~".utf8)

  private var text: [UInt8] = []
  private var isCut = false
  /// Whether an end was seen, so that what follows is perhaps no longer pasted.
  private(set) var isInTail = false

  /// Takes bytes; says how many are done with, and whether the paste is certainly over.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> (count: Int, isFinished: Bool) {
    var rest = bytes
    while let (place, isEnding) = PasteCollector.nextMark(in: rest) {
      if !isEnding, isInTail { return (rest.startIndex - bytes.startIndex, true) }
      keep(rest[..<place])
      rest = rest[(place + PasteCollector.ending.count)...]
      if isEnding { isInTail = true }
    }
    guard !isInTail else {
      let isTooLong = rest.count > PasteCollector.capacity
      return (rest.startIndex - bytes.startIndex, isTooLong)
    }
    // A mark may have begun at the end.
    let whole = rest.dropLast(PasteCollector.ending.count - 1)
    keep(whole)
    return (whole.endIndex - bytes.startIndex, false)
  }

  func finished(with rest: ArraySlice<UInt8> = []) -> PastedText {
    var all = self
    all.keep(rest)
    return PastedText(String(decoding: all.text, as: UTF8.self), isCut: all.isCut)
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    let room = PasteCollector.capacity - text.count
    text += bytes.prefix(room)
    if bytes.count > room { isCut = true }
  }

  private static func nextMark(in bytes: ArraySlice<UInt8>) -> (place: Int, isEnding: Bool)? {
    var rest = bytes
    while let place = rest.firstIndex(of: 0x1B) {
      if bytes[place...].starts(with: ending) { return (place, true) }
      if bytes[place...].starts(with: beginning) { return (place, false) }
      rest = rest[(place + 1)...]
    }
    return nil
  }
}
