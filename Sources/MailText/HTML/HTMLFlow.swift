import TriageCore

/// Makes lines out of a page's elements and text, in one pass.
///
/// Lines are collected in frames: one for the page, one more for each open table cell. A table is
/// laid out when it closes, and its lines go to the frame around it.
final class HTMLFlow {
  /// What an element hands down to those inside it.
  struct Style {
    var isHidden = false
    var isVeiled = false
    /// Pixels of the letters.
    var size = HTMLLength.medium
    var isSkipped = false
    var isSheet = false
    var isPreformatted = false
    /// Line ends count as in preformatted text, but lines may be wrapped.
    var keepsLines = false
    var isHeading = false
    var quoteLevel = 0
    /// Blanks before each line.
    var lead = ""

    var isInvisible: Bool { isHidden || isVeiled || size < HTMLHiding.smallestSize }
  }

  /// An element that is open, and the style to go back to.
  struct Open {
    var tag: HTMLTag
    var outer: Style
    /// Whether a table or cell was opened for it: very deep ones are not.
    var hasFrame = false
    /// Whether a link ends with it.
    var isLink = false
  }

  /// Lines in the making, and whether an empty one is due.
  struct Frame {
    var lines: [ContentLine] = []
    var wantsGap = false
    /// The page's own lines are given away as they come; this counts them.
    var count = 0
    var isInQuote = false
  }

  var builder: ContentBuilder
  let setting: PageSetting
  var hiding = HTMLHiding()
  var style = Style()
  var open: [Open] = []
  var frames = [Frame()]
  var tables: [HTMLTable] = []
  var lists: [Int?] = []
  var link: OpenLink?
  /// A link that ended before its words came: the parser allows no table in one, pages do.
  var orphan: LinkTarget?
  /// Lines that stand for a picture and nothing else, by the number of its link.
  var placeholders: [Int: String] = [:]
  /// Links that have words somewhere.
  var worded: Set<Int> = []
  /// The line in the making.
  var line = HTMLLine()
  /// A list's mark that waits for the first line of its item.
  var marker: String?
  private var hidden = HTMLLine()
  /// What relative links are relative to.
  var base: LinkTarget?
  var sheetMedia: String?
  private var sheet: [UInt8] = []

  init(_ builder: ContentBuilder, _ setting: PageSetting) {
    self.builder = builder
    self.setting = setting
  }

  /// Adds text between tags.
  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if style.isSheet {
      sheet.append(contentsOf: bytes)
    } else if style.isSkipped || builder.isFull {
      return
    } else if style.isInvisible {
      hidden.append(bytes, limit: 400)
    } else if style.isPreformatted || style.keepsLines {
      preformatted(bytes)
    } else {
      if line.isEmpty { line.style = style }
      line.append(bytes)
      link?.words.append(bytes, limit: 200)
    }
  }

  func text(_ text: String) {
    var copy = text
    copy.withUTF8 { self.text($0) }
  }

  private func preformatted(_ bytes: UnsafeBufferPointer<UInt8>) {
    for (index, part) in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { endLine(keepsEmpty: true) }
      if line.isEmpty { line.style = style }
      line.appendRaw(part.filter { $0 != 0x0d })
    }
  }

  /// Reads the sheet whose element has just ended.
  func endSheet() {
    hiding.read(sheet: sheet, media: sheetMedia)
    sheet = []
  }
}

// MARK: - Lines

extension HTMLFlow {
  /// Ends the line in the making, if there is anything in it.
  func endLine(keepsEmpty: Bool = false) {
    let style = line.isEmpty ? self.style : line.style
    let isRaw = style.isPreformatted || style.keepsLines
    let text = isRaw ? line.rawText : line.text
    line = HTMLLine()
    if !text.isEmpty || keepsEmpty { emit(text, style) }
    let secret = hidden.text
    hidden = HTMLLine()
    if !secret.isEmpty { put(ContentLine(.hidden, secret)) }
  }

  /// Ends the line and asks for an empty one before the next.
  func gap() {
    endLine()
    frames[frames.count - 1].wantsGap = true
  }

