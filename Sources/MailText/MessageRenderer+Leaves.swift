import TriageCore

/// How each kind of leaf is shown.
extension MessageRenderer {
  mutating func showLeaf(_ node: PartNode) {
    switch PartRole(node) {
    case .text:
      begin(node)
      if let name = node.filename { builder.add(.label(.attachment, part: node.number), name) }
      let flows = node.parameters["format"]?.lowercased() == "flowed"
      var text = text(of: node)
      if flows {
        let deletes = node.parameters["delsp"]?.lowercased() == "yes"
        text = FlowedText.unfold(text, deletesSpace: deletes)
      }
      PlainText.add(text, to: &builder)
    case .html:
      begin(node)
      showPage(node)
    case .patch:
      begin(node)
      label(.patch, node)
      PlainText.add(text(of: node), as: .patch, to: &builder)
    case .calendar: showCalendar(node)
    case .contact:
      label(.contact, node)
      ContactText.add(text(of: node), to: &builder)
    case .report:
      label(.deliveryReport, node)
      RawText.add(text(of: node), isWhole: true, to: &builder)
    case .header: showHeader(node)
    case .named(let label): name(node, as: label)
    }
  }

  /// Invitations come as an alternative and once more as a file: the file is only named then.
  private mutating func showCalendar(_ node: PartNode) {
    if node.isSentAsAttachment, hasCalendar { return name(node, as: .calendar) }
    hasCalendar = true
    label(.calendar, node)
    CalendarText.add(text(of: node), to: &builder)
  }

  /// Pages may carry pictures in themselves, so more of them is read than of a text.
  private mutating func showPage(_ node: PartNode) {
    builder.depend(onColumns: options.columns)
    let content = buffer.decoded(node, limit: limits.bodyBytes)
    if !content.isWhole { builder.note(.bodyCut) }
    let charset = node.parameters["charset"] ?? HTMLCharset.declared(in: content.bytes)
    let decoder = TextDecoder(content.bytes, declared: charset)
    builder.note(decoder.notice)
    if let filter = tools.filter, let program = options.filter.first {
      let marked = Array("<meta charset=\"utf-8\">".utf8) + decoder.text
      if let text = filter(marked, options) {
        return PlainText.add(Array(text.prefix(limits.textBytes)), as: .page, to: &builder)
      }
      builder.note(.filterFailed(program))
    }
    let setting = PageSetting(
      columns: options.columns,
      measure: tools.measure,
      pictures: pictures
    )
    HTMLText.add(decoder.text, setting, to: &builder)
  }

  /// The pictures that pages of this message may show, by what pages call them.
  private var pictures: [String: PageSetting.Picture] {
    var pictures: [String: PageSetting.Picture] = [:]
    for node in tree.nodes where PartRole(node) == .named(.image) {
      guard let id = node.contentID, pictures[id] == nil else { continue }
      pictures[id] = PageSetting.Picture(part: node.number, name: node.filename ?? node.type)
    }
    return pictures
  }

  /// Begins a part that is part of the text.
  private mutating func begin(_ node: PartNode) {
    bodyType = bodyType ?? node.type
    shown.insert(node.number)
    builder.addGap()
  }

  private mutating func label(_ label: PartLabel, _ node: PartNode) {
    shown.insert(node.number)
    builder.addGap()
    builder.add(.label(label, part: node.number), node.filename ?? "")
  }

  private mutating func name(_ node: PartNode, as label: PartLabel) {
    switch label {
    case .encrypted: builder.note(.encrypted)
    case .signed, .signature: builder.note(.signatureNotChecked)
    default: break
    }
    let text = label == .external ? node.externalLocation : node.filename
    builder.addGap()
    builder.add(.label(label, part: node.number), text ?? node.type)
  }

  private mutating func showHeader(_ node: PartNode) {
    let fields = HeaderFields.short(of: HeaderLines.node(from: text(of: node)))
    shown.insert(node.number)
    addMessage(node, fields)
  }

  mutating func addMessage(_ node: PartNode, _ fields: [HeaderField]) {
    let subject = fields.first { $0.name.lowercased() == "subject" }?.value
    builder.addGap()
    builder.add(.label(.message, part: node.number), subject ?? "")
    for field in fields { builder.add(.header(name: field.name), field.value) }
  }

  /// Returns the decoded text of a leaf, as much of it as still fits.
  private mutating func text(of node: PartNode) -> [UInt8] {
    let content = buffer.decoded(node, limit: builder.room)
    if !content.isWhole { builder.note(.bodyCut) }
    let decoder = TextDecoder(content.bytes, declared: node.parameters["charset"])
    builder.note(decoder.notice)
    return decoder.text
  }
}
