import TriageCore

extension HTMLFlow {
  /// Deeper tables are read as plain blocks.
  private static let deepestTable = 24
  private static let deepestList = 12

  /// An element begins.
  func begin(_ name: String, _ attributes: HTMLAttributes) {
    let tag = HTMLTag(name)
    open.append(Open(tag: tag, outer: style))
    let orphan = orphan
    self.orphan = nil
    let effect = hiding.effect(of: name, attributes, inside: style.size)
    if effect.hides { style.isHidden = true }
    if let isVeiled = effect.isVeiled { style.isVeiled = isVeiled }
    if let size = effect.size { style.size = size }
    if let keepsLines = effect.keepsLines { style.keepsLines = keepsLines }
    switch tag {
    case .block: endLine()
    case .paragraph: gap()
    case .heading: beginHeading()
    case .quote: beginQuote()
    case .preformatted: beginPreformatted()
    case .list(let isOrdered): beginList(isOrdered, attributes)
    case .item: beginItem(attributes)
    case .definition: indent(by: 4)
    case .lineBreak: lineBreak()
    case .rule: rule()
    case .link: beginLink(attributes)
    case .image: image(attributes)
    case .field: field(attributes)
    case .table: beginTable(attributes, linkedTo: orphan)
    case .row: beginRow()
    case .cell(let isHeader): beginCell(isHeader, attributes)
    case .quotation: if !style.isInvisible { text("“") }
    case .struck: if !style.isInvisible { text("~~") }
    case .style:
      style.isSheet = true
      sheetMedia = attributes["media"]
    case .base: base = base ?? attributes["href"].flatMap { LinkTarget(base: $0) }
    case .skipped: style.isSkipped = true
    case .inline: break
    }
  }

  /// The innermost element ends.
  func end() {
    guard let element = open.popLast() else { return }
    switch element.tag {
    case .block, .row, .item, .definition: endLine()
    case .paragraph, .heading, .quote, .preformatted: gap()
    case .list:
      _ = lists.popLast()
      marker = nil
      if lists.isEmpty { gap() } else { endLine() }
    case .link: endLink()
    case .table:
      if element.hasFrame { endTable() } else { endLine() }
      if element.isLink { endLink() }
    case .cell: if element.hasFrame { endCell() } else { endLine() }
    case .quotation: if !style.isInvisible { attachMark("”") }
    case .struck: if !style.isInvisible { attachMark("~~") }
    case .style: endSheet()
    case .lineBreak, .rule, .image, .field, .base, .skipped, .inline: break
    }
    style = element.outer
  }

  /// Ends all that is open: the page is over, or too deep.
  func closeAll() {
    while !open.isEmpty { end() }
    endLine()
    finishLink()
  }

  /// Puts a mark right behind the last word.
  private func attachMark(_ mark: String) {
    if line.isEmpty || style.isSkipped { text(mark) } else { line.attach(mark) }
  }

  private func beginHeading() {
    gap()
    style.isHeading = true
  }

  private func beginQuote() {
    gap()
    style.quoteLevel += 1
    style.lead = ""
  }

  private func beginPreformatted() {
    gap()
    style.isPreformatted = true
  }

  private func beginList(_ isOrdered: Bool, _ attributes: HTMLAttributes) {
    if lists.isEmpty { gap() } else { endLine() }
    lists.append(isOrdered ? attributes.number("start") ?? 1 : nil)
  }

  private func beginItem(_ attributes: HTMLAttributes) {
    endLine()
    guard lists.count <= Self.deepestList else { return }
    var mark = "• "
    if let top = lists.indices.last, let next = lists[top] {
      mark = "\(next). "
      lists[top] = next + 1
    }
    marker = mark
    style.lead += String(repeating: " ", count: mark.count)
  }

  private func indent(by count: Int) {
    endLine()
    if style.lead.count < 40 { style.lead += String(repeating: " ", count: count) }
  }

  /// A second break in a row leaves an empty line.
  private func lineBreak() {
    if style.isInvisible || style.isSkipped { return }
    if style.isPreformatted { return endLine(keepsEmpty: true) }
    if line.isEmpty { gap() } else { endLine() }
  }

  private func rule() {
    guard !style.isInvisible, !style.isSkipped else { return }
    gap()
    put(ContentLine(.rule, ""))
    gap()
  }

  private func field(_ attributes: HTMLAttributes) {
    guard !style.isInvisible, attributes["type"]?.lowercased() == "checkbox" else { return }
    text(attributes["checked"] == nil ? "[ ] " : "[x] ")
  }

  /// Returns the picture that came with the message under this address.
  private func embedded(_ source: String?) -> PageSetting.Picture? {
    guard let source, source.lowercased().hasPrefix("cid:") else { return nil }
    let id = source.dropFirst(4)
    return setting.pictures[String(id)] ?? setting.pictures[MailtoURI.decoded(id.utf8)]
  }

