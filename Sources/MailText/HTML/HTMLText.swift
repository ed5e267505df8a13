import CXML2
import Glibc
import TriageCore

/// Turns a page into lines.
enum HTMLText {
  /// Bytes of a page that are parsed, when inline data and comments are gone.
  private static let longestPage = 4 << 20

  /// Adds the lines of a page of UTF-8, perhaps with faults, then its links as footnotes.
  static func add(_ page: [UInt8], _ setting: PageSetting, to builder: inout ContentBuilder) {
    let cleaned = HTMLPrefilter.clean(page, limit: longestPage)
    let (known, start) = (builder.links.count, builder.lines.count)
    let flow = HTMLFlow(builder, setting)
    let isWhole = HTMLParser.parse(cleaned.page, into: flow)
    builder = flow.builder
    builder.remove(flow.idleLines, from: start)
    if !cleaned.isWhole { builder.note(.bodyCut) }
    if !isWhole { builder.note(.depthCut) }
    addFootnotes(from: known, to: &builder)
  }

  private static func addFootnotes(from known: Int, to builder: inout ContentBuilder) {
    guard builder.links.count > known else { return }
    builder.addGap()
    for link in builder.links[known...] { builder.add(.footnote(link.number), link.target) }
  }
}

/// What a page is turned into text for, and with what.
struct PageSetting {
  /// A picture that came with the message.
  struct Picture {
    var part: Int
    var name: String
  }

  /// The width that tables are laid out for.
  var columns = 80
  /// How wide texts are in them.
  var measure: TextWidth = DisplayWidth.columns
  /// The pictures that came with the page, by their content ids.
  var pictures: [String: Picture] = [:]
}

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

/// Feeds a page through libxml2's HTML parser, which reports to a flow what it meets.
///
/// The parser keeps the names of open elements on a list that some steps search, so too many of them
/// end a run; the next run goes on behind them, with none open.
enum HTMLParser {
  /// How many elements may be open at once.
  fileprivate static let deepest = 400
  /// How often parsing begins again.
  private static let mostRuns = 40

  /// What the parser's callbacks work on.
  fileprivate final class Run {
    let flow: HTMLFlow
    var parser: OpaquePointer?
    var depth = 0
    var isTooDeep = false
    /// Where it became too deep.
    var consumed = 0

    init(_ flow: HTMLFlow) { self.flow = flow }
  }

  /// Parses a page of valid UTF-8.
  ///
  /// - Returns: Whether all of it was parsed.
  static func parse(_ page: [UInt8], into flow: HTMLFlow) -> Bool {
    var start = 0
    for _ in 0..<mostRuns {
      guard let consumed = run(page[start...], into: flow) else { return true }
      start += max(consumed, 1)
      // The run stopped inside a tag: its end is not text.
      if start < page.count, page[start] == UInt8(ascii: ">") { start += 1 }
      guard start < page.count else { return true }
    }
    return false
  }

  /// Parses until the end, or until too many elements are open: then returns how far it came.
  private static func run(_ page: ArraySlice<UInt8>, into flow: HTMLFlow) -> Int? {
    page.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let run = Run(flow)
      var handlers = handlers
      let context = Unmanaged.passUnretained(run).toOpaque()
      let parser = cxml2_parser_open(start, Int32(bytes.count), &handlers, context)
      guard let parser else { return nil }
      defer { cxml2_parser_close(parser) }
      run.parser = parser
      cxml2_parse(parser)
      flow.closeAll()
      guard run.isTooDeep else { return nil }
      return withExtendedLifetime(run) { run.consumed }
    }
  }

  /// The parser calls back with the run it was given; the run outlives the parser.
  private static var handlers: CXML2Handlers {
    CXML2Handlers(
      begin: { context, name, attributes in
        guard let run = HTMLParser.current(context), let name else { return }
        run.begin(String(cString: name), HTMLAttributes(attributes))
      },
      end: { context in HTMLParser.current(context)?.end() },
      text: { context, text, count in
        text?.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { text in
          let bytes = UnsafeBufferPointer(start: text, count: Int(count))
          HTMLParser.current(context)?.flow.text(bytes)
        }
      }
    )
  }

  private static func current(_ context: UnsafeMutableRawPointer?) -> Run? {
    context.map { Unmanaged<Run>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension HTMLParser.Run {
  fileprivate func begin(_ name: String, _ attributes: HTMLAttributes) {
    guard !isTooDeep else { return }
    depth += 1
    flow.begin(name, attributes)
    guard depth > HTMLParser.deepest, let parser else { return }
    isTooDeep = true
    consumed = Int(cxml2_consumed(parser))
    cxml2_stop(parser)
  }

  fileprivate func end() {
    guard !isTooDeep else { return }
    depth -= 1
    flow.end()
  }
}

/// The attributes of one element, as the parser holds them.
struct HTMLAttributes {
  private let pairs: UnsafePointer<UnsafePointer<CChar>?>?

  init(_ pairs: UnsafePointer<UnsafePointer<CChar>?>?) { self.pairs = pairs }

  /// Returns an attribute's value; `""` for one that has none, `nil` for one that is too long.
  subscript(_ name: String, longest longest: Int = .max) -> String? {
    guard var next = pairs else { return nil }
    while let key = next.pointee {
      if strcmp(key, name) == 0 {
        guard let value = next[1] else { return "" }
        return longest < .max && strnlen(value, longest) == longest ? nil : String(cString: value)
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
