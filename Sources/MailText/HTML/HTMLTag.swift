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
      "s": .struck, "del": .struck, "strike": .struck,
    ]
    let blocks = [
      "address", "article", "aside", "body", "caption", "center", "dd", "details", "div", "dt",
      "fieldset", "figcaption", "figure", "footer", "form", "header", "html", "legend", "main",
      "nav", "optgroup", "section", "summary", "tbody", "tfoot", "thead",
    ]
    for name in blocks where known[name] == nil { known[name] = .block }
    for name in ["p", "dl"] { known[name] = .paragraph }
    for name in ["h1", "h2", "h3", "h4", "h5", "h6"] { known[name] = .heading }
    let skipped = [
      "applet", "audio", "canvas", "datalist", "embed", "head", "iframe", "map", "math", "noembed",
      "noframes", "object", "script", "select", "svg", "template", "textarea", "title", "video",
    ]
    for name in skipped { known[name] = .skipped }
    return known
  }()
}
