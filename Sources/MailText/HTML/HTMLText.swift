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
