import TriageCore

extension MessageRenderer {
  /// Opens what is sealed in the message, and puts the header fields inside into their places.
  mutating func openSeals() {
    guard let opener, let protected = tree.open(by: opener, limits: limits) else { return }
    self.protected = protected
    tree.nodes[0] = protected.applied(to: tree[0])
  }

  /// The seal with its verdicts, each by the From of the message that it lies in.
  func judged(_ seal: TreeSeal) -> Seal {
    let sender = Sender.address(in: tree.message(around: seal.container).fields)
    return judged(seal.result, seal.form, seal.container, sender)
  }

  func judged(
    _ result: SealResult,
    _ form: Seal.Form,
    _ number: Int,
    _ sender: MailAddress?
  ) -> Seal {
    Seal(
      number: number,
      form: form,
      state: result.state,
      unchecked: result.unchecked,
      integrity: result.state == .open ? form != .smime : nil,
      recipients: result.recipients,
      signatures: result.signatures.map { $0.signature(sender: sender) },
      reason: result.reason,
      unaskedHost: result.unaskedHost
    )
  }

  /// All seals, those without a region last, after the lines are there to be counted.
  func judgedSeals() -> [Seal] {
    let regions = SealRegions(of: builder.lines)
    var all = seals
    for index in all.indices {
      all[index].isWhole = regions.isWhole(index) && tree.holdsAll(all[index])
      // Nothing shows whether it was altered, unless a signature inside does.
      if all[index].form == .smime, all[index].state == .open {
        let inner = regions.inside(index).map { all[$0] } + [all[index]]
        all[index].integrity = inner.contains { seal in
          !seal.signatures.isEmpty && seal.signatures.allSatisfy { $0.verdict == .good }
        }
      }
    }
    return all + tree.seals.filter { !$0.hasRegion }.map(judged)
  }

  /// Whether a part only repeats the protected header fields for programs that do not know them.
  func isLegacyDisplay(_ node: PartNode) -> Bool {
    guard let protected, let payload = protected.payload, node.parent == payload,
      tree[payload].children.first == node.number, node.parameters["protected-headers"] != nil
    else { return false }
    let content = tree.decoded(node, limit: builder.room)
    let decoder = TextDecoder(content.bytes, declared: node.parameters["charset"])
    return content.isWhole && protected.isRepeated(by: decoder.text)
  }
}

// MARK: - Blocks in a text

extension MessageRenderer {
  /// Shows a text that has blocks of OpenPGP, each with what GnuPG makes of it.
  ///
  /// - Returns: Whether there were any.
  mutating func showBlocks(in node: PartNode) -> Bool {
    guard let opener, node.type == "text/plain", !node.isSentAsAttachment else { return false }
    let content = tree.decoded(node, limit: builder.room)
    guard content.isWhole,
      let pieces = InlineBlocks.pieces(of: content.bytes, most: SealOpener.mostBlocks),
      !hasBrokenLines(node)
    else { return false }
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text): addText(Array(text), of: node)
      case .block(let block, let isEncrypted):
        let result = opener.result(
          path: "\(tree.path(of: node))#\(index)",
          form: .pgpInline,
          isEncrypted: isEncrypted
        ) { $0.open(block, isEncrypted: isEncrypted) }
        show(result, of: Array(block), in: node)
      }
    }
    return true
  }

  private func hasBrokenLines(_ node: PartNode) -> Bool {
    guard node.encoding == .quotedPrintable else { return false }
    let bytes = tree.buffers[node.layer].bytes
    return InlineBlocks.hasSoftBreaks(UnsafeRawBufferPointer(rebasing: bytes[node.content]))
  }

  /// Shows what GnuPG returned, never our own cut of the mail.
  private mutating func show(_ result: SealResult, of block: [UInt8], in node: PartNode) {
    let isEncrypted = result.state != nil
    if result.unchecked == .off, !isEncrypted { return addText(block, of: node) }
    let index = seals.count
    let sender = Sender.address(in: tree.message(around: node.number).fields)
    seals.append(judged(result, .pgpInline, node.number, sender))
    builder.beginSeal(index)
    if let text = result.text {
      addText(text, of: node)
    } else if !isEncrypted {
      addText(block, of: node)
    }
    builder.endSeal(index)
  }

  private mutating func addText(_ bytes: [UInt8], of node: PartNode) {
    let decoder = TextDecoder(bytes, declared: node.parameters["charset"])
    builder.note(decoder.notice)
    PlainText.add(decoder.text, to: &builder)
  }
}

extension PartTree {
  /// Whether each part that could be shown or saved lies in a seal: beside it there are only seals around
  /// it, and what these are made of.
  fileprivate func holdsAll(_ seal: Seal) -> Bool {
    let own = seals.firstIndex { $0.container == seal.number }
    let around = (own.map { [$0] } ?? []) + seals(around: seal.number)
    // A block in a text lies in no container.
    let covered = own.map { seals[$0].covered } ?? seal.number
    return nodes.dropFirst().allSatisfy { node in
      node.form == .multipart || lies(node.number, in: covered)
        || around.contains { seals[$0].isMade(of: node, in: self) }
    }
  }

  private func lies(_ number: Int, in other: Int?) -> Bool {
    var number: Int? = number
    while let at = number, at != other { number = nodes[at].parent }
    return number != nil
  }
}

extension TreeSeal {
  /// Whether a part is the seal itself, and nothing to be read.
  fileprivate func isMade(of node: PartNode, in tree: PartTree) -> Bool {
    if node.number == container { return true }
    guard node.parent == container, node.number != covered else { return false }
    // What is not open is nothing to be read either.
    return isEncrypted
      ? covered == nil || node.type == "application/pgp-encrypted"
      : node.isSignature && tree[container].children.firstIndex(of: node.number) == 1
  }
}

/// Where the regions of seals lie among the lines of a message.
struct SealRegions {
  private var ranges: [Int: Range<Int>] = [:]
  private let firstShown: Int?
  private let lastShown: Int?

  init(of lines: [ContentLine]) {
    var starts: [Int: Int] = [:]
    for (row, line) in lines.enumerated() {
      switch line.kind.sealEdge {
      case .begin(let index): starts[index] = row
      case .end(let index): ranges[index] = (starts[index] ?? row)..<row + 1
      case nil: break
      }
    }
    firstShown = lines.firstIndex(where: \.isSeen)
    lastShown = lines.lastIndex(where: \.isSeen)
  }

  /// Whether all lines that have something to read lie in a region.
  func isWhole(_ index: Int) -> Bool {
    guard let range = ranges[index] else { return false }
    guard let firstShown, let lastShown else { return true }
    return range.contains(firstShown) && range.contains(lastShown)
  }

  /// The regions that lie in another and hold all that it holds.
  func inside(_ index: Int) -> [Int] {
    guard let outer = ranges[index] else { return [] }
    return ranges.keys.filter { $0 != index && outer.contains(ranges[$0]?.lowerBound ?? -1) }
  }
}

extension ContentLine {
  /// Whether there is something to read in it.
  fileprivate var isSeen: Bool {
    switch kind {
    case .sealBegin, .sealEnd, .uncovered: false
    case .text: !text.isEmpty
    case .quote, .signature, .heading, .preformatted, .patchAdded, .patchRemoved, .patchHunk,
      .patchHeader, .rule, .header, .label, .detail, .footnote, .hidden, .colored:
      true
    }
  }
}
