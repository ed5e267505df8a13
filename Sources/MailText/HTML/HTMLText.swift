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