  /// A picture is its description; one too small to be seen is nothing.
  private func image(_ attributes: HTMLAttributes) {
    guard !style.isInvisible, !style.isSkipped else { return }
    if let width = attributes.number("width"), width <= 3 { return }
    if let height = attributes.number("height"), height <= 3 { return }
    link?.hasImage = true
    let words = attributes["alt"]?.split { $0.isWhitespace }.joined(separator: " ") ?? ""
    let alt = words.cut(toBytes: 500)
    if let picture = embedded(attributes["src"]) {
      endLine()
      put(ContentLine(.label(.image, part: picture.part), alt.isEmpty ? picture.name : alt))
      return
    }
    guard !alt.isEmpty else { return }
    text(link == nil && !alt.hasPrefix("[") ? "[\(alt)]" : alt)
  }
}

// MARK: - Tables

extension HTMLFlow {
  private func beginTable(_ attributes: HTMLAttributes, linkedTo orphan: LinkTarget?) {
    endLine()
    if let orphan, link == nil {
      beginLink(to: orphan)
      open[open.count - 1].isLink = true
    }
    guard tables.count < Self.deepestTable else { return }
    open[open.count - 1].hasFrame = true
    let hasBorder = (attributes.number("border") ?? 0) > 0
    tables.append(HTMLTable(hasBorder: hasBorder, frame: frames.count))
  }

  private func beginRow() {
    endLine()
    if ownsTable { tables[tables.count - 1].beginRow() }
  }

  private func beginCell(_ isHeader: Bool, _ attributes: HTMLAttributes) {
    endLine()
    // A cell inside a cell of the same table is a mistake of the page: a block.
    guard ownsTable else { return }
    open[open.count - 1].hasFrame = true
    tables[tables.count - 1].beginCell(
      isHeader: isHeader,
      columns: attributes.number("colspan") ?? 1,
      rows: attributes.number("rowspan") ?? 1
    )
    frames.append(Frame())
    style.lead = ""
    style.isHeading = false
  }

  /// Whether rows and cells now belong to the innermost table.
  private var ownsTable: Bool { tables.last?.frame == frames.count }

  private func endCell() {
    endLine()
    let frame = frames.removeLast()
    if frames.isEmpty { frames = [Frame()] }
    guard !tables.isEmpty else { return }
    tables[tables.count - 1].endCell(frame.lines)
  }

  private func endTable() {
    endLine()
    guard let table = tables.popLast() else { return }
    let room = setting.columns - 2 * style.quoteLevel - style.lead.count
    let lines = table.lines(columns: max(room, 20), measure: setting.measure)
    guard !lines.isEmpty else { return }
    let isWide = lines.count > 1
    if isWide { gap() }
    for line in lines { put(adopted(line)) }
    if isWide { gap() }
  }

  /// A line of a table as it stands outside it.
  private func adopted(_ line: ContentLine) -> ContentLine {
    var line = line
    let mark = marker
    marker = nil
    line.lead =
      mark.map { String(style.lead.dropLast($0.count)) + $0 + line.lead } ?? style.lead + line.lead
    if style.quoteLevel > 0, line.kind == .preformatted || line.kind == .text {
      line.kind = .quote(level: min(style.quoteLevel, PlainText.deepestQuote))
    }
    return line
  }
}

/// What an element does to the text.
enum HTMLTag {
  /// Begins and ends a line.
  case block
  /// Begins and ends a line, with an empty line around it.
  case paragraph
  case heading
  case quote
  case preformatted
  case list(isOrdered: Bool)
  case item
  case definition
  case lineBreak
  case rule
  case link
  case image
  /// A box to tick, in a list of tasks; other fields are not for readers.
  case field
  case table
  case row
  case cell(isHeader: Bool)
  case quotation
  /// No longer true: an old price beside the new one.
  case struck
  case style
  case base
  /// Its text is not for reading.
  case skipped
  case inline

  init(_ name: String) { self = Self.known[name] ?? .inline }

  private static let known: [String: HTMLTag] = {
    var known: [String: HTMLTag] = [
      "blockquote": .quote, "pre": .preformatted, "listing": .preformatted, "xmp": .preformatted,
      "ul": .list(isOrdered: false), "menu": .list(isOrdered: false),
      "dir": .list(isOrdered: false),
      "ol": .list(isOrdered: true), "li": .item, "dd": .definition, "br": .lineBreak, "hr": .rule,
      "a": .link, "img": .image, "image": .image, "input": .field, "table": .table, "tr": .row,
      "td": .cell(isHeader: false), "th": .cell(isHeader: true), "q": .quotation, "style": .style,
      "base": .base, "s": .struck, "del": .struck, "strike": .struck,
    ]
    let blocks = [
      "address", "article", "aside", "body", "caption", "center", "dd", "details", "div", "dt",
      "fieldset", "figcaption", "figure", "footer", "form", "head", "header", "html", "legend",
      "main", "nav", "optgroup", "section", "summary", "tbody", "tfoot", "thead",
    ]
    for name in blocks where known[name] == nil { known[name] = .block }
    for name in ["p", "dl"] { known[name] = .paragraph }
    for name in ["h1", "h2", "h3", "h4", "h5", "h6"] { known[name] = .heading }
    let skipped = [
      "applet", "audio", "canvas", "datalist", "embed", "iframe", "map", "math", "noembed",
      "noframes", "object", "script", "select", "svg", "template", "textarea", "title", "video",
    ]
    for name in skipped { known[name] = .skipped }
    return known
  }()
}
