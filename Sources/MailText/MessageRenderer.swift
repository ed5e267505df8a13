import TriageCore

/// Makes a message's text out of its parts.
struct MessageRenderer {
  let buffer: MessageBuffer
  let limits: MessageLimits
  let options: MessageOptions
  let tools: ReadingTools
  var tree = PartTree()
  var builder: ContentBuilder
  /// What is still to be shown, the next one last: a list instead of recursion.
  private var waiting: [Step] = []
  var bodyType: String?
  private var alternatives: [String] = []
  var hasCalendar = false
  /// Parts that the text shows, so that they need not be offered as attachments.
  var shown: Set<Int> = []
  /// When pictures are drawn no more.
  var pictureDeadline: ContinuousClock.Instant?
  /// Opens what is sealed; `nil` where seals are only named.
  let opener: SealOpener?
  var protected: ProtectedHeaders?
  /// The seals so far, in the order of their regions.
  var seals: [Seal] = []

  /// What is done next.
  private enum Step {
    case show(Int)
    case endSeal(Int)
  }

  init(
    _ buffer: MessageBuffer,
    limits: MessageLimits,
    options: MessageOptions,
    tools: ReadingTools,
    opener: SealOpener? = nil
  ) {
    self.buffer = buffer
    self.limits = limits
    self.options = options
    self.tools = tools
    self.opener = opener
    builder = ContentBuilder(limits: limits)
  }

  /// Returns the content of a message; `nil` if the file is no mail.
  consuming func content(of message: MessageID) -> MessageContent? {
    guard let parsed = PartTree(parsing: buffer, limits: limits) else { return nil }
    tree = parsed
    openSeals()
    let headers = HeaderFields.all(of: tree[0])
    if headers.omitted > 0 || !headers.areWhole || buffer.cuts.contains(.headers) {
      builder.note(.headersCut(omitted: headers.omitted + buffer.omitted.fields))
    }
    noteCuts()
    noteSubject(in: tree)
    let alone = options.part.map { tree.node(of: $0)?.number ?? .max }
    if let alone {
      showAlone(alone)
    } else {
      waiting = tree[0].children.map { .show($0) }
    }
    while let step = waiting.popLast() {
      switch step {
      case .show(let number): if !builder.isFull { show(tree[number]) }
      case .endSeal(let index): builder.endSeal(index)
      }
    }
    builder.trim()
    return MessageContent(
      id: message,
      headers: headers.fields.map { field in
        var field = field
        field.isProtected = protected?.isProtected(field.name) ?? false
        return field
      },
      lines: builder.lines,
      parts: PartList.parts(of: tree, shown: shown, within: alone),
      bodyType: bodyType,
      alternatives: alternatives,
      links: builder.links,
      omittedLinks: builder.omittedLinks,
      notices: builder.notices,
      columns: builder.columns,
      seals: judgedSeals(),
      outside: HeaderFields.outside(protected?.outside ?? []),
      sealedDate: protected?.date
    )
  }

  /// Says what is missing, but for the content of parts: that matters only if they are shown.
  private mutating func noteCuts() {
    let cuts = tree.buffers.reduce(IntakeCuts()) { $0.union($1.cuts) }
    let omitted = tree.buffers.reduce(0) { $0 + $1.omitted.parts }
    let notices: [(IntakeCuts, ContentNotice)] = [
      (.file, .bodyCut), (.parts, .partsCut(omitted: omitted)), (.depth, .depthCut),
    ]
    for (cut, notice) in notices where cuts.contains(cut) { builder.note(notice) }
  }

  /// A subject inside the signed part that is not the one the message goes by.
  private mutating func noteSubject(in tree: PartTree) {
    // Where seals are opened, an inner subject either counts or is a part's own affair.
    if opener != nil { return }
    let outer = tree[0].fields.first { $0.isNamed("subject") }.map(HeaderText.decode) ?? ""
    for node in tree.nodes {
      let subject = node.protectedFields.first { $0.isNamed("subject") }
      guard let inner = subject.map(HeaderText.decode), inner != outer else { continue }
      builder.note(.subjectDiffers(inner))
    }
  }
}

