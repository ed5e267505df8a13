import TriageCore

/// One part alone, and pictures.
extension MessageRenderer {
  /// Shows a part that was asked for by its number, if it can be shown as text: then there is a type
  /// that the text was made from.
  mutating func showAlone(_ number: Int) {
    guard tree.nodes.indices.contains(number), number > 0 else { return }
    let node = tree[number]
    guard node.form == .leaf else {
      bodyType = node.type
      return show(node)
    }
    guard case .named(let label) = PartRole(node) else {
      bodyType = node.type
      return showLeaf(node)
    }
    switch label {
    case .image where options.drawsPictures:
      if draw(node) { bodyType = node.type }
    case .attachment where ["text/html", "application/xhtml+xml"].contains(node.type):
      begin(node)
      showPage(node)
    case .attachment, .image, .message, .calendar, .contact, .patch, .deliveryReport, .external,
      .partial, .signed, .signature, .encrypted, .certificates, .compressed:
      showIfText(node)
    }
  }

  /// Shows what nobody has called a text, if there are only characters in it.
  private mutating func showIfText(_ node: PartNode) {
    let content = tree.decoded(node, limit: builder.room)
    guard node.isText || content.bytes.isText else { return }
    begin(node)
    PlainText.add(text(of: node), as: .page, to: &builder)
  }

  /// Draws a picture in cells.
  ///
  /// - Returns: Whether it was drawn.
  @discardableResult
  mutating func draw(_ node: PartNode) -> Bool {
    // What was encrypted goes to no other program unasked.
    let wasEncrypted = tree.seals(around: node.number).contains { tree.seals[$0].isEncrypted }
    guard let drawing = tools.drawing, !builder.isFull, !wasEncrypted else { return false }
    builder.depend(onColumns: options.columns)
    let deadline = pictureDeadline ?? .now + limits.pictureTime
    pictureDeadline = deadline
    let content = tree.decoded(node, limit: limits.bodyBytes)
    let time = ContinuousClock.now.duration(to: deadline)
    guard content.isWhole, !content.bytes.isEmpty, time > .zero,
      let picture = drawing(content.bytes, options.columns, time),
      picture.count <= limits.pictureBytes, picture.contains(where: { $0 > 0x20 })
    else {
      builder.note(.pictureFailed("chafa"))
      return false
    }
    let rows = picture.split(separator: 0x0A).prefix(limits.pictureRows)
    for row in rows { builder.add(.colored, String(decoding: row, as: UTF8.self)) }
    return true
  }
}

extension [UInt8] {
  /// Whether there is nothing in it but characters of UTF-8 and ends of lines.
  fileprivate var isText: Bool {
    let isPrintable = allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
    return isPrintable && String(validating: self, as: UTF8.self) != nil
  }
}