  private func emit(_ text: String, _ style: Style) {
    let kind: ContentLine.Kind =
      if style.quoteLevel > 0 {
        .quote(level: min(style.quoteLevel, PlainText.deepestQuote))
      } else if style.isPreformatted {
        .preformatted
      } else if style.isHeading {
        .heading
      } else {
        .text
      }
    put(ContentLine(kind, text, lead: nextLead(style)))
  }

  /// Returns what stands before a line; the first line of an item has the list's mark.
  private func nextLead(_ style: Style) -> String {
    guard let mark = marker else { return style.lead }
    marker = nil
    return String(style.lead.dropLast(mark.count)) + mark
  }

  /// Puts a finished line into the innermost frame.
  func put(_ line: ContentLine) {
    let top = frames.count - 1
    if frames[top].wantsGap, frames[top].count > 0, line.kind != .hidden {
      // An empty line inside a quote belongs to the quote.
      let isInQuote = line.isQuote && frames[top].isInQuote
      store(ContentLine(isInQuote ? line.kind : .text, ""), in: top)
    }
    if line.kind != .hidden {
      frames[top].wantsGap = false
      frames[top].isInQuote = line.isQuote
    }
    store(line, in: top)
  }

  private func store(_ line: ContentLine, in frame: Int) {
    frames[frame].count += 1
    if frame == 0, link == nil {
      for earlier in frames[0].lines { builder.add(earlier) }
      frames[0].lines = []
      builder.add(line)
    } else {
      frames[frame].lines.append(line)
    }
  }
}

extension ContentLine {
  fileprivate var isQuote: Bool {
    if case .quote = kind { true } else { false }
  }
}

/// A line in the making: white space is collapsed as it comes.
struct HTMLLine {
  var style = HTMLFlow.Style()
  private(set) var bytes: [UInt8] = []
  private var wantsBlank = false

  var isEmpty: Bool { bytes.isEmpty }

  /// Adds text of a page.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, limit: Int = .max) {
    for byte in text {
      switch byte {
      case 0x20, 0x09, 0x0a, 0x0c, 0x0d: wantsBlank = !bytes.isEmpty
      default:
        guard bytes.count < limit else { return }
        if wantsBlank { bytes.append(0x20) }
        wantsBlank = false
        bytes.append(byte)
      }
    }
  }

  /// Adds text whose blanks matter.
  mutating func appendRaw(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

  /// Adds a mark right behind the last word.
  mutating func attach(_ mark: String) { bytes.append(contentsOf: mark.utf8) }

  /// The text as it is.
  var rawText: String { String(decoding: bytes, as: UTF8.self) }

  /// The text without what only pads it: blanks at its ends, characters without a look.
  var text: String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return rawText }
    var result = String.UnicodeScalarView()
    var hasDropped = false
    let scalars = Array(rawText.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let before = result.last
      let after = index + 1 < scalars.count ? scalars[index + 1] : nil
      switch Self.look(scalar) {
      case .nothing: hasDropped = true
      case .joiner where Self.isEdge(before) || Self.isEdge(after): hasDropped = true
      case .blank:
        if before == nil || (before == " " && hasDropped) { continue }
        result.append(" ")
      case .joiner, .letter: result.append(scalar)
      }
    }
    while result.last == " " { result.removeLast() }
    return Self.withMark(String(result))
  }

  /// Word writes the items of lists as a sign and a row of blanks.
  private static func withMark(_ text: String) -> String {
    guard let sign = text.first, "·§o•".contains(sign), text.dropFirst().hasPrefix("   ") else {
      return text
    }
    return "• " + text.dropFirst().drop { $0 == " " }
  }

  private enum Look {
    case letter
    case blank
    case joiner
    case nothing
  }

  private static func look(_ scalar: Unicode.Scalar) -> Look {
    switch scalar.value {
    case 0xad, 0x34f, 0x180e, 0x200b, 0x2060, 0xfeff: .nothing
    case 0x200c, 0x200d: .joiner
    case 0x20, 0xa0, 0x2000...0x200a, 0x202f, 0x205f: .blank
    default: .letter
    }
  }

  /// Whether a joiner has nothing to join on this side.
  private static func isEdge(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return true }
    return look(scalar) != .letter
  }
}