// MARK: - Containers

extension MessageRenderer {
  mutating func show(_ node: PartNode) {
    if let index = node.seal, tree.seals[index].hasRegion {
      return showRegion(of: tree.seals[index], node)
    }
    switch node.form {
    case .message: showMessage(node)
    case .multipart: showContainer(node)
    case .leaf: showLeaf(node)
    }
  }

  /// Shows what a seal covers, and behind it what else its container holds.
  private mutating func showRegion(of seal: TreeSeal, _ node: PartNode) {
    let index = seals.count
    seals.append(judged(seal))
    builder.beginSeal(index)
    // A signature, and what was opened, are nothing to be read.
    let rest = seal.isEncrypted ? [] : node.children.dropFirst()
    let others = rest.filter { $0 != rest.first || !tree[$0].isSignature }
    shown.formUnion(node.children.prefix(2).filter { !others.contains($0) })
    waiting += others.reversed().map { .show($0) }
    waiting.append(.endSeal(index))
    if let covered = seal.covered {
      shown.remove(covered)
      waiting.append(.show(covered))
    }
  }

  private mutating func showMessage(_ node: PartNode) {
    // The message as it was before it was sealed, not one that was forwarded.
    if node.number == protected?.payload {
      waiting += node.children.reversed().map { .show($0) }
      return
    }
    shown.insert(node.number)
    let fields = HeaderFields.short(of: node)
    addMessage(node, fields)
    if !fields.isEmpty { builder.add(.text, "") }
    waiting += node.children.reversed().map { .show($0) }
  }

  private mutating func showContainer(_ node: PartNode) {
    switch node.type {
    case "multipart/alternative": showAlternative(node)
    case "multipart/related":
      let root = RelatedRoot.number(of: node, in: tree)
      let hasSeals = tree.nodes.contains { $0.seal != nil && tree.lies($0, within: node.number) }
      let others = node.children.filter { $0 != root && (hasSeals || !isEmbedded(tree[$0])) }
      waiting += others.reversed().map { .show($0) }
      if let root { waiting.append(.show(root)) }
    case "multipart/encrypted":
      builder.note(.encrypted)
      builder.addGap()
      builder.add(.label(.encrypted, part: node.number), node.parameters["protocol"] ?? "")
    case "multipart/signed":
      builder.note(.signatureNotChecked)
      waiting += node.children.reversed().map { .show($0) }
    default: waiting += node.children.reversed().map { .show($0) }
    }
    if let stray = node.strayText { PlainText.add(Array(stray.utf8), to: &builder) }
  }

  /// Pictures that a page shows need no line of their own.
  private func isEmbedded(_ node: PartNode) -> Bool {
    node.contentID != nil && !node.isSentAsAttachment && PartRole(node) == .named(.image)
  }

  private mutating func showAlternative(_ node: PartNode) {
    let found = Alternatives(in: tree, of: node) { isBlank($0) }
    waiting += found.others.reversed().map { .show($0) }
    guard !found.choices.isEmpty else { return }
    let count = found.choices.count
    let index = ((options.alternative % count) + count) % count
    if count > 1 {
      builder.note(.alternativeShown(found.choices[index].type))
      if alternatives.isEmpty { alternatives = found.choices.map(\.type) }
    }
    waiting.append(.show(found.choices[index].number))
    // The other ways to say the same are nothing to save either.
    shown.formUnion(found.texts)
  }

  private func isBlank(_ node: PartNode) -> Bool {
    let bytes = tree.decoded(node, limit: 1 << 16).bytes
    let text = TextDecoder(bytes, declared: node.parameters["charset"]).text
    return String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      return scalar.value <= 0x20 || properties.isWhitespace
        || properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format
    }
  }
}

