import TriageCore

/// Makes a message's text out of its parts.
struct MessageRenderer {
  private let buffer: MessageBuffer
  private let limits: MessageLimits
  private let options: MessageOptions
  private var builder: ContentBuilder

  init(_ buffer: MessageBuffer, limits: MessageLimits, options: MessageOptions) {
    self.buffer = buffer
    self.limits = limits
    self.options = options
    builder = ContentBuilder(limits: limits)
  }

  consuming func content(of message: MessageID) -> MessageContent {
    noteCuts()
    guard let tree = PartTree(parsing: buffer) else {
      builder.note(.notMail)
      return MessageContent(id: message, headers: [], lines: [], notices: builder.notices)
    }
    let headers = HeaderFields.all(of: tree[0])
    var bodyType: String?
    for node in tree.nodes where node.form == .leaf && node.type == "text/plain" {
      bodyType = bodyType ?? node.type
      show(node)
    }
    builder.trim()
    return MessageContent(
      id: message,
      headers: headers.fields,
      lines: builder.lines,
      bodyType: bodyType,
      notices: builder.notices
    )
  }

  private mutating func show(_ node: PartNode) {
    let content = buffer.decoded(node, limit: builder.room)
    let decoder = TextDecoder(content.bytes, declared: node.parameters["charset"])
    builder.note(decoder.notice)
    PlainText.add(decoder.text, to: &builder)
    if !content.isWhole { builder.note(.bodyCut) }
  }

  private mutating func noteCuts() {
    let notices: [(IntakeCuts, ContentNotice)] = [
      (.headers, .headersCut), (.body, .bodyCut), (.parts, .partsCut), (.depth, .depthCut),
    ]
    for (cut, notice) in notices where buffer.cuts.contains(cut) { builder.note(notice) }
  }
}