/// How each kind of leaf is shown.
extension MessageRenderer {
  mutating func showLeaf(_ node: PartNode) {
    if isLegacyDisplay(node) { return shown.formUnion([node.number]) }
    switch PartRole(node) {
    case .text:
      begin(node)
      if let name = node.filename { builder.add(.label(.attachment, part: node.number), name) }
      if showBlocks(in: node) { return }
      var text = text(of: node)
      if node.parameters["hp-legacy-display"] == "1" { text = protected?.stripped(text) ?? text }
      if node.flows { text = FlowedText.unfold(text, deletesSpace: node.deletesSpace) }
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
      ContactText.add(entries(of: node), to: &builder)
    case .report:
      label(.deliveryReport, node)
      RawText.add(text(of: node), isWhole: true, to: &builder)
    case .header: showHeader(node)
    case .named(let label):
      name(node, as: label)
      if label == .image, options.drawsPictures { draw(node) }
    }
  }

  /// Invitations come as an alternative and once more as a file: the file is only named then.
  private mutating func showCalendar(_ node: PartNode) {
    if node.isSentAsAttachment, hasCalendar { return name(node, as: .calendar) }
    hasCalendar = true
    label(.calendar, node)
    CalendarText.add(entries(of: node), to: &builder)
  }

  /// Pages may carry pictures in themselves, so more of them is read than of a text.
  mutating func showPage(_ node: PartNode) {
    builder.depend(onColumns: options.columns)
    let content = tree.decoded(node, limit: limits.bodyBytes)
    if !content.isWhole { builder.note(.bodyCut) }
    let charset = node.parameters["charset"] ?? HTMLCharset.declared(in: content.bytes)
    let decoder = TextDecoder(content.bytes, declared: charset)
    builder.note(decoder.notice)
    // What is sealed goes to no other program.
    let isSealed = !tree.seals(around: node.number).isEmpty
    if !isSealed, let filter = tools.filter, let program = options.filter.first {
      let marked = Array("<meta charset=\"utf-8\">".utf8) + decoder.text
      if let text = filter(marked, options) {
        return PlainText.add(Array(text.prefix(limits.textBytes)), as: .page, to: &builder)
      }
      builder.note(.filterFailed(program))
    }
    let setting = PageSetting(
      columns: options.columns,
      measure: tools.measure,
      pictures: pictures(of: node)
    )
    HTMLText.add(decoder.text, setting, to: &builder)
  }

  /// The pictures that a page may show, by what pages call them: those that are sealed as it is.
  private func pictures(of page: PartNode) -> [String: PageSetting.Picture] {
    var pictures: [String: PageSetting.Picture] = [:]
    for node in tree.nodes where PartRole(node) == .named(.image) {
      guard let id = node.contentID, pictures[id] == nil,
        tree.seals.isEmpty || tree.seals(around: node.number) == tree.seals(around: page.number)
      else { continue }
      pictures[id] = PageSetting.Picture(part: node.number, name: node.filename ?? node.type)
    }
    return pictures
  }

  /// Begins a part that is part of the text.
  mutating func begin(_ node: PartNode) {
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

  /// Returns the entries of a calendar or a card, as many of them as still fit.
  private mutating func entries(of node: PartNode) -> [DirectoryText.Entry] {
    let content = tree.decoded(node, limit: builder.room)
    if !content.isWhole { builder.note(.bodyCut) }
    let text = DirectoryText(content.bytes, charset: node.parameters["charset"])
    builder.note(text.notice)
    return text.entries
  }

  /// Returns the decoded text of a leaf, as much of it as still fits.
  mutating func text(of node: PartNode) -> [UInt8] {
    let content = tree.decoded(node, limit: builder.room)
    if !content.isWhole { builder.note(.bodyCut) }
    let decoder = TextDecoder(content.bytes, declared: node.parameters["charset"])
    builder.note(decoder.notice)
    return decoder.text
  }
}
